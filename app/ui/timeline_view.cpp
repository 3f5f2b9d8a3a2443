#include "app/ui/timeline_view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/playback.h"
#include "app/text_case.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"

namespace sinew::app::ui {
namespace {

/// Bones with records; with a search text every bone that matches, so that one without keys is
/// found too.
void makeRows(TimelineMemory& memory, const Model& model) {
  memory.rows.clear();
  const std::string wanted = foldCase(memory.search);
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  for (std::uint32_t bone = 0; bone < bones; ++bone) {
    const auto track = memory.keys.trackOf(bone);
    std::string label = boneLabel(model, bone);
    const bool matches =
        foldCase(label).find(wanted) != std::string::npos || fmt::format("#{}", bone) == wanted;
    if (wanted.empty() ? !track.has_value() : !matches) continue;
    memory.rows.push_back(
        {bone, track ? static_cast<std::uint32_t>(*track) : kNone, std::move(label)});
  }
}

/// Frames between labelled ticks: 1, 2, 5, 10, … such that they are this many pixels apart.
double tickStep(double pixels_per_frame, double apart) {
  double step = 1.0;
  constexpr std::array kFactors{2.0, 2.5, 2.0};
  for (std::size_t i = 0; step * pixels_per_frame < apart && step < 1e6; ++i)
    step *= kFactors[i % kFactors.size()];
  return step;
}

}  // namespace

float TimeAxis::x(double frame) const {
  const double span = shown.last - shown.first;
  if (span <= 0.0) return (left + right) * 0.5f;
  return left +
         static_cast<float>((frame - shown.first) / span * static_cast<double>(right - left));
}

double TimeAxis::frame(float x) const {
  if (right <= left) return shown.first;
  const double part = static_cast<double>((x - left) / (right - left));
  return shown.first + part * (shown.last - shown.first);
}

double TimeAxis::pixelsPerFrame() const {
  const double span = shown.last - shown.first;
  return span > 0.0 ? static_cast<double>(right - left) / span : 0.0;
}

void updateTimeline(Panel& panel) {
  TimelineMemory& memory = panel.memory.timeline;
  const Scene* scene = panel.viewer.scene();
  const Clip* chosen = panel.viewer.clip();
  const std::uint32_t clip = panel.viewer.state.playback.clip.value_or(kNone);
  std::shared_ptr<const void> source;
  if (scene != nullptr && chosen != nullptr) {
    source = chosen->keys;
    if (const auto& file = scene->document().loaded.bmd1) source = file;
  }
  const bool none_before = memory.keys.tracks.empty() && memory.rows.empty();
  const bool other_clip =
      source == nullptr ? !none_before : memory.source.lock() != source || memory.clip != clip;
  if (!other_clip && memory.searched == memory.search) return;
  ++memory.builds;
  if (other_clip) {
    memory.source = source;
    memory.clip = clip;
    memory.keys = source != nullptr ? storedKeys(scene->document().loaded, clip) : StoredKeys{};
    memory.shown_bone = kNone;
    memory.bones_with_keys = 0;
    for (std::size_t track = 0; track < memory.keys.size(); ++track) {
      if (!memory.keys.keysOf(track).empty()) ++memory.bones_with_keys;
    }
  }
  memory.searched = memory.search;
  memory.rows.clear();
  if (source != nullptr) makeRows(memory, scene->model());
}

TimeAxis timeAxis(const Panel& panel, float left, float right) {
  const Clip* clip = panel.viewer.clip();
  const FrameRange whole{0.0, clip != nullptr ? lastFrame(*clip) : 0.0};
  return {panel.viewer.window.timeline.shown.value_or(whole), left, right};
}

void drawRuler(const Panel& panel, const TimeAxis& axis, ImVec2 low, ImVec2 high, float numbers) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {high.x, low.y + numbers}, ImGui::GetColorU32(ImGuiCol_FrameBg));
  if (const auto& range = panel.viewer.state.playback.range) {
    const ImU32 color = ImGui::GetColorU32(faded(kAccent, 0.16f));
    list.AddRectFilled({std::clamp(axis.x(range->first), low.x, high.x), low.y},
                       {std::clamp(axis.x(range->last), low.x, high.x), high.y}, color);
  }
  const double step = tickStep(axis.pixelsPerFrame(), static_cast<double>(panel.px(44.0f)));
  const ImU32 line = ImGui::GetColorU32(faded(kDim, 0.16f));
  const ImU32 text = ImGui::GetColorU32(kDim);
  std::array<char, 16> number{};
  for (double frame = std::ceil(axis.shown.first / step) * step; frame <= axis.shown.last + 1e-9;
       frame += step) {
    const float x = std::round(axis.x(frame));
    list.AddLine({x, low.y + numbers}, {x, high.y}, line, panel.px(1.0f));
    const auto end = fmt::format_to_n(number.data(), number.size(), "{:g}", frame);
    const ImVec2 size = ImGui::CalcTextSize(number.data(), end.out);
    // The outermost numbers stay inside.
    const float at = std::clamp(x - size.x * 0.5f, low.x, std::max(high.x - size.x, low.x));
    list.AddText({at, low.y + (numbers - size.y) * 0.5f}, text, number.data(), end.out);
  }
}

void drawPlayhead(const Panel& panel, const TimeAxis& axis, float top, float bottom) {
  const float x = axis.x(panel.viewer.state.playback.frame);
  if (x < axis.left - panel.px(6.0f) || x > axis.right + panel.px(6.0f)) return;
  ImGui::GetWindowDrawList()->AddLine({x, top}, {x, bottom}, ImGui::GetColorU32(kAccent),
                                      panel.px(1.5f));
}

void zoomByMouse(Panel& panel, const TimeAxis& axis) {
  const ImGuiIO& io = ImGui::GetIO();
  const double per_frame = axis.pixelsPerFrame();
  if (!ImGui::IsItemHovered() || per_frame <= 0.0) return;
  if (io.KeyCtrl && io.MouseWheel != 0.0f) {
    panel.send(fmt::format("timeline-zoom {:.6f} {:.6f}", std::pow(1.25, io.MouseWheel),
                           axis.frame(io.MousePos.x)));
    return;
  }
  const float notches = io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0.0f);
  const double length = axis.shown.last - axis.shown.first;
  if (notches != 0.0f) {
    panel.send(fmt::format("timeline-pan {:.6f}", static_cast<double>(-notches) * length * 0.1));
  }
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0.0f) && io.MouseDelta.x != 0.0f) {
    panel.send(
        fmt::format("timeline-pan {:.6f}", static_cast<double>(-io.MouseDelta.x) / per_frame));
  }
}

double snapped(const Panel& panel, double frame) {
  const std::vector<double>& keys = panel.memory.timeline.keys.key_frames;
  if (!ImGui::GetIO().KeyCtrl || keys.empty()) return frame;
  return *std::ranges::min_element(keys, {}, [frame](double key) { return std::abs(key - frame); });
}

double scrubbedFrame(const Panel& panel, double under_pointer, double frames_per_pixel,
                     const FrameRange& limits) {
  constexpr double kFine = 0.1;
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyShift) {
    return snapped(panel, std::clamp(under_pointer, limits.first, limits.last));
  }
  // The press itself moves nothing.
  const double moved = ImGui::IsItemActivated() ? 0.0 : static_cast<double>(io.MouseDelta.x);
  return std::clamp(panel.viewer.state.playback.frame + moved * frames_per_pixel * kFine,
                    limits.first, limits.last);
}

void scrubByMouse(Panel& panel, const TimeAxis& axis) {
  PanelMemory& memory = panel.memory;
  TimelineMemory& timeline = memory.timeline;
  const Playback& playback = panel.viewer.state.playback;
  if (ImGui::IsItemActivated()) {
    timeline.scrubbing_ruler = true;
    memory.resume_after_scrub = playback.playing;
    if (playback.playing) panel.send("pause");
  }
  if (ImGui::IsItemActive()) {
    const double per_frame = axis.pixelsPerFrame();
    const double frame = scrubbedFrame(panel, axis.frame(ImGui::GetIO().MousePos.x),
                                       per_frame > 0.0 ? 1.0 / per_frame : 0.0, axis.shown);
    if (std::abs(frame - playback.frame) > 1e-4) panel.send(fmt::format("frame {:.4f}", frame));
  } else if (timeline.scrubbing_ruler) {
    timeline.scrubbing_ruler = false;
    if (memory.resume_after_scrub) panel.send("play");
  }
}

ImVec4 channelColor(Channel channel) {
  switch (channel) {
    case Channel::Rotation:
      return kInfo;
    case Channel::Translation:
      return onTheme({0.53f, 0.83f, 0.45f, 1.0f});
    case Channel::Scale:
      return onTheme({0.86f, 0.56f, 0.93f, 1.0f});
  }
  return kText;
}

const char* channelName(Channel channel) {
  switch (channel) {
    case Channel::Rotation:
      return "Rotation";
    case Channel::Translation:
      return "Translation";
    case Channel::Scale:
      return "Scale";
  }
  return "";
}

}  // namespace sinew::app::ui
