#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "format/bbm/build.h"

namespace sinew::bbm {
namespace {

scene::Value floatList(const float* values, std::size_t count) {
  scene::Value::List out;
  for (std::size_t i = 0; i < count; ++i)
    out.emplace_back(values[i]);
  return out;
}

AlphaMode alphaMode(bool transparent, bool boolean_alpha) {
  if (transparent) return AlphaMode::Blend;
  return boolean_alpha ? AlphaMode::Mask : AlphaMode::Opaque;
}

scene::Material buildMaterial(const RawMaterial& raw, Context& context) {
  scene::Material out;
  out.name = scene::printableName(raw.name);
  out.cull = raw.two_sided ? CullMode::None : CullMode::Back;
  out.alpha = alphaMode(raw.transparent, raw.boolean_alpha);
  if (raw.boolean_alpha) out.alpha_cutoff = 0.5;
  addLayer(out, raw.diffuse, "base", context);
  addLayer(out, raw.bump, "normal", context);
  addLayer(out, raw.reflection, "reflection", context);
  addLayer(out, raw.illumination, "emissive", context);
  addLayer(out, raw.decal, "decal", context);
  scene::Value::List files;
  for (const std::string& file : raw.files)
    files.emplace_back(scene::printableName(file));
  out.extra.emplace_back("bbm", scene::Value::Object{{"id", raw.id},
                                                     {"map_flags", raw.map_flags},
                                                     {"glow", raw.glow},
                                                     {"degenerate", raw.degenerate},
                                                     {"files", std::move(files)}});
  return out;
}

/// Attachments: helper points, dummies and generators, in this order.
class Attachments {
 public:
  Attachments(const RawLod& lod, const std::string& path, Context& context)
      : lod_(lod), path_(path), context_(context) {}

  std::vector<scene::SceneAttachment> build() {
    const NamesByHash helper_names = byHash(lod_.helper_names);
    const NamesByHash dummy_names = byHash(lod_.dummy_names);
    for (const RawHelper& helper : lod_.helpers) {
      std::uint32_t not_finite = 0;
      Mat34d matrix;
      for (std::size_t i = 0; i < 3; ++i)
        matrix.m[4 * i + 3] = finiteOr(helper.position[i], 0.0, not_finite);
      add("helper", named(helper.hash, helper_names, helper.offset), helper.bone, matrix,
          not_finite, helper.offset);
    }
    for (const RawDummy& dummy : lod_.dummies) {
      std::uint32_t not_finite = 0;
      const Mat34d matrix = fromRows(dummy.rows, not_finite);
      add("dummy", named(dummy.hash, dummy_names, dummy.offset), dummy.bone, matrix, not_finite,
          dummy.offset);
    }
    for (std::size_t i = 0; i < lod_.generators.size(); ++i) {
      const RawGenerator& generator = lod_.generators[i];
      std::uint32_t not_finite = 0;
      const Mat34d matrix = fromRows(generator.rows, not_finite);
      add("generator", scene::printableName(generator.name), generator.bone, matrix, not_finite,
          generator.offset);
      out_.back().extra.emplace_back("bank_index", generator.bank_index);
      out_.back().extra.emplace_back("local_origin", generator.local_origin);
    }
    return std::move(out_);
  }

 private:
  using NamesByHash = std::map<std::uint32_t, std::string_view>;

  static NamesByHash byHash(const std::vector<std::string>& names) {
    NamesByHash out;
    for (const std::string& name : names) {
      if (!name.empty()) out.emplace(nameHash(name), name);
    }
    return out;
  }

  std::string named(std::uint32_t hash, const NamesByHash& names, std::uint64_t offset) {
    if (const auto at = names.find(hash); at != names.end())
      return scene::printableName(at->second);
    std::string shown = fmt::format("#{:08X}", hash);
    context_.tell(Kind::Missing, Effect::Oddity, offset,
                  fmt::format("{}/attachments/{}", path_, shown),
                  fmt::format("no name has the hash 0x{:08X}", hash));
    return shown;
  }

  /// The bone's slot, or by the words before the names as some readers take them.
  std::uint32_t slot(std::int32_t bone, const std::string& name, std::uint64_t offset) {
    if (bone == -1) return kNone;
    const auto& words = lod_.bone_words;
    const auto word = std::find(words.begin(), words.end(), bone);
    const bool table = context_.readings.helper_bones == HelperBones::Table;
    if (word != words.end() && word - words.begin() != bone) {
      context_.noteReading("helper-bones", table ? "table" : "slot",
                           "the words before the bones' names would lead to other bones");
    }
    if (table && word != words.end()) return static_cast<std::uint32_t>(word - words.begin());
    if (bone >= 0 && static_cast<std::size_t>(bone) < lod_.bones.size())
      return static_cast<std::uint32_t>(bone);
    context_.tell(Kind::Index, Effect::Repair, offset,
                  fmt::format("{}/attachments/{}", path_, name),
                  fmt::format("bone {} of {}", bone, lod_.bones.size()));
    return kNone;
  }

  void add(std::string_view kind, std::string name, std::int32_t bone, const Mat34d& matrix,
           std::uint32_t not_finite, std::uint64_t offset) {
    if (not_finite > 0) {
      context_.tell(Kind::NotFinite, Effect::Repair, offset,
                    fmt::format("{}/attachments/{}", path_, name),
                    fmt::format("{} of its numbers are not finite", not_finite));
    }
    scene::SceneAttachment out;
    out.bone = slot(bone, name, offset);
    out.name = std::move(name);
    out.matrix = matrix;
    out.kind = kind;
    out_.push_back(std::move(out));
  }

  const RawLod& lod_;
  const std::string& path_;
  Context& context_;
  std::vector<scene::SceneAttachment> out_;
};

scene::Value::Object sourceOf(const RawLod& lod, const ModelFacts& facts) {
  scene::Value::List repeats;
  scene::Value::List cloths;
  for (const RawPrimitive& primitive : lod.primitives) {
    repeats.emplace_back(primitive.repeats);
    cloths.emplace_back(primitive.cloths);
  }
  scene::Value lod_errors;
  if (facts.lod_errors) {
    scene::Value::List list;
    for (const double error : *facts.lod_errors)
      list.emplace_back(error);
    lod_errors = std::move(list);
  }
  return {{"animated", lod.animated},
          {"repeats", std::move(repeats)},
          {"form", "compiled"},
          {"cloths", std::move(cloths)},
          {"volumes", volumesValue(lod.volumes)},
          {"physics", facts.physics ? scene::Value(int{*facts.physics}) : scene::Value()},
          {"lod_errors", std::move(lod_errors)}};
}

}  // namespace

void addLayer(scene::Material& material, std::int32_t id, std::string_view role, Context& context) {
  if (id == 0) return;
  scene::Layer layer;
  layer.name = fmt::format("{}", id);
  layer.texture = context.wantTexture(static_cast<std::uint32_t>(id));
  layer.role = role;
  layer.map = kNone;
  layer.extra.emplace_back("id", id);
  if (role == "reflection") layer.mapping = scene::Mapping::Environment;
  material.layers.push_back(std::move(layer));
}

scene::Value volumesValue(const std::vector<RawVolume>& volumes) {
  scene::Value::List out;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    scene::Value::List planes;
    for (const auto& plane : volumes[i].planes)
      planes.push_back(floatList(plane.data(), 4));
    out.emplace_back(scene::Value::Object{{"name", scene::printableName(volumes[i].name)},
                                          {"planes", std::move(planes)}});
  }
  return out;
}

void sortDraws(std::vector<scene::Draw>& draws) {
  std::stable_sort(draws.begin(), draws.end(), [](const scene::Draw& a, const scene::Draw& b) {
    return a.translucent < b.translucent;
  });
}

void buildModel(const RawLod& lod, std::uint32_t level, const ModelFacts& facts,
                const std::string& path, Context& context) {
  scene::SceneModel model;
  model.name = lod.name.empty() ? facts.fallback_name : scene::printableName(lod.name);
  model.member = facts.member;
  model.lod = level;
  model.has_attachments = true;
  for (const RawMaterial& material : lod.materials)
    model.materials.push_back(buildMaterial(material, context));
  BuiltSkeleton skeleton = buildSkeleton(lod, path, context);
  InfluenceTable influences(skeleton.inverse_binds);
  const std::vector<bool> scaled = choosePositions(lod, path, context);
  const std::string name = model.name;
  MeshTarget target{lod, path, name, model, influences, skeleton.bones.size()};
  for (std::size_t i = 0; i < lod.primitives.size(); ++i) {
    if (!lod.primitives[i].sound) continue;
    const std::string vertex_path = fmt::format("{}/primitive {}/vertices", path, i);
    buildMeshes(lod.primitives[i], i,
                decodeVertices(lod.primitives[i], scaled[i], vertex_path, context), target,
                context);
  }
  if (target.root != kNone) skeleton.bones.push_back(madeRoot());
  model.bones = std::move(skeleton.bones);
  model.influences = influences.take();
  sortDraws(model.draws);
  model.attachments = Attachments(lod, path, context).build();
  model.source = sourceOf(lod, facts);
  context.scene.models.push_back(std::move(model));
}

}  // namespace sinew::bbm
