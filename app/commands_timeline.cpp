// The timeline: stored keys, the frames that play, and what of them shows.

#include <cmath>

#include "app/bone_ids.h"
#include "app/command_handlers.h"
#include "app/playback.h"
#include "app/stored_keys.h"

namespace sinew::app {
namespace {

constexpr std::array<Named<TimelineView>, 3> kViews{{{"slider", TimelineView::Slider},
                                                     {"keys", TimelineView::Keys},
                                                     {"curves", TimelineView::Curves}}};
constexpr std::array<Named<Channel>, 3> kChannels{{{"rotation", Channel::Rotation},
                                                   {"translation", Channel::Translation},
                                                   {"scale", Channel::Scale}}};
/// The fewest frames that fill the timeline's width.
constexpr double kFewestShown = 2.0;
constexpr double kZoomStep = 1.5;
constexpr double kLeastHeight = 60.0;
constexpr double kMostHeight = 1000.0;

Result<void> goToKey(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "key next|previous"); !ok) return ok;
  if (arguments[0] != "next" && arguments[0] != "previous") {
    return badArgument("\"{}\" is no direction: expected next or previous", arguments[0]);
  }
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  Playback& playback = viewer.state.playback;
  const StoredKeys keys = storedKeys(viewer.scene()->document().loaded, *playback.clip);
  if (keys.keys.empty()) return fail("command.no-keys", "the clip stores no keys");
  const bool wrap = pose::loops(**clip, poseLoopMode(playback.loop));
  const auto frame =
      neighbourKey(keys, viewer.state.selection.bone, playback.frame, arguments[0] == "next", wrap);
  playback.playing = false;
  if (frame) seek(playback, **clip, *frame);
  return {};
}

/// The range with one end at the present frame; the other end stays unless it would be passed.
FrameRange rangeWithEnd(const FrameRange& old, double frame, double last, bool start) {
  if (start) return {frame, old.last < frame ? last : old.last};
  return {old.first > frame ? 0.0 : old.first, frame};
}

Result<void> setRange(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "range FIRST LAST|start|end|off";
  if (auto ok = expectArguments(arguments, 1, 2, kUsage); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  Playback& playback = viewer.state.playback;
  const double last = lastFrame(**clip);
  if (arguments.size() == 1) {
    if (arguments[0] == "off") {
      playback.range.reset();
    } else if (arguments[0] == "start" || arguments[0] == "end") {
      playback.range = rangeWithEnd(playedRange(playback, **clip), std::min(playback.frame, last),
                                    last, arguments[0] == "start");
    } else {
      return badArgument("\"{}\" is no range, it goes: {}", arguments[0], kUsage);
    }
    return {};
  }
  const auto first = numberArgument(arguments[0], "range's first frame", 0.0, last);
  if (!first) return tl::unexpected(first.error());
  const auto end = numberArgument(arguments[1], "range's last frame", *first, last);
  if (!end) return tl::unexpected(end.error());
  playback.range = FrameRange{*first, *end};
  return {};
}

std::optional<bool> isRange(const Viewer& viewer, std::string_view arguments) {
  if (arguments != "off") return std::nullopt;
  return !viewer.state.playback.range.has_value();
}

Result<void> setView(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "timeline slider|keys|curves|next"); !ok)
    return ok;
  TimelineView& present = viewer.window.timeline.view;
  const auto view = namedArgument(kViews, arguments[0], present, "view of the timeline");
  if (!view) return tl::unexpected(view.error());
  present = *view;
  return {};
}

std::optional<bool> isView(const Viewer& viewer, std::string_view name) {
  if (name == "next") return std::nullopt;
  return nameOf(kViews, viewer.window.timeline.view) == name;
}

Result<void> setChannel(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "curve rotation|translation|scale|next"); !ok)
    return ok;
  Channel& present = viewer.window.timeline.channel;
  const auto channel = namedArgument(kChannels, arguments[0], present, "channel");
  if (!channel) return tl::unexpected(channel.error());
  present = *channel;
  return {};
}

std::optional<bool> isChannel(const Viewer& viewer, std::string_view name) {
  if (name == "next") return std::nullopt;
  return nameOf(kChannels, viewer.window.timeline.channel) == name;
}

/// Shows frames, moved into the clip where they reach beyond it; all of them means no zoom.
void show(TimelineState& timeline, double first, double length, double last) {
  length = std::clamp(length, std::min(kFewestShown, last), last);
  first = std::clamp(first, 0.0, last - length);
  timeline.shown.reset();
  if (length < last) timeline.shown = FrameRange{first, first + length};
}

Result<void> zoom(Viewer& viewer, Arguments arguments) {
  constexpr std::string_view kUsage = "timeline-zoom in|out|all|FACTOR [FRAME]";
  if (auto ok = expectArguments(arguments, 1, 2, kUsage); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  TimelineState& timeline = viewer.window.timeline;
  const double last = lastFrame(**clip);
  double around = viewer.state.playback.frame;
  if (arguments.size() == 2) {
    const auto frame = numberArgument(arguments[1], "frame", -1e9, 1e9);
    if (!frame) return tl::unexpected(frame.error());
    around = *frame;
  }
  if (arguments[0] == "all") {
    timeline.shown.reset();
    return {};
  }
  double factor = arguments[0] == "in" ? kZoomStep : 1.0 / kZoomStep;
  if (arguments[0] != "in" && arguments[0] != "out") {
    const auto number = numberArgument(arguments[0], "zoom factor", 0.001, 1000.0);
    if (!number) return tl::unexpected(number.error());
    factor = *number;
  }
  const FrameRange old = timeline.shown.value_or(FrameRange{0.0, last});
  around = std::clamp(around, old.first, old.last);
  const double length =
      std::clamp((old.last - old.first) / factor, std::min(kFewestShown, last), last);
  // The frame around which it zooms stays where it is.
  const double part = old.last > old.first ? (around - old.first) / (old.last - old.first) : 0.0;
  show(timeline, around - part * length, length, last);
  return {};
}

Result<void> pan(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "timeline-pan FRAMES"); !ok) return ok;
  const auto clip = presentClip(viewer);
  if (!clip) return tl::unexpected(clip.error());
  const auto frames = numberArgument(arguments[0], "number of frames", -1e6, 1e6);
  if (!frames) return tl::unexpected(frames.error());
  TimelineState& timeline = viewer.window.timeline;
  if (!timeline.shown) return {};  // all of it is in sight
  show(timeline, timeline.shown->first + *frames, timeline.shown->last - timeline.shown->first,
       lastFrame(**clip));
  return {};
}

Result<void> setHeight(Viewer& viewer, Arguments arguments) {
  if (auto ok = expectArguments(arguments, 1, 1, "timeline-height POINTS"); !ok) return ok;
  const auto height = numberArgument(arguments[0], "timeline's height", kLeastHeight, kMostHeight);
  if (!height) return tl::unexpected(height.error());
  viewer.window.timeline.height = *height;
  return {};
}

constexpr std::array kKeyPresets{
    CommandPreset{"previous", "Shift+,", "Playback/Previous key",
                  "Goes back to the last stored key (of the selected bone, if it has any)."},
    CommandPreset{"next", "Shift+.", "Playback/Next key",
                  "Goes on to the next stored key (of the selected bone, if it has any)."}};
constexpr std::array kRangePresets{
    CommandPreset{"start", "Ctrl+Home", "Playback/Range/Start here",
                  "Plays from the present frame on."},
    CommandPreset{"end", "Ctrl+End", "Playback/Range/End here", "Plays up to the present frame."},
    CommandPreset{"off", "Ctrl+Backspace", "Playback/Range/Whole clip", "Plays the whole clip."}};
constexpr std::array kViewPresets{
    CommandPreset{"slider", "", "Playback/Timeline/Slider alone",
                  "Shows nothing under the timeline's slider."},
    CommandPreset{"keys", "", "Playback/Timeline/Keys", "Shows the stored keys of all bones."},
    CommandPreset{"curves", "", "Playback/Timeline/Curves",
                  "Shows the curves of the selected bone."},
    CommandPreset{"next", "K", "Playback/Timeline/Next",
                  "Goes on to the next view of the timeline."}};
constexpr std::array kChannelPresets{
    CommandPreset{"rotation", "", "Playback/Timeline/Curves of/Rotation", "Shows rotation curves."},
    CommandPreset{"translation", "", "Playback/Timeline/Curves of/Translation",
                  "Shows translation curves."},
    CommandPreset{"scale", "", "Playback/Timeline/Curves of/Scale", "Shows scale curves."},
    CommandPreset{"next", "Shift+K", "Playback/Timeline/Curves of/Next",
                  "Goes on to the curves of the next channel."}};
constexpr std::array kZoomPresets{
    CommandPreset{"in", "Ctrl++", "Playback/Timeline/Zoom in", "Shows fewer frames, larger."},
    CommandPreset{"out", "Ctrl+-", "Playback/Timeline/Zoom out", "Shows more frames."},
    CommandPreset{"all", "Ctrl+0", "Playback/Timeline/Whole clip", "Shows the whole clip."}};

constexpr std::array kTimeline{
    CommandDef{"key", "next|previous", "Goes to a stored key and pauses.", goToKey, kKeyPresets},
    CommandDef{"range", "FIRST LAST|start|end|off", "Sets the frames that play.", setRange,
               kRangePresets, isRange},
    CommandDef{"timeline", "slider|keys|curves|next", "Chooses what lies under the slider.",
               setView, kViewPresets, isView},
    CommandDef{"curve", "rotation|translation|scale|next", "Chooses whose curves show.", setChannel,
               kChannelPresets, isChannel},
    CommandDef{"timeline-zoom", "in|out|all|FACTOR [FRAME]",
               "Shows fewer or more frames, around one of them.", zoom, kZoomPresets},
    CommandDef{"timeline-pan", "FRAMES", "Moves the frames in sight.", pan},
    CommandDef{"timeline-height", "POINTS", "Sets the height of what lies under the slider.",
               setHeight}};

}  // namespace

std::span<const CommandDef> timelineCommands() {
  return kTimeline;
}

}  // namespace sinew::app
