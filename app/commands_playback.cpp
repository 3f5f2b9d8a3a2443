// Clock and clips.

#include "app/command_handlers.h"
#include "app/playback.h"

namespace sinew::app {
namespace {

constexpr double kLargestFrame = 1e9;
constexpr double kFastest = 4.0;

constexpr std::array<Named<LoopMode>, 4> kLoopModes{{{"file", LoopMode::File},
                                                     {"on", LoopMode::On},
                                                     {"off", LoopMode::Off},
                                                     {"pingpong", LoopMode::PingPong}}};

Result<void> startPlaying(Viewer& viewer, Arguments arguments) {
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  Playback& playback = viewer.state.playback;
  if (auto ok = expectArguments(arguments, 0, 1, "play [forward|backward]"); !ok) return ok;
  if (!arguments.empty()) {
    if (arguments[0] != "forward" && arguments[0] != "backward") {
      return badArgument("\"{}\" is no direction: expected forward or backward", arguments[0]);
    }
    const double speed = playback.speed == 0.0 ? 1.0 : std::abs(playback.speed);
    playback.speed = arguments[0] == "backward" ? -speed : speed;
  }
  play(playback, **clip);
  return {};
}

Result<void> pause(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "pause"); !ok) return ok;
  viewer.state.playback.playing = false;
  viewer.state.playback.fading.clear();  // who stops to look wants to see this clip
  return {};
}

Result<void> toggle(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "toggle"); !ok) return ok;
  return viewer.state.playback.playing ? pause(viewer, {}) : startPlaying(viewer, {});
}

Result<void> goToFrame(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "frame NUMBER"); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  const auto frame = numberArgument(arguments[0], "frame", -kLargestFrame, kLargestFrame);
  if (!frame) return tl::unexpected(frame.error());
  seek(viewer.state.playback, **clip, *frame);
  return {};
}

Result<void> goToTime(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "time SECONDS"); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  const auto time_s =
      numberArgument(arguments[0], "time in seconds", -kLargestFrame, kLargestFrame);
  if (!time_s) return tl::unexpected(time_s.error());
  seekTime(viewer.state.playback, **clip, *time_s);
  return {};
}

Result<void> stepFrames(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 1, "step [FRAMES]"); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  int frames = 1;
  if (!arguments.empty()) {
    const auto number = numberArgument(arguments[0], "number of frames", -1e6, 1e6);
    if (!number) return tl::unexpected(number.error());
    frames = static_cast<int>(*number);
    if (static_cast<double>(frames) != *number) {
      return badArgument("{} is no whole number of frames", arguments[0]);
    }
  }
  step(viewer.state.playback, **clip, frames);
  return {};
}

Result<void> first(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "first"); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  seekStart(viewer.state.playback, **clip);
  return {};
}

Result<void> last(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 0, 0, "last"); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  seekEnd(viewer.state.playback, **clip);
  return {};
}

/// The next speed on a ladder, keeping the direction.
double nextSpeed(double speed, bool faster) {
  constexpr std::array kLadder{0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, kFastest};
  const double size = std::abs(speed);
  double next = faster ? kLadder.back() : kLadder.front();
  if (faster) {
    for (auto it = kLadder.rbegin(); it != kLadder.rend() && *it > size + 1e-9; ++it)
      next = *it;
  } else {
    for (auto it = kLadder.begin(); it != kLadder.end() && *it < size - 1e-9; ++it)
      next = *it;
  }
  return speed < 0.0 ? -next : next;
}

Result<void> setSpeed(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "speed NUMBER|slower|faster"); !ok) return ok;
  double& speed = viewer.state.playback.speed;
  if (arguments[0] == "slower" || arguments[0] == "faster") {
    speed = nextSpeed(speed, arguments[0] == "faster");
    return {};
  }
  const auto number = numberArgument(arguments[0], "speed", -kFastest, kFastest);
  if (!number) return tl::unexpected(number.error());
  speed = *number;
  return {};
}

Result<void> setLoop(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "loop file|on|off|pingpong|next"); !ok) return ok;
  Playback& playback = viewer.state.playback;
  const auto mode = namedArgument(kLoopModes, arguments[0], playback.loop, "loop mode");
  if (!mode) return tl::unexpected(mode.error());
  playback.loop = *mode;
  playback.forward = true;
  return {};
}

std::optional<bool> isLoop(const Viewer& viewer, std::string_view mode) {
  if (mode == "next") return std::nullopt;
  return nameOf(kLoopModes, viewer.state.playback.loop) == mode;
}

std::optional<bool> isPlaying(const Viewer& viewer, std::string_view) {
  return viewer.state.playback.playing;
}

Result<void> setClip(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "clip NAME|#INDEX|next|previous|none"); !ok)
    return ok;
  const auto model = openModel(viewer);
  if (!model) return tl::unexpected(model.error());
  const auto count = static_cast<std::uint32_t>((*model)->clips.size());
  // An exact name comes first: a clip may well be called "next".
  if (const auto named = findClip(**model, arguments[0])) {
    viewer.chooseClip(*named);
    return {};
  }
  if (arguments[0] == "none") {
    viewer.chooseClip(std::nullopt);
    return {};
  }
  if (count == 0) return fail("command.no-clip", "the model has no clips");
  if (arguments[0] == "next" || arguments[0] == "previous") {
    const auto now = viewer.state.playback.clip;
    const bool forward = arguments[0] == "next";
    viewer.chooseClip(!now ? (forward ? 0 : count - 1)
                           : (*now + (forward ? 1 : count - 1)) % count);
    return {};
  }
  return badArgument("there is no clip \"{}\": the model has {}, #0 to #{}", arguments[0], count,
                     count - 1);
}

Result<void> setBlend(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "blend NAME|#INDEX WEIGHT|off";
  if (auto ok = expectArguments(arguments, 1, 2, kUsage); !ok) return ok;
  Playback& playback = viewer.state.playback;
  if (arguments.size() == 1) {
    if (arguments[0] != "off") {
      return badArgument("\"{}\" has no weight, it goes: {}", arguments[0], kUsage);
    }
    playback.blend.clear();
    return {};
  }
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  const Model& model = viewer.scene()->model();
  const auto other = findClip(model, arguments[0]);
  if (!other) {
    return badArgument("there is no clip \"{}\": the model has {}, #0 to #{}", arguments[0],
                       model.clips.size(), model.clips.size() - 1);
  }
  const auto weight = numberArgument(arguments[1], "weight", 0.0, 1.0);
  if (!weight) return tl::unexpected(weight.error());
  if (*other == *playback.clip) {
    return badArgument("\"{}\" is the chosen clip: another one is blended into it", arguments[0]);
  }
  playback.blend = {{*other, *weight}};
  return {};
}

Result<void> setCrossfade(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "crossfade SECONDS"); !ok) return ok;
  const auto seconds = numberArgument(arguments[0], "cross-fade in seconds", 0.0, 1.0);
  if (!seconds) return tl::unexpected(seconds.error());
  viewer.state.playback.crossfade_s = *seconds;
  return {};
}

constexpr std::array kTogglePresets{CommandPreset{"", "Space", "Playback/Play or pause", ""}};
constexpr std::array kPlayPresets{
    CommandPreset{"backward", "Ctrl+Shift+Space", "Playback/Play backward", "Plays backward."},
    CommandPreset{"forward", "", "Playback/Play forward", "Plays forward."}};
constexpr std::array kStepPresets{
    CommandPreset{"-1", ",", "Playback/Previous frame", "Goes back one frame and pauses."},
    CommandPreset{"1", ".", "Playback/Next frame", "Goes on one frame and pauses."}};
constexpr std::array kFirstPresets{CommandPreset{"", "Home", "Playback/First frame", ""}};
constexpr std::array kLastPresets{CommandPreset{"", "End", "Playback/Last frame", ""}};
constexpr std::array kSpeedPresets{
    CommandPreset{"slower", "[", "Playback/Slower", "Plays slower."},
    CommandPreset{"faster", "]", "Playback/Faster", "Plays faster."},
    CommandPreset{"1", "\\", "Playback/Normal speed", "Plays at the speed of the file."}};
constexpr std::array kLoopPresets{
    CommandPreset{"file", "", "Playback/Loop/As the file says", "Loops where the file says so."},
    CommandPreset{"on", "", "Playback/Loop/Always", "Loops every clip."},
    CommandPreset{"off", "", "Playback/Loop/Never", "Holds the last frame."},
    CommandPreset{"pingpong", "", "Playback/Loop/Ping-pong", "Plays to and fro."},
    CommandPreset{"next", "Shift+Space", "Playback/Loop/Next mode",
                  "Goes on to the next loop mode."}};
constexpr std::array kClipPresets{
    CommandPreset{"next", "W", "Playback/Next clip", "Plays the next clip."},
    CommandPreset{"previous", "Shift+W", "Playback/Previous clip", "Plays the previous clip."},
    CommandPreset{"none", "", "Playback/Rest pose", "Shows the rest pose."}};

constexpr std::array kPlayback{
    CommandDef{"toggle", "", "Plays or pauses.", toggle, kTogglePresets, isPlaying},
    CommandDef{"play", "[forward|backward]", "Plays the clip.", startPlaying, kPlayPresets},
    CommandDef{"pause", "", "Stops the clock where it is.", pause},
    CommandDef{"step", "[FRAMES]", "Goes on by whole frames (-1: back) and pauses.", stepFrames,
               kStepPresets},
    CommandDef{"first", "", "Goes to the first frame.", first, kFirstPresets},
    CommandDef{"last", "", "Goes to the last frame.", last, kLastPresets},
    CommandDef{"frame", "NUMBER", "Goes to a frame; fractions are between frames.", goToFrame},
    CommandDef{"time", "SECONDS", "Goes to a time.", goToTime},
    CommandDef{"speed", "NUMBER|slower|faster", "Sets the speed, -4 to 4; 1 is the file's.",
               setSpeed, kSpeedPresets},
    CommandDef{"loop", "file|on|off|pingpong|next", "Sets what happens at the end of a clip.",
               setLoop, kLoopPresets, isLoop}};

constexpr std::array kBlendPresets{
    CommandPreset{"off", "", "Playback/No blend", "Shows the chosen clip alone."}};

constexpr std::array kClips{
    CommandDef{"clip", "NAME|#INDEX|next|previous|none", "Chooses the clip that plays.", setClip,
               kClipPresets},
    CommandDef{"blend", "NAME|#INDEX WEIGHT|off",
               "Blends another clip into the chosen one: 0 shows none of it, 1 nothing else.",
               setBlend, kBlendPresets},
    CommandDef{"crossfade", "SECONDS", "Sets how long another clip takes to come in, 0 to 1.",
               setCrossfade}};

}  // namespace

std::span<const CommandDef> playbackCommands() {
  return kPlayback;
}
std::span<const CommandDef> clipCommands() {
  return kClips;
}

}  // namespace sinew::app
