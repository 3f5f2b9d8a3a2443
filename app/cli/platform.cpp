// Platform options: where OpenGL comes from.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

Expected parseDevice(std::string_view text, GlDeviceChoice& out) {
  using Kind = GlDeviceChoice::Kind;
  if (text == "auto" || text == "software") {
    out = {text == "auto" ? Kind::Auto : Kind::Software, 0};
    return {};
  }
  std::int64_t number = 0;
  if (!parseInteger(text, "", 0, 255, number).empty()) {
    return "auto, software or a number of --list-gl-devices";
  }
  out = {Kind::Number, static_cast<int>(number)};
  return {};
}

void addUiScale(OptionTable& table) {
  Options& options = table.options();
  table.value("--ui-scale", "auto|F", "size of the panels, 0.5 to 4 (default: the monitor's)",
              [&options](const std::string& text) -> Expected {
                if (text == "auto") {
                  options.ui_scale.reset();
                  return {};
                }
                double scale = 0.0;
                if (!parseNumber(text, {"", 0.5, 4.0}, scale).empty()) {
                  return "auto or a number from 0.5 to 4";
                }
                options.ui_scale = scale;
                return {};
              });
}

void addBackend(OptionTable& table) {
  Options& options = table.options();
  table.value("--rendering-backend", "auto|egl|glx", "what makes the window's OpenGL context",
              [&options](const std::string& text) {
                return parseWord<RenderingBackend>(text,
                                                   {{"auto", RenderingBackend::Auto},
                                                    {"egl", RenderingBackend::Egl},
                                                    {"glx", RenderingBackend::Glx}},
                                                   options.rendering_backend);
              });
  table.flag("--list-rendering-backends", "list the rendering backends and stop",
             [&options] { options.list_rendering_backends = true; });
}

}  // namespace

void addPlatformOptions(OptionTable& table) {
  if (!table.isAnyOf(
          {Command::View, Command::Shot, Command::Test, Command::Diff, Command::Doctor})) {
    return;
  }
  Options& options = table.options();
  table.group("Platform");
  if (table.command() == Command::Shot) {
    table.flag("--headless", "no window, which is what this command always does",
               [&options] { options.headless = true; });
    options.headless = true;
  }
  if (table.command() != Command::View) {
    table.value(
        "--gl-device", "auto|N|software", "which GL device draws",
        [&options](const std::string& text) { return parseDevice(text, options.gl_device); });
  }
  if (table.command() != Command::Diff) {
    table.flag("--list-gl-devices", "list the GL devices and stop",
               [&options] { options.list_gl_devices = true; });
  }
  if (table.isAnyOf({Command::Test, Command::Doctor})) return;
  table.flag("--gl-debug", "report what the GL driver has to say",
             [&options] { options.gl_debug = true; });
  if (table.command() == Command::View) {
    addBackend(table);
    addUiScale(table);
  }
}

}  // namespace sinew::app::cli
