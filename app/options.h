#pragma once

// What the command line asks for, checked but not yet acted on. One struct for all commands; each
// command's parser only offers the options it honours (docs: `sinew COMMAND --help`).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/regress/compare_settings.h"
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
  Internal = 70,
  Interrupted = 130  ///< by Ctrl-C; 128 and its number by another signal
};

enum class Command : std::uint8_t {
  View,
  Shot,
  Info,
  Check,
  Dump,
  Pose,
  Compare,
  Test,
  Diff,
  Convert,
  Formats,
  Keys,
  Doctor
};

/// `auto`, a device number of `--list-gl-devices`, or `software`.
struct GlDeviceChoice {
  enum class Kind : std::uint8_t { Auto, Number, Software } kind = Kind::Auto;
  int number = 0;
};

/// Which API makes the context of a window. Without one only EGL and OSMesa can.
enum class RenderingBackend : std::uint8_t { Auto, Egl, Glx };

/// How much is said on standard error: each level includes those before it.
enum class Verbosity : std::uint8_t { Quiet, Error, Warning, Info, Debug };

/// Which records `dump` prints; with everything empty, all.
struct DumpFilter {
  /// A record of a list: of one mesh, or of every mesh that has it.
  struct Element {
    std::optional<std::uint32_t> mesh;
    std::uint32_t index = 0;
  };
  std::optional<Element> vertex;
  std::optional<Element> face;
  std::string bone;                    ///< exact name, else #INDEX
  std::string anim;                    ///< exact name, else #INDEX
  std::optional<std::uint32_t> frame;  ///< keys of this frame only
  bool hex = false;                    ///< the bytes of each record too
  [[nodiscard]] bool any() const {
    return vertex || face || !bone.empty() || !anim.empty() || frame;
  }
};

/// What `compare`, and `shot` with a reference, are asked for.
struct CompareOptions {
  regress::CompareSettings settings;
  std::string mask;  ///< a picture; empty: none
};

/// What `convert` is asked for.
struct ConvertOptions {
  enum class Size : std::uint8_t { Smallest, Balanced, Best } size = Size::Balanced;
  enum class Solids : std::uint8_t { Named, Hull, Off } solids = Solids::Named;
  enum class Loop : std::uint8_t { Detect, On, Off } loop = Loop::Detect;
  std::optional<double> max_position_percent;
  std::optional<double> max_normal_deg;
  std::optional<double> max_uv;
  std::optional<double> max_rotation_deg;
  std::optional<double> max_translation_percent;
  std::optional<double> rate_hz;
  double units_per_metre = 40.0;
  bool keep_bones = false;
  std::uint32_t lods_to_make = 0;
  bool first_lod_only = false;
  bool report = false;
};

/// What `test` is asked for.
struct TestOptions {
  std::string filter;                ///< a regular expression; empty: every case
  std::vector<std::string> approve;  ///< names of cases, or "all"
  bool update = false;
  bool prune = false;  ///< delete baselines of no case
  bool fail_fast = false;
  std::optional<std::size_t> jobs;
  double case_timeout_s = 60.0;
  std::size_t shard = 1;  ///< from 1
  std::size_t shard_count = 1;
  std::string report;  ///< folder; empty: none
  std::string junit;   ///< file; empty: none
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

/// A clip of `--blend` and its share of the pose.
struct BlendOption {
  std::string clip;  ///< exact name, else #INDEX
  double weight = 0.0;
};

struct Options {
  Command command = Command::View;
  std::vector<std::string> files;  ///< "-" is standard input
  /// All options of the command line, "--name=value" by their long names, in the order of the help.
  std::vector<std::string> given;

  // input
  LoadOptions load;
  std::vector<std::string> anim_files;  ///< further animations of scene formats
  std::vector<std::string> texture_paths;
  std::uint64_t max_size_mib = 4096;

  // output
  std::string output;                            ///< a path, "-" or a template
  std::optional<std::array<int, 2>> resolution;  ///< pixels
  bool overwrite = true;
  int supersample = 1;
  bool transparent = false;
  bool json = false;
  bool sarif = false;       ///< check --sarif
  bool keep_going = false;  ///< several files: go on behind one that cannot be done

  // what to show
  CameraOptions camera;
  std::string animation;  ///< exact name, else #INDEX; empty: none named
  std::optional<double> time_s;
  std::optional<double> frame;
  std::optional<FrameRange> frame_range;
  std::vector<BlendOption> blend;  ///< weights add up to 1 at most
  double speed = 1.0;
  bool autoplay = false;
  LoopMode loop = LoopMode::File;
  LodState lod;
  double lod_bias = 0.0;
  ViewOptions view;
  bool vertices = false;  ///< pose --vertices
  DumpFilter dump;
  bool scene = false;  ///< dump --scene
  CompareOptions compare;
  ConvertOptions convert;
  bool visual = false;  ///< diff --visual
  TestOptions test;
  std::string reference;  ///< shot: a picture to compare with; empty: none
  std::string from;       ///< shot: a picture whose receipt is followed; empty: none

  // platform
  bool headless = false;
  GlDeviceChoice gl_device;
  bool list_gl_devices = false;
  bool gl_debug = false;
  RenderingBackend rendering_backend = RenderingBackend::Auto;
  bool list_rendering_backends = false;
  std::optional<double> ui_scale;

  // settings
  std::string config;                    ///< another settings file; empty: the platform's
  bool no_config = false;                ///< settings are neither read nor kept
  bool watch = false;                    ///< files are read again when they change
  std::vector<std::string> definitions;  ///< settings of this run alone, "NAME=VALUE"

  // general
  Verbosity verbosity = Verbosity::Warning;
  bool quiet = false;  ///< verbosity is Quiet
};

}  // namespace sinew::app
