#include "app/ui/popup.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace sinew::app::ui {
namespace {

/// InputText's callback: puts a new text in place with the cursor behind it, and notices Tab.
struct FieldState {
  bool to_end = false;
  bool tab = false;
  std::string wanted;  ///< with `to_end`: an active field keeps a copy of its own
};

int onField(ImGuiInputTextCallbackData* data) {
  auto& state = *static_cast<FieldState*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) state.tab = true;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && state.to_end) {
    if (state.wanted != data->Buf) {
      data->DeleteChars(0, data->BufTextLen);
      data->InsertChars(0, state.wanted.c_str());
    }
    data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
  }
  return 0;
}

bool pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
}

/// InputText with a std::string needs its resize callback, which it has no room for beside ours.
bool inputText(const char* id, const char* hint, std::string& text, FieldState& state) {
  struct Both {
    std::string* text;
    FieldState* state;
  } both{&text, &state};
  const auto callback = [](ImGuiInputTextCallbackData* data) {
    auto& own = *static_cast<Both*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
      own.text->resize(static_cast<std::size_t>(data->BufTextLen));
      data->Buf = own.text->data();
      return 0;
    }
    data->UserData = own.state;
    const int done = onField(data);
    data->UserData = &own;
    return done;
  };
  return ImGui::InputTextWithHint(
      id, hint, text.data(), text.capacity() + 1,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
          ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackResize,
      callback, &both);
}

}  // namespace

bool beginPopup(Panel& panel, const char* name, const std::string& title, const Area& window,
                ImVec2 points) {
  const float width = std::min(panel.px(points.x), window.width * 0.94f);
  const float height = std::min(panel.px(points.y), window.height * 0.86f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, panel.px(1.0f));
  ImGui::SetNextWindowPos({window.x + (window.width - width) * 0.5f,
                           window.y + std::min((window.height - height) * 0.5f, panel.px(90.0f))});
  ImGui::SetNextWindowSize({width, height});
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  const bool appearing = ImGui::IsWindowAppearing();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(kAccent, "%s", title.c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight() * 1.3f);
  if (iconButton(panel, fmt::format("{}.shut", name).c_str(), Icon::Close, "cancel"))
    panel.send("popup none");
  return appearing;
}

void endPopup() {
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

FieldKeys listField(Panel& panel, const char* name, const char* hint, ListField& field,
                    int lines_a_page) {
  FieldKeys keys;
  FieldState state{field.refocus, false, field.text};
  if (field.refocus) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1.0f);
  const std::string id = std::string("##") + name;
  keys.entered = inputText(id.c_str(), hint, field.text, state);
  // Focus comes a frame after it was asked for; then the cursor is put right.
  if (field.refocus && ImGui::IsItemActive()) field.refocus = false;
  panel.mark(name);
  keys.completed = state.tab;
  keys.with_ctrl = ImGui::GetIO().KeyCtrl;
  if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {
    if (pressed(ImGuiKey_DownArrow)) ++keys.lines;
    if (pressed(ImGuiKey_UpArrow)) --keys.lines;
    if (pressed(ImGuiKey_PageDown)) keys.lines += lines_a_page;
    if (pressed(ImGuiKey_PageUp)) keys.lines -= lines_a_page;
    if (pressed(ImGuiKey_Escape)) panel.send("popup none");
  }
  return keys;
}

}  // namespace sinew::app::ui
