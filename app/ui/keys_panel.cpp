// Which key runs what, and changing it.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/commands.h"
#include "app/fuzzy.h"
#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

struct Line {
  std::string command;
  std::string help;
};

/// Commands that a key may have: those of the table's presets, and those that the user bound.
std::vector<Line> linesFor(const Panel& panel) {
  std::vector<Line> out;
  const auto add = [&](const std::string& command, std::string_view help) {
    const bool there = std::ranges::find(out, command, &Line::command) != out.end();
    if (!there) out.push_back({command, std::string(help)});
  };
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets)
      add(presetText(command, preset), preset.help.empty() ? command.help : preset.help);
  }
  for (const KeyBinding& binding : panel.keymap.bindings())
    add(binding.command, "");
  return out;
}

std::vector<std::string> chordsOf(const Panel& panel, const std::string& command) {
  std::vector<std::string> out;
  for (const KeyBinding& binding : panel.keymap.bindings()) {
    if (binding.command == command) out.push_back(toString(binding.chord));
  }
  return out;
}

void giveKey(Panel& panel, const KeyChord& chord, const std::string& command) {
  panel.send(fmt::format("bind {} {}", quoteArgument(toString(chord)), quoteArgument(command)));
  panel.memory.keys = {};
}

/// What has been pressed goes to the command at once, unless another one has it.
void takeCaptured(Panel& panel) {
  KeysMemory& memory = panel.memory.keys;
  if (!memory.captured) return;
  const std::string* other = panel.keymap.find(*memory.captured);
  if (other == nullptr) return giveKey(panel, *memory.captured, memory.capturing);
  if (*other == memory.capturing) memory = {};
}

void drawConflict(Panel& panel) {
  const KeysMemory& memory = panel.memory.keys;
  if (memory.capturing.empty()) {
    wrappedDimText("Click + beside a command and press its new key. A click on a key removes it.");
    return;
  }
  if (!memory.captured) {
    ImGui::TextColored(kAccent, "Press the key for \"%s\" (Escape: leave it)",
                       memory.capturing.c_str());
    return;
  }
  const std::string* other = panel.keymap.find(*memory.captured);
  if (other == nullptr) return;
  const std::string chord = toString(*memory.captured);
  ImGui::TextColored(kWarning, "%s runs \"%s\" now.", chord.c_str(), other->c_str());
  ImGui::SameLine();
  if (ImGui::SmallButton("Take it")) {
    panel.mark("keys.take");
    return giveKey(panel, *memory.captured, memory.capturing);
  }
  panel.mark("keys.take");
  ImGui::SameLine();
  if (ImGui::SmallButton("Leave it")) panel.memory.keys = {};
  panel.mark("keys.leave");
}

void drawLine(Panel& panel, const Line& line) {
  ImGui::PushID(line.command.c_str());
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  wrappedText(line.help.empty() ? line.command : line.help);
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  dimText(shortened(line.command, ImGui::GetContentRegionAvail().x));
  ImGui::TableNextColumn();
  for (const std::string& chord : chordsOf(panel, line.command)) {
    if (ImGui::Button(chord.c_str())) panel.send("unbind " + quoteArgument(chord));
    panel.mark(fmt::format("keys.chord.{}", chord));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Removes this key.");
    ImGui::SameLine(0.0f, panel.px(4.0f));
  }
  const bool waiting = panel.memory.keys.capturing == line.command;
  if (ImGui::Button(waiting ? "..." : "+")) panel.memory.keys = {line.command, std::nullopt};
  panel.mark(fmt::format("keys.add.{}", line.command));
  ImGui::PopID();
}

void drawPresets(Panel& panel) {
  const KeyPreset preset = panel.keymap.preset();
  const bool plain = preset == KeyPreset::Default;
  ImGui::SetNextItemWidth(panel.px(210.0f));
  const bool open = ImGui::BeginCombo("##preset", plain ? "sinew's keys" : "Keys as in BrawlCrate");
  panel.mark("keys.preset");
  if (open) {
    if (ImGui::Selectable("sinew's keys", plain)) panel.send("key-preset default");
    if (ImGui::Selectable("Keys as in BrawlCrate", !plain)) panel.send("key-preset brawlcrate");
    panel.mark("keys.preset.brawlcrate");
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  const bool changed = !panel.keymap.changes().empty();
  ImGui::BeginDisabled(!changed);
  if (ImGui::Button("Reset all") && changed)
    panel.send(plain ? "key-preset default" : "key-preset brawlcrate");
  ImGui::EndDisabled();
  panel.mark("keys.reset");
}

}  // namespace

void drawKeys(Panel& panel, const Area& window) {
  if (panel.viewer.window.popup != Popup::Keys) {
    panel.memory.keys = {};
    return;
  }
  takeCaptured(panel);
  beginPopup(panel, "keys", "Keys", window, {820.0f, 600.0f});
  drawPresets(panel);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  ImGui::InputTextWithHint("##keysearch", "Search", &panel.memory.key_search);
  panel.mark("keys.search");
  drawConflict(panel);
  ImGui::BeginChild("keytable");
  if (ImGui::BeginTable("keys", 3,
                        ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch, 1.4f);
    ImGui::TableSetupColumn("command", ImGuiTableColumnFlags_WidthStretch, 0.8f);
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthStretch, 1.0f);
    for (const Line& line : linesFor(panel)) {
      const std::string& wanted = panel.memory.key_search;
      std::string chords;
      for (const std::string& chord : chordsOf(panel, line.command))
        chords += chord + ' ';
      if (fuzzyScore(wanted, line.help) || fuzzyScore(wanted, line.command) ||
          fuzzyScore(wanted, chords)) {
        drawLine(panel, line);
      }
    }
    ImGui::EndTable();
  }
  ImGui::EndChild();
  endPopup();
}

}  // namespace sinew::app::ui
