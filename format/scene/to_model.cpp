#include "format/scene/to_model.h"

#include <algorithm>
#include <map>
#include <utility>

#include <glm/geometric.hpp>

#include "format/affine.h"
#include "format/scene/model_clips.h"

namespace sinew::scene {
namespace {

/// Roles that have a name in the common model; static storage, as TextureLayer wants it.
std::string_view roleOf(const Layer& layer, bool first_uv) {
  if (!layer.role) return first_uv ? "base" : "layer";
  for (const std::string_view known :
       {"base", "normal", "emissive", "lightmap", "reflection", "decal"}) {
    if (*layer.role == known) return known;
  }
  return "layer";
}

/// Normals of a mesh that has none: at each vertex those of its triangles, by area. Triangles whose
/// corners are stored in different spaces do not count.
std::vector<glm::vec3> normalsOf(const Mesh& mesh, const std::vector<Influence>& influences) {
  const auto inOneSpace = [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t i = mesh.influence[a];
    const std::uint32_t j = mesh.influence[b];
    return i == j || (!influences[i].offsets.empty() && !influences[j].offsets.empty());
  };
  std::vector<glm::dvec3> sums(mesh.positions.size(), glm::dvec3(0.0));
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    const std::uint32_t* corner = &mesh.triangles[t];
    if (!inOneSpace(corner[0], corner[1]) || !inOneSpace(corner[0], corner[2])) continue;
    const glm::dvec3 a(mesh.positions[corner[0]]);
    const glm::dvec3 across = glm::cross(glm::dvec3(mesh.positions[corner[1]]) - a,
                                         glm::dvec3(mesh.positions[corner[2]]) - a);
    for (int c = 0; c < 3; ++c)
      sums[corner[c]] += across;
  }
  std::vector<glm::vec3> out;
  out.reserve(sums.size());
  for (const glm::dvec3& sum : sums) {
    const double length = glm::length(sum);
    out.push_back(length > 0.0 && length < 1e300 ? glm::vec3(sum / length) : glm::vec3(0.0f));
  }
  return out;
}

class Builder {
 public:
  Builder(const Scene& scene, const std::vector<std::uint32_t>& levels)
      : scene_(scene), levels_(levels) {}

  Model build() {
    model_.conventions = {scene_.up, scene_.front, scene_.units_per_metre};
    if (levels_.empty()) {
      model_.influences.first = {0, 0};
      return std::move(model_);
    }
    model_.name = first().name;
    for (const Texture& texture : scene_.textures)
      model_.textures.push_back({texture.name, nullptr, texture.pixels});
    for (const std::uint32_t level : levels_)
      addBones(scene_.models[level]);
    addBoneInfluences();
    for (const std::uint32_t level : levels_)
      addLevel(scene_.models[level]);
    addAttachments();
    finishSkeleton(model_.skeleton);
    model_.clips = modelClips(scene_, first());
    return std::move(model_);
  }

 private:
  [[nodiscard]] const SceneModel& first() const { return scene_.models[levels_.front()]; }

  /// Coarser levels name the bones of the finest; those that it lacks are added.
  void addBones(const SceneModel& from) {
    std::vector<std::uint32_t>& map = bone_maps_.emplace_back();
    const bool finest = bone_maps_.size() == 1;
    for (const Bone& bone : from.bones) {
      const auto known = bones_by_name_.find(bone.name);
      if (!finest && known != bones_by_name_.end()) {
        map.push_back(known->second);
        continue;
      }
      const auto index = static_cast<std::uint32_t>(model_.skeleton.bones.size());
      bones_by_name_.try_emplace(bone.name, index);
      map.push_back(index);
      model_.skeleton.bones.push_back({bone.name, bone.parent, bone.rest, bone.inherit,
                                       bone.billboard, bone.visible, bone.source_offset});
      worlds_.push_back(bone.world);
      added_.push_back(bone_maps_.size() - 1);
    }
    // Parents may come later, so they are looked up once all of the level are known.
    for (std::size_t i = 0; i < model_.skeleton.bones.size(); ++i) {
      std::uint32_t& parent = model_.skeleton.bones[i].parent;
      if (added_[i] == bone_maps_.size() - 1 && parent != kNone) parent = map[parent];
    }
  }

  void addBoneInfluences() {
    Influences& all = model_.influences;
    for (std::uint32_t bone = 0; bone < model_.skeleton.bones.size(); ++bone) {
      all.bones.push_back(bone);
      all.weights.push_back(1.0f);
      all.first.push_back(bone + 1);
    }
    const auto has_offsets = [](const SceneModel& model) {
      return std::any_of(model.influences.begin(), model.influences.end(),
                         [](const Influence& influence) { return !influence.offsets.empty(); });
    };
    with_offsets_ = std::any_of(levels_.begin(), levels_.end(), [&](std::uint32_t level) {
      return has_offsets(scene_.models[level]);
    });
    if (with_offsets_) all.offsets.resize(all.bones.size());
  }

  std::uint32_t influenceOf(const Influence& from, const std::vector<std::uint32_t>& bones) {
    if (from.bones.size() == 1 && from.offsets.empty()) return bones[from.bones.front()];
    Influences& all = model_.influences;
    for (std::size_t k = 0; k < from.bones.size(); ++k) {
      all.bones.push_back(bones[from.bones[k]]);
      all.weights.push_back(static_cast<float>(from.weights[k]));
      if (!with_offsets_) continue;
      Mat34f& offset = all.offsets.emplace_back();
      if (from.offsets.empty()) continue;
      std::transform(from.offsets[k].m.begin(), from.offsets[k].m.end(), offset.m.begin(),
                     [](double value) { return static_cast<float>(value); });
    }
    all.first.push_back(static_cast<std::uint32_t>(all.bones.size()));
    return static_cast<std::uint32_t>(all.size() - 1);
  }

  void addLevel(const SceneModel& from) {
    const std::vector<std::uint32_t>& bones = bone_maps_[level_index_++];
    std::vector<std::uint32_t> influences;
    influences.reserve(from.influences.size());
    for (const Influence& influence : from.influences)
      influences.push_back(influenceOf(influence, bones));
    const auto first_material = static_cast<std::uint32_t>(model_.materials.size());
    for (const Material& material : from.materials)
      addMaterial(material);
    const auto first_mesh = static_cast<std::uint32_t>(model_.meshes.size());
    std::vector<std::vector<const Draw*>> draws(from.meshes.size());
    for (const Draw& draw : from.draws)
      draws[draw.mesh].push_back(&draw);
    for (std::size_t i = 0; i < from.meshes.size(); ++i)
      addMesh(from, from.meshes[i], draws[i], influences, first_material);
    if (!from.lod) return;
    Lod& lod = model_.lods.emplace_back();
    lod.first_mesh = first_mesh;
    lod.mesh_count = static_cast<std::uint32_t>(model_.meshes.size()) - first_mesh;
    // The file says no distances: each level serves as far as the next begins, at twice the
    // distance of the one before, from 10 m on.
    const std::size_t level = model_.lods.size() - 1;
    lod.min_scale =
        level + 1 == levels_.size()
            ? 0.0
            : 1.0 / (10.0 * static_cast<double>(1u << std::min<std::size_t>(level, 20)) + 1.0);
  }

  void addMaterial(const Material& from) {
    sinew::Material& material = model_.materials.emplace_back();
    material.name = from.name;
    material.color = glm::vec4(from.color / 255.0);
    material.alpha = from.alpha;
    if (from.alpha_cutoff) material.alpha_cutoff = static_cast<float>(*from.alpha_cutoff);
    material.cull = from.cull;
    bool uv_seen = false;
    for (const Layer& layer : from.layers) {
      TextureLayer& out = material.layers.emplace_back();
      const bool first_uv = !uv_seen && layer.mapping == Mapping::Uv;
      uv_seen = uv_seen || layer.mapping == Mapping::Uv;
      out.texture = layer.texture != kNone ? layer.texture : missingTexture(layer.name);
      out.uv_set = layer.uv;
      out.wrap = layer.wrap;
      out.role = roleOf(layer, first_uv);
    }
  }

  /// A texture that the file lacks is looked for beside it, or shown as missing.
  std::uint32_t missingTexture(const std::string& name) {
    const auto [known, is_new] =
        missing_.try_emplace(name, static_cast<std::uint32_t>(model_.textures.size()));
    if (is_new) model_.textures.push_back({name, nullptr, nullptr});
    return known->second;
  }

  void addMesh(const SceneModel& from, const Mesh& mesh, const std::vector<const Draw*>& draws,
               const std::vector<std::uint32_t>& influences, std::uint32_t first_material) {
    auto arrays = std::make_shared<VertexArrays>();
    arrays->positions = mesh.positions;
    arrays->normals = mesh.normals.empty() ? normalsOf(mesh, from.influences) : mesh.normals;
    arrays->tangents = mesh.tangents;
    arrays->colors = mesh.colors;
    arrays->uvs = mesh.uvs;
    arrays->influences.reserve(mesh.influence.size());
    for (const std::uint32_t influence : mesh.influence)
      arrays->influences.push_back(influences[influence]);
    sinew::Mesh out;
    out.name = mesh.name;
    out.triangles = mesh.triangles;
    out.source_offset = mesh.source_offset;
    out.drawn = false;
    if (draws.empty()) {
      out.vertices = std::move(arrays);
      model_.meshes.push_back(std::move(out));
      return;
    }
    for (const Draw* draw : draws) {
      out.material = draw->material == kNone ? kNone : first_material + draw->material;
      out.drawn = mesh.visible && (draw->bone == kNone || from.bones[draw->bone].visible);
      out.vertices = draw->material == kNone ? std::shared_ptr<const VertexArrays>(arrays)
                                             : withMatrix(arrays, from.materials[draw->material]);
      model_.meshes.push_back(out);
    }
  }

  /// The vertices with the base layer's matrix in their texture coordinates.
  static std::shared_ptr<const VertexArrays> withMatrix(const std::shared_ptr<VertexArrays>& arrays,
                                                        const Material& material) {
    const auto base =
        std::find_if(material.layers.begin(), material.layers.end(), [](const Layer& layer) {
          return layer.mapping == Mapping::Uv && (!layer.role || *layer.role == "base");
        });
    constexpr std::array<double, 6> kIdentity{1, 0, 0, 0, 1, 0};
    if (base == material.layers.end() || base->matrix == kIdentity) return arrays;
    if (base->uv >= arrays->uvs.size()) return arrays;
    auto moved = std::make_shared<VertexArrays>(*arrays);
    const auto& m = base->matrix;
    for (glm::vec2& uv : moved->uvs[base->uv]) {
      const glm::dvec2 from(uv);
      uv = glm::vec2(m[0] * from.x + m[1] * from.y + m[2], m[3] * from.x + m[4] * from.y + m[5]);
    }
    return moved;
  }

  void addAttachments() {
    for (const SceneAttachment& from : first().attachments) {
      Attachment& out = model_.attachments.emplace_back();
      out.name = from.name;
      out.kind = from.kind;
      out.bone = from.bone;
      Mat34d local = from.matrix;
      if (from.bone != kNone) {
        if (const auto back = inverseOf(worlds_[from.bone])) local = *back * from.matrix;
      }
      out.local = decompose(local).transform;
    }
  }

  const Scene& scene_;
  const std::vector<std::uint32_t>& levels_;
  Model model_;
  std::vector<std::vector<std::uint32_t>> bone_maps_;  ///< one a level
  std::vector<std::size_t> added_;                     ///< by bone: the level that has it
  std::vector<Mat34d> worlds_;
  std::map<std::string, std::uint32_t> bones_by_name_;
  std::map<std::string, std::uint32_t> missing_;
  std::size_t level_index_ = 0;
  bool with_offsets_ = false;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> levelGroups(const Scene& scene) {
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t i = 0; i < scene.models.size(); ++i) {
    const SceneModel& model = scene.models[i];
    const SceneModel* last = groups.empty() ? nullptr : &scene.models[groups.back().back()];
    const bool joins = last != nullptr && model.lod && last->lod && *model.lod > *last->lod &&
                       model.name == last->name && model.member == last->member;
    if (joins)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return groups;
}

Model toModel(const Scene& scene, const std::vector<std::uint32_t>& levels) {
  return Builder(scene, levels).build();
}

}  // namespace sinew::scene
