// Solids: which bone each one bounds, and whether its shape is what the format asks for.

#include <algorithm>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/display_names.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr int kMostRows = 6;
const ImVec4 kGood{0.47f, 0.83f, 0.52f, 1.0f};

std::string boneName(const Model& model, const Solid& solid) {
  const std::uint32_t id = boneIdOfInfluence(model, solid.influence);
  return id == kNone ? std::string("no bone") : boneLabel(model, id);
}

void drawRow(Panel& panel, const Scene& scene, std::uint32_t index) {
  const Model& model = scene.model();
  const Solid& solid = model.solids[index];
  const SolidFacts& facts = scene.solidFacts(index);
  const bool selected = panel.viewer.state.selection.solid == index;
  const float line = ImGui::GetTextLineHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(index));
  if (ImGui::Selectable("##solid", selected)) {
    panel.send(selected ? std::string("solid none") : fmt::format("solid {}", index));
  }
  ImGui::PopID();
  panel.mark(fmt::format("solids.{}", index));
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    panel.send("camera frame");
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircleFilled({start.x + line * 0.4f, start.y + line * 0.5f}, line * 0.22f,
                       ImGui::GetColorU32(facts.faults() == 0 ? onTheme(kGood) : kError));
  const std::string counts = fmt::format("{} tris", grouped(facts.triangles));
  const float counts_width = ImGui::CalcTextSize(counts.c_str()).x + panel.px(4.0f);
  list.AddText(
      {start.x + line, start.y}, ImGui::GetColorU32(kText),
      shortened(boneName(model, solid), width - line - counts_width - panel.px(6.0f)).c_str());
  list.AddText({start.x + width - counts_width, start.y}, ImGui::GetColorU32(kDim), counts.c_str());
}

/// A line of a check: what was looked at, and whether it is right.
void check(bool good, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, good ? onTheme(kGood) : kError);
  wrappedText(text);
  ImGui::PopStyleColor();
}

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", grouped(n), n == 1 ? one : many);
}

/// Which edges are wrong, and how.
std::string badEdges(const SolidFacts& facts) {
  std::string text;
  const auto add = [&](std::size_t n, const char* one, const char* many) {
    if (n > 0) text += (text.empty() ? "" : ", ") + counted(n, one, many);
  };
  add(facts.open.size(), "open edge", "open edges");
  add(facts.crowded.size(), "edge of more than two triangles", "edges of more than two triangles");
  add(facts.flipped.size(), "edge between flipped faces", "edges between flipped faces");
  return text;
}

void drawChecks(const SolidFacts& facts) {
  if (facts.triangles == 0) return check(false, "It has no triangles.");
  check(facts.closed, facts.closed ? std::string("Closed: every edge runs once in each direction.")
                                   : fmt::format("Not closed: {}.", badEdges(facts)));
  if (facts.closed) {
    check(!facts.inside_out,
          facts.inside_out ? "Inside out: the volume is not positive." : "Faces look outward.");
  }
  if (!facts.crossing_tested) {
    wrappedDimText("Too many triangles to test whether they cross.");
  } else {
    check(!facts.crossing, facts.crossing
                               ? fmt::format("Triangles {} and {} cross.", facts.crossing->first,
                                             facts.crossing->second)
                               : std::string("Triangles do not cross."));
  }
  check(facts.foreign.empty(),
        facts.foreign.empty()
            ? std::string("All vertices are on one bone.")
            : fmt::format("{} on other bones.",
                          counted(facts.foreign.size(), "vertex is", "vertices are")));
  if (!facts.doubled.empty()) {
    wrappedDimText(fmt::format("{} where another one is: a seam that no triangle joins.",
                               counted(facts.doubled.size(), "vertex lies", "vertices lie")));
  }
}

/// A fault that can be clicked: text, and the command that selects it.
struct Fault {
  std::string text;
  std::string command;
};

/// The fault at a place of the list of all; edges first.
std::optional<Fault> faultAt(const SolidFacts& facts, std::uint32_t mesh, std::size_t at) {
  struct Edges {
    const std::vector<SolidEdge>& list;
    const char* what;
  };
  for (const Edges& edges : {Edges{facts.open, "open edge"}, Edges{facts.crowded, "crowded edge"},
                             Edges{facts.flipped, "flipped at edge"}}) {
    if (at < edges.list.size()) {
      const SolidEdge& edge = edges.list[at];
      return Fault{
          fmt::format("{} {}-{}, triangle {}", edges.what, edge.from, edge.to, edge.triangle),
          fmt::format("edge {}:{} {}", mesh, edge.from, edge.to)};
    }
    at -= edges.list.size();
  }
  if (facts.crossing) {
    if (at < 2) {
      const std::uint32_t triangle = at == 0 ? facts.crossing->first : facts.crossing->second;
      return Fault{fmt::format("crossing triangle {}", triangle),
                   fmt::format("triangle {}:{}", mesh, triangle)};
    }
    at -= 2;
  }
  if (at < facts.foreign.size()) {
    return Fault{fmt::format("vertex {} on another bone", facts.foreign[at]),
                 fmt::format("vertex {}:{}", mesh, facts.foreign[at])};
  }
  at -= facts.foreign.size();
  if (at < facts.flat.size()) {
    return Fault{fmt::format("triangle {} without area", facts.flat[at]),
                 fmt::format("triangle {}:{}", mesh, facts.flat[at])};
  }
  return std::nullopt;
}

std::size_t faultCount(const SolidFacts& facts) {
  return facts.open.size() + facts.crowded.size() + facts.flipped.size() +
         (facts.crossing ? 2 : 0) + facts.foreign.size() + facts.flat.size();
}

void drawFaults(Panel& panel, const SolidFacts& facts, std::uint32_t mesh) {
  const auto count = static_cast<int>(faultCount(facts));
  if (count == 0) return;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float height = line * static_cast<float>(std::min(count, kMostRows)) + panel.px(14.0f);
  ImGui::BeginChild("faults", {0.0f, height}, true);
  ImGuiListClipper clipper;
  clipper.Begin(count, line);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto fault = faultAt(facts, mesh, static_cast<std::size_t>(i));
      if (!fault) continue;
      if (ImGui::Selectable(fmt::format("{}##{}", fault->text, i).c_str())) {
        panel.send(fault->command);
        panel.send("camera frame");
      }
      panel.mark(fmt::format("solids.fault.{}", i));
    }
  }
  ImGui::EndChild();
}

void drawDetails(Panel& panel, const Scene& scene, std::uint32_t index) {
  const Solid& solid = scene.model().solids[index];
  const SolidFacts& facts = scene.solidFacts(index);
  const double metre = scene.conventions(panel.viewer.state).units_per_metre;
  if (beginFacts("solid")) {
    fact("Bone", boneName(scene.model(), solid));
    fact("Mesh", fmt::format("{}", solid.mesh));
    fact("Size", fmt::format("{} vertices, {} triangles", grouped(facts.vertices),
                             grouped(facts.triangles)));
    if (facts.volume) {
      fact("Volume", fmt::format("{} units³, {} litres", shortNumber(*facts.volume),
                                 shortNumber(*facts.volume / (metre * metre * metre) * 1000.0)));
    }
    if (facts.center_of_mass) {
      const glm::dvec3& c = *facts.center_of_mass;
      fact("Centre of mass",
           fmt::format("{}, {}, {}", shortNumber(c.x), shortNumber(c.y), shortNumber(c.z)));
    }
    endFacts();
  }
  drawChecks(facts);
  drawFaults(panel, facts, solid.mesh);
}

void drawModes(Panel& panel) {
  const renderer::SolidMode present = panel.viewer.state.view.display.solids;
  bool first = true;
  for (const auto& [label, mode] : {std::pair("Off", renderer::SolidMode::Off),
                                    {"Wire", renderer::SolidMode::Wire},
                                    {"Filled", renderer::SolidMode::Fill}}) {
    if (!first) ImGui::SameLine();
    first = false;
    const std::string name(nameOf(kSolidNames, mode));
    if (ImGui::RadioButton(label, present == mode)) panel.send("solids " + name);
    panel.mark("solids.mode." + name);
  }
}

}  // namespace

void drawSolidsPanel(Panel& panel) {
  const Scene* scene = panel.viewer.scene();
  const std::size_t count = scene == nullptr ? 0 : scene->model().solids.size();
  const std::string label = fmt::format("Solids ({})###Solids", grouped(count));
  if (!section(panel, label.c_str(), false)) return;
  if (count == 0) return dimText(scene == nullptr ? "No model." : "The model has no solids.");
  drawModes(panel);
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float rows = static_cast<float>(std::min(static_cast<int>(count), kMostRows));
  ImGui::BeginChild("solids", {0.0f, line * rows + panel.px(14.0f)}, true);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), line);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      drawRow(panel, *scene, static_cast<std::uint32_t>(i));
  }
  ImGui::EndChild();
  const std::uint32_t selected = panel.viewer.state.selection.solid;
  if (selected < count) drawDetails(panel, *scene, selected);
}

}  // namespace sinew::app::ui
