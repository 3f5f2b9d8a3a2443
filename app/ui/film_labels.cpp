// What each tile of the film strip shows.

#include <fmt/format.h>

#include "app/ui/bone_labels.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

void drawLabel(Panel& panel, ImDrawList& list, const Area& tile, const Scene& scene,
               std::uint32_t level) {
  const LevelFacts facts = scene.levels().at(level);
  const bool chosen = scene.lod().choice.lod == level;
  const std::string title = fmt::format("Level {}{}", level, chosen ? ", by distance" : "");
  const std::string text =
      fmt::format("{} triangles, {}", grouped(facts.triangles), byteCount(facts.bytes));
  const float line = ImGui::GetTextLineHeight();
  const float room = tile.width - panel.px(24.0f);
  const std::string first = shortened(title, room);
  const std::string second = shortened(text, room);
  const float width =
      std::max(ImGui::CalcTextSize(first.c_str()).x, ImGui::CalcTextSize(second.c_str()).x);
  const ImVec2 low{tile.x + panel.px(6.0f), tile.y + panel.px(6.0f)};
  const ImVec2 high{low.x + width + panel.px(12.0f), low.y + 2.0f * line + panel.px(8.0f)};
  list.AddRectFilled(low, high,
                     ImGui::GetColorU32(faded(ImGui::GetStyleColorVec4(ImGuiCol_PopupBg), 0.85f)),
                     panel.px(3.0f));
  list.AddText({low.x + panel.px(6.0f), low.y + panel.px(4.0f)},
               ImGui::GetColorU32(chosen ? kAccent : kText), first.c_str());
  list.AddText({low.x + panel.px(6.0f), low.y + panel.px(4.0f) + line}, ImGui::GetColorU32(kDim),
               second.c_str());
}

}  // namespace

void drawFilmLabels(Panel& panel, const Area& view) {
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr || !panel.viewer.state.view.film_strip) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
  const auto width = static_cast<int>(view.width);
  const auto height = static_cast<int>(view.height);
  const auto& tiles = scene->filmTiles(width, height);
  for (const FilmTile& tile : tiles) {
    const Area area{view.x + static_cast<float>(tile.x), view.y + static_cast<float>(tile.y),
                    static_cast<float>(tile.width), static_cast<float>(tile.height)};
    list.AddRect({area.x, area.y}, {area.x + area.width, area.y + area.height},
                 ImGui::GetColorU32(ImGuiCol_WindowBg), 0.0f, 0, panel.scale);
    drawLabel(panel, list, area, *scene, tile.level);
    panel.widgets.push_back(
        {fmt::format("film.{}", tile.level), area.x, area.y, area.width, area.height});
    State seen = panel.viewer.state;
    seen.camera =
        tileCamera(seen.camera, scene->restBounds(), static_cast<double>(view.width / view.height),
                   static_cast<double>(area.width / area.height));
    drawBoneLabels(list, placeBoneLabels(seen, *scene, area, panel.scale), panel.scale);
  }
  const std::uint32_t last = tiles.empty() ? 0 : tiles.back().level;
  std::size_t more = 0;
  for (std::uint32_t i = last + 1; tiles.size() == kMostTiles && i < scene->levels().size(); ++i)
    more += scene->levels().isEmpty(i) ? 0 : 1;
  if (more > 0) {
    const std::string text = fmt::format("{} more levels have no room", grouped(more));
    list.AddText({view.x + panel.px(10.0f), view.y + view.height - panel.px(26.0f)},
                 ImGui::GetColorU32(kWarning), text.c_str());
  }
  list.PopClipRect();
}

}  // namespace sinew::app::ui
