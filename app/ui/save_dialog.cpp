// Where to write the edited model.

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/commands.h"
#include "app/ui/panel.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

void button(Panel& panel, const char* label, const char* name, const std::string& command,
            bool enabled) {
  ImGui::BeginDisabled(!enabled);
  if (ImGui::Button(label)) panel.send(command);
  ImGui::EndDisabled();
  panel.mark(name);
}

void drawContent(Panel& panel, const Scene& scene, bool opened) {
  PanelMemory& memory = panel.memory;
  const std::string& present = scene.document().path;
  if (opened) {
    memory.save_path = present == "-" ? std::string() : present;
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::TextColored(kAccent, "Save as");
  const std::size_t edits = panel.viewer.state.pseudo_edits.size();
  wrappedDimText(fmt::format("{} edited pseudo-bone{}. Everything else is written as it was.",
                             edits, edits == 1 ? "" : "s"));
  ImGui::SetNextItemWidth(-1.0f);
  const bool entered = ImGui::InputTextWithHint(
      "##path", "Path of the file", &memory.save_path,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  panel.mark("save.path");
  const std::string command = "save " + quoteArgument(memory.save_path);
  const bool named = !memory.save_path.empty();
  if (entered && named) panel.send(command);
  const auto& error = panel.viewer.window.save_error;
  if (error) {
    ImGui::PushStyleColor(ImGuiCol_Text, kError);
    wrappedText(describe(*error));
    ImGui::PopStyleColor();
  }
  button(panel, "Save", "save.save", command, named);
  ImGui::SameLine();
  const bool can_replace = error && (error->code == "save.exists" || error->code == "save.changed");
  if (can_replace) {
    button(panel, "Replace it", "save.replace", command + " replace", named);
    ImGui::SameLine();
  }
  button(panel, "Cancel", "save.cancel", "save-as off", true);
}

}  // namespace

void drawSaveDialog(Panel& panel, const Area& window) {
  const Scene* scene = panel.viewer.scene();
  const bool open = panel.viewer.window.save_dialog && scene != nullptr;
  const bool opened = open && !panel.memory.save_was_open;
  panel.memory.save_was_open = open;
  if (!open) return;
  const float width = std::min(panel.px(560.0f), window.width * 0.94f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, panel.px(1.0f));
  ImGui::SetNextWindowPos(
      {window.x + (window.width - width) * 0.5f, window.y + window.height * 0.25f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::Begin("save as", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_AlwaysAutoResize);
  drawContent(panel, *scene, opened);
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace sinew::app::ui
