// A command line: any command with its arguments, completed as it is typed.

#include <algorithm>

#include <fmt/format.h>

#include "app/suggestions.h"
#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

constexpr std::size_t kMostLines = 60;
constexpr std::size_t kMostHistory = 200;
constexpr int kPage = 8;

/// True when the line was clicked.
bool drawLine(Panel& panel, const Suggestion& line, std::size_t index, bool selected) {
  ImGui::PushID(static_cast<int>(index));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool clicked = ImGui::Selectable("##line", selected);
  panel.mark(fmt::format("console.{}", index));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = width * 0.45f;
  const float pad = panel.px(4.0f);
  const std::string label = shortened(line.label, middle - 3.0f * pad);
  list.AddText({at.x + pad, at.y}, ImGui::GetColorU32(kText), label.c_str());
  list.AddText({at.x + middle, at.y}, ImGui::GetColorU32(kDim),
               shortened(line.note, width - middle - pad).c_str());
  ImGui::PopID();
  return clicked;
}

/// Up and Down in an empty line, or one that they brought, go through what was run before.
bool recall(ConsoleMemory& memory, int lines) {
  const bool idle = memory.field.text.empty() || memory.recalled > 0;
  if (lines == 0 || !idle || memory.history.empty()) return false;
  const auto most = static_cast<int>(memory.history.size());
  const int back = std::clamp(static_cast<int>(memory.recalled) - lines, 0, most);
  memory.recalled = static_cast<std::size_t>(back);
  memory.field.text =
      back == 0 ? std::string() : memory.history[static_cast<std::size_t>(most - back)];
  memory.field.refocus = true;
  return true;
}

void fillIn(ConsoleMemory& memory, const std::string& text) {
  memory.field.text = text;
  memory.field.refocus = true;
  memory.field.line = 0;
  memory.chose = false;
  memory.recalled = 0;
}

void runLine(Panel& panel, std::string text) {
  ConsoleMemory& memory = panel.memory.console;
  text.erase(0, text.find_first_not_of(" :"));
  text.erase(text.find_last_not_of(' ') + 1);
  if (text.empty()) return;
  std::erase(memory.history, text);
  memory.history.push_back(text);
  if (memory.history.size() > kMostHistory) memory.history.erase(memory.history.begin());
  panel.send("popup none");
  panel.send(std::move(text));
}

void drawList(Panel& panel, const std::vector<Suggestion>& lines, bool moved) {
  ConsoleMemory& memory = panel.memory.console;
  ImGui::BeginChild("lines");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool selected = static_cast<int>(i) == memory.field.line;
    if (drawLine(panel, lines[i], i, selected)) fillIn(memory, lines[i].command);
    if (selected && moved) ImGui::SetScrollHereY();
  }
  if (lines.empty()) wrappedDimText("No command begins so. F1 lists them all.");
  ImGui::EndChild();
}

}  // namespace

void drawConsole(Panel& panel, const Area& window) {
  if (panel.viewer.window.popup != Popup::Console) return;
  ConsoleMemory& memory = panel.memory.console;
  ListField& field = memory.field;
  if (beginPopup(panel, "console", "Command line", window, {720.0f, 300.0f})) fillIn(memory, {});
  const std::string before = field.text;
  const FieldKeys keys =
      listField(panel, "console.text",
                "A command, as: clip walk. Tab completes, Up brings the last", field, kPage);
  if (field.text != before) {
    field.line = 0;
    memory.chose = false;
    memory.recalled = 0;
  }
  const bool recalled = recall(memory, keys.lines);
  const auto lines = suggestCommandLine(panel.viewer, field.text, kMostLines);
  const int most = std::max(static_cast<int>(lines.size()) - 1, 0);
  if (!recalled && keys.lines != 0) {
    // The first line is marked from the start, so the first press of Down goes to the second.
    field.line = std::clamp(field.line + keys.lines, 0, most);
    memory.chose = true;
  }
  field.line = std::clamp(field.line, 0, most);
  const auto chosen = static_cast<std::size_t>(field.line);
  if (keys.completed && !lines.empty()) {
    fillIn(memory, lines[chosen].command);
  } else if (keys.entered && memory.chose && !lines.empty()) {
    if (lines[chosen].needs_more) {
      fillIn(memory, lines[chosen].command);
    } else {
      runLine(panel, lines[chosen].command);
    }
  } else if (keys.entered) {
    // What is typed runs as it is: what is wrong with it is said.
    runLine(panel, field.text);
  }
  drawList(panel, lines, keys.lines != 0);
  endPopup();
}

}  // namespace sinew::app::ui
