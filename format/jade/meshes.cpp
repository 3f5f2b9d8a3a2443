// From mesh nodes to the meshes, draws and influences of the scene.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "format/affine.h"
#include "format/jade/materials.h"
#include "format/jade/mesh.h"

namespace sinew::jade {
namespace {

using namespace layout;

/// Influences of one mesh, each listed once in the model.
class InfluenceList {
 public:
  InfluenceList(Context& context, scene::SceneModel& model, std::uint32_t own_bone,
                const Skin* skin, bool stored)
      : context_(context), model_(model), own_bone_(own_bone), skin_(skin), stored_(stored) {}

  bool singular = false;  ///< a bone's rest pose is flat, so that there is no inverse
  bool overflow = false;  ///< over kMostInfluences
  std::uint32_t compared = 0;
  double difference = 0.0;  ///< largest, of stored and computed inverse binds

  std::uint32_t of(std::uint32_t vertex) {
    Key key;
    if (skin_ != nullptr) {
      for (std::uint32_t s = skin_->first[vertex]; s < skin_->first[vertex + 1]; ++s)
        key.emplace_back(skin_->shares[s].bone, skin_->shares[s].weight);
    }
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    const std::uint32_t index = add(key);
    known_.emplace(std::move(key), index);
    return index;
  }

 private:
  using Key = std::vector<std::pair<std::uint32_t, double>>;

  std::uint32_t add(const Key& key) {
    if (!Budget::take(context_.left.influences, 1)) {
      overflow = true;
      // The first of the mesh stands in; without one there are other meshes' at least.
      return known_.empty() ? 0 : known_.begin()->second;
    }
    scene::Influence influence;
    if (key.empty()) {
      influence.bones = {own_bone_};
      influence.weights = {1.0};
      if (skin_ != nullptr) influence.offsets = {Mat34d{}};
    }
    for (const auto& [bone, weight] : key) {
      influence.bones.push_back(bone);
      influence.weights.push_back(weight);
      influence.offsets.push_back(offsetOf(bone));
    }
    model_.influences.push_back(std::move(influence));
    return static_cast<std::uint32_t>(model_.influences.size() - 1);
  }

  /// Skin node's space -> the bone's, at rest.
  const Mat34d& offsetOf(std::uint32_t bone) {
    const auto found = offsets_.find(bone);
    if (found != offsets_.end()) return found->second;
    const auto back = inverseOf(model_.bones[bone].world);
    singular = singular || !back;
    Mat34d offset = back ? *back * model_.bones[own_bone_].world : Mat34d{};
    if (bone < skin_->stored_binds.size() && skin_->stored_binds[bone]) {
      const Mat34d& stored = *skin_->stored_binds[bone];
      ++compared;
      for (std::size_t i = 0; i < 12; ++i)
        difference = std::max(difference, std::abs(stored.m[i] - offset.m[i]));
      if (stored_) offset = stored;
    }
    return offsets_.emplace(bone, offset).first->second;
  }

  Context& context_;
  scene::SceneModel& model_;
  std::uint32_t own_bone_;
  const Skin* skin_;
  bool stored_;
  std::map<Key, std::uint32_t> known_;
  std::map<std::uint32_t, Mat34d> offsets_;
};

/// Corners of a mesh in order of first use; vertices that nothing uses fall away.
class Compaction {
 public:
  explicit Compaction(std::uint32_t vertex_count) : place_(vertex_count, kNone) {}

  std::vector<std::uint32_t> kept;  ///< old indices

  std::uint32_t operator()(std::uint32_t index) {
    std::uint32_t& place = place_[index];
    if (place == kNone) {
      place = static_cast<std::uint32_t>(kept.size());
      kept.push_back(index);
    }
    return place;
  }

  template <class V>
  std::vector<V> pick(const std::vector<V>& all) const {
    std::vector<V> out;
    if (all.empty()) return out;
    out.reserve(kept.size());
    for (const std::uint32_t index : kept)
      out.push_back(all[index]);
    return out;
  }

 private:
  std::vector<std::uint32_t> place_;
};

class MeshBuilder {
 public:
  MeshBuilder(Context& context, const Mdl& mdl, const SharedBytes& mdx, Materials& materials,
              scene::SceneModel& model)
      : context_(context), mdl_(mdl), materials_(materials), model_(model) {
    if (mdx) mdx_.emplace(*mdx);
  }

  void run() {
    for (std::uint32_t i = 0; i < mdl_.nodes.size(); ++i)
      addNode(i);
    std::stable_partition(model_.draws.begin(), model_.draws.end(),
                          [](const scene::Draw& draw) { return !draw.translucent; });
    stateReadings();
  }

 private:
  void addNode(std::uint32_t index) {
    const Node& node = mdl_.nodes[index];
    if (node.info.mesh == 0 || node.info.kind == NodeClass::Trail) return;
    if (!mdl_.view.has(node.offset + node.info.mesh, payload::kMesh)) return;  // reported before
    const std::string path = mdl_.path(node);
    const MeshHeader mesh = readMeshHeader(context_, mdl_, node.offset + node.info.mesh, path);
    if (mesh.vertex_count == 0) return;
    if (!mdx_) {
      context_.findings.add(Kind::Missing, Effect::Loss, mesh.at + mesh::kVertices,
                            mdl_.path("mdx"),
                            fmt::format("the vertices are in a file of the model's name with "
                                        "suffix .mdx or .mdx2 beside it, which is not there; mesh "
                                        "\"{}\" is left out",
                                        node.name));
      return;
    }
    Vertices vertices;
    if (!readVertices(context_, *mdx_, mesh, path, vertices)) return;
    checkBounds(mesh, vertices, path);
    std::optional<Skin> skin;
    if (node.info.skin != 0) skin = readSkin(context_, mdl_, *mdx_, node, mesh, path, readings_);
    addMesh(index, mesh, vertices, skin ? &*skin : nullptr, path);
  }

  /// A wrong layout shows here at once.
  void checkBounds(const MeshHeader& mesh, const Vertices& vertices, std::string_view path) {
    glm::vec3 low, high;
    for (int c = 0; c < 3; ++c) {
      const auto at = static_cast<std::uint64_t>(4 * c);
      low[c] = mdl_.view.f32(mesh.at + mesh::kBoundsMin + at);
      high[c] = mdl_.view.f32(mesh.at + mesh::kBoundsMax + at);
    }
    const float slack = 0.01f * glm::length(high - low) + 1e-3f;
    if (!std::isfinite(slack)) return;  // the bounds are not relied on
    for (const glm::vec3& p : vertices.positions) {
      const glm::vec3 outside = glm::max(low - p, p - high);
      if (std::max({outside.x, outside.y, outside.z}) <= slack) continue;
      context_.findings.add(Kind::Mismatch, Effect::Oddity, mesh.at + mesh::kBoundsMin, path,
                            "vertices lie outside the stored bounds");
      return;
    }
  }

  void addMesh(std::uint32_t index, const MeshHeader& mesh, const Vertices& vertices,
               const Skin* skin, const std::string& path) {
    const Node& node = mdl_.nodes[index];
    Primitives primitives = readPrimitives(context_, mdl_, *mdx_, mesh, path);
    Compaction compact(mesh.vertex_count);
    for (std::uint32_t& corner : primitives.triangles)
      corner = compact(corner);
    for (auto& line : primitives.lines)
      line = {compact(line[0]), compact(line[1])};
    for (std::uint32_t& point : primitives.points)
      point = compact(point);
    scene::Mesh out;
    out.name = node.name;
    out.visible = mesh.render;
    out.positions = compact.pick(vertices.positions);
    out.normals = compact.pick(vertices.normals);
    if (!vertices.colors.empty()) out.colors.push_back(compact.pick(vertices.colors));
    for (std::size_t k = 0; k < 4; ++k) {
      if (vertices.uvs[k].empty()) continue;
      out.uvs.resize(k + 1);
      out.uvs[k] = compact.pick(vertices.uvs[k]);
    }
    out.triangles = std::move(primitives.triangles);
    out.lines = std::move(primitives.lines);
    out.points = std::move(primitives.points);
    out.source_offset = node.offset;
    out.extra = extraOf(index, mesh);
    addInfluences(index, skin, compact.kept, out, path);
    addDraw(index, mesh, path);
    model_.meshes.push_back(std::move(out));
  }

  static scene::Value::Object extraOf(std::uint32_t index, const MeshHeader& mesh) {
    const auto& self = mesh.self_illumination;
    return {{"node", index},
            {"alpha", mesh.alpha},
            {"hint", mesh.hint},
            {"casts_shadow", mesh.casts_shadow},
            {"self_illumination", scene::Value::List{self[0], self[1], self[2]}}};
  }

  void addInfluences(std::uint32_t index, const Skin* skin, const std::vector<std::uint32_t>& kept,
                     scene::Mesh& out, std::string_view path) {
    InfluenceList list(context_, model_, index, skin, context_.chosen("binds") == "stored");
    out.influence.reserve(kept.size());
    for (const std::uint32_t vertex : kept)
      out.influence.push_back(list.of(vertex));
    const std::uint64_t at = mdl_.nodes[index].offset;
    if (list.singular) {
      context_.findings.add(Kind::Value, Effect::Repair, at, path,
                            "a bone of the skin is flat in the rest pose, so that its inverse bind "
                            "matrix does not exist; the identity is used");
    }
    if (list.overflow) {
      context_.findings.add(
          Kind::Limit, Effect::Loss, at, path,
          fmt::format("the skins have more than {} different influences in all", kMostInfluences));
    }
    readings_.binds += list.compared;
    readings_.bind_difference = std::max(readings_.bind_difference, list.difference);
  }

  void addDraw(std::uint32_t index, const MeshHeader& mesh, const std::string& path) {
    scene::Draw draw;
    draw.mesh = static_cast<std::uint32_t>(model_.meshes.size());
    draw.bone = index;
    draw.translucent = mesh.hint != 0 || mesh.alpha < 1.0f;
    draw.material = materials_.of(mesh, path);
    if (draw.material != kNone && draw.translucent)
      model_.materials[draw.material].alpha = AlphaMode::Blend;
    model_.draws.push_back(draw);
  }

  void stateReadings() {
    if (readings_.skins == 0) return;
    const auto state = [&](const char* name, const char* usual, const char* other,
                           std::uint32_t others, const char* why_usual, const char* why_other) {
      const bool forced = !context_.chosen(name).empty();
      const bool is_other = others > 0;
      std::string why = forced ? "asked for"
                        : is_other
                            ? fmt::format("{} of {} skins: {}", others, readings_.skins, why_other)
                            : std::string(why_usual);
      context_.scene.readings.push_back({name, is_other ? other : usual, std::move(why)});
    };
    state("palette", "palette", "mapping", readings_.by_mapping,
          "the skins' palettes name nodes of the model", "the palette names no node");
    state("bone_ids", "registers", "slots", readings_.direct_ids,
          "bone ids lie in the two ranges of shader registers",
          "no bone id is a shader register, and all are below 48");
    if (readings_.binds == 0) return;
    const bool stored = context_.chosen("binds") == "stored";
    context_.scene.readings.push_back(
        {"binds", stored ? "stored" : "rest",
         fmt::format("{}the {} stored inverse binds differ from those of the rest pose by at most "
                     "{:.3g}",
                     context_.chosen("binds").empty() ? "" : "asked for; ", readings_.binds,
                     readings_.bind_difference)});
  }

  Context& context_;
  const Mdl& mdl_;
  std::optional<View> mdx_;
  Materials& materials_;
  scene::SceneModel& model_;
  SkinReadings readings_;
};

}  // namespace

MeshHeader readMeshHeader(Context& context, const Mdl& mdl, std::uint64_t at,
                          std::string_view path) {
  const View& view = mdl.view;
  MeshHeader mesh;
  mesh.at = at;
  mesh.faces = view.array(at + mesh::kFaces);
  mesh.hint = view.u32(at + mesh::kHint);
  mesh.render = (view.u16(at + mesh::kFlags) & mesh::kRenderFlag) != 0;
  mesh.casts_shadow = view.u16(at + mesh::kShadow) != 0;
  mesh.texture = view.field(at + mesh::kTexture, kNameSize);
  mesh.index_count = view.u32(at + mesh::kIndexCount);
  mesh.indices = view.pointer(at + mesh::kIndices);
  mesh.primitive = view.u32(at + mesh::kPrimitive);
  mesh.stride = view.u32(at + mesh::kStride);
  mesh.position_at = view.i32(at + mesh::kPositionAt);
  mesh.normal_at = view.i32(at + mesh::kNormalAt);
  mesh.color_at = view.i32(at + mesh::kColorAt);
  for (std::size_t k = 0; k < 4; ++k)
    mesh.uv_at[k] = view.i32(at + mesh::kUvAt + 4 * k);
  mesh.vertex_count = view.u16(at + mesh::kVertexCount);
  mesh.vertices = view.u32(at + mesh::kVertices);
  mesh.material = view.i32(at + mesh::kMaterial);
  for (std::size_t k = 0; k < 3; ++k)
    mesh.self_illumination[k] = context.finite(view, at + mesh::kSelfIllumination + 4 * k, path);
  mesh.alpha = context.finite(view, at + mesh::kAlpha, path);
  mesh.chunks = view.u32(at + mesh::kChunks);
  return mesh;
}

void addMeshes(Context& context, const Mdl& mdl, const SharedBytes& mdx, Materials& materials,
               scene::SceneModel& model) {
  MeshBuilder(context, mdl, mdx, materials, model).run();
}

}  // namespace sinew::jade
