#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/mat3x3.hpp>

#include "format/affine.h"
#include "format/gltf/builder.h"
#include "format/gltf/primitive.h"

namespace sinew::gltf {
namespace {

constexpr std::size_t kMostLevels = 16;
constexpr std::uint64_t kUnordered = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kMostPseudoBones = 4096;
constexpr double kTanHalfView = 0.2679491924311227;  // of 30 degrees

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
  std::vector<Mat34f> matrices;
};

/// An influence whose vertices go back into the frame that our own writer took them from: that of a
/// pseudo-bone, or of the bone that a solid is about.
struct StoredFrame {
  std::uint32_t influence = kNone;  ///< the same without offsets
  Mat34d stored_from_file;
};

class MeshBuilder {
 public:
  explicit MeshBuilder(Builder& builder)
      : b_(builder),
        influences_(builder.model.skeleton.bones.size()),
        skins_(builder.file.skins.size()) {}

  /// Adds the meshes of the scene with each node at a level of detail (where it has that many; else
  /// at its coarsest).
  void addScene(std::size_t level);
  void sortFrom(std::size_t first);
  void addSolid(std::uint32_t node_index);
  void finish();

 private:
  void addNode(std::uint32_t node_index);
  void addPrimitive(const Node& node, const Builder::Hook& hook, const std::string& name,
                    const Primitive& primitive, const std::string& path);
  const BoundSkin& skin(std::uint32_t index);
  void nameBlends(const Skin& source, const BoundSkin& skin);
  std::vector<std::uint32_t> skinInfluences(Geometry& geometry, const BoundSkin& skin,
                                            const std::string& path);
  std::uint32_t addColors(Geometry& geometry, std::uint32_t material, VertexArrays& arrays);

  Builder& b_;
  InfluenceSet influences_;
  std::vector<BoundSkin> skins_;
  std::vector<std::uint64_t> orders_;            ///< by mesh
  std::map<std::uint32_t, StoredFrame> frames_;  ///< by influence with offsets
  bool solid_ = false;  ///< what is being added is one: its vertices go into its bone's frame
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
    out.matrices.push_back(offset);
  }
  nameBlends(source, out);
  return out;
}

Mat34d doubled(const Mat34f& m) {
  Mat34d out;
  std::copy(m.m.begin(), m.m.end(), out.m.begin());
  return out;
}

/// Pseudo-bones of our own writer: blends whose joints share one matrix, which leads into the
/// blended frame.
void MeshBuilder::nameBlends(const Skin& source, const BoundSkin& skin) {
  for (const BlendName& blend : source.blends) {
    std::vector<InfluenceSet::Term> terms;
    std::vector<InfluenceSet::Term> plain;
    bool fits = true;
    for (std::size_t k = 0; k < blend.joints.size(); ++k) {
      const std::uint32_t joint = blend.joints[k];
      fits = fits && skin.bones[joint] != kNone &&
             skin.offsets[joint] == skin.offsets[blend.joints[0]];
      terms.push_back({skin.bones[joint], skin.offsets[joint], blend.weights[k]});
      plain.push_back({skin.bones[joint], 0, blend.weights[k]});
    }
    if (!fits || b_.model.pseudo_bones.size() >= kMostPseudoBones) continue;
    PseudoBone& pseudo = b_.model.pseudo_bones.emplace_back();
    pseudo.name = blend.name;
    for (std::size_t k = 0; k < plain.size(); ++k) {
      pseudo.bones[k] = plain[k].bone;
      pseudo.weights[k] = plain[k].weight;
    }
    pseudo.influence = influences_.add(plain);
    frames_[influences_.add(terms)] = {pseudo.influence, doubled(skin.matrices[blend.joints[0]])};
  }
}

/// Moves one vertex.
void place(Geometry& geometry, std::size_t v, const Mat34d& m) {
  const glm::dmat3 linear(m.m[0], m.m[4], m.m[8], m.m[1], m.m[5], m.m[9], m.m[2], m.m[6], m.m[10]);
  const glm::dvec3 origin(m.m[3], m.m[7], m.m[11]);
  geometry.positions[v] = glm::vec3(linear * glm::dvec3(geometry.positions[v]) + origin);
  if (v >= geometry.normals.size()) return;
  const glm::dmat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                             glm::cross(linear[0], linear[1]));
  const double sign = glm::determinant(linear) < 0.0 ? -1.0 : 1.0;
  const glm::dvec3 normal = cofactors * glm::dvec3(geometry.normals[v]) * sign;
  const double length = glm::length(normal);
  if (length > 0.0) geometry.normals[v] = glm::vec3(normal / length);
}

std::vector<std::uint32_t> MeshBuilder::skinInfluences(Geometry& geometry, const BoundSkin& skin,
                                                       const std::string& path) {
  std::vector<std::uint32_t> out;
  out.reserve(geometry.positions.size());
  std::vector<InfluenceSet::Term> terms;
  const std::size_t each = geometry.influences_each;
  for (std::size_t v = 0; v < geometry.positions.size(); ++v) {
    terms.clear();
    std::uint32_t last = 0;
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
      last = joint;
    }
    if (terms.empty()) {
      ++dropped_.unweighted;
      const std::uint32_t joint =
          each > 0 && geometry.joints[v * each] < skin.bones.size() ? geometry.joints[v * each] : 0;
      terms.push_back({skin.bones[joint], skin.offsets[joint], 1.0f});
      last = joint;
    }
    const bool single = terms.size() == 1;
    out.push_back(influences_.add(terms));
    const auto frame = frames_.find(out.back());
    if (frame != frames_.end()) {
      place(geometry, v, frame->second.stored_from_file);
      out.back() = frame->second.influence;
    } else if (solid_ && single && skin.bones[last] != kNone) {
      place(geometry, v, doubled(skin.matrices[last]));
      out.back() = skin.bones[last];
    }
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
  mesh.material = primitive.material;
  mesh.drawn = !solid_;
  if (mesh.material == kNone && !solid_) mesh.material = defaultMaterial(b_);
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
  const std::size_t before = b_.model.meshes.size();
  for (std::size_t p = 0; p < group.primitives.size() && b_.context.ok(); ++p) {
    addPrimitive(node, b_.hooks[node_index], name, group.primitives[p],
                 fmt::format("meshes[{}].primitives[{}]", node.mesh, p));
  }
  orders_.resize(before, kUnordered);
  orders_.resize(b_.model.meshes.size(), node.order.value_or(kUnordered));
}

/// Our own writer says in which order a model had the meshes that hang below many bones now.
void MeshBuilder::sortFrom(std::size_t first) {
  std::vector<Mesh>& meshes = b_.model.meshes;
  orders_.resize(meshes.size(), kUnordered);
  std::vector<std::size_t> by_order(meshes.size() - first);
  std::iota(by_order.begin(), by_order.end(), first);
  const auto unordered = [&](std::size_t m) { return orders_[m] == kUnordered; };
  if (std::any_of(by_order.begin(), by_order.end(), unordered)) return;
  std::stable_sort(by_order.begin(), by_order.end(),
                   [&](std::size_t a, std::size_t b) { return orders_[a] < orders_[b]; });
  std::vector<Mesh> sorted;
  for (const std::size_t m : by_order)
    sorted.push_back(std::move(meshes[m]));
  std::move(sorted.begin(), sorted.end(), meshes.begin() + static_cast<std::ptrdiff_t>(first));
}

void MeshBuilder::addScene(std::size_t level) {
  const std::vector<Node>& nodes = b_.file.nodes;
  for (const std::uint32_t root : b_.file.roots) {
    // The order of the scene's list, each root with all below it.
    std::vector<std::uint32_t> open{root};
    while (!open.empty() && b_.context.ok()) {
      std::uint32_t node = open.back();
      open.pop_back();
      if (nodes[node].lower_level) continue;
      const std::vector<std::uint32_t>& lods = nodes[node].lods;
      if (level > 0 && !lods.empty()) node = lods[std::min(level, lods.size()) - 1];
      addNode(node);
      const std::vector<std::uint32_t>& children = nodes[node].children;
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }
}

void MeshBuilder::addSolid(std::uint32_t node_index) {
  const std::size_t before = b_.model.meshes.size();
  solid_ = true;
  addNode(node_index);
  solid_ = false;
  for (std::size_t m = before; m < b_.model.meshes.size(); ++m) {
    const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(b_.model.meshes[m].vertices);
    const std::vector<std::uint32_t>& influences = arrays->influences;
    const bool one =
        !influences.empty() && std::all_of(influences.begin(), influences.end(),
                                           [&](std::uint32_t i) { return i == influences[0]; });
    if (one) b_.model.solids.push_back({static_cast<std::uint32_t>(m), influences[0]});
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

/// Levels of the scene: as many as the node that has the most.
std::size_t levelCount(const Builder& builder) {
  std::size_t count = 1;
  for (std::size_t n = 0; n < builder.file.nodes.size(); ++n) {
    const Node& node = builder.file.nodes[n];
    if (builder.shown[n] && !node.lower_level) count = std::max(count, 1 + node.lods.size());
  }
  if (count <= kMostLevels) return count;
  builder.context.warn("gltf.lod", "nodes",
                       fmt::format("{} levels of detail, of which {} are read", count, kMostLevels),
                       1, true);
  return kMostLevels;
}

/// Length of the diagonal of a model's first meshes, roughly: where their vertices are stored.
double roughSize(const Model& model) {
  glm::vec3 low(std::numeric_limits<float>::max());
  glm::vec3 high(-std::numeric_limits<float>::max());
  for (const Mesh& mesh : model.meshes) {
    for (const glm::vec3& p :
         std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices)->positions) {
      low = glm::min(low, p);
      high = glm::max(high, p);
    }
  }
  return low.x <= high.x ? glm::distance(glm::dvec3(low), glm::dvec3(high)) : 1.0;
}

/// The smallest scale (Lod::min_scale) of each level: as our own writer says, else from the share
/// of a picture's height, seen with 30 degrees, down to which it serves; a file that says nothing
/// changes levels at a quarter of the share each.
std::vector<double> smallestScales(const Builder& builder, std::size_t count, double size) {
  const std::vector<Node>& nodes = builder.file.nodes;
  const Node* owner = nullptr;
  for (std::size_t n = 0; n < nodes.size() && owner == nullptr; ++n) {
    if (builder.shown[n] && !nodes[n].lower_level && nodes[n].lods.size() + 1 >= count)
      owner = &nodes[n];
  }
  std::vector<double> out(count, 0.0);
  for (std::size_t l = 0; owner != nullptr && l < count; ++l) {
    const Node& node = l == 0 ? *owner : nodes[owner->lods[l - 1]];
    if (node.min_scale) {
      out[l] = *node.min_scale;
      continue;
    }
    if (l + 1 == count) break;
    const double share = l < owner->coverage.size() ? owner->coverage[l]
                                                    : std::pow(0.25, static_cast<double>(l) + 1.0);
    if (share > 0.0) out[l] = 1.0 / (1.0 + size / (2.0 * kTanHalfView * share));
  }
  return out;
}

}  // namespace

void buildMeshes(Builder& builder) {
  MeshBuilder meshes(builder);
  const std::size_t levels = levelCount(builder);
  double size = 1.0;
  for (std::size_t l = 0; l < levels && builder.context.ok(); ++l) {
    const std::size_t first = builder.model.meshes.size();
    meshes.addScene(l);
    meshes.sortFrom(first);
    if (l == 0) size = roughSize(builder.model);
    if (levels == 1) break;
    Lod& lod = builder.model.lods.emplace_back();
    lod.first_mesh = static_cast<std::uint32_t>(first);
    lod.mesh_count = static_cast<std::uint32_t>(builder.model.meshes.size() - first);
  }
  const std::vector<double> scales = smallestScales(builder, levels, size);
  for (std::size_t l = 0; l < builder.model.lods.size(); ++l)
    builder.model.lods[l].min_scale = scales[l];
  for (std::uint32_t n = 0; n < builder.file.nodes.size() && builder.context.ok(); ++n) {
    const Node& node = builder.file.nodes[n];
    const std::vector<std::uint32_t>& roots = builder.file.roots;
    const bool drawn = std::find(roots.begin(), roots.end(), n) != roots.end();
    if (node.is_solid && node.parent == kNone && node.skin != kNone && !drawn) meshes.addSolid(n);
  }
  meshes.finish();
}

}  // namespace sinew::gltf
