// All keys and commands, made from the command table, with search.

#include <algorithm>
#include <cctype>

#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/commands.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

struct MouseHelp {
  const char* gesture;
  const char* action;
};

constexpr std::array<MouseHelp, 10> kMouse{
    {{"Left drag", "Turns the model about the focus."},
     {"Shift + left, or middle drag", "Moves the picture."},
     {"Wheel, or right drag", "Comes closer or goes away; with Ctrl, to the pointer."},
     {"Middle click", "Moves the focus to the surface under the pointer."},
     {"Left click", "Selects the mesh and bone under the pointer."},
     {"Double click", "Selects and fills the view with it."},
     {"Right held + W A S D Q E", "Flies; the mouse looks, the wheel sets the speed."},
     {"Drag on the time slider", "Goes through time; plays on when released if it played."},
     {"Ctrl + click on a slider", "Types a number."},
     {"Drop a file", "Opens it; with Ctrl, in a tab of its own."}}};

bool matches(const std::string& wanted, std::string_view text) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  return wanted.empty() ||
         std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), same) != text.end();
}

void row(const std::string& left, const std::string& middle, std::string_view right) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextColored(kAccent, "%s", left.c_str());
  ImGui::TableNextColumn();
  wrappedText(middle);
  ImGui::TableNextColumn();
  wrappedDimText(std::string(right));
}

bool beginHelpTable(const char* name) {
  if (!ImGui::BeginTable(name, 3,
                         ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame)) {
    return false;
  }
  ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthStretch, 0.85f);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch, 1.6f);
  ImGui::TableSetupColumn("command", ImGuiTableColumnFlags_WidthStretch, 1.0f);
  return true;
}

/// What is said about a command with its arguments, else about the command.
std::string_view helpOf(const std::string& text) {
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets) {
      if (presetText(command, preset) == text)
        return preset.help.empty() ? command.help : preset.help;
    }
  }
  const std::string_view name = std::string_view(text).substr(0, text.find(' '));
  const auto found = std::ranges::find(commandTable(), name, &CommandDef::name);
  return found == commandTable().end() ? std::string_view() : found->help;
}

void drawKeyTable(const Panel& panel, const std::string& wanted) {
  if (!beginHelpTable("keys")) return;
  for (const KeyBinding& binding : panel.keymap.bindings()) {
    const std::string key = toString(binding.chord);
    const std::string_view help = helpOf(binding.command);
    if (matches(wanted, help) || matches(wanted, binding.command) || matches(wanted, key))
      row(key, std::string(help), binding.command);
  }
  ImGui::EndTable();
}

void drawMouse(const std::string& wanted) {
  if (!beginHelpTable("mouse")) return;
  for (const MouseHelp& help : kMouse) {
    if (matches(wanted, help.gesture) || matches(wanted, help.action))
      row(help.gesture, help.action, "");
  }
  ImGui::EndTable();
}

void drawCommands(const std::string& wanted) {
  if (!beginHelpTable("commands")) return;
  for (const CommandDef& command : commandTable()) {
    if (!matches(wanted, command.help) && !matches(wanted, command.name)) continue;
    row(std::string(command.name), std::string(command.help), command.arguments);
  }
  ImGui::EndTable();
}

}  // namespace

void drawHelp(Panel& panel, const Area& window) {
  if (!panel.viewer.window.help) return;
  const float width = std::min(panel.px(820.0f), window.width * 0.94f);
  const float height = window.height * 0.86f;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, panel.px(1.0f));
  const ImVec2 size{width, height};
  ImGui::SetNextWindowPos(
      {window.x + (window.width - width) * 0.5f, window.y + (window.height - height) * 0.5f});
  ImGui::SetNextWindowSize(size);
  // Not one of the fixed areas: it comes to the front when it appears.
  ImGui::Begin("help", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(kAccent, "Keys, mouse and commands");
  const float close = ImGui::GetFrameHeight() * 1.3f;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - close - panel.px(250.0f));
  ImGui::SetNextItemWidth(panel.px(242.0f));
  ImGui::InputTextWithHint("##help", "Search", &panel.memory.help_search);
  panel.mark("help.search");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - close);
  if (iconButton(panel, "help.close", Icon::Close, "help")) panel.send("help off");
  ImGui::BeginChild("helptext", {0.0f, 0.0f}, false);
  const std::string& wanted = panel.memory.help_search;
  dimText("Keys");
  drawKeyTable(panel, wanted);
  ImGui::Spacing();
  dimText("Mouse");
  drawMouse(wanted);
  ImGui::Spacing();
  dimText("Commands");
  drawCommands(wanted);
  ImGui::EndChild();
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace sinew::app::ui
