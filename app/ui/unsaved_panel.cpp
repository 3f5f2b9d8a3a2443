// Asks before edits are lost.

#include <algorithm>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {

void drawUnsaved(Panel& panel, const Area& window) {
  if (panel.viewer.window.popup != Popup::Unsaved) return;
  beginPopup(panel, "unsaved", "Edits are not saved", window, {460.0f, 150.0f});
  wrappedText(fmt::format("{} has weights that were changed and not saved. They would be lost.",
                          panel.viewer.window.unsaved));
  ImGui::Spacing();
  if (ImGui::Button("Go back")) panel.send("popup none");
  panel.mark("unsaved.back");
  ImGui::SameLine();
  if (ImGui::Button("Lose the changes")) {
    panel.send("popup none");
    panel.send(panel.viewer.window.unsaved_command);
  }
  panel.mark("unsaved.discard");
  endPopup();
}

}  // namespace sinew::app::ui
