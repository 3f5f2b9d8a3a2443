#include "app/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/core.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace sinew::app {
namespace {

using glm::dvec2;
using glm::dvec3;

constexpr double kMargin = 1.06;         ///< free space around a framed model
constexpr double kIsoAzimuthDeg = 35.0;  ///< from the front towards the right
constexpr double kIsoElevationDeg = 20.0;
constexpr double kParallel = 1e-6;  ///< sine below which two directions count as parallel
constexpr double kMinDistance = 1e-9;
constexpr double kMaxDistance = 1e12;
constexpr double kMaxPitchDeg = 89.0;  ///< of `look`: straight up has no heading

double radians(double degrees) {
  return degrees * std::numbers::pi / 180.0;
}

bool isFinite(const dvec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The part of `v` across the unit vector `axis`, unit length; zero where nothing is left.
dvec3 across(const dvec3& v, const dvec3& axis) {
  const dvec3 rest = v - axis * glm::dot(v, axis);
  const double length = glm::length(rest);
  return length <= kParallel * glm::length(v) ? dvec3(0.0) : rest / length;
}

/// Any unit vector across the unit vector `axis`.
dvec3 anyAcross(const dvec3& axis) {
  const dvec3 a = glm::abs(axis);
  if (a.x <= a.y && a.x <= a.z) return across({1, 0, 0}, axis);
  return a.y <= a.z ? across({0, 1, 0}, axis) : across({0, 0, 1}, axis);
}

/// Rodrigues' rotation; `axis` is a unit vector.
dvec3 rotate(const dvec3& v, const dvec3& axis, double angle_rad) {
  const double c = std::cos(angle_rad);
  const double s = std::sin(angle_rad);
  return v * c + glm::cross(axis, v) * s + axis * (glm::dot(axis, v) * (1.0 - c));
}

/// The camera's own directions: x to the right, y up, z towards the eye; orthonormal for every
/// camera.
struct Basis {
  dvec3 x, y, z;
  double distance = 0.0;
};

Basis basisOf(const Camera& camera) {
  Basis out;
  const dvec3 back = camera.position - camera.focal_point;
  out.distance = glm::length(back);
  out.z = out.distance > 0.0 ? back / out.distance : dvec3(0, 0, 1);
  out.y = across(camera.view_up, out.z);
  if (out.y == dvec3(0.0)) out.y = anyAcross(out.z);
  out.x = glm::cross(out.y, out.z);
  return out;
}

/// Unit direction from the focal point to the eye and the up direction, from angles about the axes.
struct Direction {
  dvec3 to_eye, up;
};

Direction fromAngles(const Axes& axes, double azimuth_rad, double elevation_rad) {
  const dvec3 level = axes.front * std::cos(azimuth_rad) + axes.right * std::sin(azimuth_rad);
  return {level * std::cos(elevation_rad) + axes.up * std::sin(elevation_rad),
          axes.up * std::cos(elevation_rad) - level * std::sin(elevation_rad)};
}

Direction directionOf(NamedView view, const Axes& axes) {
  constexpr double kQuarter = std::numbers::pi / 2.0;
  switch (view) {
    case NamedView::Front:
      return {axes.front, axes.up};
    case NamedView::Back:
      return {-axes.front, axes.up};
    case NamedView::Right:
      return {axes.right, axes.up};
    case NamedView::Left:
      return {-axes.right, axes.up};
    case NamedView::Top:
      return fromAngles(axes, 0.0, kQuarter);
    case NamedView::Bottom:
      return fromAngles(axes, 0.0, -kQuarter);
    case NamedView::Iso:
      break;
  }
  return fromAngles(axes, radians(kIsoAzimuthDeg), radians(kIsoElevationDeg));
}

std::array<dvec3, 8> corners(const pose::Bounds& bounds) {
  std::array<dvec3, 8> out;
  for (std::size_t i = 0; i < 8; ++i) {
    out[i] = {(i & 1u) != 0 ? bounds.max.x : bounds.min.x,
              (i & 2u) != 0 ? bounds.max.y : bounds.min.y,
              (i & 4u) != 0 ? bounds.max.z : bounds.min.z};
  }
  return out;
}

/// The least distance from `camera.focal_point` along its view from which all corners are in sight.
double fittingDistance(const Camera& camera, const pose::Bounds& bounds, double aspect) {
  const Basis basis = basisOf(camera);
  const double tan_y = std::tan(radians(camera.view_angle_deg) / 2.0);
  const double tan_x = tan_y * aspect;
  double distance = 0.0;
  for (const dvec3& corner : corners(bounds)) {
    const dvec3 offset = corner - camera.focal_point;
    const double side = std::max(std::abs(glm::dot(offset, basis.x)) / tan_x,
                                 std::abs(glm::dot(offset, basis.y)) / tan_y);
    const double depth = camera.orthographic ? 0.0 : glm::dot(offset, basis.z);
    distance = std::max(distance, side * kMargin + depth);
  }
  if (distance > kMinDistance) return distance;
  return std::max(glm::length(bounds.max - bounds.min), 1.0);  // a single point
}

void place(Camera& camera, const Direction& direction, double distance) {
  camera.position = camera.focal_point + direction.to_eye * distance;
  camera.view_up = direction.up;
}

tl::unexpected<Error> usage(std::string message) {
  return fail("usage", std::move(message));
}

Result<void> checkNumbers(const CameraOptions& options) {
  for (const auto* vector :
       {&options.position, &options.focal_point, &options.view_up, &options.direction}) {
    if (*vector && !isFinite(**vector))
      return usage("a camera option holds a number that is not finite");
  }
  const double angle = options.view_angle_deg.value_or(30.0);
  if (!(angle > 0.0 && angle < 180.0)) {
    return usage(
        fmt::format("--camera-view-angle is {} but must lie between 0 and 180 degrees", angle));
  }
  if (!(options.zoom_factor > 0.0) || !std::isfinite(options.zoom_factor)) {
    return usage(
        fmt::format("--camera-zoom-factor is {} but must be above 0", options.zoom_factor));
  }
  if (!std::isfinite(options.azimuth_deg) || !std::isfinite(options.elevation_deg)) {
    return usage("a camera angle is not finite");
  }
  if (options.direction && glm::length(*options.direction) == 0.0) {
    return usage("--camera-direction is the zero vector");
  }
  if (options.view_up && glm::length(*options.view_up) == 0.0) {
    return usage("--camera-view-up is the zero vector");
  }
  if (options.position && options.focal_point && options.direction) {
    return usage(
        "of --camera-position, --camera-focal-point and --camera-direction only two can be given");
  }
  return {};
}

/// The up direction where none was asked for: the axes' own, at the poles what `Top` and `Bottom`
/// use.
dvec3 usualUp(const Axes& axes, const dvec3& to_eye) {
  if (across(axes.up, to_eye) != dvec3(0.0)) return axes.up;
  return glm::dot(to_eye, axes.up) > 0.0 ? -axes.front : axes.front;
}

/// Position, focal point and view-up before the angles and the zoom.
Result<Camera> placed(const CameraOptions& options, NamedView view, const pose::Bounds& bounds,
                      const Axes& axes, double aspect) {
  const double angle = options.view_angle_deg.value_or(30.0);
  Camera camera = frameBounds(bounds, view, axes, aspect, angle, options.orthographic);
  if (options.focal_point) camera.focal_point = *options.focal_point;
  if (options.position) {
    camera.position = *options.position;
    if (options.direction) {
      const dvec3 ahead = glm::normalize(*options.direction);
      const double to_center = glm::dot(bounds.center() - camera.position, ahead);
      camera.focal_point = camera.position + ahead * (to_center > kMinDistance ? to_center : 1.0);
    }
    const double scale =
        std::max({1e-300, glm::length(camera.position), glm::length(camera.focal_point)});
    if (glm::length(camera.position - camera.focal_point) <= scale * 1e-12) {
      return usage("the camera's position equals its focal point");
    }
  }
  Direction direction{basisOf(camera).z, camera.view_up};
  if (!options.position && options.direction)
    direction.to_eye = -glm::normalize(*options.direction);
  else if (!options.position)
    direction = directionOf(view, axes);
  if (options.position || options.direction) direction.up = usualUp(axes, direction.to_eye);
  if (options.view_up) {
    if (across(*options.view_up, direction.to_eye) == dvec3(0.0)) {
      return usage("--camera-view-up is parallel to the direction of view");
    }
    direction.up = glm::normalize(*options.view_up);
  }
  if (options.position) {
    camera.view_up = direction.up;
    return camera;
  }
  place(camera, direction, 1.0);
  place(camera, direction, fittingDistance(camera, bounds, aspect));
  return camera;
}

}  // namespace

Axes::Axes(const Conventions& conventions, std::optional<dvec3> other_up) {
  up = conventions.up == UpAxis::Y ? dvec3(0, 1, 0) : dvec3(0, 0, 1);
  if (other_up && isFinite(*other_up) && glm::length(*other_up) > 0.0)
    up = glm::normalize(*other_up);
  front = across(dvec3(conventions.front), up);
  // The usual front of each up axis: +Z where Y is up, +Y elsewhere.
  if (front == dvec3(0.0))
    front = across(std::abs(up.y) > 0.5 ? dvec3(0, 0, 1) : dvec3(0, 1, 0), up);
  if (front == dvec3(0.0)) front = anyAcross(up);
  right = glm::cross(up, front);
}

Camera frameBounds(const pose::Bounds& bounds, NamedView view, const Axes& axes, double aspect,
                   double view_angle_deg, bool orthographic) {
  Camera camera;
  camera.focal_point = bounds.center();
  camera.view_angle_deg = view_angle_deg;
  camera.orthographic = orthographic;
  const Direction direction = directionOf(view, axes);
  place(camera, direction, 1.0);
  place(camera, direction, fittingDistance(camera, bounds, aspect));
  return camera;
}

Result<Camera> cameraFromOptions(const CameraOptions& options, NamedView view,
                                 const pose::Bounds& bounds, const Axes& axes, double aspect) {
  if (auto checked = checkNumbers(options); !checked) return tl::unexpected(checked.error());
  Result<Camera> camera = placed(options, view, bounds, axes, aspect);
  if (!camera) return camera;
  dvec3 offset = camera->position - camera->focal_point;
  // Around the model's up, not the picture's, which leans in `iso`: the horizon stays level.
  const bool level = !options.view_up && across(axes.up, offset) != dvec3(0.0);
  const dvec3 about = level ? axes.up : glm::normalize(camera->view_up);
  offset = rotate(offset, about, radians(options.azimuth_deg));
  camera->view_up = rotate(camera->view_up, about, radians(options.azimuth_deg));
  camera->position = camera->focal_point + offset;
  const Basis basis = basisOf(*camera);
  // The up direction turns along, so that no elevation meets a pole.
  const double elevation = -radians(options.elevation_deg);
  offset = rotate(offset, basis.x, elevation) / options.zoom_factor;
  camera->position = camera->focal_point + offset;
  if (options.elevation_deg != 0.0) camera->view_up = rotate(basis.y, basis.x, elevation);
  return camera;
}

CameraMatrices matrices(const Camera& camera, const pose::Bounds& bounds, double aspect) {
  const Basis basis = basisOf(camera);
  double near = std::numeric_limits<double>::max();
  double far = std::numeric_limits<double>::lowest();
  for (const dvec3& corner : corners(bounds)) {
    const double depth = glm::dot(camera.position - corner, basis.z);
    near = std::min(near, depth);
    far = std::max(far, depth);
  }
  // Room for what is drawn a little outside the bounds (lines, normals, axes) and for float
  // matrices.
  const double room =
      std::max({glm::length(bounds.max - bounds.min) * 0.02, std::abs(far) * 1e-3, kMinDistance});
  near -= room;
  far += room;
  CameraMatrices out;
  const double half_height = std::tan(radians(camera.view_angle_deg) / 2.0);
  glm::dmat4 projection;
  if (camera.orthographic) {
    const double height = half_height * std::max(basis.distance, kMinDistance);
    projection = glm::ortho(-height * aspect, height * aspect, -height, height, near, far);
  } else {
    if (far <= 0.0) far = std::max(basis.distance, kMinDistance);  // all of it behind the eye
    // From inside the model the near plane cannot reach the eye; this much of the depth is given
    // up.
    near = std::max(near, far * 1e-4);
    const double y = half_height * near;
    projection = glm::frustum(-y * aspect, y * aspect, -y, y, near, far);
  }
  out.clip_from_view = glm::mat4(projection);
  glm::dmat4 view(1.0);
  for (int i = 0; i < 3; ++i) {
    view[i] = glm::dvec4(basis.x[i], basis.y[i], basis.z[i], 0.0);
  }
  view[3] = glm::dvec4(-glm::dot(basis.x, camera.position), -glm::dot(basis.y, camera.position),
                       -glm::dot(basis.z, camera.position), 1.0);
  out.view_from_world = glm::mat4(view);
  return out;
}

void orbit(Camera& camera, const Axes& axes, dvec2 delta, double height) {
  const Basis basis = basisOf(camera);
  const double rise = std::clamp(glm::dot(basis.z, axes.up), -1.0, 1.0);
  double elevation = std::asin(rise);
  // Looking straight down or up the heading is only in the up direction; this blend is exact
  // everywhere.
  const dvec3 heading = basis.z * std::cos(elevation) - basis.y * std::sin(elevation);
  double azimuth = std::atan2(glm::dot(heading, axes.right), glm::dot(heading, axes.front));
  const double per_pixel = std::numbers::pi / std::max(height, 1.0);
  azimuth -= delta.x * per_pixel;
  elevation =
      std::clamp(elevation + delta.y * per_pixel, -std::numbers::pi / 2.0, std::numbers::pi / 2.0);
  place(camera, fromAngles(axes, azimuth, elevation), basis.distance);
}

void pan(Camera& camera, dvec2 delta, double height) {
  const Basis basis = basisOf(camera);
  const double per_pixel =
      2.0 * basis.distance * std::tan(radians(camera.view_angle_deg) / 2.0) / std::max(height, 1.0);
  const dvec3 shift = (basis.y * delta.y - basis.x * delta.x) * per_pixel;
  camera.position += shift;
  camera.focal_point += shift;
}

void zoom(Camera& camera, double factor, std::optional<dvec3> toward) {
  if (!(factor > 0.0) || !std::isfinite(factor)) return;
  const double distance = glm::length(camera.position - camera.focal_point);
  const double wanted = std::clamp(distance / factor, kMinDistance, kMaxDistance);
  if (distance <= 0.0) return;
  const double scale = wanted / distance;
  // Scaling the eye's and the focal point's way to a fixed point keeps that point where it is on
  // the screen.
  const dvec3 fixed = toward.value_or(camera.focal_point);
  camera.position = fixed + (camera.position - fixed) * scale;
  camera.focal_point = fixed + (camera.focal_point - fixed) * scale;
}

void look(Camera& camera, const Axes& axes, dvec2 delta, double height) {
  const Basis basis = basisOf(camera);
  const dvec3 ahead = -basis.z;
  double pitch = std::asin(std::clamp(glm::dot(ahead, axes.up), -1.0, 1.0));
  const dvec3 heading = ahead * std::cos(pitch) - basis.y * std::sin(pitch);
  double yaw = std::atan2(glm::dot(heading, axes.right), glm::dot(heading, axes.front));
  // The field of view passes under one viewport of pointer movement.
  const double per_pixel = radians(camera.view_angle_deg) / std::max(height, 1.0);
  const double limit = radians(kMaxPitchDeg);
  yaw -= delta.x * per_pixel;
  pitch = std::clamp(pitch - delta.y * per_pixel, -limit, limit);
  const Direction direction = fromAngles(axes, yaw, pitch);
  camera.focal_point = camera.position + direction.to_eye * basis.distance;
  camera.view_up = direction.up;
}

void fly(Camera& camera, const dvec3& move) {
  const Basis basis = basisOf(camera);
  const dvec3 shift = basis.x * move.x + basis.y * move.y - basis.z * move.z;
  camera.position += shift;
  camera.focal_point += shift;
}

void turnTo(Camera& camera, NamedView view, const Axes& axes) {
  const double distance = basisOf(camera).distance;
  place(camera, directionOf(view, axes), distance);
}

Ray rayThrough(const Camera& camera, dvec2 ndc, double aspect) {
  const Basis basis = basisOf(camera);
  const double half_height = std::tan(radians(camera.view_angle_deg) / 2.0);
  const dvec3 across_screen =
      basis.x * (ndc.x * half_height * aspect) + basis.y * (ndc.y * half_height);
  if (camera.orthographic) return {camera.position + across_screen * basis.distance, -basis.z};
  return {camera.position, glm::normalize(across_screen - basis.z)};
}

double lodDistance(const Camera& camera, const pose::Bounds& rest_bounds,
                   const Conventions& conventions) {
  const double units = conventions.units_per_metre > 0.0 ? conventions.units_per_metre : 1.0;
  return glm::length(camera.position - rest_bounds.center()) / units;
}

double screenShare(const Camera& camera, const pose::Bounds& bounds, double distance,
                   bool supposed) {
  const double radius = glm::length(bounds.max - bounds.min) * 0.5;
  const double half_height = std::tan(radians(camera.view_angle_deg) / 2.0);
  if (camera.orthographic && !supposed) {
    return radius / (half_height * std::max(basisOf(camera).distance, kMinDistance));
  }
  if (distance <= radius) return std::numeric_limits<double>::infinity();
  // The cone that touches the ball: its sine is radius / distance.
  const double tangent = radius / std::sqrt(distance * distance - radius * radius);
  return tangent / half_height;
}

}  // namespace sinew::app
