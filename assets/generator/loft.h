#pragma once

// Tubes: a smooth path with an oval cross-section that changes along it.

#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace sinew::assets {

/// A cross-section of a tube, in model space. The oval is spanned by the side axis (model x,
/// squared to the path) and by "up" = side x path direction; it may be deeper on one side of the
/// path than on the other.
struct Section {
  glm::dvec3 center{0.0};
  double side = 1.0;  ///< half width
  double up = 1.0;    ///< depth on the up side
  double down = 1.0;  ///< depth on the other side
};

// Sections interpolate component by component.
[[nodiscard]] inline Section operator*(double s, const Section& a) {
  return {s * a.center, s * a.side, s * a.up, s * a.down};
}
[[nodiscard]] inline Section operator*(const Section& a, double s) {
  return s * a;
}
[[nodiscard]] inline Section operator+(const Section& a, const Section& b) {
  return {a.center + b.center, a.side + b.side, a.up + b.up, a.down + b.down};
}
[[nodiscard]] inline Section operator-(const Section& a, const Section& b) {
  return a + -1.0 * b;
}

/// A point of a tube's surface.
struct SurfacePoint {
  glm::dvec3 position{0.0};
  glm::dvec3 normal{0.0};  ///< outward, length 1
};

/// Sections joined by Catmull-Rom curves. The place along the tube is v: the section's index, with
/// fractions between sections; the place around it is the angle from "up" towards the side axis.
class Loft {
 public:
  Loft() = default;
  /// `floor_z`: no point of the surface lies below it.
  explicit Loft(std::vector<Section> sections, double floor_z = -1e9);

  [[nodiscard]] double length() const { return static_cast<double>(sections_.size() - 1); }
  [[nodiscard]] glm::dvec3 center(double v) const;
  /// Of the path, length 1. Interpolated as the sections are: the ovals' planes turn without a jump
  /// in speed, so normals are continuous.
  [[nodiscard]] glm::dvec3 direction(double v) const;
  [[nodiscard]] SurfacePoint at(double v, double angle) const;

 private:
  [[nodiscard]] glm::dvec3 point(double v, double angle) const;
  [[nodiscard]] Section section(double v) const;

  std::vector<Section> sections_;
  std::vector<glm::dvec3> directions_;  ///< at each section
  double floor_z_ = -1e9;
};

/// How finely a loft is cut into faces.
struct LoftCut {
  std::vector<double> rings;  ///< v of each ring, rising
  int segments = 8;
  bool pole_at_start = false;  ///< closed by a point at the path's first center (no ring there)
  bool pole_at_end = false;
};

/// Rings at every 1/`steps` section from `first` to `last`. Poles stand for the ring at their end.
[[nodiscard]] LoftCut cutLoft(double first, double last, int steps, int segments);

}  // namespace sinew::assets
