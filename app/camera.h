#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>

#include "app/options.h"
#include "app/state.h"
#include "format/pose/pose.h"
#include "format/result.h"

namespace sinew::app {

/// Where up and front are, as orthonormal directions of model space. Made from a model's
/// conventions, or with another up axis (`--up`); then the front stays where it can, else it is the
/// usual one of that axis.
struct Axes {
  Axes(const Conventions& conventions,
       std::optional<glm::dvec3> other_up = {});  // NOLINT: converts

  glm::dvec3 up{0.0, 0.0, 1.0};
  glm::dvec3 front{0.0, 1.0, 0.0};  ///< the way the model faces
  glm::dvec3 right{-1.0, 0.0,
                   0.0};  ///< the right hand of who stands in front and looks at the model
};

/// Frames bounds from a named view: everything in sight with a small margin at this aspect ratio.
[[nodiscard]] Camera frameBounds(const pose::Bounds& bounds, NamedView view, const Axes& axes,
                                 double aspect, double view_angle_deg = 30.0,
                                 bool orthographic = false);

/// The camera that the command line asks for, in this order: focal point (else the centre of
/// `bounds`), position (else far enough to see all of `bounds` along `direction`, else along the
/// named view), view-up, azimuth about view-up, elevation, and at last the zoom factor, which
/// divides the eye's distance. `--up` is in `axes`.
/// \return an Error (code "usage") where position and focal point are equal, view-up is parallel to
///         the view, all of position, focal point and direction are given, or a number is out of
///         range.
[[nodiscard]] Result<Camera> cameraFromOptions(const CameraOptions& options, NamedView view,
                                               const pose::Bounds& bounds, const Axes& axes,
                                               double aspect);

/// Matrices for a viewport. Near and far enclose `bounds`, so that no camera cuts the model.
struct CameraMatrices {
  glm::mat4 view_from_world{1.0f};
  glm::mat4 clip_from_view{1.0f};
};
[[nodiscard]] CameraMatrices matrices(const Camera& camera, const pose::Bounds& bounds,
                                      double aspect);

// Gestures; deltas in pixels, x to the right and y down, of a viewport `height` pixels high.

/// Turns about the focal point; the model follows the pointer. Stops at the poles and levels the
/// camera.
void orbit(Camera& camera, const Axes& axes, glm::dvec2 delta, double height);
/// Moves eye and focal point; what lies at the focal point's depth follows the pointer.
void pan(Camera& camera, glm::dvec2 delta, double height);
/// factor > 1 comes closer; `toward` is a point that keeps its place on the screen.
void zoom(Camera& camera, double factor, std::optional<glm::dvec3> toward);
/// First-person look and movement (right button held): `move` in camera axes right, up, forward.
void look(Camera& camera, const Axes& axes, glm::dvec2 delta, double height);
void fly(Camera& camera, const glm::dvec3& move);
/// Looks from a named side at the same focal point from the same distance.
void turnTo(Camera& camera, NamedView view, const Axes& axes);

/// The ray through a pixel: origin and unit direction, model space. `ndc` in -1..1, y up.
struct Ray {
  glm::dvec3 origin{0.0};
  glm::dvec3 direction{0.0};
};
[[nodiscard]] Ray rayThrough(const Camera& camera, glm::dvec2 ndc, double aspect);

/// Distance in metres from the eye to the model's centre, for LOD choice.
[[nodiscard]] double lodDistance(const Camera& camera, const pose::Bounds& rest_bounds,
                                 const Conventions& conventions);

/// Height of a ball around `bounds` seen by this lens from `distance` (model units), as a part of
/// the view's height; infinite from inside. Parallel projection: by the present width of the view,
/// unless the distance is one that is only supposed, which a parallel view cannot show.
[[nodiscard]] double screenShare(const Camera& camera, const pose::Bounds& bounds, double distance,
                                 bool supposed);

}  // namespace sinew::app
