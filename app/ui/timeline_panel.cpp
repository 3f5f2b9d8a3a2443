// Clock, speed and the scrub slider; always visible.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/playback.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/pose/pose.h"

namespace sinew::app::ui {
namespace {

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

/// The clock in words, the longest form that fits.
void drawReadout(const Panel& panel, const Clip* clip, float right) {
  std::array<std::string, 3> forms;
  if (clip == nullptr) {
    forms.fill("Rest pose");
  } else {
    const double frame = panel.viewer.state.playback.frame;
    const std::string frames = fmt::format("frame {:.1f} of {:g}", frame, clip->frame_count);
    if (clip->rate_hz > 0.0) {
      const std::string seconds =
          fmt::format("{:.2f} of {:.2f} s", frame / clip->rate_hz, clip->duration_s());
      const std::string name =
          clip->name.empty() ? std::string("(no name)") : std::string(clip->name);
      forms = {
          fmt::format("{}   {}   {}   {:g} Hz", name, frames, seconds, clip->rate_hz),
          fmt::format("{}   {}", frames, seconds),
          fmt::format("{:.1f}/{:g}  {:.2f} s", frame, clip->frame_count, frame / clip->rate_hz)};
    } else {
      forms = {frames + "   static: the clip has no rate", frames + "   static", frames};
    }
  }
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
    const double part =
        std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - low.x) / span), 0.0, 1.0);
    // Only when it moves: a slider held still draws no frames.
    if (std::abs(part * last - playback.frame) > 1e-4) {
      panel.send(fmt::format("frame {:.4f}", part * last));
    }
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
  list.AddRectFilled({low.x, middle - half}, {at, middle + half}, ImGui::GetColorU32(kAccentSoft),
                     half);
  list.AddCircleFilled({at, middle}, panel.px(7.0f), ImGui::GetColorU32(kAccent));
}

}  // namespace

void drawTimeline(Panel& panel, const Area& area) {
  beginArea("timeline", area, ImGuiWindowFlags_NoScrollWithMouse);
  const Clip* clip = panel.viewer.clip();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  drawButtons(panel, clip != nullptr);
  ImGui::SameLine();
  drawLoopAndSpeed(panel);
  drawReadout(panel, clip, right);
  drawSlider(panel, clip);
  ImGui::End();
}

}  // namespace sinew::app::ui
