// Every command, found by a few letters; and clips and bones in the same way.

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/suggestions.h"
#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr std::size_t kMostLines = 60;
constexpr int kPage = 10;

void drawLine(Panel& panel, const Suggestion& line, std::size_t index, bool selected,
              bool& chosen) {
  ImGui::PushID(static_cast<int>(index));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetTextLineHeight() + panel.px(8.0f);
  if (ImGui::Selectable("##line", selected, 0, {0.0f, height})) chosen = true;
  panel.mark(fmt::format("palette.{}", index));
  if (ImGui::IsItemHovered() && line.command != line.label) {
    ImGui::SetTooltip("%s", line.command.c_str());
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float pad = panel.px(6.0f);
  const float y = at.y + panel.px(4.0f);
  const std::string note = shortened(line.note, width * 0.42f);
  const float note_width = ImGui::CalcTextSize(note.c_str()).x;
  const std::string label = shortened(line.label, width - note_width - 4.0f * pad);
  list.AddText({at.x + pad, y}, ImGui::GetColorU32(kText), label.c_str());
  list.AddText({at.x + width - note_width - pad, y}, ImGui::GetColorU32(kDim), note.c_str());
  ImGui::PopID();
}

void take(Panel& panel, const Suggestion& line) {
  ListField& field = panel.memory.palette;
  if (line.needs_more) {
    field.text = line.command;
    field.refocus = true;
    field.line = 0;
    return;
  }
  panel.send("popup none");
  panel.send(line.command);
}

}  // namespace

void drawPalette(Panel& panel, const Area& window) {
  const Popup popup = panel.viewer.window.popup;
  if (popup != Popup::Palette && popup != Popup::Find) return;
  const bool names = popup == Popup::Find;
  ListField& field = panel.memory.palette;
  const bool appearing = beginPopup(panel, "palette", names ? "Find a clip or bone" : "Commands",
                                    window, {640.0f, 420.0f});
  if (appearing) field = {"", 0, true};
  const std::string before = field.text;
  const FieldKeys keys =
      listField(panel, "palette.text",
                names ? "Name of a clip or bone" : "What to do, or a command with its arguments",
                field, kPage);
  if (field.text != before) field.line = 0;
  const std::vector<Suggestion> lines = names
                                            ? suggestNames(panel.viewer, field.text, kMostLines)
                                            : suggestCommands(panel.viewer, field.text, kMostLines);
  const int most = std::max(static_cast<int>(lines.size()) - 1, 0);
  field.line = std::clamp(field.line + keys.lines, 0, most);
  ImGui::BeginChild("lines");
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    bool clicked = false;
    const bool selected = static_cast<int>(i) == field.line;
    drawLine(panel, lines[i], i, selected, clicked);
    if (selected && keys.lines != 0) ImGui::SetScrollHereY();
    if (clicked) chosen = i;
  }
  if (lines.empty()) {
    wrappedDimText(names && panel.viewer.scene() == nullptr ? "No model is open."
                                                            : "Nothing has these letters.");
  }
  ImGui::EndChild();
  if ((keys.entered || keys.completed) && !lines.empty())
    chosen = static_cast<std::size_t>(field.line);
  if (chosen) {
    // Tab fills in and runs nothing.
    Suggestion line = lines[*chosen];
    if (keys.completed) line.needs_more = true;
    take(panel, line);
  }
  endPopup();
}

}  // namespace sinew::app::ui
