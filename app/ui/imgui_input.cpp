#include "app/ui/imgui_input.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sinew::app::ui {
namespace {

struct KeyName {
  std::string_view name;
  ImGuiKey key;
};

// ImGui 1.86 knows just these keys; later versions call the keypad's Enter KeypadEnter.
constexpr std::array<KeyName, 21> kKeys{{{"Tab", ImGuiKey_Tab},
                                         {"Left", ImGuiKey_LeftArrow},
                                         {"Right", ImGuiKey_RightArrow},
                                         {"Up", ImGuiKey_UpArrow},
                                         {"Down", ImGuiKey_DownArrow},
                                         {"PageUp", ImGuiKey_PageUp},
                                         {"PageDown", ImGuiKey_PageDown},
                                         {"Home", ImGuiKey_Home},
                                         {"End", ImGuiKey_End},
                                         {"Insert", ImGuiKey_Insert},
                                         {"Delete", ImGuiKey_Delete},
                                         {"Backspace", ImGuiKey_Backspace},
                                         {"Space", ImGuiKey_Space},
                                         {"Enter", ImGuiKey_Enter},
                                         {"Escape", ImGuiKey_Escape},
                                         {"A", ImGuiKey_A},
                                         {"C", ImGuiKey_C},
                                         {"V", ImGuiKey_V},
                                         {"X", ImGuiKey_X},
                                         {"Y", ImGuiKey_Y},
                                         {"Z", ImGuiKey_Z}}};

int buttonIndex(MouseButton button) {
  return button == MouseButton::Left ? 0 : button == MouseButton::Right ? 1 : 2;
}

#if IMGUI_VERSION_NUM >= 18700

void feedKey(ImGuiIO& io, const InputEvent& event) {
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, event.modifiers.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, event.modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, event.modifiers.alt);
#else
  io.AddKeyEvent(ImGuiKey_ModCtrl, event.modifiers.ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, event.modifiers.shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, event.modifiers.alt);
#endif
  const auto found = std::ranges::find(kKeys, std::string_view(event.key), &KeyName::name);
  if (found != kKeys.end()) io.AddKeyEvent(found->key, event.down);
}

void feedMove(ImGuiIO& io, const InputEvent& event) {
  io.AddMousePosEvent(static_cast<float>(event.x), static_cast<float>(event.y));
}

void feedButton(ImGuiIO& io, const InputEvent& event) {
  io.AddMouseButtonEvent(buttonIndex(event.button), event.down);
}

void feedWheel(ImGuiIO& io, const InputEvent& event) {
  io.AddMouseWheelEvent(static_cast<float>(event.x), static_cast<float>(event.y));
}

void feedFocusLost(ImGuiIO& io) {
  io.AddFocusEvent(false);
}

#else

void feedKey(ImGuiIO& io, const InputEvent& event) {
  io.KeyCtrl = event.modifiers.ctrl;
  io.KeyShift = event.modifiers.shift;
  io.KeyAlt = event.modifiers.alt;
  const auto found = std::ranges::find(kKeys, std::string_view(event.key), &KeyName::name);
  if (found != kKeys.end()) io.KeysDown[found->key] = event.down;
}

void feedMove(ImGuiIO& io, const InputEvent& event) {
  io.MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)};
}

void feedButton(ImGuiIO& io, const InputEvent& event) {
  io.KeyCtrl = event.modifiers.ctrl;
  io.KeyShift = event.modifiers.shift;
  io.KeyAlt = event.modifiers.alt;
  io.MouseDown[buttonIndex(event.button)] = event.down;
}

void feedWheel(ImGuiIO& io, const InputEvent& event) {
  io.MouseWheelH += static_cast<float>(event.x);
  io.MouseWheel += static_cast<float>(event.y);
}

void feedFocusLost(ImGuiIO& io) {
  io.AddFocusEvent(false);
  std::ranges::fill(io.MouseDown, false);
}

#endif

}  // namespace

void setUpInput() {
#if IMGUI_VERSION_NUM < 18700
  // Keys have the same numbers on both sides.
  ImGuiIO& io = ImGui::GetIO();
  for (const KeyName& key : kKeys)
    io.KeyMap[key.key] = key.key;
#endif
}

void feedEvent(ImGuiIO& io, const InputEvent& event) {
  switch (event.kind) {
    case InputEvent::Kind::MouseMove:
      feedMove(io, event);
      break;
    case InputEvent::Kind::MouseButton:
      feedMove(io, event);
      feedButton(io, event);
      break;
    case InputEvent::Kind::Wheel:
      feedWheel(io, event);
      break;
    case InputEvent::Kind::Key:
      feedKey(io, event);
      break;
    case InputEvent::Kind::Text:
      io.AddInputCharacter(static_cast<unsigned>(event.character));
      break;
    case InputEvent::Kind::FocusLost:
      feedFocusLost(io);
      break;
    case InputEvent::Kind::Drop:
      break;
  }
}

}  // namespace sinew::app::ui
