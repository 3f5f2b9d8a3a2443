#include "app/ui/level_scale.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/camera.h"
#include "app/data_colors.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// Levels that get a part of the bar; a file may have a million.
constexpr std::uint32_t kMostParts = 64;

struct Bar {
  ImVec2 low;
  ImVec2 high;
  double end_m = 10.0;

  [[nodiscard]] float x(double distance_m) const {
    return low.x + (high.x - low.x) * static_cast<float>(placeOfDistance(distance_m, end_m));
  }
};

ImU32 levelColor(std::uint32_t level, float alpha) {
  const glm::vec3 c = indexColor(level);
  return ImGui::GetColorU32(ImVec4(c.x, c.y, c.z, alpha));
}

void drawParts(const Panel& panel, const Bar& bar, const Scene& scene) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const LevelTable& levels = scene.levels();
  for (std::uint32_t i = 0; i < std::min(levels.size(), kMostParts); ++i) {
    const LevelFacts facts = levels.at(i);
    if (!facts.range.reachable) continue;
    const float from = bar.x(facts.range.near_m.value_or(0.0));
    const float to = bar.x(facts.range.far_m.value_or(bar.end_m));
    const bool shown = scene.lod().shown == i;
    list.AddRectFilled({from, bar.low.y}, {to, bar.high.y}, levelColor(i, shown ? 0.75f : 0.3f));
    list.AddLine({to, bar.low.y}, {to, bar.high.y}, ImGui::GetColorU32(ImGuiCol_WindowBg),
                 panel.scale);
    const std::string name = fmt::format("{}", i);
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    if (to - from < size.x + panel.px(4.0f)) continue;
    list.AddText({(from + to - size.x) * 0.5f, (bar.low.y + bar.high.y - size.y) * 0.5f},
                 ImGui::GetColorU32(kText), name.c_str());
  }
}

void drawHandle(const Panel& panel, const Bar& bar, double distance_m, bool by_hand) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = std::clamp(bar.x(distance_m), bar.low.x, bar.high.x);
  const float r = panel.px(4.0f);
  const ImU32 color = ImGui::GetColorU32(by_hand ? kAccent : kText);
  list.AddLine({x, bar.low.y - r}, {x, bar.high.y + r}, color, 2.0f * panel.scale);
  list.AddTriangleFilled({x - r, bar.low.y - r * 1.6f}, {x + r, bar.low.y - r * 1.6f},
                         {x, bar.low.y}, color);
}

/// The distances at which levels follow each other, as far as there is room.
void drawSwitches(const Panel& panel, const Bar& bar, const LevelTable& levels) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float free_x = bar.low.x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::uint32_t i = 0; i < std::min(levels.size(), kMostParts); ++i) {
    const LevelFacts facts = levels.at(i);
    if (!facts.range.reachable || !facts.range.far_m) continue;
    const std::string text = shortNumber(*facts.range.far_m) + " m";
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float x =
        std::min(std::max(bar.x(*facts.range.far_m) - width * 0.5f, bar.low.x), bar.high.x - width);
    if (x < free_x) continue;
    list.AddText({x, at.y}, ImGui::GetColorU32(kDim), text.c_str());
    free_x = x + width + panel.px(6.0f);
  }
  ImGui::Dummy({1.0f, ImGui::GetTextLineHeight()});
}

}  // namespace

double levelScaleEnd(const LevelTable& levels) {
  return std::max(levels.farthestSwitch_m() * 3.0, 10.0);
}

double placeOfDistance(double distance_m, double end_m) {
  return std::clamp(std::log1p(std::max(distance_m, 0.0)) / std::log1p(end_m), 0.0, 1.0);
}

double distanceOfPlace(double place, double end_m) {
  return std::expm1(std::clamp(place, 0.0, 1.0) * std::log1p(end_m));
}

void drawLevelScale(Panel& panel, const Scene& scene) {
  const auto& set = panel.viewer.state.lod.distance_m;
  ImGui::AlignTextToFramePadding();
  dimText(set ? fmt::format("As if {} m away", shortNumber(*set)) : std::string("Try a distance"));
  if (set) {
    const float width = ImGui::CalcTextSize("Camera").x + ImGui::GetStyle().FramePadding.x * 2.0f;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (ImGui::Button("Camera")) panel.send("lod-distance camera");
    panel.mark("lod.distance.camera");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Goes by the camera's own distance again.");
  }
  ImGui::Dummy({1.0f, panel.px(2.0f)});
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetTextLineHeight() + panel.px(2.0f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("##distance", {width, height});
  panel.mark("lod.distance");
  commandTooltip(panel, "lod-distance");
  const Bar bar{at, {at.x + width, at.y + height}, levelScaleEnd(scene.levels())};
  if (ImGui::IsItemActive()) {
    const double place = static_cast<double>((ImGui::GetIO().MousePos.x - at.x) / width);
    const std::string text = fmt::format("{:.4g}", distanceOfPlace(place, bar.end_m));
    if (!set || fmt::format("{:.4g}", *set) != text) panel.send("lod-distance " + text);
  }
  ImGui::GetWindowDrawList()->AddRectFilled(bar.low, bar.high,
                                            ImGui::GetColorU32(ImGuiCol_FrameBg));
  drawParts(panel, bar, scene);
  drawHandle(panel, bar, scene.lod().distance_m, set.has_value());
  drawSwitches(panel, bar, scene.levels());
}

}  // namespace sinew::app::ui
