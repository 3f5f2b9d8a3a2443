// Asks before edits are lost.

#include <fmt/format.h>

#include "app/ui/popup.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

void button(Panel& panel, const char* label, const char* answer) {
  if (ImGui::Button(label)) panel.send(fmt::format("unsaved {}", answer));
  panel.mark(fmt::format("unsaved.{}", answer));
}

}  // namespace

void drawUnsaved(Panel& panel, const Area& window) {
  if (panel.viewer.window.popup != Popup::Unsaved) return;
  const UnsavedQuestion& question = panel.viewer.window.unsaved;
  const bool several = question.tabs.size() > 1;
  beginPopup(panel, "unsaved", "Edits are not saved", window, {480.0f, 170.0f});
  if (!question.reason.empty()) wrappedText(question.reason);
  wrappedText(fmt::format("{} {} weights that were changed and not saved. They would be lost.",
                          question.names, several ? "have" : "has"));
  ImGui::Spacing();
  button(panel, several ? "Save all" : "Save", "save");
  ImGui::SameLine();
  button(panel, "Discard", "discard");
  ImGui::SameLine();
  button(panel, "Cancel", "cancel");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  dimText("Escape cancels.");
  endPopup();
}

}  // namespace sinew::app::ui
