#pragma once

// Small number helpers of the asset generator.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <glm/vec3.hpp>

namespace sinew::assets {

inline constexpr double kPi = std::numbers::pi;

[[nodiscard]] constexpr double radians(double degrees) {
  return degrees * kPi / 180.0;
}

/// 0 below `low`, 1 above `high`, smooth between; `high` may be below `low`.
[[nodiscard]] inline double smoothStep(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

template <class T>
[[nodiscard]] T mixed(const T& a, const T& b, double t) {
  return a * (1.0 - t) + b * t;
}

/// Catmull-Rom through b (t = 0) and c (t = 1).
template <class T>
[[nodiscard]] T catmullRom(const T& a, const T& b, const T& c, const T& d, double t) {
  return 0.5 * ((2.0 * b) + (c - a) * t + (2.0 * a - 5.0 * b + 4.0 * c - d) * (t * t) +
                (3.0 * b - a - 3.0 * c + d) * (t * t * t));
}

/// Value noise of a lattice of unit cells, -1..1, the same on every machine.
[[nodiscard]] double valueNoise(const glm::dvec3& p);

}  // namespace sinew::assets
