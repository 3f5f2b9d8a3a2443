#pragma once

// Convex hulls on a grid, without rounding: what the checker of solids asks for.

#include <span>
#include <vector>

#include "format/exact_geometry.h"

namespace sinew::convert {

/// Triangles, counter-clockwise seen from outside, of the convex hull of points on a grid
/// (coordinates as exact::Point allows): closed, no triangle without area, no two in each other.
/// Empty where the points lie in one plane. Incremental, O(points * faces).
[[nodiscard]] std::vector<exact::Triangle> convexHull(std::span<const exact::Point> points);

}  // namespace sinew::convert
