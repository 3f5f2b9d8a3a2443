#include "format/convert/hull.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace sinew::convert {
namespace {

/// Four points that are not in one plane, the first three counter-clockwise seen from away from the
/// fourth.
std::optional<std::vector<std::uint32_t>> firstFour(std::span<const exact::Point> p) {
  const auto count = static_cast<std::uint32_t>(p.size());
  std::uint32_t b = 1;
  while (b < count && p[b] == p[0])
    ++b;
  std::uint32_t c = b + 1;
  while (c < count && exact::isDegenerate(p[0], p[b], p[c]))
    ++c;
  for (std::uint32_t d = c + 1; d < count; ++d) {
    const int side = exact::orientation(p[0], p[b], p[c], p[d]);
    if (side < 0) return std::vector<std::uint32_t>{0, b, c, d};
    if (side > 0) return std::vector<std::uint32_t>{0, c, b, d};
  }
  return std::nullopt;
}

}  // namespace

std::vector<exact::Triangle> convexHull(std::span<const exact::Point> points) {
  const auto start = firstFour(points);
  if (!start) return {};
  const auto& s = *start;
  std::vector<exact::Triangle> faces{
      {s[0], s[1], s[2]}, {s[0], s[3], s[1]}, {s[1], s[3], s[2]}, {s[2], s[3], s[0]}};
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    // Faces in one plane with the point go with those it sees: what is left then meets the point
    // only at edges that are not in line with it, so that no new face is without area.
    std::vector<exact::Triangle> kept;
    std::vector<exact::Triangle> gone;
    bool outside = false;
    for (const exact::Triangle& f : faces) {
      const int side = exact::orientation(points[f[0]], points[f[1]], points[f[2]], points[i]);
      outside = outside || side > 0;
      (side >= 0 ? gone : kept).push_back(f);
    }
    if (!outside) continue;
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const exact::Triangle& f : gone) {
      for (std::size_t k = 0; k < 3; ++k)
        edges.insert({f[k], f[(k + 1) % 3]});
    }
    for (const auto& [a, b] : edges) {
      if (edges.count({b, a}) == 0) kept.push_back({a, b, i});
    }
    faces = std::move(kept);
  }
  return faces;
}

}  // namespace sinew::convert
