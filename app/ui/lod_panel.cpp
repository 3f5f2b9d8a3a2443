// Levels of detail: which one shows, and why.

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// Why this level shows, in words.
std::string reason(const Panel& panel, const LodStatus& status, const Model& model) {
  const bool by_hand = panel.viewer.state.lod.distance_m.has_value();
  const std::string seen =
      fmt::format("{} m, so the nominal scale is 1/({} + 1) = {}", shortNumber(status.distance_m),
                  shortNumber(status.distance_m), shortNumber(status.choice.nominal_scale));
  const std::string away = by_hand ? "The distance is set to " + seen : "The eye is away " + seen;
  if (!status.choice.lod) {
    return "The model has no levels: all its meshes show at any distance.";
  }
  const std::uint32_t level = *status.choice.lod;
  if (status.held && status.shown) {
    return fmt::format(
        "{}; that is just beyond level {}, which stays until the eye is clearly beyond "
        "its range.",
        away, *status.shown);
  }
  std::string serves;
  if (status.choice.is_last_resort) {
    serves = fmt::format("no level serves so small a scale, so the last one, {}, stays", level);
  } else if (status.choice.threshold <= 0.0) {
    serves = fmt::format("level {} serves at any distance beyond the finer ones", level);
  } else {
    serves = fmt::format("level {} serves down to {}", level, shortNumber(status.choice.threshold));
  }
  if (status.mode == LodMode::Auto) return fmt::format("{}; {}.", away, serves);
  if (status.mode == LodMode::All) {
    return fmt::format(
        "All {} levels are drawn on top of each other. By distance it would be level {}.",
        model.lods.size(), level);
  }
  return fmt::format("Level {} is held by hand. By distance it would be level {}: {}; {}.",
                     panel.viewer.state.lod.forced, level, away, serves);
}

std::string switchDistance(const Model& model, std::uint32_t level) {
  const pose::LodRange range = pose::lodRange(model, level);
  if (!range.reachable) return "never";
  if (!range.far_m) return "no limit";
  return shortNumber(*range.far_m) + " m";
}

void drawModes(Panel& panel, const Model& model, std::optional<std::uint32_t> shown) {
  const LodMode mode = panel.viewer.state.lod.mode;
  if (ImGui::RadioButton("Auto", mode == LodMode::Auto)) panel.send("lod auto");
  panel.mark("lod.auto");
  commandTooltip(panel, "lod auto");
  ImGui::SameLine();
  if (ImGui::RadioButton("Forced", mode == LodMode::Forced)) {
    panel.send(fmt::format("lod {}", shown.value_or(0)));
  }
  panel.mark("lod.forced");
  ImGui::SameLine();
  if (ImGui::RadioButton("All", mode == LodMode::All)) panel.send("lod all");
  panel.mark("lod.all");
  commandTooltip(panel, "lod all");
  (void)model;
}

void drawLevel(Panel& panel, const Model& model, std::uint32_t level, bool shown) {
  std::uint64_t triangles = 0;
  const auto meshes = pose::lodMeshes(model, level);
  for (const std::uint32_t mesh : meshes)
    triangles += model.meshes[mesh].triangles.size() / 3;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool forced =
      panel.viewer.state.lod.mode == LodMode::Forced && panel.viewer.state.lod.forced == level;
  const std::string label = fmt::format("{}##level", level);
  ImGui::PushID(static_cast<int>(level));
  if (ImGui::Selectable(label.c_str(), shown, ImGuiSelectableFlags_SpanAllColumns)) {
    panel.send(forced ? std::string("lod auto") : fmt::format("lod {}", level));
  }
  ImGui::PopID();
  panel.mark(fmt::format("lod.level.{}", level));
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("%s",
                      forced ? "Click to choose by distance again." : "Click to hold this level.");
  }
  ImGui::TableNextColumn();
  if (meshes.empty()) {
    dimText("empty");
  } else {
    ImGui::TextUnformatted(grouped(triangles).c_str());
  }
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(shortNumber(model.lods[level].min_scale).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(switchDistance(model, level).c_str());
}

}  // namespace

void drawLodPanel(Panel& panel) {
  if (!section(panel, "Level of detail", true)) return;
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return dimText("No model.");
  const Model& model = scene->model();
  const LodStatus& status = scene->lod();
  if (!model.lods.empty()) {
    drawModes(panel, model, status.shown);
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_BordersInnerH |
                                       ImGuiTableFlags_SizingStretchProp |
                                       ImGuiTableFlags_PadOuterX;
    if (ImGui::BeginTable("levels", 4, kFlags)) {
      ImGui::TableSetupColumn("Level");
      ImGui::TableSetupColumn("Triangles");
      ImGui::TableSetupColumn("Scale");
      ImGui::TableSetupColumn("Up to");
      ImGui::TableHeadersRow();
      for (std::uint32_t level = 0; level < model.lods.size(); ++level) {
        drawLevel(panel, model, level, status.shown == level);
      }
      ImGui::EndTable();
    }
  }
  wrappedDimText(reason(panel, status, model));
}

}  // namespace sinew::app::ui
