// What the colours of a data shading mean, over the picture's lower right corner.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/data_colors.h"
#include "app/display_names.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// Lines of a legend; what is beyond is counted.
constexpr std::size_t kMostLines = 14;

struct Line {
  glm::vec3 color{0.0f};
  std::string text;
};

struct Legend {
  std::string title;
  std::vector<Line> lines;
  bool heat = false;  ///< a bar from cold to hot, with texts at its ends
  std::string cold, hot;
  std::string note;
};

using renderer::Shading;

/// What all shown meshes hold together.
MeshFacts shownFacts(Panel& panel, const Scene& scene) {
  MeshFacts sum;
  for (const std::uint32_t mesh : scene.shownMeshes()) {
    const MeshFacts& facts = meshFacts(panel, scene, mesh);
    sum.records_64 += facts.records_64;
    sum.records_96 += facts.records_96;
    sum.records_128 += facts.records_128;
    sum.plain += facts.plain;
    for (std::size_t k = 0; k < facts.cells.size(); ++k)
      sum.cells[k] += facts.cells[k];
    std::vector<std::uint32_t> both;
    std::ranges::set_union(sum.influences, facts.influences, std::back_inserter(both));
    sum.influences = std::move(both);
  }
  return sum;
}

std::string cellInWords(int log2, double units_per_metre) {
  const double cell = std::exp2(log2);
  return fmt::format("{} units, {} mm", shortNumber(cell),
                     shortNumber(cell / units_per_metre * 1000.0));
}

Legend levelLegend(const Scene& scene) {
  Legend legend{"Level of detail", {}, false, {}, {}, {}};
  const LevelTable& levels = scene.levels();
  for (std::uint32_t i = 0; i < levels.size() && legend.lines.size() <= kMostLines; ++i) {
    if (!levels.isEmpty(i)) legend.lines.push_back({indexColor(i), fmt::format("level {}", i)});
  }
  if (legend.lines.empty()) legend.lines.push_back({indexColor(0), "no levels"});
  return legend;
}

Legend boneLegend(const Scene& scene, const MeshFacts& facts) {
  Legend legend{"Bone or blend of each vertex", {}, false, {}, {}, {}};
  for (const std::uint32_t influence : facts.influences) {
    const std::uint32_t id = boneIdOfInfluence(scene.model(), influence);
    // A pseudo-bone's influence is its own; boneIdOfInfluence names it.
    legend.lines.push_back({indexColor(influence),
                            id == kNone ? std::string("no bone") : boneLabel(scene.model(), id)});
  }
  return legend;
}

Legend recordLegend(const MeshFacts& facts) {
  Legend legend{"Vertex record", {}, false, {}, {}, {}};
  const auto add = [&](int bits, std::uint32_t count) {
    if (count == 0) return;
    const std::string what = bits == 0 ? std::string("not packed") : fmt::format("{} bits", bits);
    legend.lines.push_back(
        {recordColor(bits), fmt::format("{}: {} vertices", what, grouped(count))});
  };
  add(64, facts.records_64);
  add(96, facts.records_96);
  add(128, facts.records_128);
  add(0, facts.plain);
  return legend;
}

Legend exponentLegend(const MeshFacts& facts, double units_per_metre) {
  Legend legend{"Positions round to", {}, false, {}, {}, {}};
  for (std::size_t k = facts.cells.size(); k-- > 0;) {
    if (facts.cells[k] == 0) continue;
    const int log2 = cellLog2(k);
    legend.lines.push_back({exponentColor(static_cast<float>(log2)),
                            fmt::format("2^{}: {}", log2, cellInWords(log2, units_per_metre))});
  }
  if (legend.lines.empty()) legend.note = "No packed positions.";
  return legend;
}

Legend errorLegend(const Scene& scene, double units_per_metre) {
  Legend legend{"Size of the rounding cell", {}, true, {}, {}, {}};
  const int hottest = static_cast<int>(std::lround(scene.largestCellLog2()));
  legend.hot = cellInWords(hottest, units_per_metre);
  legend.cold = cellInWords(hottest - kErrorHalvings, units_per_metre);
  legend.note = "A position is off by half of its cell at most.";
  return legend;
}

Legend weightLegend(const Panel& panel, const Scene& scene) {
  const std::uint32_t id = selectedBoneId(scene.model(), panel.viewer.state.selection);
  Legend legend{"Weight", {}, true, "0", "1", {}};
  if (id == kNone) {
    legend.note = "Select a bone to see what it moves.";
  } else {
    legend.title = "Weight of " + boneLabel(scene.model(), id);
  }
  return legend;
}

std::optional<Legend> legendOf(Panel& panel, const Scene& scene) {
  const State& state = panel.viewer.state;
  const double metre = scene.conventions(state).units_per_metre;
  switch (state.view.display.shading) {
    case Shading::Normals:
      return Legend{"Normal, model space",
                    {{{1.0f, 0.5f, 0.5f}, "+X"},
                     {{0.0f, 0.5f, 0.5f}, "-X"},
                     {{0.5f, 1.0f, 0.5f}, "+Y"},
                     {{0.5f, 0.0f, 0.5f}, "-Y"},
                     {{0.5f, 0.5f, 1.0f}, "+Z"},
                     {{0.5f, 0.5f, 0.0f}, "-Z"}},
                    false,
                    {},
                    {},
                    {}};
    case Shading::Uv:
      return Legend{"Texture coordinates",
                    {{{0.95f, 0.15f, 0.42f}, "S to the right: A to H"},
                     {{0.15f, 0.95f, 0.42f}, "T downward: 1 to 8"}},
                    false,
                    {},
                    {},
                    "Each cell is an eighth of the texture."};
    case Shading::Lod:
      return levelLegend(scene);
    case Shading::Bone:
      return boneLegend(scene, shownFacts(panel, scene));
    case Shading::Weights:
      return weightLegend(panel, scene);
    case Shading::Record:
      return recordLegend(shownFacts(panel, scene));
    case Shading::Exponent:
      return exponentLegend(shownFacts(panel, scene), metre);
    case Shading::Error:
      return errorLegend(scene, metre);
    default:
      return std::nullopt;
  }
}

ImU32 colorOf(const glm::vec3& c) {
  return ImGui::GetColorU32(ImVec4(c.x, c.y, c.z, 1.0f));
}

/// Width and height of what is inside the box.
ImVec2 sizeOf(const Panel& panel, const Legend& legend, const std::vector<Line>& lines) {
  const float line = ImGui::GetTextLineHeight();
  ImVec2 size{ImGui::CalcTextSize(legend.title.c_str()).x, line};
  const auto widen = [&](const std::string& text, float indent) {
    size.x = std::max(size.x, ImGui::CalcTextSize(text.c_str()).x + indent);
  };
  for (const Line& l : lines) {
    widen(l.text, line * 1.4f);
    size.y += line + panel.px(2.0f);
  }
  if (legend.heat) {
    widen(legend.hot, line * 1.8f);
    widen(legend.cold, line * 1.8f);
    size.y += line * 5.0f;
  }
  if (!legend.note.empty()) {
    widen(legend.note, 0.0f);
    size.y += line + panel.px(4.0f);
  }
  return size;
}

void drawHeat(const Panel& panel, ImDrawList& list, ImVec2 at, const Legend& legend) {
  constexpr int kSteps = 32;
  const float line = ImGui::GetTextLineHeight();
  const float height = line * 5.0f - panel.px(4.0f);
  for (int i = 0; i < kSteps; ++i) {
    const float top = at.y + height * static_cast<float>(i) / kSteps;
    const float low = at.y + height * static_cast<float>(i + 1) / kSteps;
    const float t = 1.0f - (static_cast<float>(i) + 0.5f) / kSteps;
    list.AddRectFilled({at.x, top}, {at.x + line, low}, colorOf(heatColor(t)));
  }
  const float x = at.x + line * 1.8f;
  list.AddText({x, at.y}, ImGui::GetColorU32(kText), legend.hot.c_str());
  list.AddText({x, at.y + height - line}, ImGui::GetColorU32(kText), legend.cold.c_str());
}

}  // namespace

void drawLegend(Panel& panel, const Area& view) {
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return;
  std::optional<Legend> legend = legendOf(panel, *scene);
  if (!legend) return;
  std::vector<Line>& lines = legend->lines;
  const float margin = panel.px(10.0f);
  const float line = ImGui::GetTextLineHeight();
  const auto room =
      static_cast<std::size_t>(std::max(view.height * 0.7f / (line + panel.px(2.0f)) - 3.0f, 1.0f));
  const std::size_t most = std::min(kMostLines, room);
  if (lines.size() > most) {
    legend->note = fmt::format("... and {} more", lines.size() - most);
    lines.resize(most);
  }
  const ImVec2 size = sizeOf(panel, *legend, lines);
  const ImVec2 high{view.x + view.width - margin, view.y + view.height - margin};
  const ImVec2 low{high.x - size.x - 2.0f * margin, high.y - size.y - 2.0f * margin};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
  list.AddRectFilled(low, high,
                     ImGui::GetColorU32(faded(ImGui::GetStyleColorVec4(ImGuiCol_PopupBg), 0.9f)),
                     panel.px(4.0f));
  ImVec2 at{low.x + margin, low.y + margin};
  list.AddText(at, ImGui::GetColorU32(kText), legend->title.c_str());
  at.y += line + panel.px(2.0f);
  for (const Line& l : lines) {
    list.AddRectFilled({at.x, at.y + line * 0.1f}, {at.x + line * 0.85f, at.y + line * 0.95f},
                       colorOf(l.color), panel.px(2.0f));
    list.AddText({at.x + line * 1.4f, at.y}, ImGui::GetColorU32(kText), l.text.c_str());
    at.y += line + panel.px(2.0f);
  }
  if (legend->heat) {
    drawHeat(panel, list, at, *legend);
    at.y += line * 5.0f;
  }
  if (!legend->note.empty()) list.AddText(at, ImGui::GetColorU32(kDim), legend->note.c_str());
  list.PopClipRect();
  panel.widgets.push_back({"legend", low.x, low.y, high.x - low.x, high.y - low.y});
}

}  // namespace sinew::app::ui
