// Levels of detail: which one shows, and why.

#include <fmt/format.h>

#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// How far away the model is, and what that makes of the scale.
std::string distanceInWords(const LodStatus& status, bool by_hand) {
  const std::string metres = shortNumber(status.distance_m);
  return fmt::format("{} {} m{}, so the nominal scale is 1/({} + 1) = {}",
                     by_hand ? "the distance is set to" : "the eye is", metres,
                     by_hand ? "" : " away", metres, shortNumber(status.choice.nominal_scale));
}

std::string rangeInWords(const pose::LodChoice& choice, std::uint32_t level) {
  if (choice.is_last_resort) {
    return fmt::format("no level serves so small a scale, so the last one, {}, stays", level);
  }
  if (choice.threshold <= 0.0) {
    return fmt::format("level {} serves at any distance beyond the finer ones", level);
  }
  return fmt::format("level {} serves down to {}", level, shortNumber(choice.threshold));
}

/// Why this level shows, in words.
std::string reason(const Panel& panel, const LodStatus& status, const Model& model) {
  if (!status.choice.lod) return "The model has no levels: all its meshes show at any distance.";
  const LodState& lod = panel.viewer.state.lod;
  const std::uint32_t level = *status.choice.lod;
  const std::string away = distanceInWords(status, lod.distance_m.has_value());
  const std::string serves = rangeInWords(status.choice, level);
  std::string text;
  if (status.mode == LodMode::All) {
    return fmt::format(
        "All {} levels are drawn on top of each other. By distance it would be level {}.",
        model.lods.size(), level);
  }
  if (status.mode == LodMode::Forced) {
    return fmt::format("Level {} is held by hand. By distance it would be level {}: {}; {}.",
                       lod.forced, level, away, serves);
  }
  if (status.held && status.shown) {
    text = fmt::format("{}; that is just out of level {}, which stays until it is clearly so.",
                       away, *status.shown);
  } else {
    text = fmt::format("{}; {}.", away, serves);
  }
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string switchDistance(const Model& model, std::uint32_t level) {
  const pose::LodRange range = pose::lodRange(model, level);
  if (!range.reachable) return "never";
  if (!range.far_m) return "no limit";
  return shortNumber(*range.far_m) + " m";
}

/// Goes on in the same line if a widget of this label still fits there.
void sameLineIfRoom(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width =
      ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void drawModes(Panel& panel, std::optional<std::uint32_t> shown) {
  const LodMode mode = panel.viewer.state.lod.mode;
  if (ImGui::RadioButton("Auto", mode == LodMode::Auto)) panel.send("lod auto");
  panel.mark("lod.auto");
  commandTooltip(panel, "lod auto");
  sameLineIfRoom("Forced");
  if (ImGui::RadioButton("Forced", mode == LodMode::Forced)) {
    panel.send(fmt::format("lod {}", shown.value_or(0)));
  }
  panel.mark("lod.forced");
  sameLineIfRoom("All");
  if (ImGui::RadioButton("All", mode == LodMode::All)) panel.send("lod all");
  panel.mark("lod.all");
  commandTooltip(panel, "lod all");
}

void drawLevel(Panel& panel, const Model& model, std::uint32_t level, bool shown, bool narrow) {
  std::uint64_t triangles = 0;
  const auto meshes = pose::lodMeshes(model, level);
  for (const std::uint32_t mesh : meshes)
    triangles += model.meshes[mesh].triangles.size() / 3;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool forced =
      panel.viewer.state.lod.mode == LodMode::Forced && panel.viewer.state.lod.forced == level;
  ImGui::PushID(static_cast<int>(level));
  if (ImGui::Selectable(fmt::format("{}##level", level).c_str(), shown,
                        ImGuiSelectableFlags_SpanAllColumns)) {
    panel.send(forced ? std::string("lod auto") : fmt::format("lod {}", level));
  }
  ImGui::PopID();
  panel.mark(fmt::format("lod.level.{}", level));
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("%s triangles, smallest scale %s, up to %s\n%s", grouped(triangles).c_str(),
                      shortNumber(model.lods[level].min_scale).c_str(),
                      switchDistance(model, level).c_str(),
                      forced ? "Click to choose by distance again." : "Click to hold this level.");
  }
  ImGui::TableNextColumn();
  if (meshes.empty()) {
    dimText("empty");
  } else {
    ImGui::TextUnformatted(grouped(triangles).c_str());
  }
  if (!narrow) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(shortNumber(model.lods[level].min_scale).c_str());
  }
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(switchDistance(model, level).c_str());
}

void drawTable(Panel& panel, const Model& model, const LodStatus& status) {
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_PadOuterX;
  // A narrow panel leaves the scale to the tooltip.
  const bool narrow = ImGui::GetContentRegionAvail().x < panel.px(230.0f);
  if (!ImGui::BeginTable(narrow ? "narrow" : "levels", narrow ? 3 : 4, kFlags)) return;
  // Parts of the width, not of the content: they stay right when the scale changes.
  constexpr ImGuiTableColumnFlags kPart = ImGuiTableColumnFlags_WidthStretch;
  ImGui::TableSetupColumn("Level", kPart, 0.8f);
  ImGui::TableSetupColumn(narrow ? "Tris" : "Triangles", kPart, narrow ? 0.9f : 1.2f);
  if (!narrow) ImGui::TableSetupColumn("Scale", kPart, 1.1f);
  ImGui::TableSetupColumn("Up to", kPart, 1.1f);
  ImGui::TableHeadersRow();
  for (std::uint32_t level = 0; level < model.lods.size(); ++level) {
    drawLevel(panel, model, level, status.shown == level, narrow);
  }
  ImGui::EndTable();
}

}  // namespace

void drawLodPanel(Panel& panel) {
  if (!section(panel, "Level of detail", true)) return;
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return dimText("No model.");
  const LodStatus& status = scene->lod();
  if (!scene->model().lods.empty()) {
    drawModes(panel, status.shown);
    drawTable(panel, scene->model(), status);
  }
  wrappedDimText(reason(panel, status, scene->model()));
}

}  // namespace sinew::app::ui
