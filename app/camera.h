#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>

#include "app/options.h"
#include "app/state.h"
#include "format/pose/pose.h"
#include "format/result.h"

namespace sinew::app {

/// Frames bounds from a named view: everything in sight with a small margin at this aspect ratio.
[[nodiscard]] Camera frameBounds(const pose::Bounds& bounds, NamedView view,
                                 const Conventions& conventions, double aspect,
                                 double view_angle_deg = 30.0, bool orthographic = false);

/// The camera that the command line asks for. Parts not given come from framing `bounds`.
/// \return an Error (usage) where position and focal point are equal or view-up is parallel to the
/// view.
[[nodiscard]] Result<Camera> cameraFromOptions(const CameraOptions& options, NamedView view,
                                               const pose::Bounds& bounds,
                                               const Conventions& conventions, double aspect);

/// Matrices for a viewport. Near and far enclose `bounds`, so that no camera cuts the model.
struct CameraMatrices {
  glm::mat4 view_from_world{1.0f};
  glm::mat4 clip_from_view{1.0f};
};
[[nodiscard]] CameraMatrices matrices(const Camera& camera, const pose::Bounds& bounds,
                                      double aspect);

// Gestures; deltas in pixels of a viewport `height` pixels high.
void orbit(Camera& camera, const Conventions& conventions, glm::dvec2 delta, double height);
void pan(Camera& camera, glm::dvec2 delta, double height);
/// factor > 1 comes closer; `toward` is a point that keeps its place on the screen.
void zoom(Camera& camera, double factor, std::optional<glm::dvec3> toward);
/// First-person look and movement (right button held): `move` in camera axes right, up, forward.
void look(Camera& camera, const Conventions& conventions, glm::dvec2 delta, double height);
void fly(Camera& camera, const glm::dvec3& move);
void turnTo(Camera& camera, NamedView view, const Conventions& conventions);

/// The ray through a pixel: origin and unit direction, model space. `ndc` in -1..1, y up.
struct Ray {
  glm::dvec3 origin{0.0};
  glm::dvec3 direction{0.0};
};
[[nodiscard]] Ray rayThrough(const Camera& camera, glm::dvec2 ndc, double aspect);

/// Distance in metres from the eye to the model's centre, for LOD choice.
[[nodiscard]] double lodDistance(const Camera& camera, const pose::Bounds& rest_bounds,
                                 const Conventions& conventions);

}  // namespace sinew::app
