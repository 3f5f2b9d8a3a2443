#include "app/dump/plan.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "format/quantize.h"

namespace sinew::app::dump {

namespace {

/// Index of the record that NAME means: exact name first, then `#` and a decimal index.
template <class Record>
std::optional<std::uint32_t> findRecord(const std::vector<Record>& records,
                                        const std::string& name) {
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    if (records[i].name.present() && records[i].name.text == name) return i;
  }
  if (name.size() < 2 || name.front() != '#') return std::nullopt;
  std::uint32_t index = 0;
  const char* const last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + 1, last, index);
  if (error != std::errc() || end != last || index >= records.size()) return std::nullopt;
  return index;
}

Result<void> checkElement(const std::optional<DumpFilter::Element>& element, const bmd1::File& file,
                          std::uint32_t bmd1::MeshDef::*count, std::string_view what) {
  if (!element) return {};
  if (element->mesh) {
    if (*element->mesh >= file.meshes.size()) {
      return fail("usage",
                  fmt::format("no mesh {}: the file has {}", *element->mesh, file.meshes.size()));
    }
    const std::uint32_t has = file.meshes[*element->mesh].*count;
    if (element->index < has) return {};
    return fail("usage", fmt::format("no {} {} in mesh {}, which has {}", what, element->index,
                                     *element->mesh, has));
  }
  const bool found =
      std::any_of(file.meshes.begin(), file.meshes.end(),
                  [&](const bmd1::MeshDef& mesh) { return element->index < mesh.*count; });
  if (found) return {};
  return fail("usage", fmt::format("no mesh has a {} {}", what, element->index));
}

bool inMesh(const std::optional<DumpFilter::Element>& element, std::uint32_t mesh,
            std::uint32_t count) {
  return element && (!element->mesh || *element->mesh == mesh) && element->index < count;
}

}  // namespace

Result<Plan> Plan::make(const DumpFilter& filter, const bmd1::File& file) {
  Plan plan;
  plan.filter_ = filter;
  plan.file_ = &file;
  plan.everything_ = !filter.any();
  if (!filter.bone.empty()) {
    plan.bone_ = findRecord(file.bones, filter.bone);
    if (!plan.bone_) return fail("usage", fmt::format("no bone '{}'", filter.bone));
  }
  if (!filter.anim.empty()) {
    plan.anim_ = findRecord(file.anims, filter.anim);
    if (!plan.anim_) return fail("usage", fmt::format("no animation '{}'", filter.anim));
  }
  auto checked = checkElement(filter.vertex, file, &bmd1::MeshDef::vertex_count, "vertex");
  if (checked) checked = checkElement(filter.face, file, &bmd1::MeshDef::face_count, "face");
  if (!checked) return tl::unexpected<Error>(checked.error());
  return plan;
}

bool Plan::wantsVertices(std::uint32_t mesh) const {
  return everything_ || inMesh(filter_.vertex, mesh, file_->meshes[mesh].vertex_count);
}

bool Plan::wantsVertex(std::uint32_t index) const {
  return everything_ || (filter_.vertex && filter_.vertex->index == index);
}

bool Plan::wantsFaces(std::uint32_t mesh) const {
  return everything_ || inMesh(filter_.face, mesh, file_->meshes[mesh].face_count);
}

bool Plan::wantsFace(std::uint32_t index) const {
  return everything_ || (filter_.face && filter_.face->index == index);
}

bool Plan::wantsMesh(std::uint32_t mesh) const {
  return wantsVertices(mesh) || wantsFaces(mesh);
}

bool Plan::wantsBone(std::uint32_t bone) const {
  return everything_ || (bone_ == bone && !anim_ && !filter_.frame);
}

bool Plan::wantsAnim(std::uint32_t anim) const {
  if (everything_) return true;
  return anim_ ? *anim_ == anim : filter_.frame.has_value();
}

std::string_view formName(PackedForm form) {
  switch (form) {
    case PackedForm::Bits64:
      return "64";
    case PackedForm::Bits96:
      return "96";
    case PackedForm::Bits128:
      return "128";
    case PackedForm::Mixed:
      break;
  }
  return "mixed";
}

std::string_view formName(bmd1::FaceForm form) {
  switch (form) {
    case bmd1::FaceForm::Tri32:
      return "tri32";
    case bmd1::FaceForm::Quad32:
      return "quad32";
    case bmd1::FaceForm::Tri64:
      return "tri64";
    case bmd1::FaceForm::Quad64:
      break;
  }
  return "quad64";
}

std::uint32_t faceBytes(bmd1::FaceForm form) {
  return form == bmd1::FaceForm::Tri32 || form == bmd1::FaceForm::Quad32 ? 4 : 8;
}

std::uint32_t keyBytes(const bmd1::File& file, const bmd1::Key& key) {
  const auto tag = std::to_integer<std::uint32_t>((*file.bytes)[key.offset]);
  return 1 + 4 * ((tag >> 7 & 1) + (tag >> 6 & 1) + (tag >> 5 & 1));
}

std::string hexBytes(const bmd1::File& file, std::uint64_t offset, std::uint64_t size) {
  std::string text;
  const std::uint64_t end = std::min<std::uint64_t>(offset + size, file.bytes->size());
  for (std::uint64_t at = offset; at < end; ++at) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ",
                        std::to_integer<std::uint32_t>((*file.bytes)[at]));
  }
  return text;
}

BaseTransform baseTransform(const bmd1::File& file, std::uint32_t bone) {
  BaseTransform base;
  if (bone == 0) return base;
  const bmd1::BoneDef& record = file.bones[bone];
  const glm::dvec3 translation = decodePackedVec3(record.xform_low);
  const glm::dquat rotation = decodeRotation(record.xform_high);
  base.translation = {translation.x, translation.y, translation.z};
  base.rotation = {rotation.x, rotation.y, rotation.z, rotation.w};
  return base;
}

Blend blendOf(const bmd1::BoneDef& bone) {
  Blend blend;
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    blend.ids[slot] = (bone.xform_low >> (8 * slot)) & 0xFF;
    blend.weights[slot] = decodeF8a(static_cast<std::uint8_t>(bone.xform_high >> (8 * slot)));
  }
  return blend;
}

std::optional<std::uint32_t> solidOf(const bmd1::File& file, const bmd1::BoneDef& bone) {
  if (bone.solid >= file.meshes.size()) return std::nullopt;
  return bone.solid;
}

}  // namespace sinew::app::dump
