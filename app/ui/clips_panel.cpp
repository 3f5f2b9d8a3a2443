// The list of clips, and how they mix.

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr int kMostLines = 7;

void drawClip(Panel& panel, const Clip& clip, std::uint32_t index, bool chosen) {
  ImGui::PushID(static_cast<int>(index));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  // By number: names may repeat or be empty.
  if (ImGui::Selectable("##clip", chosen)) panel.send(fmt::format("clip #{}", index));
  panel.mark(fmt::format("clips.{}", index));
  const std::string note =
      clip.rate_hz > 0.0 ? fmt::format("{:g} f  {:.2f} s", clip.frame_count, clip.duration_s())
                         : fmt::format("{:g} f  static", clip.frame_count);
  const float note_width = ImGui::CalcTextSize(note.c_str()).x;
  const std::string name = clip.name.empty() ? fmt::format("#{}", index) : std::string(clip.name);
  const std::string shown = shortened(name, width - note_width - panel.px(8.0f));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(start, ImGui::GetColorU32(ImGuiCol_Text), shown.c_str());
  list.AddText({start.x + width - note_width, start.y}, ImGui::GetColorU32(kDim), note.c_str());
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("%s\n%g frames, %g Hz, %s", name.c_str(), clip.frame_count, clip.rate_hz,
                      clip.loop ? "loops" : "holds its last frame");
  }
  ImGui::PopID();
}

std::string nameOfClip(const Model& model, std::uint32_t index) {
  const Clip& clip = model.clips[index];
  return clip.name.empty() ? fmt::format("#{}", index) : std::string(clip.name);
}

void drawBlendChoice(Panel& panel, const Model& model, const Playback& playback, float width) {
  const bool any = !playback.blend.empty();
  const std::uint32_t present = any ? playback.blend.front().clip : kNone;
  const double weight = any ? playback.blend.front().weight : 0.5;
  ImGui::SetNextItemWidth(width);
  const std::string shown =
      any ? fmt::format("Blend with {}", nameOfClip(model, present)) : std::string("No blend");
  const bool open = ImGui::BeginCombo("##blend", shown.c_str());
  panel.mark("clips.blend");
  if (!open) return commandTooltip(panel, "blend");
  if (ImGui::Selectable("No blend", !any)) panel.send("blend off");
  panel.mark("clips.blend.off");
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    if (i == playback.clip) continue;
    const std::string label = fmt::format("{}##{}", nameOfClip(model, i), i);
    if (ImGui::Selectable(label.c_str(), i == present)) {
      panel.send(fmt::format("blend #{} {:.3f}", i, weight));
    }
    panel.mark(fmt::format("clips.blend.{}", i));
  }
  ImGui::EndCombo();
}

/// A slider whose value goes to a command: "COMMAND VALUE".
void commandSlider(Panel& panel, const char* name, const char* format, double value,
                   const std::string& command) {
  auto shown = static_cast<float>(value);
  ImGui::SetNextItemWidth(-1.0f);
  const std::string id = fmt::format("##{}", name);
  if (ImGui::SliderFloat(id.c_str(), &shown, 0.0f, 1.0f, format, ImGuiSliderFlags_AlwaysClamp)) {
    panel.send(fmt::format("{} {:.3f}", command, shown));
  }
  panel.mark(name);
}

/// Two clips at once, and how one follows another.
void drawMixing(Panel& panel, const Model& model) {
  const Playback& playback = panel.viewer.state.playback;
  if (playback.clip && model.clips.size() > 1) {
    // Beside each other, as the panel is long already.
    const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) * 0.5f;
    drawBlendChoice(panel, model, playback, half);
    ImGui::SameLine();
  }
  commandSlider(panel, "clips.crossfade", "Fade %.2f s", playback.crossfade_s, "crossfade");
  commandTooltip(panel, "crossfade");
  if (playback.clip && model.clips.size() > 1) {
    if (!playback.blend.empty()) {
      const BlendLayer& layer = playback.blend.front();
      commandSlider(panel, "clips.blend.weight", "%.2f of it", layer.weight,
                    fmt::format("blend #{}", layer.clip));
      commandTooltip(panel, "blend");
    }
  }
}

}  // namespace

void drawClipsPanel(Panel& panel) {
  const Scene* scene = panel.viewer.scene();
  const std::size_t count = scene != nullptr ? scene->model().clips.size() : 0;
  if (!section(panel, fmt::format("Clips ({})###Clips", count).c_str(), true)) return;
  if (scene == nullptr) return dimText("No model.");
  if (count == 0) return dimText("The model has no clips.");
  const int lines = std::min(static_cast<int>(count) + 1, kMostLines);
  const float height = ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(lines) +
                       ImGui::GetStyle().WindowPadding.y * 2.0f;
  ImGui::BeginChild("cliplist", {0.0f, height}, true,
                    static_cast<int>(count) < kMostLines ? ImGuiWindowFlags_NoScrollbar : 0);
  const auto chosen = panel.viewer.state.playback.clip;
  if (ImGui::Selectable("Rest pose", !chosen)) panel.send("clip none");
  panel.mark("clips.none");
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto index = static_cast<std::uint32_t>(i);
      drawClip(panel, scene->model().clips[index], index, chosen == index);
    }
  }
  ImGui::EndChild();
  drawMixing(panel, scene->model());
}

}  // namespace sinew::app::ui
