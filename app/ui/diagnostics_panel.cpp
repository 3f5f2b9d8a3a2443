// What the file does wrong: every finding of the check, filtered, and what it is about.

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/text_case.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "format/diagnostics.h"

namespace sinew::app::ui {
namespace {

constexpr int kMostRows = 6;

ImVec4 colorOf(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return kError;
    case Severity::Warning:
      return kWarning;
    case Severity::Note:
      break;
  }
  return kInfo;
}

/// Whether a finding has the text in its rule, path or sentence; the text is in lower case.
bool matches(const Diagnostic& finding, const std::string& text) {
  const auto has = [&](std::string_view part) {
    return foldCase(part).find(text) != std::string::npos;
  };
  return has(finding.rule) || has(finding.path) || has(finding.message);
}

/// Makes the list of the findings that the filter lets through, when filter or file changed: there
/// may be millions.
void filterFindings(FindingsMemory& memory, const std::vector<Diagnostic>& findings) {
  const std::string text = foldCase(memory.search);
  if (memory.filtered && memory.applied_text == text && memory.applied_hidden == memory.hidden)
    return;
  memory.filtered = true;
  memory.applied_text = text;
  memory.applied_hidden = memory.hidden;
  memory.rows.clear();
  for (std::uint32_t i = 0; i < findings.size(); ++i) {
    const Diagnostic& finding = findings[i];
    if (memory.hidden[static_cast<std::size_t>(finding.severity)]) continue;
    if (text.empty() || matches(finding, text)) memory.rows.push_back(i);
  }
}

void drawSeverities(Panel& panel, const DiagnosticCounts& counts) {
  struct Kind {
    Severity severity;
    const char* name;
    const char* widget;
    std::size_t count;
  };
  const std::array<Kind, 3> kinds{
      {{Severity::Error, "errors", "diagnostics.errors", counts.errors},
       {Severity::Warning, "warnings", "diagnostics.warnings", counts.warnings},
       {Severity::Note, "notes", "diagnostics.notes", counts.notes}}};
  bool first = true;
  for (const Kind& kind : kinds) {
    bool& hidden = panel.memory.findings.hidden[static_cast<std::size_t>(kind.severity)];
    const std::string label = fmt::format("{} {}", grouped(kind.count), kind.name);
    const float width =
        ImGui::CalcTextSize(label.c_str()).x + ImGui::GetStyle().FramePadding.x * 2.0f;
    if (!first) ImGui::SameLine(0.0f, panel.px(4.0f));
    if (!first && ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    first = false;
    ImGui::PushStyleColor(ImGuiCol_Text, hidden            ? faded(kDim, 0.7f)
                                         : kind.count == 0 ? kDim
                                                           : colorOf(kind.severity));
    if (ImGui::Button(fmt::format("{}##{}", label, kind.widget).c_str())) hidden = !hidden;
    ImGui::PopStyleColor();
    panel.mark(kind.widget);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip(hidden ? "Lists the %s." : "Leaves out the %s.", kind.name);
  }
}

void drawRow(Panel& panel, const Diagnostic& finding, std::uint32_t index) {
  const bool selected = panel.viewer.state.selection.finding == index;
  const float line = ImGui::GetTextLineHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(index));
  if (ImGui::Selectable("##finding", selected, 0, {0.0f, line * 2.0f + panel.px(2.0f)})) {
    panel.send(selected ? std::string("finding none") : fmt::format("finding {}", index));
  }
  ImGui::PopID();
  panel.mark(fmt::format("diagnostics.{}", index));
  if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(panel.px(380.0f));
    ImGui::TextUnformatted(describe(finding).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::string title(finding.rule);
  if (finding.count > 1) title += fmt::format("  x {}", grouped(finding.count));
  list.AddText(start, ImGui::GetColorU32(colorOf(finding.severity)),
               shortened(title, width).c_str());
  const std::string place = fmt::format("{} at 0x{:X}", finding.path, finding.offset);
  list.AddText({start.x, start.y + line + panel.px(1.0f)}, ImGui::GetColorU32(kDim),
               shortened(place, width).c_str());
}

void drawList(Panel& panel, const std::vector<Diagnostic>& findings) {
  FindingsMemory& memory = panel.memory.findings;
  filterFindings(memory, findings);
  const float row =
      2.0f * ImGui::GetTextLineHeight() + panel.px(2.0f) + ImGui::GetStyle().ItemSpacing.y;
  const auto count = static_cast<int>(memory.rows.size());
  const float height = row * static_cast<float>(std::clamp(count, 1, kMostRows)) + panel.px(14.0f);
  ImGui::BeginChild("findings", {0.0f, height}, true);
  const std::uint32_t selected = panel.viewer.state.selection.finding;
  if (selected != memory.shown) {
    memory.shown = selected;
    const auto at = std::ranges::lower_bound(memory.rows, selected);
    if (at != memory.rows.end() && *at == selected) {
      scrollToRow(static_cast<std::uint32_t>(at - memory.rows.begin()), row);
    }
  }
  ImGuiListClipper clipper;
  clipper.Begin(count, row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const std::uint32_t index = memory.rows[static_cast<std::size_t>(i)];
      drawRow(panel, findings[index], index);
    }
  }
  if (count == 0) dimText("No finding like this.");
  ImGui::EndChild();
}

void drawSelected(Panel& panel, const std::vector<Diagnostic>& findings) {
  const std::uint32_t selected = panel.viewer.state.selection.finding;
  if (selected < findings.size()) wrappedText(describe(findings[selected]));
  ImGui::BeginDisabled(selected >= findings.size());
  if (ImGui::Button("Frame")) panel.send("camera frame");
  panel.mark("diagnostics.frame");
  commandTooltip(panel, "camera frame");
  ImGui::SameLine();
  if (ImGui::Button("Copy")) panel.send(fmt::format("copy-finding {}", selected));
  panel.mark("diagnostics.copy");
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("Copy all")) panel.send("copy-finding all");
  panel.mark("diagnostics.copy-all");
}

}  // namespace

void drawDiagnosticsPanel(Panel& panel) {
  const Scene* scene = panel.viewer.scene();
  if (scene == nullptr) return;
  const auto& findings = scene->document().loaded.diagnostics;
  if (!panel.memory.findings.counts) panel.memory.findings.counts = countBySeverity(findings);
  const DiagnosticCounts& counts = *panel.memory.findings.counts;
  const std::string label = fmt::format("Diagnostics ({})###Diagnostics", grouped(findings.size()));
  if (!section(panel, label.c_str(), counts.errors > 0)) return;
  if (findings.empty()) return dimText("The file breaks no rule.");
  drawSeverities(panel, counts);
  ImGui::SetNextItemWidth(-1.0f);
  ImGui::InputTextWithHint("##search", "Filter by rule, place or words",
                           &panel.memory.findings.search);
  panel.mark("diagnostics.search");
  drawList(panel, findings);
  drawSelected(panel, findings);
}

}  // namespace sinew::app::ui
