#include "assets/generator/loft.h"

#include <utility>

#include <glm/geometric.hpp>

#include "assets/generator/numeric.h"

namespace sinew::assets {

double valueNoise(const glm::dvec3& p) {
  const auto corner = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    auto h = static_cast<std::uint64_t>(x * 73856093 ^ y * 19349663 ^ z * 83492791);
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdULL;
    h ^= h >> 33;
    return static_cast<double>(h & 0xFFFF) / 32767.5 - 1.0;
  };
  const glm::dvec3 base(std::floor(p.x), std::floor(p.y), std::floor(p.z));
  const auto x = static_cast<std::int64_t>(base.x);
  const auto y = static_cast<std::int64_t>(base.y);
  const auto z = static_cast<std::int64_t>(base.z);
  const double fx = smoothStep(0.0, 1.0, p.x - base.x);
  const double fy = smoothStep(0.0, 1.0, p.y - base.y);
  const double fz = smoothStep(0.0, 1.0, p.z - base.z);
  const auto row = [&](std::int64_t j, std::int64_t k) {
    return mixed(corner(x, j, k), corner(x + 1, j, k), fx);
  };
  return mixed(mixed(row(y, z), row(y + 1, z), fy), mixed(row(y, z + 1), row(y + 1, z + 1), fy),
               fz);
}

namespace {

/// Catmull-Rom through `values` at v = 0, 1, 2, ...; beyond the ends the curve goes on as it was.
template <class T>
T interpolate(const std::vector<T>& values, double v) {
  const auto last = static_cast<std::ptrdiff_t>(values.size()) - 1;
  const auto base =
      std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(std::floor(v)), 0, last - 1);
  const auto get = [&](std::ptrdiff_t i) -> T {
    const auto at = [&](std::ptrdiff_t k) { return values[static_cast<std::size_t>(k)]; };
    if (i < 0) return 2.0 * at(0) - at(1);
    if (i > last) return 2.0 * at(last) - at(last - 1);
    return at(i);
  };
  return catmullRom(get(base - 1), get(base), get(base + 1), get(base + 2),
                    v - static_cast<double>(base));
}

}  // namespace

Loft::Loft(std::vector<Section> sections, double floor_z)
    : sections_(std::move(sections)), floor_z_(floor_z) {
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const std::size_t before = i == 0 ? 0 : i - 1;
    const std::size_t after = std::min(i + 1, sections_.size() - 1);
    directions_.push_back(glm::normalize(sections_[after].center - sections_[before].center));
  }
}

Section Loft::section(double v) const {
  Section out = interpolate(sections_, v);
  out.side = std::max(out.side, 1e-3);
  out.up = std::max(out.up, 1e-3);
  out.down = std::max(out.down, 1e-3);
  return out;
}

glm::dvec3 Loft::center(double v) const {
  return section(v).center;
}

glm::dvec3 Loft::direction(double v) const {
  return glm::normalize(interpolate(directions_, v));
}

glm::dvec3 Loft::point(double v, double angle) const {
  const Section s = section(v);
  const glm::dvec3 along = direction(v);
  const glm::dvec3 x(1.0, 0.0, 0.0);
  const glm::dvec3 side = glm::normalize(x - along * glm::dot(x, along));
  const glm::dvec3 up = glm::cross(side, along);
  const double c = std::cos(angle);
  glm::dvec3 p =
      s.center + side * (s.side * std::sin(angle)) + up * ((c > 0.0 ? s.up : s.down) * c);
  p.z = std::max(p.z, floor_z_);
  return p;
}

SurfacePoint Loft::at(double v, double angle) const {
  constexpr double kStep = 1e-3;
  const double low = std::max(v - kStep, 0.0);
  const double high = std::min(v + kStep, length());
  const glm::dvec3 around = point(v, angle + kStep) - point(v, angle - kStep);
  const glm::dvec3 along = point(high, angle) - point(low, angle);
  glm::dvec3 normal = glm::cross(around, along);
  const double size = glm::length(normal);
  normal = size > 1e-14 ? normal / size : glm::dvec3(0.0, 0.0, -1.0);  // flattened onto the floor
  return {point(v, angle), normal};
}

LoftCut cutLoft(double first, double last, int steps, int segments) {
  LoftCut cut;
  cut.segments = segments;
  const int count = static_cast<int>(std::lround((last - first) * steps));
  for (int i = 0; i <= count; ++i) {
    cut.rings.push_back(first + (last - first) * i / std::max(count, 1));
  }
  return cut;
}

}  // namespace sinew::assets
