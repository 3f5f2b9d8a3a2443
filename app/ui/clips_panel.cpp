// The list of clips.

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
}

}  // namespace sinew::app::ui
