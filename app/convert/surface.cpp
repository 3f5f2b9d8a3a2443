#include "app/convert/surface.h"

#include <bit>
#include <iterator>

#include <fmt/format.h>

#include "app/text.h"
#include "format/gltf/axes.h"
#include "format/unpack.h"
#include "format/utf8.h"

namespace sinew::app {
namespace {

/// A name without what would end it in a line of text.
std::string oneWord(std::string_view name, std::string_view otherwise) {
  std::string out = toUtf8(name);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) c = '_';
  }
  return out.empty() ? std::string(otherwise) : out;
}

std::string materialName(const Model& model, std::uint32_t material) {
  return oneWord(std::string_view(model.materials[material].name),
                 fmt::format("material{}", material));
}

void append(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8)
    out.push_back(static_cast<std::uint8_t>(value >> shift & 0xFF));
}

void append(std::vector<std::uint8_t>& out, double value) {
  append(out, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

}  // namespace

std::vector<PosedSurface> posedSurfaces(const Model& model, const pose::ExactPose& pose) {
  const gltf::Axes axes(model.conventions);
  std::optional<std::uint32_t> level;
  if (!model.lods.empty()) level = 0;
  std::vector<PosedSurface> out;
  for (const std::uint32_t index : pose::lodMeshes(model, level)) {
    const Mesh& mesh = model.meshes[index];
    PosedSurface& surface = out.emplace_back();
    surface.name = oneWord(mesh.name, fmt::format("mesh{}", index));
    surface.material = mesh.material;
    surface.triangles = mesh.triangles;
    surface.positions.resize(mesh.vertexCount());
    surface.normals.resize(mesh.vertexCount());
    pose::skin(model, mesh, pose.influences, surface.positions, surface.normals);
    for (glm::dvec3& position : surface.positions)
      position = axes.point(position);
    for (glm::dvec3& normal : surface.normals)
      normal = axes.direction(normal);
    std::vector<UnpackedVertex> vertices(mesh.vertexCount());
    unpackVertices(model, mesh, vertices);
    for (const UnpackedVertex& vertex : vertices) {
      surface.uvs.push_back(vertex.uv);
      surface.colors.push_back(vertex.color);
    }
  }
  return out;
}

std::string objText(const Model& model, const std::vector<PosedSurface>& surfaces,
                    const std::string& material_file) {
  std::string text = "# sinew\n";
  const auto to = std::back_inserter(text);
  if (!material_file.empty()) fmt::format_to(to, "mtllib {}\n", material_file);
  std::size_t first = 1;  // OBJ counts vertices through the whole file
  for (const PosedSurface& surface : surfaces) {
    fmt::format_to(to, "o {}\n", surface.name);
    for (const glm::dvec3& p : surface.positions)
      fmt::format_to(to, "v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
    for (const glm::vec2& uv : surface.uvs)
      fmt::format_to(to, "vt {:.9g} {:.9g}\n", uv.x, 1.0 - double{uv.y});  // OBJ counts from below
    for (const glm::dvec3& n : surface.normals)
      fmt::format_to(to, "vn {:.7g} {:.7g} {:.7g}\n", n.x, n.y, n.z);
    if (!material_file.empty() && surface.material < model.materials.size()) {
      fmt::format_to(to, "usemtl {}\n", materialName(model, surface.material));
    }
    for (std::size_t i = 0; i + 3 <= surface.triangles.size(); i += 3) {
      const std::size_t a = first + surface.triangles[i];
      const std::size_t b = first + surface.triangles[i + 1];
      const std::size_t c = first + surface.triangles[i + 2];
      fmt::format_to(to, "f {0}/{0}/{0} {1}/{1}/{1} {2}/{2}/{2}\n", a, b, c);
    }
    first += surface.positions.size();
  }
  return text;
}

std::string mtlText(const Model& model, const std::vector<std::string>& pictures) {
  std::string text = "# sinew\n";
  const auto to = std::back_inserter(text);
  for (std::uint32_t m = 0; m < model.materials.size(); ++m) {
    const Material& material = model.materials[m];
    const auto& color = material.color;
    fmt::format_to(to, "newmtl {}\nKd {:.6g} {:.6g} {:.6g}\nd {:.6g}\nillum 1\n",
                   materialName(model, m), color.r, color.g, color.b, color.a);
    for (const TextureLayer& layer : material.layers) {
      if (layer.role != "base" || layer.texture >= pictures.size()) continue;
      if (!pictures[layer.texture].empty()) {
        fmt::format_to(to, "map_Kd {}\n", pictures[layer.texture]);
      }
      break;
    }
  }
  return text;
}

std::vector<std::uint8_t> plyBytes(const std::vector<PosedSurface>& surfaces) {
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  for (const PosedSurface& surface : surfaces) {
    vertices += surface.positions.size();
    triangles += surface.triangles.size() / 3;
  }
  const std::string head = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment sinew\nelement vertex {}\n"
      "property float x\nproperty float y\nproperty float z\n"
      "property float nx\nproperty float ny\nproperty float nz\n"
      "property float s\nproperty float t\n"
      "property uchar red\nproperty uchar green\nproperty uchar blue\n"
      "element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
      vertices, triangles);
  std::vector<std::uint8_t> out(head.begin(), head.end());
  for (const PosedSurface& surface : surfaces) {
    for (std::size_t v = 0; v < surface.positions.size(); ++v) {
      for (const glm::dvec3& three : {surface.positions[v], surface.normals[v]}) {
        append(out, three.x);
        append(out, three.y);
        append(out, three.z);
      }
      append(out, double{surface.uvs[v].x});
      append(out, 1.0 - double{surface.uvs[v].y});
      out.insert(out.end(), surface.colors[v].begin(), surface.colors[v].end());
    }
  }
  std::uint32_t first = 0;
  for (const PosedSurface& surface : surfaces) {
    for (std::size_t i = 0; i + 3 <= surface.triangles.size(); i += 3) {
      out.push_back(3);
      for (std::size_t k = 0; k < 3; ++k)
        append(out, first + surface.triangles[i + k]);
    }
    first += static_cast<std::uint32_t>(surface.positions.size());
  }
  return out;
}

}  // namespace sinew::app
