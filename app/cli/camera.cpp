// Camera options: f3d's names.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

Expected parseViews(std::string_view text, std::vector<NamedView>& out) {
  std::vector<NamedView> views;
  for (const std::string_view part : split(text, ',')) {
    NamedView view = NamedView::Iso;
    const Expected expected = parseWord<NamedView>(part,
                                                   {{"front", NamedView::Front},
                                                    {"back", NamedView::Back},
                                                    {"left", NamedView::Left},
                                                    {"right", NamedView::Right},
                                                    {"top", NamedView::Top},
                                                    {"bottom", NamedView::Bottom},
                                                    {"iso", NamedView::Iso}},
                                                   view);
    if (!expected.empty()) return expected;
    views.push_back(view);
  }
  out = std::move(views);
  return {};
}

void addVector(OptionTable& table, const std::string& name, const std::string& help,
               std::optional<glm::dvec3>& out) {
  table.value(name, "X,Y,Z", help, [&out](const std::string& text) {
    glm::dvec3 vector{0.0};
    const Expected expected = parseVector(text, vector);
    if (expected.empty()) out = vector;
    return expected;
  });
}

/// A vector that stands for a direction.
void addDirection(OptionTable& table, const std::string& name, const std::string& help,
                  std::optional<glm::dvec3>& out) {
  table.value(name, "X,Y,Z", help, [&out](const std::string& text) -> Expected {
    glm::dvec3 vector{0.0};
    const Expected expected = parseVector(text, vector);
    if (!expected.empty()) return expected;
    if (vector == glm::dvec3(0.0)) return "a direction (its length is 0)";
    out = vector;
    return {};
  });
}

void addFraming(OptionTable& table) {
  CameraOptions& camera = table.options().camera;
  const bool many = table.isAnyOf({Command::Shot, Command::Diff});
  table.value("--view", "NAME",
              std::string("front, back, left, right, top, bottom or iso (default)") +
                  (many ? "; with commas between several" : ""),
              [&camera](const std::string& text) { return parseViews(text, camera.views); });
  table.value("--frame-on", "bind|pose|clip",
              "bounds that fill the picture: at rest, as posed, over the whole clip",
              [&camera](const std::string& text) {
                return parseWord<FrameOn>(
                    text,
                    {{"bind", FrameOn::Bind}, {"pose", FrameOn::Pose}, {"clip", FrameOn::Clip}},
                    camera.frame_on);
              });
  table.value("--up", "AXIS",
              "the model's up axis: +X, -X, +Y, -Y, +Z or -Z (default: the format's)",
              [&camera](const std::string& text) {
                return parseWord<std::optional<glm::dvec3>>(text,
                                                            {{"+X", glm::dvec3(1, 0, 0)},
                                                             {"-X", glm::dvec3(-1, 0, 0)},
                                                             {"+Y", glm::dvec3(0, 1, 0)},
                                                             {"-Y", glm::dvec3(0, -1, 0)},
                                                             {"+Z", glm::dvec3(0, 0, 1)},
                                                             {"-Z", glm::dvec3(0, 0, -1)},
                                                             {"X", glm::dvec3(1, 0, 0)},
                                                             {"Y", glm::dvec3(0, 1, 0)},
                                                             {"Z", glm::dvec3(0, 0, 1)}},
                                                            camera.up);
              });
}

void addLens(OptionTable& table) {
  CameraOptions& camera = table.options().camera;
  table.value("--camera-view-angle", "DEGREES", "vertical field of view (default: 30)",
              [&camera](const std::string& text) {
                double angle = 0.0;
                const Expected expected = parseNumber(text, {"degrees", 0.0, 180.0, true}, angle);
                if (expected.empty()) camera.view_angle_deg = angle;
                return expected;
              });
  table.value("--camera-zoom-factor", "F", "above 1 comes closer (default: 1)",
              [&camera](const std::string& text) {
                return parseNumber(text, {"a number", 0.0, 1e9, true}, camera.zoom_factor);
              });
  table.value("--camera-azimuth-angle", "DEGREES", "turns around the up direction",
              [&camera](const std::string& text) {
                return parseNumber(text, {"degrees"}, camera.azimuth_deg);
              });
  table.value("--camera-elevation-angle", "DEGREES", "turns up or down",
              [&camera](const std::string& text) {
                return parseNumber(text, {"degrees"}, camera.elevation_deg);
              });
  table.flag("--camera-orthographic", "parallel projection",
             [&camera] { camera.orthographic = true; });
}

}  // namespace

void addCameraOptions(OptionTable& table) {
  if (!table.isAnyOf({Command::View, Command::Shot, Command::Diff})) return;
  CameraOptions& camera = table.options().camera;
  table.group("Camera");
  addFraming(table);
  addVector(table, "--camera-position", "where the eye is, model units", camera.position);
  addVector(table, "--camera-focal-point", "what it looks at", camera.focal_point);
  addDirection(table, "--camera-view-up", "up in the picture", camera.view_up);
  addDirection(table, "--camera-direction", "from the eye to the focal point", camera.direction);
  addLens(table);
}

}  // namespace sinew::app::cli
