// Clock, speed and the scrub slider; always visible.

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

#include "app/playback.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/timeline_view.h"
#include "app/ui/widgets.h"
#include "format/pose/pose.h"

namespace sinew::app::ui {
namespace {

/// Height of the buttons and the slider, points.
constexpr float kSliderHeight = 74.0f;

struct LoopChoice {
  const char* label;
  const char* command;
};
constexpr std::array<LoopChoice, 4> kLoops{{{"Loop: as file", "loop file"},
                                            {"Loop: always", "loop on"},
                                            {"Loop: never", "loop off"},
                                            {"Loop: ping-pong", "loop pingpong"}}};

void drawButtons(Panel& panel, bool enabled) {
  const Playback& playback = panel.viewer.state.playback;
  if (iconButton(panel, "timeline.first", Icon::First, "first", enabled)) panel.send("first");
  ImGui::SameLine(0.0f, panel.px(3.0f));
  if (iconButton(panel, "timeline.previous", Icon::Previous, "step -1", enabled))
    panel.send("step -1");
  ImGui::SameLine(0.0f, panel.px(3.0f));
  if (iconButton(panel, "timeline.play", playback.playing ? Icon::Pause : Icon::Play, "toggle",
                 enabled)) {
    panel.send("toggle");
  }
  ImGui::SameLine(0.0f, panel.px(3.0f));
  if (iconButton(panel, "timeline.next", Icon::Next, "step 1", enabled)) panel.send("step 1");
  ImGui::SameLine(0.0f, panel.px(3.0f));
  if (iconButton(panel, "timeline.last", Icon::Last, "last", enabled)) panel.send("last");
}

/// A button that runs a command.
void commandButton(Panel& panel, const char* label, const char* name, const char* command,
                   bool enabled) {
  ImGui::BeginDisabled(!enabled);
  if (ImGui::Button(label)) panel.send(command);
  ImGui::EndDisabled();
  panel.mark(name);
  commandTooltip(panel, command);
}

/// The width of buttons beside each other.
float widthOf(const Panel& panel, std::initializer_list<const char*> labels) {
  float width = ImGui::GetStyle().ItemSpacing.x;
  for (const char* label : labels) {
    width +=
        ImGui::CalcTextSize(label).x + ImGui::GetStyle().FramePadding.x * 2.0f + panel.px(3.0f);
  }
  return width;
}

/// Where the last widget ended.
float cursorEnd() {
  return ImGui::GetItemRectMax().x;
}

void drawKeySteps(Panel& panel, bool enabled) {
  const bool any = enabled && !panel.memory.timeline.keys.keys.empty();
  ImGui::SameLine();
  commandButton(panel, "< Key", "timeline.key.previous", "key previous", any);
  ImGui::SameLine(0.0f, panel.px(3.0f));
  commandButton(panel, "Key >", "timeline.key.next", "key next", any);
}

void drawRange(Panel& panel, bool enabled) {
  const float gap = panel.px(3.0f);
  ImGui::SameLine();
  commandButton(panel, "[ In", "timeline.range.start", "range start", enabled);
  ImGui::SameLine(0.0f, gap);
  commandButton(panel, "Out ]", "timeline.range.end", "range end", enabled);
  if (!panel.viewer.state.playback.range) return;
  ImGui::SameLine(0.0f, gap);
  commandButton(panel, "All", "timeline.range.off", "range off", enabled);
}

constexpr float kViewWidth = 90.0f;
constexpr std::array<LoopChoice, 3> kViews{
    {{"Slider", "timeline slider"}, {"Keys", "timeline keys"}, {"Curves", "timeline curves"}}};

/// Which view lies under the slider.
void drawViews(Panel& panel) {
  ImGui::SameLine();
  ImGui::SetNextItemWidth(panel.px(kViewWidth));
  const auto present = static_cast<std::size_t>(panel.viewer.window.timeline.view);
  const bool open = ImGui::BeginCombo("##view", kViews[present].label);
  panel.mark("timeline.view");
  if (!open) {
    commandTooltip(panel, "timeline");
    return;
  }
  for (std::size_t i = 0; i < kViews.size(); ++i) {
    if (ImGui::Selectable(kViews[i].label, i == present)) panel.send(kViews[i].command);
    panel.mark(fmt::format("timeline.{}", kViews[i].command));
  }
  ImGui::EndCombo();
}

/// What of the timeline's buttons has no room.
struct LeftOut {
  bool keys = false;
  bool range = false;
  bool views = false;
};

void menuItem(Panel& panel, const char* label, const char* command, bool enabled,
              bool ticked = false) {
  if (ImGui::MenuItem(label, nullptr, ticked, enabled)) panel.send(command);
  panel.mark(fmt::format("timeline.more.{}", command));
}

/// A button that opens a menu of what has no room.
void drawMore(Panel& panel, bool enabled, const LeftOut& left_out) {
  ImGui::SameLine();
  if (ImGui::Button("...")) ImGui::OpenPopup("more");
  panel.mark("timeline.more");
  if (!ImGui::BeginPopup("more")) return;
  if (left_out.keys) {
    const bool any = enabled && !panel.memory.timeline.keys.keys.empty();
    menuItem(panel, "Previous key", "key previous", any);
    menuItem(panel, "Next key", "key next", any);
  }
  if (left_out.range) {
    menuItem(panel, "Range starts here", "range start", enabled);
    menuItem(panel, "Range ends here", "range end", enabled);
    menuItem(panel, "Whole clip", "range off", panel.viewer.state.playback.range.has_value());
  }
  if (left_out.views) {
    const auto present = static_cast<std::size_t>(panel.viewer.window.timeline.view);
    for (std::size_t i = 0; i < kViews.size(); ++i)
      menuItem(panel, kViews[i].label, kViews[i].command, true, i == present);
  }
  ImGui::EndPopup();
}

/// Keys, range and views as far as there is room before `right`; the rest goes to a menu.
void drawOptional(Panel& panel, bool enabled, float right) {
  const float keys = widthOf(panel, {"< Key", "Key >"});
  const float range = widthOf(panel, {"[ In", "Out ]", "All"});
  const float views = panel.px(kViewWidth) + ImGui::GetStyle().ItemSpacing.x;
  const bool all = cursorEnd() + keys + range + views <= right;
  const float end = all ? right : right - widthOf(panel, {"..."});
  LeftOut left_out;
  left_out.keys = cursorEnd() + keys > end;
  if (!left_out.keys) drawKeySteps(panel, enabled);
  left_out.range = left_out.keys || cursorEnd() + range > end;
  if (!left_out.range) drawRange(panel, enabled);
  left_out.views = cursorEnd() + views > end;
  if (!left_out.views) drawViews(panel);
  if (!all) drawMore(panel, enabled, left_out);
}

void drawLoopAndSpeed(Panel& panel) {
  const Playback& playback = panel.viewer.state.playback;
  ImGui::SetNextItemWidth(panel.px(136.0f));
  const auto loop = static_cast<std::size_t>(playback.loop);
  if (ImGui::BeginCombo("##loop", kLoops[loop].label)) {
    panel.mark("timeline.loop");
    for (std::size_t i = 0; i < kLoops.size(); ++i) {
      if (ImGui::Selectable(kLoops[i].label, i == loop)) panel.send(kLoops[i].command);
      panel.mark(fmt::format("timeline.{}", kLoops[i].command));
    }
    ImGui::EndCombo();
  } else {
    panel.mark("timeline.loop");
    commandTooltip(panel, "loop");
  }
  ImGui::SameLine();
  ImGui::SetNextItemWidth(panel.px(130.0f));
  auto speed = static_cast<float>(playback.speed);
  if (ImGui::SliderFloat("##speed", &speed, -4.0f, 4.0f, "Speed %.2f",
                         ImGuiSliderFlags_AlwaysClamp)) {
    panel.send(fmt::format("speed {:.2f}", speed));
  }
  panel.mark("timeline.speed");
  commandTooltip(panel, "speed");
  ImGui::SameLine(0.0f, panel.px(3.0f));
  if (ImGui::Button("1x")) panel.send("speed 1");
  panel.mark("timeline.speed1");
  commandTooltip(panel, "speed 1");
}

/// The clock in words, from the longest form to the shortest.
using ReadoutForms = std::array<std::string, 4>;

ReadoutForms readoutForms(const Panel& panel, const Clip* clip) {
  ReadoutForms forms;
  if (clip == nullptr) {
    forms.fill("Rest pose");
    return forms;
  }
  const double frame = panel.viewer.state.playback.frame;
  const std::string frames = fmt::format("frame {:.1f} of {:g}", frame, clip->frame_count);
  const std::string shortest = fmt::format("{:.1f}/{:g}", frame, clip->frame_count);
  if (clip->rate_hz <= 0.0) {
    return {frames + "   static: the clip has no rate", frames + "   static", frames, shortest};
  }
  const double time_s = frame / clip->rate_hz;
  const std::string seconds = fmt::format("{:.2f} of {:.2f} s", time_s, clip->duration_s());
  const std::string name = clip->name.empty() ? std::string("(no name)") : std::string(clip->name);
  return {fmt::format("{}   {}   {}   {:g} Hz", name, frames, seconds, clip->rate_hz),
          fmt::format("{}   {}", frames, seconds), fmt::format("{}  {:.2f} s", shortest, time_s),
          shortest};
}

void drawReadout(const ReadoutForms& forms, float right) {
  ImGui::SameLine();
  const float left = ImGui::GetCursorScreenPos().x;
  for (const std::string& form : forms) {
    const float width = ImGui::CalcTextSize(form.c_str()).x;
    if (left + width > right && &form != &forms.back()) continue;
    ImGui::SetCursorScreenPos({std::max(left, right - width), ImGui::GetCursorScreenPos().y});
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(form.c_str());
    return;
  }
}

/// Ticks under the slider: one a frame, or as many frames as leave them apart.
void drawTicks(const Panel& panel, ImVec2 low, ImVec2 high, double last) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = high.x - low.x;
  double every = 1.0;
  for (const double factor : {5.0, 10.0, 50.0, 100.0, 500.0, 1000.0, 5000.0, 1e4, 1e5, 1e6, 1e7}) {
    if (static_cast<double>(width) * every / last >= static_cast<double>(panel.px(6.0f))) break;
    every = factor;
  }
  const ImU32 color = ImGui::GetColorU32(faded(kDim, 0.35f));
  for (double frame = 0.0; frame <= last; frame += every) {
    const float x = low.x + width * static_cast<float>(frame / last);
    const bool major = std::fmod(frame, every * 5.0) == 0.0;
    const float height = panel.px(major ? 6.0f : 3.0f);
    list.AddLine({x, high.y - height}, {x, high.y}, color, panel.px(1.0f));
  }
}

void drawSlider(Panel& panel, const Clip* clip) {
  const Playback& playback = panel.viewer.state.playback;
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = panel.px(24.0f);
  const double last = clip != nullptr ? lastFrame(*clip) : 0.0;
  ImGui::BeginDisabled(last <= 0.0);
  ImGui::InvisibleButton("##time", {std::max(width, 1.0f), height});
  ImGui::EndDisabled();
  panel.mark("timeline.slider");
  const bool hovered = ImGui::IsItemHovered();
  const float inset = panel.px(7.0f);
  const ImVec2 low{ImGui::GetItemRectMin().x + inset, ImGui::GetItemRectMin().y};
  const ImVec2 high{ImGui::GetItemRectMax().x - inset, ImGui::GetItemRectMax().y};
  PanelMemory& memory = panel.memory;
  if (ImGui::IsItemActivated()) {
    memory.scrubbing = true;
    memory.resume_after_scrub = playback.playing;
    if (playback.playing) panel.send("pause");
  }
  const float span = std::max(high.x - low.x, 1.0f);
  if (ImGui::IsItemActive() && last > 0.0) {
    const auto part = static_cast<double>((ImGui::GetIO().MousePos.x - low.x) / span);
    // Only when it moves: a slider held still draws no frames.
    const double frame =
        scrubbedFrame(panel, part * last, last / static_cast<double>(span), {0.0, last});
    if (std::abs(frame - playback.frame) > 1e-4) panel.send(fmt::format("frame {:.4f}", frame));
  } else if (memory.scrubbing) {
    memory.scrubbing = false;
    if (memory.resume_after_scrub) panel.send("play");
  }

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (low.y + high.y) * 0.5f - panel.px(2.0f);
  const float half = panel.px(3.0f);
  list.AddRectFilled({low.x, middle - half}, {high.x, middle + half},
                     ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                     half);
  if (last <= 0.0) return;
  drawTicks(panel, low, high, last);
  const float at = low.x + span * static_cast<float>(std::clamp(playback.frame / last, 0.0, 1.0));
  if (const auto& range = playback.range) {
    // What does not play is dark; the bars are the range's ends.
    const TimeAxis whole{{0.0, last}, low.x, high.x};
    const ImU32 bar = ImGui::GetColorU32(kAccent);
    for (const double end : {range->first, range->last}) {
      const float x = whole.x(end);
      list.AddRectFilled({x - panel.px(1.5f), low.y}, {x + panel.px(1.5f), high.y}, bar);
    }
    list.AddRectFilled({whole.x(range->first), middle - half},
                       {whole.x(range->last), middle + half},
                       ImGui::GetColorU32(faded(kAccent, 0.22f)));
  } else {
    list.AddRectFilled({low.x, middle - half}, {at, middle + half}, ImGui::GetColorU32(kAccentSoft),
                       half);
  }
  if (const auto& shown = panel.viewer.window.timeline.shown) {
    const TimeAxis whole{{0.0, last}, low.x, high.x};
    list.AddRect({whole.x(shown->first), low.y}, {whole.x(shown->last), high.y},
                 ImGui::GetColorU32(faded(kDim, 0.6f)), panel.px(2.0f));
  }
  list.AddCircleFilled({at, middle}, panel.px(7.0f), ImGui::GetColorU32(kAccent));
}

/// The edge between picture and timeline, which can be dragged.
void drawEdge(Panel& panel, const Area& area) {
  const float height = panel.px(5.0f);
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::InvisibleButton("##edge", {std::max(area.width, 1.0f), height});
  panel.mark("timeline.edge");
  const bool held = ImGui::IsItemActive();
  if (held || ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled({area.x, area.y},
                                              {area.x + area.width, area.y + height},
                                              ImGui::GetColorU32(faded(kAccent, 0.5f)));
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  }
  if (!held || ImGui::GetIO().MouseDelta.y == 0.0f) return;
  const float bottom = area.y + area.height;
  const float points = (bottom - ImGui::GetIO().MousePos.y) / panel.scale - kSliderHeight;
  panel.send(fmt::format("timeline-height {:.1f}", std::clamp(points, 60.0f, 1000.0f)));
}

/// Turns the page when the clock runs out of the frames in sight.
void followClock(Panel& panel) {
  const Playback& playback = panel.viewer.state.playback;
  const auto& shown = panel.viewer.window.timeline.shown;
  if (!playback.playing || !shown) return;
  if (playback.frame >= shown->first && playback.frame <= shown->last) return;
  const double start = playback.speed < 0.0 ? shown->last : shown->first;
  panel.send(fmt::format("timeline-pan {:.6f}", playback.frame - start));
}

bool hasSheet(const Viewer& viewer) {
  return viewer.scene() != nullptr && !viewer.scene()->model().clips.empty() &&
         viewer.window.timeline.view != TimelineView::Slider;
}

}  // namespace

float timelineHeight(const Viewer& viewer) {
  const auto below = static_cast<float>(viewer.window.timeline.height);
  return kSliderHeight + (hasSheet(viewer) ? below : 0.0f);
}

void drawTimeline(Panel& panel, const Area& area) {
  updateTimeline(panel);
  beginArea("timeline", area, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool sheet = hasSheet(panel.viewer);
  if (sheet) drawEdge(panel, area);
  followClock(panel);
  ImGui::SetCursorScreenPos(start);
  const Clip* clip = panel.viewer.clip();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  drawButtons(panel, clip != nullptr);
  ImGui::SameLine();
  drawLoopAndSpeed(panel);
  const ReadoutForms forms = readoutForms(panel, clip);
  // Frame and length always stay.
  const float readout =
      ImGui::CalcTextSize(forms.back().c_str()).x + ImGui::GetStyle().ItemSpacing.x;
  drawOptional(panel, clip != nullptr, right - readout);
  drawReadout(forms, right);
  drawSlider(panel, clip);
  if (sheet && ImGui::GetContentRegionAvail().y > panel.px(40.0f)) {
    if (panel.viewer.window.timeline.view == TimelineView::Keys) {
      drawDopeSheet(panel);
    } else {
      drawCurves(panel);
    }
  }
  ImGui::End();
}

}  // namespace sinew::app::ui
