#include "format/convert/faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>
#include <meshoptimizer.h>

#include "format/model.h"

namespace sinew::convert {
namespace {

constexpr std::size_t kMaxNarrowVertices = 1024;
constexpr std::uint32_t kQuad32Vertices = 128;
constexpr std::uint32_t kQuad64Vertices = 32768;
constexpr std::size_t kMeshOverhead = 32 + 2 * 16;  // record, padding of its two lists
constexpr double kFlatCos = 0.9986;                 // 3 degrees between the triangles
constexpr double kConvexSin = 0.05;

using Corners = std::array<std::uint32_t, 3>;

/// A triangle pair that may become the quad a, b, c, d with the diagonal a-c.
struct Pair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::array<std::uint32_t, 4> quad{};
  double skew = 0.0;  ///< 0: a rectangle
};

/// Corner k of the result starts at corner `k` of the triangle.
Corners rotated(const Corners& t, std::size_t k) {
  return {t[k % 3], t[(k + 1) % 3], t[(k + 2) % 3]};
}

/// Empty unless `second` runs along the edge of `first` from corner k to k + 1 backwards.
std::optional<std::array<std::uint32_t, 4>> quadAcross(const Corners& first, std::size_t k,
                                                       const Corners& second) {
  // first = (c, a, b) with the shared edge c -> a; second holds a -> c and d.
  const Corners f = rotated(first, k);
  for (std::size_t s = 0; s < 3; ++s) {
    const Corners g = rotated(second, s);
    if (g[0] == f[1] && g[1] == f[0] && g[2] != f[2]) return {{f[1], f[2], f[0], g[2]}};
  }
  return std::nullopt;
}

/// How far from a rectangle; empty where the pair is bent or not convex.
std::optional<double> skewOf(const std::array<std::uint32_t, 4>& q,
                             std::span<const glm::dvec3> places) {
  const auto normal = [&](std::size_t a, std::size_t b, std::size_t c) {
    return glm::cross(places[q[b]] - places[q[a]], places[q[c]] - places[q[a]]);
  };
  const glm::dvec3 n1 = normal(0, 1, 2);
  const glm::dvec3 n2 = normal(0, 2, 3);
  const double l1 = glm::length(n1);
  const double l2 = glm::length(n2);
  if (!(l1 > 0.0) || !(l2 > 0.0) || glm::dot(n1, n2) < kFlatCos * l1 * l2) return std::nullopt;
  const glm::dvec3 up = glm::normalize(n1 / l1 + n2 / l2);
  double skew = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const glm::dvec3 in = places[q[i]] - places[q[(i + 3) % 4]];
    const glm::dvec3 out = places[q[(i + 1) % 4]] - places[q[i]];
    const double size = glm::length(in) * glm::length(out);
    if (!(size > 0.0)) return std::nullopt;
    if (glm::dot(glm::cross(in, out), up) < kConvexSin * size) return std::nullopt;
    skew = std::max(skew, std::abs(glm::dot(in, out)) / size);
  }
  return skew;
}

/// The pairs that the source's hidden edges tell: a triangle's edge and the next one's.
std::vector<Pair> toldPairs(const std::vector<Corners>& triangles,
                            std::span<const std::uint8_t> hidden) {
  std::vector<Pair> out;
  for (std::uint32_t t = 0; t + 1 < triangles.size() && t + 1 < hidden.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      if ((hidden[t] >> k & 1u) == 0) continue;
      const auto quad = quadAcross(triangles[t], k, triangles[t + 1]);
      if (quad && hidden[t + 1] != 0) out.push_back({t, t + 1, *quad, -1.0});
    }
  }
  return out;
}

/// All pairs that would make good quads, the best first.
std::vector<Pair> flatPairs(const std::vector<Corners>& triangles,
                            std::span<const glm::dvec3> places) {
  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Edge, std::vector<std::uint32_t>> by_edge;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k)
      by_edge[std::minmax(triangles[t][k], triangles[t][(k + 1) % 3])].push_back(t);
  }
  std::vector<Pair> out;
  for (const auto& [edge, users] : by_edge) {
    if (users.size() != 2) continue;
    const Corners& first = triangles[users[0]];
    for (std::size_t k = 0; k < 3; ++k) {
      if (Edge(std::minmax(first[k], first[(k + 1) % 3])) != edge) continue;
      const auto quad = quadAcross(first, k, triangles[users[1]]);
      const auto skew = quad ? skewOf(*quad, places) : std::nullopt;
      if (skew) out.push_back({users[0], users[1], *quad, *skew});
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Pair& a, const Pair& b) { return a.skew < b.skew; });
  return out;
}

/// Triangle numbers in an order that reuses vertices soon.
std::vector<std::uint32_t> cacheOrder(const std::vector<Corners>& triangles, std::size_t vertices) {
  std::vector<unsigned int> indices;
  for (const Corners& t : triangles)
    indices.insert(indices.end(), t.begin(), t.end());
  std::vector<unsigned int> ordered(indices.size());
  meshopt_optimizeVertexCache(ordered.data(), indices.data(), indices.size(), vertices);
  // The library gives corners, not numbers: equal triangles are told apart by their turn.
  std::map<Corners, std::vector<std::uint32_t>> numbers;
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    numbers[triangles[t]].push_back(t);
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i + 2 < ordered.size(); i += 3) {
    auto& left = numbers[{ordered[i], ordered[i + 1], ordered[i + 2]}];
    if (left.empty()) continue;
    out.push_back(left.back());
    left.pop_back();
  }
  return out;
}

/// Everything a record stores, for finding equal ones.
using RecordKey = std::tuple<std::uint8_t, std::uint8_t, std::uint8_t, double, double, double,
                             double, double, double, double, double>;

RecordKey keyOf(const bmd1::VertexSpec& r) {
  return {static_cast<std::uint8_t>(r.form),
          r.bone,
          r.shade,
          r.position.x,
          r.position.y,
          r.position.z,
          r.normal.x,
          r.normal.y,
          r.normal.z,
          r.st.x,
          r.st.y};
}

/// Puts the vertices of as many quads as fit into quad32's first 128, the rest by first use, and
/// renumbers the faces.
BuiltMesh withOrderedVertices(const std::vector<bmd1::FaceSpec>& faces,
                              std::span<const bmd1::VertexSpec> records,
                              std::span<const glm::dvec3> places,
                              std::span<const std::uint32_t> record_of) {
  std::vector<std::uint32_t> number(records.size(), kNone);
  BuiltMesh out;
  const auto add = [&](std::uint32_t v) {
    if (number[v] != kNone) return;
    number[v] = static_cast<std::uint32_t>(out.spec.vertices.size());
    out.spec.vertices.push_back(records[v]);
    out.places.push_back(places[v]);
  };
  for (const bmd1::FaceSpec& face : faces) {
    if (!face.quad) continue;
    const auto fresh = static_cast<std::size_t>(
        std::count_if(face.indices.begin(), face.indices.end(),
                      [&](std::uint32_t v) { return number[v] == kNone; }));
    if (out.spec.vertices.size() + fresh > kQuad32Vertices) continue;
    std::for_each(face.indices.begin(), face.indices.end(), add);
  }
  for (const bmd1::FaceSpec& face : faces)
    std::for_each(face.indices.begin(), face.indices.begin() + (face.quad ? 4 : 3), add);
  for (bmd1::FaceSpec face : faces) {
    const std::size_t corners = face.quad ? 4 : 3;
    for (std::size_t c = 0; c < corners; ++c)
      face.indices[c] = number[face.indices[c]];
    const bool reaches =
        !face.quad || *std::max_element(face.indices.begin(), face.indices.end()) < kQuad64Vertices;
    if (reaches) {
      out.spec.faces.push_back(face);
    } else {
      const auto& q = face.indices;
      out.spec.faces.push_back({{q[0], q[1], q[2], 0}, false});
      out.spec.faces.push_back({{q[0], q[2], q[3], 0}, false});
    }
  }
  for (const std::uint32_t record : record_of)
    out.vertex_of.push_back(number[record]);
  return out;
}

/// Runs of faces that use at most 1024 vertices each.
std::vector<std::vector<bmd1::FaceSpec>> splitFaces(const std::vector<bmd1::FaceSpec>& faces,
                                                    std::size_t vertices) {
  std::vector<std::vector<bmd1::FaceSpec>> out(1);
  std::vector<std::size_t> used_in(vertices, 0);  // run + 1
  std::size_t used = 0;
  for (const bmd1::FaceSpec& face : faces) {
    const std::size_t corners = face.quad ? 4 : 3;
    if (used + corners > kMaxNarrowVertices) {
      out.emplace_back();
      used = 0;
    }
    for (std::size_t c = 0; c < corners; ++c) {
      std::size_t& mark = used_in[face.indices[c]];
      if (mark == out.size()) continue;
      mark = out.size();
      ++used;
    }
    out.back().push_back(face);
  }
  return out;
}

std::size_t meshBytes(const BuiltMesh& mesh) {
  std::size_t bytes = kMeshOverhead + faceBytes(mesh.spec.faces, mesh.spec.vertices.size());
  for (const bmd1::VertexSpec& v : mesh.spec.vertices)
    bytes += recordBytes(v);
  return bytes;
}

}  // namespace

std::size_t recordBytes(const bmd1::VertexSpec& record) {
  if (record.form == bmd1::VertexSpec::Form::V64) return 8;
  return record.form == bmd1::VertexSpec::Form::FD ? 16 : 12;
}

std::size_t faceBytes(std::span<const bmd1::FaceSpec> faces, std::size_t vertices) {
  const bool wide = vertices > kMaxNarrowVertices;
  std::size_t bytes = 0;
  for (const bmd1::FaceSpec& face : faces) {
    const bool short_form =
        face.quad ? *std::max_element(face.indices.begin(), face.indices.end()) < kQuad32Vertices
                  : true;
    bytes += wide || !short_form ? 8 : 4;
  }
  return bytes;
}

std::vector<bmd1::FaceSpec> pairFaces(std::span<const std::uint32_t> triangles,
                                      std::span<const std::uint8_t> hidden_edges,
                                      std::span<const glm::dvec3> places) {
  std::vector<Corners> all;
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    all.push_back({triangles[t], triangles[t + 1], triangles[t + 2]});
  const std::vector<Pair> pairs =
      hidden_edges.size() == all.size() ? toldPairs(all, hidden_edges) : flatPairs(all, places);
  std::vector<std::uint32_t> pair_of(all.size(), kNone);
  for (std::uint32_t p = 0; p < pairs.size(); ++p) {
    if (pair_of[pairs[p].first] != kNone || pair_of[pairs[p].second] != kNone) continue;
    pair_of[pairs[p].first] = p;
    pair_of[pairs[p].second] = p;
  }
  std::vector<bmd1::FaceSpec> out;
  std::vector<bool> done(all.size(), false);
  for (const std::uint32_t t : cacheOrder(all, places.size())) {
    if (done[t]) continue;
    done[t] = true;
    if (pair_of[t] == kNone) {
      out.push_back({{all[t][0], all[t][1], all[t][2], 0}, false});
      continue;
    }
    const Pair& pair = pairs[pair_of[t]];
    done[pair.first] = true;
    done[pair.second] = true;
    out.push_back({pair.quad, true});
  }
  return out;
}

std::vector<BuiltMesh> buildMeshes(const FaceInput& input) {
  std::map<RecordKey, std::uint32_t> known;
  std::vector<bmd1::VertexSpec> records;
  std::vector<glm::dvec3> places;
  std::vector<std::uint32_t> number;
  for (std::size_t v = 0; v < input.records.size(); ++v) {
    const auto [at, is_new] =
        known.try_emplace(keyOf(input.records[v]), static_cast<std::uint32_t>(records.size()));
    if (is_new) {
      records.push_back(input.records[v]);
      places.push_back(input.places[v]);
    }
    number.push_back(at->second);
  }
  std::vector<std::uint32_t> triangles;
  std::vector<std::uint8_t> hidden;
  for (std::size_t t = 0; t + 2 < input.triangles.size(); t += 3) {
    const Corners c{number[input.triangles[t]], number[input.triangles[t + 1]],
                    number[input.triangles[t + 2]]};
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
    triangles.insert(triangles.end(), c.begin(), c.end());
    if (!input.hidden_edges.empty()) hidden.push_back(input.hidden_edges[t / 3]);
  }
  if (triangles.empty()) return {};
  const std::vector<bmd1::FaceSpec> faces = pairFaces(triangles, hidden, places);
  std::vector<BuiltMesh> whole;
  whole.push_back(withOrderedVertices(faces, records, places, number));
  const bool fits_count =
      whole[0].spec.vertices.size() <= 65535 && whole[0].spec.faces.size() <= 65535;
  if (whole[0].spec.vertices.size() <= kMaxNarrowVertices && fits_count) return whole;
  std::vector<BuiltMesh> parts;
  std::size_t part_bytes = 0;
  for (const auto& run : splitFaces(faces, records.size())) {
    parts.push_back(withOrderedVertices(run, records, places, number));
    part_bytes += meshBytes(parts.back());
  }
  if (!fits_count || part_bytes < meshBytes(whole[0])) return parts;
  return whole;
}

}  // namespace sinew::convert
