#pragma once

// What the command line asks for, checked but not yet acted on. One struct for all commands; each command's
// parser only offers the options it honours (docs: `sinew COMMAND --help`).

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/state.h"
#include "format/load.h"

namespace sinew::app {

/// Process exit codes (docs/cli.md).
enum class ExitCode : int {
  Ok = 0,
  Invalid = 1,
  Usage = 2,
  Unreadable = 3,
  NoGl = 4,
  OutputFailed = 5,
  SizeMismatch = 6,
  Internal = 70
};

enum class Command : std::uint8_t { View, Shot, Info, Check, Dump, Pose, Formats, Doctor };

/// `auto`, a device number of `--list-gl-devices`, or `software`.
struct GlDeviceChoice {
  enum class Kind : std::uint8_t { Auto, Number, Software } kind = Kind::Auto;
  int number = 0;
};

enum class FrameOn : std::uint8_t { Bind, Pose, Clip };

struct CameraOptions {
  std::optional<glm::dvec3> position;
  std::optional<glm::dvec3> focal_point;
  std::optional<glm::dvec3> view_up;
  std::optional<double> view_angle_deg;
  std::optional<glm::dvec3> direction;  ///< from the eye to the focal point
  double zoom_factor = 1.0;
  double azimuth_deg = 0.0;
  double elevation_deg = 0.0;
  bool orthographic = false;
  std::vector<NamedView> views;  ///< empty: iso
  FrameOn frame_on = FrameOn::Bind;
  std::optional<glm::dvec3> up;
};

struct Options {
  Command command = Command::View;
  std::vector<std::string> files;  ///< "-" is standard input

  // input
  LoadOptions load;
  std::vector<std::string> texture_paths;
  std::uint64_t max_size_mib = 4096;

  // output
  std::string output;  ///< a path, "-" or a template
  std::optional<std::array<int, 2>> resolution;  ///< pixels
  bool overwrite = true;
  int supersample = 1;
  bool transparent = false;
  bool json = false;

  // what to show
  CameraOptions camera;
  std::string animation;  ///< exact name, else #INDEX; empty: none named
  std::optional<double> time_s;
  std::optional<double> frame;
  double speed = 1.0;
  bool autoplay = false;
  LoopMode loop = LoopMode::File;
  LodState lod;
  double lod_bias = 0.0;
  ViewOptions view;
  bool vertices = false;  ///< pose --vertices

  // platform
  bool headless = false;
  GlDeviceChoice gl_device;
  bool list_gl_devices = false;
  bool gl_debug = false;
  std::optional<double> ui_scale;

  // general
  bool quiet = false;
};

}  // namespace sinew::app
