#include "app/receipt.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "app/sha256.h"
#include "app/shell_words.h"
#include "app/text.h"
#include "app/version.h"

namespace sinew::app {

namespace {

/// Options of `shot` that decide what a picture looks like. What is not here cannot come out of a
/// PNG.
constexpr std::array<std::string_view, 43> kLook{"--format",
                                                 "--reading",
                                                 "--texture-path",
                                                 "--strict",
                                                 "--lenient",
                                                 "--no-background",
                                                 "--background-color",
                                                 "--supersample",
                                                 "--resolution",
                                                 "--view",
                                                 "--frame-on",
                                                 "--up",
                                                 "--camera-position",
                                                 "--camera-focal-point",
                                                 "--camera-view-up",
                                                 "--camera-direction",
                                                 "--camera-view-angle",
                                                 "--camera-zoom-factor",
                                                 "--camera-azimuth-angle",
                                                 "--camera-elevation-angle",
                                                 "--camera-orthographic",
                                                 "--animation",
                                                 "--animation-time",
                                                 "--animation-frame",
                                                 "--frame-range",
                                                 "--blend",
                                                 "--loop",
                                                 "--lod",
                                                 "--lod-distance",
                                                 "--lod-bias",
                                                 "--edges",
                                                 "--grid",
                                                 "--axis",
                                                 "--armature",
                                                 "--bone-axes",
                                                 "--normals",
                                                 "--solids",
                                                 "--bone-names",
                                                 "--shading",
                                                 "--texture-filter",
                                                 "--backface",
                                                 "--msaa",
                                                 "--gl-device"};

std::string_view nameOf(std::string_view argument) {
  return argument.substr(0, argument.find('='));
}

bool isLook(std::string_view argument) {
  return std::find(kLook.begin(), kLook.end(), nameOf(argument)) != kLook.end();
}

bool isAbsoluteFolder(std::string_view argument) {
  constexpr std::string_view kStart = "--texture-path=/";
  return argument.substr(0, kStart.size()) == kStart;
}

std::string vectorText(const glm::dvec3& v) {
  return fmt::format("{},{},{}", v.x, v.y, v.z);
}

/// The camera that was used, as the options that give it.
std::string cameraText(const Camera& camera) {
  return fmt::format(
      "--camera-position={} --camera-focal-point={} --camera-view-up={} --camera-view-angle={}{}",
      vectorText(camera.position), vectorText(camera.focal_point), vectorText(camera.view_up),
      camera.view_angle_deg, camera.orthographic ? " --camera-orthographic" : "");
}

/// The command that makes this one picture.
std::string commandText(const ReceiptSource& source, const Options& options, const State& state,
                        NamedView view) {
  std::vector<std::string> words{"sinew", "shot"};
  std::string file = source.file.empty() ? "-" : source.file;
  if (file.front() == '-' && !source.file.empty()) file.insert(0, "./");
  words.push_back(std::move(file));
  for (const std::string& argument : source.arguments) {
    if (nameOf(argument) == "--view") {
      words.push_back("--view=" + toString(view));     // of several, the one that is seen
    } else if (nameOf(argument) == "--frame-range") {  // of several, the one that is seen
      words.push_back(fmt::format("--animation-frame={}", state.playback.frame));
    } else if (nameOf(argument) != "--resolution") {
      words.push_back(argument);
    }
  }
  const std::array<int, 2> size = options.resolution.value_or(kDefaultResolution);
  words.push_back(fmt::format("--resolution={},{}", size[0], size[1]));
  return shellLine(words);
}

}  // namespace

std::vector<std::string> lookArguments(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  std::copy_if(
      given.begin(), given.end(), std::back_inserter(out),
      [](const std::string& argument) { return isLook(argument) && !isAbsoluteFolder(argument); });
  return out;
}

std::string receiptPath(const std::string& path) {
  if (path == "-") return {};
  const std::filesystem::path given(path);
  return given.is_absolute() ? given.filename().string() : path;
}

PngText receiptText(const ReceiptSource& source, const Options& options, const State& state,
                    const Scene& scene, NamedView view) {
  PngText text{{"Software", fmt::format("sinew {}", version())},
               {"sinew:command", commandText(source, options, state, view)},
               {"sinew:sha256", source.sha256},
               {"sinew:renderer", printable(source.renderer)},
               {"sinew:camera", cameraText(state.camera)}};
  const std::vector<Clip>& clips = scene.model().clips;
  const std::optional<std::uint32_t> clip = state.playback.clip;
  if (clip && *clip < clips.size()) {
    text.emplace_back("sinew:clip", fmt::format("#{} {}", *clip, printable(clips[*clip].name)));
    text.emplace_back("sinew:frame", fmt::format("{}", state.playback.frame));
    const double rate = clips[*clip].rate_hz;
    if (rate > 0.0) {
      text.emplace_back("sinew:time", fmt::format("{} s", state.playback.frame / rate));
    }
  } else {
    text.emplace_back("sinew:clip", "none (rest pose)");
  }
  const auto shown = scene.lod().shown;
  text.emplace_back("sinew:lod", shown ? fmt::format("{}", *shown) : "all");
  return text;
}

}  // namespace sinew::app
