// Levels of detail: which one shows, and why.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/level_scale.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// Levels that show without scrolling.
constexpr std::uint32_t kMostRows = 6;

/// How far away the model is, and what that makes of the scale.
std::string distanceInWords(const LodStatus& status, const LodState& lod) {
  const std::string metres = shortNumber(status.distance_m);
  const bool by_hand = lod.distance_m.has_value();
  const std::string bias =
      lod.bias == 0.0 ? "" : fmt::format(" (with the bias {})", shortNumber(lod.bias));
  return fmt::format("{} {} m{}{}, so the nominal scale is 1/({} + 1) = {}",
                     by_hand ? "the distance is set to" : "the eye is", metres,
                     by_hand ? "" : " away", bias, metres,
                     shortNumber(status.choice.nominal_scale));
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
  if (!status.choice.lod) {
    return model.lods.empty() ? "The model has no levels: all its meshes show at any distance."
                              : "No level has anything to draw.";
  }
  const LodState& lod = panel.viewer.state.lod;
  const std::uint32_t level = *status.choice.lod;
  const std::string away = distanceInWords(status, lod);
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

std::string switchDistance(const LevelFacts& facts) {
  if (!facts.range.reachable) return "never";
  if (!facts.range.far_m) return "no limit";
  return shortNumber(*facts.range.far_m) + " m";
}

/// Goes on in the same line if a widget of this label still fits there.
void sameLineIfRoom(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width =
      ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void drawModes(Panel& panel, const Scene& scene) {
  const LodMode mode = panel.viewer.state.lod.mode;
  if (ImGui::RadioButton("Auto", mode == LodMode::Auto)) panel.send("lod auto");
  panel.mark("lod.auto");
  commandTooltip(panel, "lod auto");
  sameLineIfRoom("Forced");
  if (ImGui::RadioButton("Forced", mode == LodMode::Forced)) {
    const std::uint32_t finest = scene.levels().finest();
    panel.send(fmt::format("lod {}", scene.lod().shown.value_or(finest == kNone ? 0 : finest)));
  }
  panel.mark("lod.forced");
  sameLineIfRoom("All");
  if (ImGui::RadioButton("All", mode == LodMode::All)) panel.send("lod all");
  panel.mark("lod.all");
  commandTooltip(panel, "lod all");
}

void levelTooltip(const LevelFacts& facts, bool forced) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::SetTooltip("%s meshes, %s vertices, %s triangles, %s\nsmallest scale %s, up to %s\n%s",
                    grouped(facts.meshes).c_str(), grouped(facts.vertices).c_str(),
                    grouped(facts.triangles).c_str(), byteCount(facts.bytes).c_str(),
                    shortNumber(facts.min_scale).c_str(), switchDistance(facts).c_str(),
                    facts.meshes == 0 ? "It draws nothing and is never chosen."
                    : forced          ? "Click to choose by distance again."
                                      : "Click to hold this level.");
}

/// A cell of two lines, the second one dim.
void twoLines(const std::string& first, const std::string& second) {
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(first.c_str());
  dimText(second);
}

void drawLevel(Panel& panel, const Scene& scene, std::uint32_t level) {
  const LevelFacts facts = scene.levels().at(level);
  const LodState& lod = panel.viewer.state.lod;
  const bool forced = lod.mode == LodMode::Forced && lod.forced == level;
  const bool shown = scene.lod().shown == level;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(static_cast<int>(level));
  const float height = 2.0f * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
  if (ImGui::Selectable(fmt::format("{}##level", level).c_str(), shown,
                        ImGuiSelectableFlags_SpanAllColumns, {0.0f, height})) {
    panel.send(forced ? std::string("lod auto") : fmt::format("lod {}", level));
  }
  ImGui::PopID();
  panel.mark(fmt::format("lod.level.{}", level));
  levelTooltip(facts, forced);
  if (facts.meshes == 0) {
    twoLines("empty", "");
    ImGui::TableNextColumn();
    ImGui::TableNextColumn();
    return;
  }
  twoLines(grouped(facts.triangles), grouped(facts.meshes));
  twoLines(grouped(facts.vertices), byteCount(facts.bytes));
  twoLines(switchDistance(facts), shortNumber(facts.min_scale));
}

void drawHeader() {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  constexpr std::array<std::array<const char*, 2>, 4> kTitles{
      {{"LOD", ""}, {"Triangles", "Meshes"}, {"Vertices", "Bytes"}, {"Up to", "Scale"}}};
  for (const auto& title : kTitles) {
    ImGui::TableNextColumn();
    dimText(title[0]);
    dimText(title[1]);
  }
}

void drawTable(Panel& panel, const Scene& scene) {
  const std::uint32_t count = scene.levels().size();
  const float line = ImGui::GetTextLineHeight();
  const float row =
      2.0f * line + ImGui::GetStyle().ItemSpacing.y + 2.0f * ImGui::GetStyle().CellPadding.y;
  const bool scrolls = count > kMostRows;
  ImGuiTableFlags flags =
      ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_PadOuterX;
  if (scrolls) flags |= ImGuiTableFlags_ScrollY;
  const float height = scrolls ? row * (static_cast<float>(kMostRows) + 1.5f) : 0.0f;
  if (!ImGui::BeginTable("levels", 4, flags, {0.0f, height})) return;
  // Parts of the width, not of the content: they stay right when the scale changes.
  constexpr ImGuiTableColumnFlags kPart = ImGuiTableColumnFlags_WidthStretch;
  ImGui::TableSetupColumn("Level", kPart, 0.6f);
  ImGui::TableSetupColumn("Triangles", kPart, 1.1f);
  ImGui::TableSetupColumn("Vertices", kPart, 1.1f);
  ImGui::TableSetupColumn("Up to", kPart, 1.1f);
  ImGui::TableSetupScrollFreeze(0, 1);
  drawHeader();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      drawLevel(panel, scene, static_cast<std::uint32_t>(i));
    }
  }
  ImGui::EndTable();
}

/// Levels without anything to draw are passed over; somebody who sees level 1 wants to know why.
void drawFinest(const LevelTable& levels) {
  const std::uint32_t finest = levels.finest();
  if (finest == 0 || finest == kNone) return;
  wrappedDimText(
      finest == 1 ? std::string("Level 0 is empty: 1 is the finest.")
                  : fmt::format("Levels 0 to {} are empty: {} is the finest.", finest - 1, finest));
}

std::string screenSize(const LodStatus& status, int height) {
  if (!std::isfinite(status.screen_share)) return "The eye is inside the model.";
  return fmt::format(
      "On screen it is {} % of the height, {} pixels.", shortNumber(status.screen_share * 100.0),
      grouped(static_cast<std::uint64_t>(std::min(status.screen_share, 1e9) * height + 0.5)));
}

void drawUnits(Panel& panel, const Scene& scene) {
  const auto& set = panel.viewer.state.lod.units_per_metre;
  double units = scene.conventions(panel.viewer.state).units_per_metre;
  ImGui::AlignTextToFramePadding();
  dimText("Units in a metre");
  ImGui::SameLine();
  const float button = set ? ImGui::CalcTextSize("File").x +
                                 ImGui::GetStyle().FramePadding.x * 2.0f +
                                 ImGui::GetStyle().ItemSpacing.x
                           : 0.0f;
  ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - button, panel.px(40.0f)));
  ImGui::InputDouble("##units", &units, 0.0, 0.0, "%.6g");
  panel.mark("lod.units");
  if (ImGui::IsItemDeactivatedAfterEdit()) panel.send(fmt::format("units-per-metre {}", units));
  commandTooltip(panel, "units-per-metre");
  if (!set) return;
  ImGui::SameLine();
  if (ImGui::Button("File")) panel.send("units-per-metre file");
  panel.mark("lod.units.file");
}

/// What is set once: folded away, so that the panel leaves room for the next ones.
void drawMore(Panel& panel, const Scene& scene) {
  const bool open = ImGui::TreeNodeEx(
      "More", ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_NoTreePushOnOpen);
  panel.mark("lod.more");
  if (!open) return;
  commandCheckbox(panel, "Hold levels near their switch", "lod-hysteresis",
                  panel.viewer.state.lod.hysteresis);
  drawUnits(panel, scene);
}

}  // namespace

void drawLodPanel(Panel& panel) {
  if (!section(panel, "Level of detail", true)) return;
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return dimText("No model.");
  const LodStatus& status = scene->lod();
  const bool levels = !scene->model().lods.empty();
  if (levels) {
    drawModes(panel, *scene);
    drawTable(panel, *scene);
    drawFinest(scene->levels());
    drawLevelScale(panel, *scene);
  }
  // Below what is clicked: its lines come and go with the distance.
  wrappedDimText(reason(panel, status, scene->model()) + ' ' +
                 screenSize(status, panel.viewer.viewport_height));
  panel.mark("lod.reason");
  if (!levels) return drawUnits(panel, *scene);
  drawMore(panel, *scene);
}

}  // namespace sinew::app::ui
