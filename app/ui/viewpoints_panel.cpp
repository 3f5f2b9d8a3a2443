// Cameras with names, of the present model.

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/commands.h"
#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {

void drawViewpoints(Panel& panel, const Area& window) {
  if (panel.viewer.window.popup != Popup::Viewpoints) return;
  beginPopup(panel, "viewpoints", "Viewpoints of this model", window, {460.0f, 380.0f});
  std::string& name = panel.memory.viewpoint_name;
  ImGui::SetNextItemWidth(-panel.px(130.0f));
  const bool entered = ImGui::InputTextWithHint("##viewpoint", "Name of a new one", &name,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  panel.mark("viewpoints.name");
  ImGui::SameLine();
  ImGui::BeginDisabled(name.empty());
  const bool clicked = ImGui::Button("Save camera", {-1.0f, 0.0f});
  ImGui::EndDisabled();
  panel.mark("viewpoints.save");
  if ((clicked || entered) && !name.empty()) {
    panel.send("viewpoint save " + quoteArgument(name));
    name.clear();
  }
  ImGui::BeginChild("viewpointlist");
  const std::vector<std::string> names = panel.viewer.viewpointNames();
  for (std::size_t i = 0; i < names.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const float cross = ImGui::GetFrameHeight() * 1.3f;
    const float width = ImGui::GetContentRegionAvail().x - cross - panel.px(8.0f);
    if (ImGui::Button(shortened(names[i], width).c_str(), {width, 0.0f}))
      panel.send("viewpoint go " + quoteArgument(names[i]));
    panel.mark(fmt::format("viewpoints.go.{}", i));
    ImGui::SameLine();
    const std::string close = fmt::format("viewpoints.delete.{}", i);
    if (iconButton(panel, close.c_str(), Icon::Close, "viewpoint"))
      panel.send("viewpoint delete " + quoteArgument(names[i]));
    ImGui::PopID();
  }
  if (names.empty()) {
    wrappedDimText(panel.viewer.scene() == nullptr ? "No model is open."
                                                   : "None yet. Viewpoints are kept per file.");
  }
  ImGui::EndChild();
  endPopup();
}

}  // namespace sinew::app::ui
