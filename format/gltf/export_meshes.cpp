#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "format/bmd1/decode.h"
#include "format/gltf/exporter.h"

namespace sinew::gltf {
namespace {

/// A mesh's vertices as they go into the file.
struct Surface {
  std::vector<UnpackedVertex> vertices;
  std::vector<glm::dvec3> positions;
  std::vector<glm::dvec3> normals;
  std::vector<std::array<float, 4>> colors;  ///< linear; empty: white
  bool white_material = false;               ///< `colors` have the material's colour in them
};

/// Colours of plain vertices with their alpha, and of packed records those that are their own: the
/// flat colour of a 64-bit record is its material's.
std::vector<glm::u8vec4> storedColors(const Model& model, const Mesh& mesh) {
  std::vector<glm::u8vec4> out;
  if (const PackedVertices* list = mesh.packed()) {
    bmd1::forEachVertex(*model.bytes, *list, [&](std::uint32_t, const bmd1::Vertex& vertex) {
      const bool own = vertex.form != PackedForm::Bits64;
      out.emplace_back(own ? vertex.color[0] : 255, own ? vertex.color[1] : 255,
                       own ? vertex.color[2] : 255, 255);
    });
  } else {
    const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
    if (!arrays->colors.empty()) out = arrays->colors[0];
  }
  out.resize(mesh.vertexCount(), glm::u8vec4(255));
  const bool white = std::all_of(
      out.begin(), out.end(), [](const glm::u8vec4& color) { return color == glm::u8vec4(255); });
  if (white) out.clear();
  return out;
}

/// Encoded colours multiply before they become light (docs/format-bmd1.md, section 1), in glTF
/// afterwards: the product goes into the vertices.
void addColors(const Model& model, const Mesh& mesh, Surface& surface) {
  const std::vector<glm::u8vec4> colors = storedColors(model, mesh);
  if (colors.empty()) return;
  glm::dvec4 factor(1.0);
  if (mesh.material < model.materials.size()) {
    factor = glm::dvec4(model.materials[mesh.material].color);
  }
  for (const glm::u8vec4& color : colors) {
    std::array<float, 4>& out = surface.colors.emplace_back();
    for (std::size_t c = 0; c < 3; ++c) {
      const auto i = static_cast<glm::length_t>(c);
      out[c] = static_cast<float>(decodeSrgb(color[i] / 255.0 * factor[i]));
    }
    out[3] = static_cast<float>(color.a) / 255.0f;
  }
  surface.white_material = true;
}

/// glTF wants unit normals: vertices without any take that of their faces.
void fillNormals(const Mesh& mesh, Surface& surface) {
  std::vector<glm::dvec3> sums(surface.positions.size(), glm::dvec3(0.0));
  const std::vector<std::uint32_t>& t = mesh.triangles;
  for (std::size_t i = 0; i + 3 <= t.size(); i += 3) {
    const glm::dvec3 across = glm::cross(surface.positions[t[i + 1]] - surface.positions[t[i]],
                                         surface.positions[t[i + 2]] - surface.positions[t[i]]);
    for (std::size_t k = 0; k < 3; ++k)
      sums[t[i + k]] += across;
  }
  for (std::size_t v = 0; v < sums.size(); ++v) {
    if (surface.normals[v] != glm::dvec3(0.0)) continue;
    const double length = glm::length(sums[v]);
    surface.normals[v] =
        length > 0.0 && std::isfinite(length) ? sums[v] / length : glm::dvec3(0.0, 1.0, 0.0);
  }
}

template <class V>
std::vector<float> flattened(const std::vector<V>& values) {
  std::vector<float> out;
  for (const V& value : values) {
    for (glm::length_t c = 0; c < V::length(); ++c)
      out.push_back(static_cast<float>(value[c]));
  }
  return out;
}

class MeshWriter {
 public:
  explicit MeshWriter(Exporter& exporter) : e_(exporter) {}

  /// Adds the node of a mesh. Without a single bone that it hangs on as a whole, or in a `group`,
  /// it gets a skin, and its number is returned for the caller to place; else kNone.
  std::uint32_t add(const Mesh& mesh, std::size_t index, bool grouped);
  void addSolid(const Solid& solid, std::size_t index);

 private:
  void addUvs(const Mesh& mesh, const Surface& surface, out::Primitive& primitive);
  void addSkin(const Surface& surface, out::Primitive& primitive);
  std::uint32_t addMesh(const Mesh& mesh, Surface& surface, bool skinned, const std::string& name);
  void attribute(out::Primitive& primitive, std::string name, std::uint32_t accessor) {
    primitive.attributes.push_back({std::move(name), accessor});
  }

  Exporter& e_;
};

/// The one influence that all vertices have, if it is a single bone or none at all.
std::optional<std::uint32_t> singleInfluence(const Model& model,
                                             const std::vector<UnpackedVertex>& vertices) {
  const std::uint32_t first = vertices.front().influence;
  const auto same = [&](const UnpackedVertex& vertex) { return vertex.influence == first; };
  if (!std::all_of(vertices.begin(), vertices.end(), same)) return std::nullopt;
  if (model.influences.first[first + 1] - model.influences.first[first] > 1) return std::nullopt;
  return first;
}

Mat34d offsetOf(const Model& model, const Axes& axes, std::uint32_t entry) {
  if (model.influences.offsets.empty()) return {};
  Mat34d out;
  const Mat34f& offset = model.influences.offsets[entry];
  std::copy(offset.m.begin(), offset.m.end(), out.m.begin());
  return axes.matrix(out);
}

void MeshWriter::addUvs(const Mesh& mesh, const Surface& surface, out::Primitive& primitive) {
  if (mesh.packed() != nullptr) {
    if (mesh.packed()->flat_normals && mesh.packed()->form == PackedForm::Bits64) return;
    std::vector<float> values;
    for (const UnpackedVertex& vertex : surface.vertices)
      values.insert(values.end(), {vertex.uv.x, vertex.uv.y});
    attribute(primitive, "TEXCOORD_0",
              e_.file.addFloats(values, "VEC2", 2, out::kVertexTarget, false));
    return;
  }
  const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
  for (std::size_t set = 0; set < arrays->uvs.size(); ++set) {
    std::vector<glm::vec2> uvs = arrays->uvs[set];
    uvs.resize(surface.positions.size(), glm::vec2(0.0f));
    attribute(primitive, fmt::format("TEXCOORD_{}", set),
              e_.file.addFloats(flattened(uvs), "VEC2", 2, out::kVertexTarget, false));
  }
}

void MeshWriter::addSkin(const Surface& surface, out::Primitive& primitive) {
  std::size_t most = 1;
  for (const UnpackedVertex& vertex : surface.vertices)
    most = std::max(most, e_.joints.bind(vertex.influence).joints.size());
  const std::size_t sets = (most + 3) / 4;
  const auto highest = static_cast<std::uint32_t>(e_.file.joints.size());
  for (std::size_t set = 0; set < sets; ++set) {
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
    for (const UnpackedVertex& vertex : surface.vertices) {
      const Joints::Binding& binding = e_.joints.bind(vertex.influence);
      for (std::size_t k = 4 * set; k < 4 * set + 4; ++k) {
        const bool used = k < binding.joints.size() && binding.weights[k] != 0.0f;
        joints.push_back(used ? binding.joints[k] : 0);
        weights.push_back(used ? binding.weights[k] : 0.0f);
      }
    }
    attribute(primitive, fmt::format("JOINTS_{}", set),
              e_.file.addIntegers(joints, highest, "VEC4", 4, out::kVertexTarget, true));
    attribute(primitive, fmt::format("WEIGHTS_{}", set),
              e_.file.addFloats(weights, "VEC4", 4, out::kVertexTarget, false));
  }
}

std::uint32_t MeshWriter::addMesh(const Mesh& mesh, Surface& surface, bool skinned,
                                  const std::string& name) {
  out::Mesh made;
  made.name = name;
  out::Primitive& primitive = made.primitive;
  fillNormals(mesh, surface);
  attribute(primitive, "POSITION",
            e_.file.addFloats(flattened(surface.positions), "VEC3", 3, out::kVertexTarget, true));
  attribute(primitive, "NORMAL",
            e_.file.addFloats(flattened(surface.normals), "VEC3", 3, out::kVertexTarget, false));
  addUvs(mesh, surface, primitive);
  if (!surface.colors.empty()) {
    std::vector<float> values;
    for (const std::array<float, 4>& color : surface.colors)
      values.insert(values.end(), color.begin(), color.end());
    attribute(primitive, "COLOR_0",
              e_.file.addFloats(values, "VEC4", 4, out::kVertexTarget, false));
  }
  if (skinned) addSkin(surface, primitive);
  primitive.indices =
      e_.file.addIntegers(mesh.triangles, static_cast<std::uint32_t>(surface.positions.size()),
                          "SCALAR", 1, out::kIndexTarget, false);
  primitive.material = exportMaterial(e_, mesh.material, surface.white_material);
  e_.file.meshes.push_back(std::move(made));
  return static_cast<std::uint32_t>(e_.file.meshes.size() - 1);
}

std::uint32_t MeshWriter::add(const Mesh& mesh, std::size_t index, bool grouped) {
  Surface surface;
  surface.vertices.resize(mesh.vertexCount());
  unpackVertices(e_.model, mesh, surface.vertices);
  addColors(e_.model, mesh, surface);
  const std::optional<std::uint32_t> single =
      grouped ? std::nullopt : singleInfluence(e_.model, surface.vertices);
  const Influences& influences = e_.model.influences;
  const bool on_bone = single && influences.first[*single + 1] > influences.first[*single];
  const std::uint32_t entry = single ? influences.first[*single] : 0;
  const Mat34d rigid = on_bone ? offsetOf(e_.model, e_.axes, entry) : Mat34d{};
  for (const UnpackedVertex& vertex : surface.vertices) {
    const Mat34d& m = single ? rigid : e_.joints.bind(vertex.influence).file_from_stored;
    surface.positions.push_back(transformPoint(m, e_.axes.point(glm::dvec3(vertex.position))));
    surface.normals.push_back(transformNormal(m, e_.axes.direction(glm::dvec3(vertex.normal))));
  }
  std::string name = mesh.name;
  if (name.empty() && mesh.material < e_.model.materials.size()) {
    name = fmt::format("mesh{}", index);
  }
  const std::uint32_t made = addMesh(mesh, surface, !single, name);
  const auto number = static_cast<std::uint32_t>(e_.file.nodes.size());
  out::Node& node = e_.file.nodes.emplace_back();
  node.name = name;
  node.mesh = made;
  node.order = index;
  if (!single) node.skin = 0;
  if (!on_bone) return number;
  e_.file.nodes[influences.bones[entry]].children.push_back(number);
  return kNone;
}

void MeshWriter::addSolid(const Solid& solid, std::size_t index) {
  const Mesh& mesh = e_.model.meshes[solid.mesh];
  if (mesh.triangles.empty()) return;
  Surface surface;
  surface.vertices.resize(mesh.vertexCount());
  unpackVertices(e_.model, mesh, surface.vertices);
  const Mat34d rest = e_.joints.bind(solid.influence).file_from_stored;
  for (const UnpackedVertex& vertex : surface.vertices) {
    surface.positions.push_back(transformPoint(rest, e_.axes.point(glm::dvec3(vertex.position))));
    surface.normals.push_back(transformNormal(rest, e_.axes.direction(glm::dvec3(vertex.normal))));
    surface.vertices[surface.positions.size() - 1].influence = solid.influence;
  }
  const std::string name =
      fmt::format("UCX_{}", mesh.name.empty() ? fmt::format("solid{}", index) : mesh.name);
  const std::uint32_t made = addMesh(mesh, surface, true, name);
  e_.file.solids.push_back(static_cast<std::uint32_t>(e_.file.nodes.size()));
  out::Node& node = e_.file.nodes.emplace_back();
  node.name = name;
  node.mesh = made;
  node.skin = 0;
  node.role = "solid";
}

std::vector<std::uint32_t> drawnMeshes(const Model& model, const Lod* lod) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t m = 0; m < model.meshes.size(); ++m) {
    const Mesh& mesh = model.meshes[m];
    const bool in_level = lod == nullptr || lod->all_drawn ||
                          (m >= lod->first_mesh && m - lod->first_mesh < lod->mesh_count);
    if (in_level && mesh.drawn && !mesh.triangles.empty()) out.push_back(m);
  }
  return out;
}

/// Share of a picture's height, seen with 30 degrees, that a model of this size takes where a level
/// of this smallest scale ends.
double coverageOf(const Lod& lod, double size_m) {
  if (!(lod.min_scale > 0.0)) return 0.0;
  const double distance_m = std::max(1.0 / lod.min_scale - 1.0, 0.01);
  return std::clamp(size_m / (2.0 * distance_m * 0.2679491924311227), 0.0, 1.0);
}

double sizeOf(const Exporter& e) {
  glm::dvec3 low(1e300);
  glm::dvec3 high(-1e300);
  for (const out::Mesh& mesh : e.file.meshes) {
    const out::Accessor& positions = e.file.accessors[mesh.primitive.attributes[0].accessor];
    for (glm::length_t c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], positions.min[static_cast<std::size_t>(c)]);
      high[c] = std::max(high[c], positions.max[static_cast<std::size_t>(c)]);
    }
  }
  return low.x <= high.x ? glm::distance(low, high) : 1.0;
}

/// Levels as groups: the first in the scene, the others named by it.
void addLevels(Exporter& e, MeshWriter& writer) {
  std::vector<std::uint32_t> groups;
  std::vector<std::uint32_t> made(e.model.meshes.size(), kNone);
  for (std::size_t level = 0; level < e.model.lods.size(); ++level) {
    std::vector<std::uint32_t> children;
    for (const std::uint32_t mesh : drawnMeshes(e.model, &e.model.lods[level])) {
      // A node has one parent: a mesh of several levels gets a node in each, over the same data.
      if (made[mesh] == kNone) {
        made[mesh] = writer.add(e.model.meshes[mesh], mesh, true);
        children.push_back(made[mesh]);
      } else {
        children.push_back(static_cast<std::uint32_t>(e.file.nodes.size()));
        e.file.nodes.push_back(e.file.nodes[made[mesh]]);
      }
    }
    groups.push_back(static_cast<std::uint32_t>(e.file.nodes.size()));
    out::Node& group = e.file.nodes.emplace_back();
    group.name = fmt::format("LOD{}", level);
    group.role = "level";
    group.min_scale = e.model.lods[level].min_scale;
    group.children = std::move(children);
  }
  e.file.roots.push_back(groups[0]);
  out::Node& first = e.file.nodes[groups[0]];
  first.lods.assign(groups.begin() + 1, groups.end());
  const double size_m = sizeOf(e);
  for (const Lod& lod : e.model.lods)
    first.coverage.push_back(coverageOf(lod, size_m));
}

}  // namespace

void exportMeshes(Exporter& e) {
  MeshWriter writer(e);
  const std::vector<Lod>& lods = e.model.lods;
  if (lods.size() > 1 && e.options.lods == LodChoice::All) {
    addLevels(e, writer);
  } else {
    for (const std::uint32_t mesh : drawnMeshes(e.model, lods.empty() ? nullptr : &lods[0])) {
      const std::uint32_t node = writer.add(e.model.meshes[mesh], mesh, false);
      if (node != kNone) e.file.roots.push_back(node);
    }
    if (lods.size() > 1) {
      e.file.notes.push_back(fmt::format("only the finest of {} levels is written", lods.size()));
    }
  }
  for (std::size_t s = 0; e.options.solids && s < e.model.solids.size(); ++s)
    writer.addSolid(e.model.solids[s], s);
}

}  // namespace sinew::gltf
