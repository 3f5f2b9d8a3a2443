// One tab a document, over the picture. Shows from the second tab on.

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

std::string titleOf(const Tab& tab) {
  const std::string& path = tab.pending ? tab.pending->path : tab.path;
  if (path.empty()) return "Empty";
  if (path == "-") return "standard input";
  return std::filesystem::path(path).filename().string();
}

void drawCross(Panel& panel, std::size_t index, ImVec2 at, float size) {
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("close", {size, size})) panel.send(fmt::format("close {}", index));
  panel.mark(fmt::format("tab.close.{}", index));
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered) {
    list.AddRectFilled(at, {at.x + size, at.y + size}, ImGui::GetColorU32(ImGuiCol_ButtonHovered),
                       panel.px(3.0f));
  }
  const float in = size * 0.32f;
  const ImU32 color = ImGui::GetColorU32(hovered ? kText : kDim);
  const float width = panel.px(1.4f);
  list.AddLine({at.x + in, at.y + in}, {at.x + size - in, at.y + size - in}, color, width);
  list.AddLine({at.x + in, at.y + size - in}, {at.x + size - in, at.y + in}, color, width);
}

void drawTab(Panel& panel, std::size_t index, ImVec2 at, ImVec2 size) {
  const Tab& tab = panel.viewer.tabs()[index];
  const bool present = index == panel.viewer.tab();
  const std::string title = titleOf(tab) + (panel.viewer.hasEdits(index) ? "*" : "");
  ImGui::PushID(static_cast<int>(tab.id));
  ImGui::SetCursorScreenPos(at);
  const float cross = std::min(size.y * 0.7f, panel.px(18.0f));
  const float pad = panel.px(8.0f);
  ImGui::InvisibleButton("tab", {std::max(size.x - cross - pad, 1.0f), size.y});
  panel.mark(fmt::format("tab.{}", index));
  const bool hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemActivated() && !present) panel.send(fmt::format("tab {}", index));
  if (hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Middle))
    panel.send(fmt::format("close {}", index));
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    // Where the pointer is, the dragged tab goes.
    const float x = ImGui::GetIO().MousePos.x - (at.x - size.x * static_cast<float>(index));
    const auto most = static_cast<int>(panel.viewer.tabs().size()) - 1;
    const int to = std::clamp(static_cast<int>(x / size.x), 0, most);
    if (x >= 0.0f && to != static_cast<int>(index))
      panel.send(fmt::format("tab move {} {}", index, to));
  }
  if (hovered && !ImGui::IsItemActive()) {
    ImGui::SetTooltip("%s", tab.path.empty() ? title.c_str() : tab.path.c_str());
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  const ImGuiCol fill = present ? ImGuiCol_FrameBgActive : ImGuiCol_FrameBgHovered;
  if (present || hovered) list.AddRectFilled(at, end, ImGui::GetColorU32(fill));
  if (present) {
    list.AddRectFilled(at, {end.x, at.y + panel.px(2.0f)}, ImGui::GetColorU32(kAccent));
  }
  list.AddLine({end.x - 1.0f, at.y}, {end.x - 1.0f, end.y}, ImGui::GetColorU32(ImGuiCol_Border));
  const std::string shown = shortened(title, size.x - cross - 2.5f * pad);
  list.AddText({at.x + pad, at.y + (size.y - ImGui::GetTextLineHeight()) * 0.5f},
               ImGui::GetColorU32(present ? kText : kDim), shown.c_str());
  drawCross(panel, index, {end.x - cross - pad * 0.5f, at.y + (size.y - cross) * 0.5f}, cross);
  ImGui::PopID();
}

}  // namespace

void drawTabBar(Panel& panel, const Area& area) {
  if (area.height <= 0.0f) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
  beginArea("tabs", area, ImGuiWindowFlags_NoScrollWithMouse);
  const std::size_t count = panel.viewer.tabs().size();
  // With many tabs each gets narrower, so that all stay in sight.
  const float width =
      std::min(panel.px(190.0f), std::floor(area.width / static_cast<float>(count)));
  for (std::size_t i = 0; i < count; ++i)
    drawTab(panel, i, {area.x + width * static_cast<float>(i), area.y}, {width, area.height});
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace sinew::app::ui
