#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/mat3x3.hpp>

#include "format/gltf/builder.h"
#include "format/affine.h"
#include "format/gltf/primitive.h"

namespace sinew::gltf {
namespace {

/// What is left out of all meshes, counted for one warning each.
struct Dropped {
  std::uint32_t points_and_lines = 0;
  std::uint32_t targets = 0;
  std::uint32_t unweighted = 0;  ///< vertices of skins without any weight
};

/// A skin as the model has it: bones, and inverse bind matrices by number.
struct BoundSkin {
  bool ready = false;
  std::vector<std::uint32_t> bones;
  std::vector<std::uint32_t> offsets;
};

class MeshBuilder {
 public:
  explicit MeshBuilder(Builder& builder)
      : b_(builder),
        influences_(builder.model.skeleton.bones.size()),
        skins_(builder.file.skins.size()) {}

  void addNode(std::uint32_t node_index);
  void finish();

 private:
  void addPrimitive(const Node& node, const Builder::Hook& hook, const std::string& name,
                    const Primitive& primitive, const std::string& path);
  const BoundSkin& skin(std::uint32_t index);
  std::vector<std::uint32_t> skinInfluences(const Geometry& geometry, const BoundSkin& skin,
                                            const std::string& path);
  std::uint32_t addColors(Geometry& geometry, std::uint32_t material, VertexArrays& arrays);

  Builder& b_;
  InfluenceSet influences_;
  std::vector<BoundSkin> skins_;
  Dropped dropped_;
};

const BoundSkin& MeshBuilder::skin(std::uint32_t index) {
  BoundSkin& out = skins_[index];
  if (out.ready) return out;
  out.ready = true;
  const Skin& source = b_.file.skins[index];
  const std::size_t count = source.joints.size();
  std::vector<float> matrices;
  if (source.inverse_bind != kNone) {
    matrices = b_.store.floats(source.inverse_bind, 16, "inverseBindMatrices");
    if (b_.context.ok() && matrices.size() < 16 * count) {
      b_.context.fail("gltf.count", fmt::format("skins[{}].inverseBindMatrices", index),
                      fmt::format("{} matrices for {} joints", matrices.size() / 16, count));
    }
  }
  if (!b_.context.ok()) return out;
  for (std::size_t j = 0; j < count; ++j) {
    // A joint of our own writer's is no bone, but its bone's second joint.
    const Builder::Hook& hook = b_.hooks[source.joints[j]];
    out.bones.push_back(hook.bone);
    Mat34f offset;
    for (std::size_t row = 0; row < 3 && !matrices.empty(); ++row) {
      for (std::size_t col = 0; col < 4; ++col)
        offset.m[4 * row + col] = matrices[16 * j + 4 * col + row];
    }
    out.offsets.push_back(influences_.addOffset(offset));
  }
  return out;
}

std::vector<std::uint32_t> MeshBuilder::skinInfluences(const Geometry& geometry,
                                                       const BoundSkin& skin,
                                                       const std::string& path) {
  std::vector<std::uint32_t> out;
  out.reserve(geometry.positions.size());
  std::vector<InfluenceSet::Term> terms;
  const std::size_t each = geometry.influences_each;
  for (std::size_t v = 0; v < geometry.positions.size(); ++v) {
    terms.clear();
    for (std::size_t k = v * each; k < (v + 1) * each; ++k) {
      const float weight = geometry.weights[k];
      if (!(weight > 0.0f)) continue;
      const std::uint32_t joint = geometry.joints[k];
      if (joint >= skin.bones.size()) {
        b_.context.fail("gltf.index", fmt::format("{}.attributes.JOINTS_{}", path, k % each / 4),
                        fmt::format("joint {}, but the skin has {}", joint, skin.bones.size()));
        return out;
      }
      terms.push_back({skin.bones[joint], skin.offsets[joint], weight});
    }
    if (terms.empty()) {
      ++dropped_.unweighted;
      const std::uint32_t joint =
          each > 0 && geometry.joints[v * each] < skin.bones.size() ? geometry.joints[v * each] : 0;
      terms.push_back({skin.bones[joint], skin.offsets[joint], 1.0f});
    }
    out.push_back(influences_.add(terms));
  }
  return out;
}

/// Moves vertices from a node's space into that of the bone it hangs on.
void bake(Geometry& geometry, const Mat34d& m) {
  if (m == Mat34d{}) return;
  const glm::dmat3 linear(m.m[0], m.m[4], m.m[8], m.m[1], m.m[5], m.m[9], m.m[2], m.m[6], m.m[10]);
  const glm::dvec3 origin(m.m[3], m.m[7], m.m[11]);
  for (glm::vec3& position : geometry.positions)
    position = glm::vec3(linear * glm::dvec3(position) + origin);
  const double det = glm::determinant(linear);
  // Cofactors: the inverse transpose up to a factor, defined for flat matrices too.
  const glm::dmat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                             glm::cross(linear[0], linear[1]));
  const auto direction = [](const glm::dvec3& v) {
    const double length = glm::length(v);
    return length > 0.0 ? glm::vec3(v / length) : glm::vec3(0.0f);
  };
  for (glm::vec3& normal : geometry.normals)
    normal = direction(cofactors * glm::dvec3(normal) * (det < 0.0 ? -1.0 : 1.0));
  for (glm::vec4& tangent : geometry.tangents) {
    tangent = glm::vec4(direction(linear * glm::dvec3(tangent)), tangent.w * (det < 0.0 ? -1 : 1));
  }
  if (det >= 0.0) return;
  for (std::size_t i = 0; i + 3 <= geometry.triangles.size(); i += 3)
    std::swap(geometry.triangles[i + 1], geometry.triangles[i + 2]);
}

std::vector<glm::vec2> placed(const Geometry& geometry, const TextureUse& use) {
  std::vector<glm::vec2> out;
  if (use.uv_set < geometry.uvs.size()) out = geometry.uvs[use.uv_set];
  if (out.empty()) out.resize(geometry.positions.size(), glm::vec2(0.0f));
  if (!use.transforms()) return out;
  const double c = std::cos(use.rotation);
  const double s = std::sin(use.rotation);
  for (glm::vec2& uv : out) {
    const glm::dvec2 scaled = glm::dvec2(uv) * use.scale;
    uv = glm::vec2(use.offset +
                   glm::dvec2(c * scaled.x + s * scaled.y, -s * scaled.x + c * scaled.y));
  }
  return out;
}

/// The sets that the material uses, in its order; without any those of the file.
std::vector<std::vector<glm::vec2>> uvSets(Geometry& geometry, const SurfaceMaterial* material) {
  std::vector<std::vector<glm::vec2>> out;
  if (material != nullptr) {
    for (const TextureUse& use : uvSetsOf(*material))
      out.push_back(placed(geometry, use));
  }
  if (!out.empty()) return out;
  for (std::vector<glm::vec2>& set : geometry.uvs) {
    if (set.empty()) set.resize(geometry.positions.size(), glm::vec2(0.0f));
    out.push_back(std::move(set));
  }
  return out;
}

std::uint8_t byteOf(double unit) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(unit, 0.0, 1.0) * 255.0));
}

/// \return the material to use: light multiplies before encoding, so that a material's colour goes
/// into the vertices, unless it is white.
std::uint32_t MeshBuilder::addColors(Geometry& geometry, std::uint32_t material,
                                     VertexArrays& arrays) {
  const bool all_white =
      std::all_of(geometry.colors.begin(), geometry.colors.end(),
                  [](const glm::vec4& color) { return color == glm::vec4(1.0f); });
  if (all_white) return material;
  const glm::dvec4 factor =
      material < b_.file.materials.size() ? b_.file.materials[material].color : glm::dvec4(1.0);
  std::vector<glm::u8vec4>& out = arrays.colors.emplace_back();
  out.reserve(geometry.colors.size());
  for (const glm::vec4& color : geometry.colors) {
    const glm::dvec4 shown = glm::dvec4(color) * factor;
    out.emplace_back(byteOf(encodeSrgb(shown.x)), byteOf(encodeSrgb(shown.y)),
                     byteOf(encodeSrgb(shown.z)), byteOf(double{color.w}));
  }
  return glm::dvec3(factor) == glm::dvec3(1.0) ? material : whiteVersion(b_, material);
}

void MeshBuilder::addPrimitive(const Node& node, const Builder::Hook& hook, const std::string& name,
                               const Primitive& primitive, const std::string& path) {
  dropped_.targets += static_cast<std::uint32_t>(primitive.targets);
  if (primitive.topology == Topology::Points || primitive.topology == Topology::Lines) {
    ++dropped_.points_and_lines;
    return;
  }
  Geometry geometry = readGeometry(b_.context, b_.store, primitive, path);
  if (!b_.context.ok()) return;
  if (geometry.normals.empty()) {
    if (!b_.context.spend(geometry.triangles.size(), 64, path)) return;
    makeFlatNormals(geometry);
  }
  auto arrays = std::make_shared<VertexArrays>();
  const bool skinned = node.skin != kNone && geometry.influences_each > 0;
  if (skinned) {
    const BoundSkin& bound = skin(node.skin);
    if (!b_.context.ok()) return;
    arrays->influences = skinInfluences(geometry, bound, path);
  } else {
    bake(geometry, hook.bone_from_node);
    const std::uint32_t influence = hook.bone == kNone ? influences_.identity() : hook.bone;
    arrays->influences.assign(geometry.positions.size(), influence);
  }
  if (!b_.context.ok()) return;
  const SurfaceMaterial* material =
      primitive.material == kNone ? nullptr : &b_.file.materials[primitive.material];
  Mesh& mesh = b_.model.meshes.emplace_back();
  mesh.name = name;
  mesh.material = primitive.material == kNone ? defaultMaterial(b_) : primitive.material;
  if (!geometry.colors.empty()) mesh.material = addColors(geometry, mesh.material, *arrays);
  arrays->uvs = uvSets(geometry, material);
  arrays->positions = std::move(geometry.positions);
  arrays->normals = std::move(geometry.normals);
  arrays->tangents = std::move(geometry.tangents);
  mesh.triangles = std::move(geometry.triangles);
  mesh.vertices = std::shared_ptr<const VertexArrays>(std::move(arrays));
}

void MeshBuilder::addNode(std::uint32_t node_index) {
  const Node& node = b_.file.nodes[node_index];
  if (node.mesh == kNone) return;
  const MeshGroup& group = b_.file.meshes[node.mesh];
  const std::string& name = node.name.empty() ? group.name : node.name;
  for (std::size_t p = 0; p < group.primitives.size() && b_.context.ok(); ++p) {
    addPrimitive(node, b_.hooks[node_index], name, group.primitives[p],
                 fmt::format("meshes[{}].primitives[{}]", node.mesh, p));
  }
}

void MeshBuilder::finish() {
  b_.model.influences = influences_.take();
  Context& context = b_.context;
  if (dropped_.targets > 0) {
    context.warn("gltf.morph-targets", "meshes",
                 fmt::format("{} morph targets are left out", dropped_.targets), dropped_.targets);
  }
  if (dropped_.points_and_lines > 0) {
    context.warn(
        "gltf.points-lines", "meshes",
        fmt::format("{} primitives of points or lines are left out", dropped_.points_and_lines),
        dropped_.points_and_lines);
  }
  if (dropped_.unweighted > 0) {
    context.warn("gltf.weights", "meshes",
                 fmt::format("{} vertices of skinned meshes have no weight and hang on their first "
                             "joint",
                             dropped_.unweighted),
                 dropped_.unweighted, true);
  }
}

}  // namespace

void buildMeshes(Builder& builder) {
  MeshBuilder meshes(builder);
  for (const std::uint32_t root : builder.file.roots) {
    // The order of the scene's list, each root with all below it.
    std::vector<std::uint32_t> open{root};
    while (!open.empty() && builder.context.ok()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      meshes.addNode(node);
      const std::vector<std::uint32_t>& children = builder.file.nodes[node].children;
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }
  meshes.finish();
}

}  // namespace sinew::gltf
