#include "app/solid_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <glm/geometric.hpp>

#include "format/unpack.h"

namespace sinew::app {
namespace {

/// As docs/format-bmd1.md has it for `solid.unchecked`.
constexpr std::size_t kMostTested = 1024;
/// exact::Point's coordinates lie within ±2^41.
constexpr double kGridEnd = 2199023255552.0;

/// One side of a triangle, with its direction beside the undirected key.
struct Side {
  std::uint64_t key = 0;  ///< smaller index << 32 | larger index
  bool rising = false;
  std::uint32_t triangle = 0;
};

std::vector<Side> sidesOf(const std::vector<exact::Triangle>& triangles) {
  std::vector<Side> sides;
  sides.reserve(triangles.size() * 3);
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t e = 0; e < 3; ++e) {
      const std::uint64_t from = triangles[t][e];
      const std::uint64_t to = triangles[t][(e + 1) % 3];
      sides.push_back({std::min(from, to) << 32 | std::max(from, to), from < to, t});
    }
  }
  std::ranges::sort(sides, {}, [](const Side& s) { return std::tuple(s.key, s.triangle); });
  return sides;
}

void sortEdges(const std::vector<exact::Triangle>& triangles, SolidFacts& facts) {
  const std::vector<Side> sides = sidesOf(triangles);
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i;
    std::size_t rising = 0;
    for (; end < sides.size() && sides[end].key == sides[i].key; ++end)
      rising += sides[end].rising ? 1 : 0;
    const std::size_t count = end - i;
    const SolidEdge edge{static_cast<std::uint32_t>(sides[i].key >> 32),
                         static_cast<std::uint32_t>(sides[i].key), sides[i].triangle};
    if (count == 1 || edge.from == edge.to) {
      facts.open.push_back(edge);
    } else if (count > 2) {
      facts.crowded.push_back(edge);
    } else if (rising != 1) {
      facts.flipped.push_back(edge);
    }
    i = end;
  }
}

/// The points on a grid that is exact for every packed position (multiples of 2^-24 below 2^17).
std::vector<exact::Point> gridPoints(const std::vector<UnpackedVertex>& vertices) {
  float largest = 131072.0f;
  for (const UnpackedVertex& v : vertices) {
    largest =
        std::max({largest, std::abs(v.position.x), std::abs(v.position.y), std::abs(v.position.z)});
  }
  const double scale = std::exp2(std::floor(std::log2(kGridEnd / double{largest})));
  const auto onGrid = [scale](float value) { return std::llround(double{value} * scale); };
  std::vector<exact::Point> points;
  points.reserve(vertices.size());
  for (const UnpackedVertex& v : vertices)
    points.push_back({onGrid(v.position.x), onGrid(v.position.y), onGrid(v.position.z)});
  return points;
}

void findDoubled(const std::vector<exact::Point>& points, SolidFacts& facts) {
  const auto place = [&](std::uint32_t i) {
    return std::tuple(points[i].x, points[i].y, points[i].z, i);
  };
  std::vector<std::uint32_t> order(points.size());
  for (std::uint32_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::ranges::sort(order, {}, place);
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (points[order[i]] == points[order[i - 1]]) facts.doubled.push_back(order[i]);
  }
  std::ranges::sort(facts.doubled);
}

void findForeign(const std::vector<UnpackedVertex>& vertices, std::uint32_t own,
                 SolidFacts& facts) {
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    const std::uint32_t on = vertices[i].influence;
    if (on != vertices[0].influence || (on != 0 && on != own)) facts.foreign.push_back(i);
  }
}

/// Volume and centre of mass as sums of tetrahedra with the first vertex as common tip, which keeps
/// small solids far from the origin exact.
void weigh(const std::vector<UnpackedVertex>& vertices,
           const std::vector<exact::Triangle>& triangles, SolidFacts& facts) {
  const glm::dvec3 tip(vertices[triangles[0][0]].position);
  double six_volumes = 0.0;
  glm::dvec3 moment(0.0);
  for (const exact::Triangle& t : triangles) {
    const glm::dvec3 a = glm::dvec3(vertices[t[0]].position) - tip;
    const glm::dvec3 b = glm::dvec3(vertices[t[1]].position) - tip;
    const glm::dvec3 c = glm::dvec3(vertices[t[2]].position) - tip;
    const double part = glm::dot(a, glm::cross(b, c));
    six_volumes += part;
    moment += (a + b + c) * part;
  }
  facts.volume = six_volumes / 6.0;
  if (six_volumes != 0.0) facts.center_of_mass = tip + moment / (4.0 * six_volumes);
}

}  // namespace

int SolidFacts::faults() const {
  const std::array<bool, 6> found{!open.empty() || triangles == 0,
                                  !crowded.empty(),
                                  !flipped.empty(),
                                  !foreign.empty(),
                                  crossing.has_value(),
                                  inside_out};
  return static_cast<int>(std::ranges::count(found, true));
}

SolidFacts gatherSolidFacts(const Model& model, const Solid& solid) {
  SolidFacts facts;
  if (solid.mesh >= model.meshes.size()) return facts;
  const Mesh& mesh = model.meshes[solid.mesh];
  std::vector<UnpackedVertex> vertices(mesh.vertexCount());
  unpackVertices(model, mesh, vertices);
  std::vector<exact::Triangle> triangles;
  triangles.reserve(mesh.triangles.size() / 3);
  for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3)
    triangles.push_back({mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]});
  facts.vertices = mesh.vertexCount();
  facts.triangles = static_cast<std::uint32_t>(triangles.size());
  const std::vector<exact::Point> points = gridPoints(vertices);
  findForeign(vertices, solid.influence, facts);
  findDoubled(points, facts);
  if (triangles.empty()) return facts;
  sortEdges(triangles, facts);
  for (std::uint32_t t = 0; t < facts.triangles; ++t) {
    const exact::Triangle& c = triangles[t];
    if (exact::isDegenerate(points[c[0]], points[c[1]], points[c[2]])) facts.flat.push_back(t);
  }
  facts.closed = facts.open.empty() && facts.crowded.empty() && facts.flipped.empty();
  if (facts.closed) {
    facts.inside_out = exact::volumeSign(points, triangles) <= 0;
    weigh(vertices, triangles, facts);
  }
  facts.crossing_tested = triangles.size() <= kMostTested;
  if (facts.crossing_tested) facts.crossing = exact::firstCrossing(points, triangles);
  return facts;
}

}  // namespace sinew::app
