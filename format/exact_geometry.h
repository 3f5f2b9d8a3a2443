#pragma once

// Geometry without rounding, for checks whose answer must not depend on luck: closed surfaces,
// volumes, triangles that meet.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sinew::exact {

/// A point on a grid. Coordinates lie within ±2^41, so that every predicate here fits into 128 bits
/// (twice).
struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

/// Three indices into a list of points.
using Triangle = std::array<std::uint32_t, 3>;

/// -1, 0 or 1: on which side of the plane a, b, c (counter-clockwise seen from the positive side) d
/// lies.
[[nodiscard]] int orientation(const Point& a, const Point& b, const Point& c, const Point& d);

/// Whether the triangle has no area.
[[nodiscard]] bool isDegenerate(const Point& a, const Point& b, const Point& c);

/// The sign of the signed volume that closed, counter-clockwise triangles enclose.
[[nodiscard]] int volumeSign(std::span<const Point> points, std::span<const Triangle> triangles);

/// Whether two triangles with area share a point off their common vertices and edge; vertices are
/// common when their indices are equal.
[[nodiscard]] bool trianglesMeet(std::span<const Point> points, const Triangle& first,
                                 const Triangle& second);

/// Two triangles of a list, by index, first < second.
struct Crossing {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

/// The first triangle (in list order) that meets an earlier one, with the first of those. Triangles
/// without area are passed over.
[[nodiscard]] std::optional<Crossing> firstCrossing(std::span<const Point> points,
                                                    std::span<const Triangle> triangles);

}  // namespace sinew::exact
