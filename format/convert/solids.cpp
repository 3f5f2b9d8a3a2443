#include "format/convert/solids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/convert/hull.h"
#include "format/exact_geometry.h"
#include "format/unpack.h"

namespace sinew::convert {
namespace {

constexpr double kMaxFraction = 255.0;
constexpr int kHullDirections = 48;          // a hull keeps the farthest point in each
constexpr std::size_t kMaxTriangles = 1024;  // crossings are tested up to here

std::string lowerCase(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// Points on a bone's own grid, equal ones once, and the triangles between them.
struct GridMesh {
  double step = 1.0;
  std::vector<exact::Point> points;
  std::vector<exact::Triangle> triangles;
};

GridMesh onGrid(const std::vector<glm::dvec3>& places,
                const std::vector<std::uint32_t>& triangles) {
  GridMesh out;
  double largest = 0.0;
  for (const glm::dvec3& p : places)
    largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  out.step = 0x1p-22;
  while (largest / out.step > kMaxFraction)
    out.step *= 2.0;
  std::map<std::array<std::int64_t, 3>, std::uint32_t> known;
  std::vector<std::uint32_t> number;
  for (const glm::dvec3& p : places) {
    const auto at = [&](double x) {
      return static_cast<std::int64_t>(std::nearbyint(x / out.step));
    };
    const std::array<std::int64_t, 3> key{at(p.x), at(p.y), at(p.z)};
    const auto [found, is_new] =
        known.try_emplace(key, static_cast<std::uint32_t>(out.points.size()));
    if (is_new) out.points.push_back({key[0], key[1], key[2]});
    number.push_back(found->second);
  }
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const exact::Triangle f{number[triangles[t]], number[triangles[t + 1]],
                            number[triangles[t + 2]]};
    if (f[0] != f[1] && f[1] != f[2] && f[2] != f[0]) out.triangles.push_back(f);
  }
  return out;
}

/// Closed, with its faces outward, and free of crossings.
bool isSolid(const GridMesh& mesh) {
  if (mesh.triangles.empty() || mesh.triangles.size() > kMaxTriangles) return false;
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const exact::Triangle& f : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (!edges.insert({f[k], f[(k + 1) % 3]}).second) return false;
    }
  }
  for (const auto& [a, b] : edges) {
    if (edges.count({b, a}) == 0) return false;
  }
  return exact::volumeSign(mesh.points, mesh.triangles) > 0 &&
         !exact::firstCrossing(mesh.points, mesh.triangles);
}

/// The farthest points in directions spread evenly over the sphere (a Fibonacci lattice).
std::vector<exact::Point> extremes(const std::vector<exact::Point>& points) {
  std::set<std::size_t> chosen;
  for (int i = 0; i < kHullDirections; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / kHullDirections;
    const double r = std::sqrt(1.0 - z * z);
    const double a = 2.399963229728653 * i;
    const glm::dvec3 way(r * std::cos(a), r * std::sin(a), z);
    std::size_t best = 0;
    double best_along = -1e300;
    for (std::size_t p = 0; p < points.size(); ++p) {
      const glm::dvec3 at(static_cast<double>(points[p].x), static_cast<double>(points[p].y),
                          static_cast<double>(points[p].z));
      const double along = glm::dot(at, way);
      if (along <= best_along) continue;
      best_along = along;
      best = p;
    }
    if (!points.empty()) chosen.insert(best);
  }
  std::vector<exact::Point> out;
  for (const std::size_t p : chosen)
    out.push_back(points[p]);
  return out;
}

bmd1::MeshSpec specOf(const GridMesh& mesh, std::uint32_t bone) {
  bmd1::MeshSpec out;
  std::vector<std::uint32_t> number(mesh.points.size(), kNone);
  for (const exact::Triangle& f : mesh.triangles) {
    bmd1::FaceSpec face;
    for (std::size_t k = 0; k < 3; ++k) {
      if (number[f[k]] == kNone) {
        number[f[k]] = static_cast<std::uint32_t>(out.vertices.size());
        bmd1::VertexSpec vertex;
        vertex.bone = static_cast<std::uint8_t>(bone);
        const exact::Point& p = mesh.points[f[k]];
        vertex.position = mesh.step * glm::dvec3(static_cast<double>(p.x), static_cast<double>(p.y),
                                                 static_cast<double>(p.z));
        out.vertices.push_back(vertex);
      }
      face.indices[k] = number[f[k]];
    }
    out.faces.push_back(face);
  }
  return out;
}

/// A solid to be: places in the file's space at rest, and triangles.
struct Raw {
  std::string name;
  std::vector<glm::dvec3> places;
  std::vector<std::uint32_t> triangles;
};

class Maker {
 public:
  Maker(const Source& source, const Plan& plan, EncodeReport& report)
      : source_(source), plan_(plan), report_(report) {}

  void addNamed();
  void addHulls();
  [[nodiscard]] std::vector<PlannedSolid> take() { return std::move(out_); }

 private:
  void add(std::uint32_t bone, const Raw& raw, bool as_hull);
  [[nodiscard]] std::uint32_t carrierOf(std::uint32_t influence) const {
    return influence < source_.blends.size()
               ? plan_.carrier(source_.blends[influence].entries.front().bone)
               : 0;
  }

  const Source& source_;
  const Plan& plan_;
  EncodeReport& report_;
  std::vector<PlannedSolid> out_;
  std::set<std::uint32_t> taken_;
};

void Maker::add(std::uint32_t bone, const Raw& raw, bool as_hull) {
  if (taken_.count(bone) > 0) {
    if (!as_hull) noteDropped(report_, "solids beyond the first of a bone", 1);
    return;
  }
  const auto back = inverse(plan_.bones[bone].world);
  std::vector<glm::dvec3> local;
  for (const glm::dvec3& p : raw.places)
    local.push_back(transformPoint(*back, p));
  GridMesh mesh = onGrid(local, raw.triangles);
  if (!as_hull && exact::volumeSign(mesh.points, mesh.triangles) < 0) {
    for (exact::Triangle& f : mesh.triangles)
      std::swap(f[1], f[2]);
  }
  if (as_hull || !isSolid(mesh)) {
    if (!as_hull) {
      report_.warnings.push_back(fmt::format(
          "solid '{}' is not closed or crosses itself: its convex hull is stored", raw.name));
    }
    mesh.points = extremes(mesh.points);
    mesh.triangles = convexHull(mesh.points);
  }
  if (!isSolid(mesh)) {
    noteDropped(report_, "solids without volume", 1);
    return;
  }
  taken_.insert(bone);
  out_.push_back({bone, specOf(mesh, bone)});
}

void Maker::addNamed() {
  std::set<std::uint32_t> done;
  for (const Solid& solid : source_.model->solids) {
    if (solid.mesh >= source_.model->meshes.size()) continue;
    const Mesh& mesh = source_.model->meshes[solid.mesh];
    const std::uint32_t bone = solid.influence < source_.blends.size()
                                   ? source_.blends[solid.influence].entries.front().bone
                                   : kNone;
    std::vector<UnpackedVertex> vertices(mesh.vertexCount());
    unpackVertices(*source_.model, mesh, vertices);
    Raw raw{mesh.name, {}, mesh.triangles};
    for (const UnpackedVertex& v : vertices) {
      raw.places.push_back(transformPoint(bone == kNone ? source_.axes : source_.rest[bone],
                                          glm::dvec3(v.position)));
    }
    add(plan_.carrier(bone), raw, false);
    done.insert(solid.mesh);
  }
  for (const SourceMesh& mesh : source_.meshes) {
    if (!isSolidName(mesh.name) || done.count(mesh.source) > 0 || mesh.vertices.empty()) continue;
    Raw raw{mesh.name, {}, mesh.triangles};
    for (const SourceVertex& v : mesh.vertices)
      raw.places.push_back(v.position);
    add(carrierOf(mesh.vertices.front().blend), raw, false);
  }
}

void Maker::addHulls() {
  std::map<std::uint32_t, Raw> by_bone;
  for (const SourceMesh& mesh : source_.meshes) {
    if (!mesh.drawn) continue;
    for (const SourceVertex& v : mesh.vertices)
      by_bone[carrierOf(v.blend)].places.push_back(v.position);
  }
  for (const auto& [bone, raw] : by_bone)
    add(bone, raw, true);
}

}  // namespace

bool isSolidName(std::string_view name) {
  const std::string low = lowerCase(name);
  for (const std::string_view start : {"ucx_", "ubx_", "usp_", "ucp_"}) {
    if (low.compare(0, start.size(), start) == 0) return true;
  }
  for (const std::string_view end : {"_col", "-col", "_collision"}) {
    if (low.size() >= end.size() && low.compare(low.size() - end.size(), end.size(), end) == 0)
      return true;
  }
  return false;
}

std::vector<PlannedSolid> makeSolids(const Source& source, const Plan& plan,
                                     const EncodeOptions& options, EncodeReport& report) {
  if (options.solids == SolidChoice::None) return {};
  Maker maker(source, plan, report);
  maker.addNamed();
  if (options.solids == SolidChoice::Hull) maker.addHulls();
  return maker.take();
}

}  // namespace sinew::convert
