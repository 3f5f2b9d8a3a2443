#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "format/mdl0/euler.h"
#include "format/mdl0/model_reader.h"

namespace sinew::mdl0 {
namespace {

constexpr std::uint64_t kBoneBytes = 0xD0;
constexpr std::uint64_t kFlags = 0x14;
constexpr std::uint64_t kBillboard = 0x18;
constexpr std::uint64_t kScale = 0x20;
constexpr std::uint64_t kRotation = 0x2C;
constexpr std::uint64_t kTranslation = 0x38;
constexpr std::uint64_t kParent = 0x5C;
constexpr std::uint64_t kInverse = 0xA0;
constexpr std::uint32_t kBillboardModes = 7;

/// Three floats; `instead` where they are no numbers.
glm::dvec3 readVector(const Source& source, std::uint64_t at, float instead,
                      const std::string& path) {
  return {source.finite(at, instead, path), source.finite(at + 4, instead, path),
          source.finite(at + 8, instead, path)};
}

double determinant(const Mat34d& a) {
  const auto& m = a.m;
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
         m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/// Nothing for a matrix that flattens space.
std::optional<Mat34d> inverse(const Mat34d& a) {
  const auto& m = a.m;
  const double det = determinant(a);
  double size = 0.0;
  for (const std::size_t i : {0u, 1u, 2u, 4u, 5u, 6u, 8u, 9u, 10u})
    size = std::max(size, std::abs(m[i]));
  if (!(std::abs(det) > 1e-12 * size * size * size)) return std::nullopt;
  Mat34d out;
  const auto cofactor = [&](std::size_t r0, std::size_t c0, std::size_t r1, std::size_t c1) {
    return (m[4 * r0 + c0] * m[4 * r1 + c1] - m[4 * r0 + c1] * m[4 * r1 + c0]) / det;
  };
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      out.m[4 * r + c] = cofactor((c + 1) % 3, (r + 1) % 3, (c + 2) % 3, (r + 2) % 3);
    }
  }
  for (std::size_t r = 0; r < 3; ++r) {
    out.m[4 * r + 3] = -(out.m[4 * r] * m[3] + out.m[4 * r + 1] * m[7] + out.m[4 * r + 2] * m[11]);
  }
  return out;
}

bool disagrees(const Mat34d& stored_inverse, const Mat34d& world) {
  const Mat34d product = stored_inverse * world;
  const Mat34d identity;
  for (std::size_t i = 0; i < 12; ++i) {
    const double allowed = i % 4 == 3 ? 1e-3 * (1.0 + std::abs(stored_inverse.m[i])) : 1e-3;
    if (!(std::abs(product.m[i] - identity.m[i]) <= allowed)) return true;
  }
  return false;
}

/// The inverse bind matrix: as stored, or from the bone's own numbers where that is no matrix.
Mat34d readInverse(const ModelReader& reader, const scene::Bone& bone, const std::string& path) {
  const Source& source = reader.source;
  const std::uint64_t at = bone.source_offset + kInverse;
  const Mat34d own = inverse(bone.world).value_or(Mat34d{});
  Mat34d stored;
  for (std::size_t i = 0; i < 12; ++i) {
    const float value = source.f32(at + 4 * i);
    if (!std::isfinite(value)) {
      source.report(Kind::NotFinite, Effect::Repair, at + 4 * i, path,
                    "the stored inverse matrix has values that are no numbers; it is computed from "
                    "the bone");
      return own;
    }
    stored.m[i] = value;
  }
  if (!inverse(stored)) {
    source.report(Kind::Value, Effect::Repair, at, path,
                  "the stored inverse matrix flattens space; it is computed from the bone");
    return own;
  }
  if (disagrees(stored, bone.world)) {
    source.report(Kind::Mismatch, Effect::Oddity, at, path,
                  "the stored inverse matrix is not that of the bone's rest pose; it is used as "
                  "stored");
  }
  return stored;
}

Billboard readBillboard(const ModelReader& reader, std::uint64_t at, const std::string& path) {
  const std::uint32_t mode = reader.source.u32(at + kBillboard);
  if (mode < kBillboardModes) return static_cast<Billboard>(mode);
  reader.source.report(Kind::Value, Effect::Repair, at + kBillboard, path,
                       fmt::format("billboard mode {} does not exist", mode));
  return Billboard::None;
}

void readBone(ModelReader& reader, const Entry& entry) {
  const std::string path = reader.sub("bones", entry.name);
  const Source& source = reader.source;
  const std::uint64_t at = entry.offset;
  if (!source.has(at, kBoneBytes)) {
    source.report(Kind::Truncated, Effect::Loss, at, path, "the file ends inside the bone");
    return;
  }
  if (!source.spend(kBoneBytes, at, path)) return;
  scene::Bone bone;
  bone.name = entry.name;
  bone.source_offset = at;
  BoneFacts facts;
  facts.matrix = source.u32(at + 0x10);
  facts.flags = source.u32(at + kFlags);
  bone.rest.scale = readVector(source, at + kScale, 1.0f, path);
  bone.rest.rotation = fromEuler(readVector(source, at + kRotation, 0.0f, path));
  bone.rest.translation = readVector(source, at + kTranslation, 0.0f, path);
  bone.inherit = inheritanceOf((facts.flags & kBoneCompensates) != 0, facts.flags, reader.rule);
  bone.visible = (facts.flags & kBoneVisible) != 0;
  bone.billboard = readBillboard(reader, at, path);
  reader.bone_of_entry.back() = static_cast<std::uint32_t>(reader.model.bones.size());
  reader.model.bones.push_back(std::move(bone));
  reader.bones.push_back(facts);
}

void linkParents(ModelReader& reader) {
  std::vector<scene::Bone>& bones = reader.model.bones;
  std::map<std::uint64_t, std::uint32_t> by_offset;
  for (std::uint32_t b = 0; b < bones.size(); ++b)
    by_offset.emplace(bones[b].source_offset, b);
  for (scene::Bone& bone : bones) {
    const std::uint64_t field = bone.source_offset + kParent;
    const std::int32_t relative = reader.source.s32(field);
    if (relative == 0) continue;
    const auto target = reader.source.target(bone.source_offset, relative);
    const auto parent = target ? by_offset.find(*target) : by_offset.end();
    if (parent != by_offset.end()) {
      bone.parent = parent->second;
      continue;
    }
    reader.source.report(
        Kind::Index, Effect::Repair, field, reader.sub("bones", bone.name),
        fmt::format("no bone lies {} bytes from this one; it becomes a root", relative));
  }
  for (const std::uint32_t cut : scene::cutParentCycles(bones)) {
    reader.source.report(Kind::Loop, Effect::Loss, bones[cut].source_offset + kParent,
                         reader.sub("bones", bones[cut].name),
                         "the bone is among its own ancestors; it becomes a root");
  }
}

}  // namespace

glm::dquat fromEuler(const glm::dvec3& degrees) {
  const glm::dvec3 half = degrees * (std::numbers::pi / 360.0);
  const double sx = std::sin(half.x), cx = std::cos(half.x);
  const double sy = std::sin(half.y), cy = std::cos(half.y);
  const double sz = std::sin(half.z), cz = std::cos(half.z);
  // qz * qy * qx
  return {cz * cy * cx + sz * sy * sx, cz * cy * sx - sz * sy * cx, cz * sy * cx + sz * cy * sx,
          sz * cy * cx - cz * sy * sx};
}

ScaleInheritance inheritanceOf(bool compensates, std::uint32_t bone_flags, ScalingRule rule) {
  if (compensates) return ScaleInheritance::Compensate;
  return rule == ScalingRule::Softimage || (bone_flags & kBoneClassicOff) != 0
             ? ScaleInheritance::Componentwise
             : ScaleInheritance::Full;
}

void readBones(ModelReader& reader) {
  for (const Entry& entry : reader.entries(Section::Bones, "bones")) {
    reader.bone_of_entry.push_back(kNone);
    if (entry.readable) readBone(reader, entry);
  }
  linkParents(reader);
  scene::composeWorlds(reader.model.bones);
  for (std::size_t b = 0; b < reader.bones.size(); ++b) {
    const scene::Bone& bone = reader.model.bones[b];
    reader.bones[b].inverse_bind = readInverse(reader, bone, reader.sub("bones", bone.name));
  }
}

}  // namespace sinew::mdl0
