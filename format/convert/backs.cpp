#include "format/convert/backs.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

namespace sinew::convert {
namespace {

/// Of each vertex the first one at its place.
std::vector<std::uint32_t> welded(const SourceMesh& mesh) {
  std::map<std::array<double, 3>, std::uint32_t> first;
  std::vector<std::uint32_t> out;
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
    const glm::dvec3& p = mesh.vertices[v].position;
    out.push_back(first.emplace(std::array{p.x, p.y, p.z}, v).first->second);
  }
  return out;
}

/// Parts that hang together, by the lowest vertex of each.
class Parts {
 public:
  explicit Parts(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v)
      v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// By triangle: whether its part has an edge that no second triangle shares.
std::vector<bool> inOpenPart(const SourceMesh& mesh) {
  const std::vector<std::uint32_t> at = welded(mesh);
  const std::vector<std::uint32_t>& t = mesh.triangles;
  Parts parts(at.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges;
  for (std::size_t i = 0; i + 3 <= t.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = at[t[i + k]];
      const std::uint32_t b = at[t[i + (k + 1) % 3]];
      if (a == b) continue;
      parts.join(a, b);
      ++edges[std::minmax(a, b)];
    }
  }
  std::vector<bool> open(at.size(), false);
  for (const auto& [edge, uses] : edges) {
    if (uses == 1) open[parts.find(edge.first)] = true;
  }
  std::vector<bool> out;
  for (std::size_t i = 0; i + 3 <= t.size(); i += 3)
    out.push_back(open[parts.find(at[t[i]])]);
  return out;
}

/// Bits of the edges 0-1, 1-2 and 2-0 of a triangle whose last two corners change places.
std::uint8_t turned(std::uint8_t bits) {
  return static_cast<std::uint8_t>((bits >> 2 & 1) | (bits & 2) | (bits & 1) << 2);
}

}  // namespace

Backs backsOf(const SourceMesh& mesh, const std::vector<bmd1::VertexSpec>& records,
              const Model& model) {
  Backs out;
  const bool two_sided = mesh.material < model.materials.size() &&
                         model.materials[mesh.material].cull == CullMode::None;
  if (!two_sided) return out;
  const std::vector<bool> open = inOpenPart(mesh);
  const std::vector<std::uint32_t>& t = mesh.triangles;
  std::vector<std::uint32_t> number(mesh.vertices.size(), kNone);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!open[i]) continue;
    for (const std::size_t corner : {0u, 2u, 1u}) {
      const std::uint32_t v = t[3 * i + corner];
      if (number[v] == kNone) {
        number[v] = static_cast<std::uint32_t>(mesh.vertices.size() + out.records.size());
        out.records.push_back(records[v]);
        out.records.back().normal = -records[v].normal;
        out.vertex.push_back(v);
      }
      out.triangles.push_back(number[v]);
    }
    if (i < mesh.hidden_edges.size()) out.hidden_edges.push_back(turned(mesh.hidden_edges[i]));
  }
  return out;
}

}  // namespace sinew::convert
