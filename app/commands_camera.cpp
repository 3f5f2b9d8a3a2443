// Where the picture is seen from.

#include <cmath>

#include <glm/geometric.hpp>

#include "app/bone_ids.h"
#include "app/camera.h"
#include "app/command_handlers.h"
#include "app/elements.h"
#include "app/picking.h"

namespace sinew::app {
namespace {

constexpr double kMostPixels = 1e5;

constexpr std::array<Named<NamedView>, 7> kViews{{{"front", NamedView::Front},
                                                  {"back", NamedView::Back},
                                                  {"left", NamedView::Left},
                                                  {"right", NamedView::Right},
                                                  {"top", NamedView::Top},
                                                  {"bottom", NamedView::Bottom},
                                                  {"iso", NamedView::Iso}}};

/// The numbers that a gesture's command carries.
template <std::size_t N>
Result<std::array<double, N>> numbers(Arguments arguments, std::string_view what, double least,
                                      double most) {
  std::array<double, N> values{};
  for (std::size_t i = 0; i < N; ++i) {
    const auto value = numberArgument(arguments[i], what, least, most);
    if (!value) return tl::unexpected(value.error());
    values[i] = *value;
  }
  return values;
}

Result<void> setView(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "view front|back|left|right|top|bottom|iso");
      !ok) {
    return ok;
  }
  const auto found = std::ranges::find(kViews, arguments[0], &Named<NamedView>::name);
  if (found == kViews.end()) {
    return badArgument("\"{}\" is no view: expected front, back, left, right, top, bottom or iso",
                       arguments[0]);
  }
  turnTo(viewer.state.camera, found->value, viewer.axes());
  return {};
}

/// A box around what is selected, else around the model as posed.
pose::Bounds selectionBounds(Viewer& viewer) {
  viewer.update();
  const Scene& scene = *viewer.scene();
  const Model& model = scene.model();
  const Selection& selection = viewer.state.selection;
  const glm::dvec3 size = scene.restBounds().max - scene.restBounds().min;
  const double radius = std::max(glm::length(size) * 0.1, 1e-6);
  if (const auto element = elementBounds(scene, selection)) return *element;
  if (selection.bone < model.skeleton.bones.size()) {
    const glm::dvec3 at = bonePosition(scene, selection.bone);
    return {at - radius, at + radius};
  }
  if (selection.pseudo_bone < model.pseudo_bones.size()) {
    const auto& m =
        scene.poser().influenceMatrices()[model.pseudo_bones[selection.pseudo_bone].influence].m;
    const glm::dvec3 at(m[3], m[7], m[11]);
    return {at - radius, at + radius};
  }
  return scene.bounds(FrameOn::Pose, viewer.state);
}

Result<void> camera(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "camera reset, or camera frame [selection|model|clip]";
  if (auto ok = expectArguments(arguments, 1, 2, kUsage); !ok) return ok;
  const bool reset = arguments[0] == "reset";
  if (!reset && arguments[0] != "frame") {
    return badArgument("\"{}\" is unknown: expected reset or frame", arguments[0]);
  }
  const std::string what = arguments.size() == 2 ? arguments[1] : "selection";
  if ((reset && arguments.size() == 2) ||
      (what != "selection" && what != "model" && what != "clip")) {
    return badArgument("\"{}\" is unknown: it goes: {}", arguments[1], kUsage);
  }
  if (const auto model = openModel(viewer); !model) return tl::unexpected(model.error());
  Camera& present = viewer.state.camera;
  if (reset) {
    present = frameBounds(viewer.scene()->bounds(FrameOn::Bind, viewer.state), NamedView::Iso,
                          viewer.axes(), viewer.aspect());
    return {};
  }
  // Framing keeps the direction: only the distance and the focus change.
  const pose::Bounds bounds = what == "clip" ? viewer.scene()->bounds(FrameOn::Clip, viewer.state)
                              : what == "model"
                                  ? viewer.scene()->bounds(FrameOn::Pose, viewer.state)
                                  : selectionBounds(viewer);
  const Camera framed = frameBounds(bounds, NamedView::Iso, viewer.axes(), viewer.aspect(),
                                    present.view_angle_deg, present.orthographic);
  const glm::dvec3 back = glm::normalize(present.position - present.focal_point);
  const double distance = glm::length(framed.position - framed.focal_point);
  present.focal_point = framed.focal_point;
  present.position = framed.focal_point + back * distance;
  return {};
}

Result<void> ortho(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "ortho [on|off|toggle]"); !ok) return ok;
  const auto on = switchArgument(arguments, viewer.state.camera.orthographic);
  if (!on) return tl::unexpected(on.error());
  viewer.state.camera.orthographic = *on;
  return {};
}

std::optional<bool> isOrtho(const Viewer& viewer, std::string_view) {
  return viewer.state.camera.orthographic;
}

Result<void> orbitBy(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "orbit DX DY"); !ok) return ok;
  const auto by = numbers<2>(arguments, "movement in pixels", -kMostPixels, kMostPixels);
  if (!by) return tl::unexpected(by.error());
  orbit(viewer.state.camera, viewer.axes(), {(*by)[0], (*by)[1]}, viewer.viewport_height);
  return {};
}

Result<void> panBy(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "pan DX DY"); !ok) return ok;
  const auto by = numbers<2>(arguments, "movement in pixels", -kMostPixels, kMostPixels);
  if (!by) return tl::unexpected(by.error());
  pan(viewer.state.camera, {(*by)[0], (*by)[1]}, viewer.viewport_height);
  return {};
}

/// What is seen at a place of the view: the surface, else the plane through the focal point.
glm::dvec3 pointAt(Viewer& viewer, glm::dvec2 at) {
  ViewSpot spot{viewer.state.camera, at, viewer.aspect(), {}};
  if (viewer.scene() != nullptr) {
    viewer.update();
    spot = spotAt(*viewer.scene(), viewer.state, at, viewer.viewport_width, viewer.viewport_height);
    if (const auto hit = pickSurface(*viewer.scene(), spot)) return hit->point;
  }
  const Camera& present = spot.camera;
  const Ray ray = rayThrough(present, {spot.at.x * 2.0 - 1.0, 1.0 - spot.at.y * 2.0}, spot.aspect);
  const glm::dvec3 forward = glm::normalize(present.focal_point - present.position);
  const double along = glm::dot(ray.direction, forward);
  if (!(along > 1e-6)) return present.focal_point;
  return ray.origin + ray.direction * (glm::dot(present.focal_point - ray.origin, forward) / along);
}

Result<void> zoomBy(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "zoom FACTOR [X Y]";
  if (auto ok = expectArguments(arguments, 1, 3, kUsage); !ok) return ok;
  if (arguments.size() == 2) return badArgument("2 arguments were given, but it goes: {}", kUsage);
  const auto factor = numberArgument(arguments[0], "zoom factor", 1e-3, 1e3);
  if (!factor) return tl::unexpected(factor.error());
  std::optional<glm::dvec3> toward;
  if (arguments.size() == 3) {
    const auto at = numbers<2>(arguments.subspan(1), "place in the view", 0.0, 1.0);
    if (!at) return tl::unexpected(at.error());
    toward = pointAt(viewer, {(*at)[0], (*at)[1]});
  }
  zoom(viewer.state.camera, *factor, toward);
  return {};
}

Result<void> focus(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "focus X Y"); !ok) return ok;
  const auto at = numbers<2>(arguments, "place in the view", 0.0, 1.0);
  if (!at) return tl::unexpected(at.error());
  Camera& present = viewer.state.camera;
  const glm::dvec3 to = pointAt(viewer, {(*at)[0], (*at)[1]});
  present.position += to - present.focal_point;
  present.focal_point = to;
  return {};
}

Result<void> lookBy(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 2, 2, "look DX DY"); !ok) return ok;
  const auto by = numbers<2>(arguments, "movement in pixels", -kMostPixels, kMostPixels);
  if (!by) return tl::unexpected(by.error());
  look(viewer.state.camera, viewer.axes(), {(*by)[0], (*by)[1]}, viewer.viewport_height);
  return {};
}

Result<void> flyBy(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 3, 3, "fly RIGHT UP FORWARD"); !ok) return ok;
  const auto by = numbers<3>(arguments, "movement", -1e3, 1e3);
  if (!by) return tl::unexpected(by.error());
  Camera& present = viewer.state.camera;
  // The unit is the distance to the focus, so that small and large models feel alike.
  const double unit = glm::length(present.focal_point - present.position);
  fly(present, glm::dvec3((*by)[0], (*by)[1], (*by)[2]) * unit);
  return {};
}

constexpr std::array kViewPresets{
    CommandPreset{"front", "1", "Camera/Front", "Looks at the model's front."},
    CommandPreset{"back", "Ctrl+1", "Camera/Back", "Looks at the model's back."},
    CommandPreset{"right", "3", "Camera/Right", "Looks at the model's right side."},
    CommandPreset{"left", "Ctrl+3", "Camera/Left", "Looks at the model's left side."},
    CommandPreset{"top", "7", "Camera/Top", "Looks from above."},
    CommandPreset{"bottom", "Ctrl+7", "Camera/Bottom", "Looks from below."},
    CommandPreset{"iso", "9", "Camera/Three-quarter", "Looks from the front, the side and above."}};
constexpr std::array kOrthoPresets{
    CommandPreset{"", "5", "Camera/Orthographic", "Switches the perspective off or on."}};
constexpr std::array kCameraPresets{
    CommandPreset{"reset", "Enter", "Camera/Reset", "Puts the camera where it started."},
    CommandPreset{"frame", "F", "Camera/Frame selection or model",
                  "Fills the view with what is selected, else with the model."},
    CommandPreset{"frame model", "Shift+F", "Camera/Frame model", "Fills the view with the model."},
    CommandPreset{"frame clip", "Ctrl+Shift+F", "Camera/Frame whole clip",
                  "Fills the view with all that the clip reaches."}};
constexpr std::array kZoomPresets{CommandPreset{"1.25", "+", "", "Comes closer."},
                                  CommandPreset{"0.8", "-", "", "Goes away."}};

constexpr std::array kCommands{
    CommandDef{"view", "front|back|left|right|top|bottom|iso", "Turns to a named view.", setView,
               kViewPresets},
    CommandDef{"ortho", "[on|off|toggle]", "Draws without perspective.", ortho, kOrthoPresets,
               isOrtho},
    CommandDef{"camera", "reset|frame [selection|model|clip]",
               "Puts the camera where it started, or fills the view with the selection.", camera,
               kCameraPresets},
    CommandDef{"orbit", "DX DY", "Turns about the focus, by pixels of dragging.", orbitBy},
    CommandDef{"pan", "DX DY", "Moves across the view, by pixels of dragging.", panBy},
    CommandDef{"zoom", "FACTOR [X Y]",
               "Comes closer by a factor, keeping a place of the view fixed.", zoomBy,
               kZoomPresets},
    CommandDef{"focus", "X Y", "Moves the focus to what lies at a place of the view.", focus},
    CommandDef{"look", "DX DY", "Turns the head, by pixels of dragging.", lookBy},
    CommandDef{"fly", "RIGHT UP FORWARD", "Moves the camera, in distances to the focus.", flyBy}};

}  // namespace

std::span<const CommandDef> cameraCommands() {
  return kCommands;
}

}  // namespace sinew::app
