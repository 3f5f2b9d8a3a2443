#pragma once

// What lies under a pixel: found on the CPU from the posed triangles, only when somebody clicks.

#include <cstdint>
#include <optional>
#include <span>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/scene.h"
#include "app/state.h"

namespace sinew::app {

/// A place on the model's surface.
struct SurfaceHit {
  std::uint32_t mesh = kNone;
  std::uint32_t triangle = 0;
  std::uint32_t influence = kNone;  ///< of the triangle's corner nearest to the hit
  glm::dvec3 point{0.0};            ///< model space
  double distance = 0.0;            ///< from the ray's origin, model units
};

/// What a place of the view looks at: a camera, a place in its picture (0..1 from the top left
/// corner), and the meshes that show there.
struct ViewSpot {
  Camera camera;
  glm::dvec2 at{0.0};
  double aspect = 1.0;  ///< of that picture
  std::span<const std::uint32_t> meshes;
};

/// The spot at a place of the whole view, `width` x `height` pixels: in a film strip that of the
/// tile there.
[[nodiscard]] ViewSpot spotAt(const Scene& scene, const State& state, glm::dvec2 at, int width,
                              int height);

/// The nearest point of the spot's meshes, as last posed, on the ray through it. Triangles are hit
/// from both sides.
[[nodiscard]] std::optional<SurfaceHit> pickSurface(const Scene& scene, const ViewSpot& spot);

/// The bone whose origin is drawn nearest to `at`, within `reach` (a part of the view's height).
/// \return kNone where none is that near.
[[nodiscard]] std::uint32_t pickBone(const Scene& scene, const Camera& camera, glm::dvec2 at,
                                     double aspect, double reach);

/// Where a point in model space is drawn: 0..1 from the view's top left corner, and its depth in
/// front of the eye in model units (empty: behind the eye).
struct ScreenPoint {
  glm::dvec2 at{0.0};
  double depth = 0.0;
};
[[nodiscard]] std::optional<ScreenPoint> projectPoint(const Camera& camera, const glm::dvec3& point,
                                                      double aspect);

/// Where a bone's origin is now, model space.
[[nodiscard]] glm::dvec3 bonePosition(const Scene& scene, std::uint32_t bone);

}  // namespace sinew::app
