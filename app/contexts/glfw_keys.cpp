#include "app/contexts/glfw_keys.h"

#define GLFW_INCLUDE_NONE
#include <algorithm>
#include <array>
#include <string_view>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

namespace sinew::app {
namespace {

struct KeyName {
  int key;
  std::string_view name;
};

/// Keys that mean the same in every layout.
constexpr std::array<KeyName, 18> kSpecial{{{GLFW_KEY_SPACE, "Space"},
                                            {GLFW_KEY_ESCAPE, "Escape"},
                                            {GLFW_KEY_ENTER, "Enter"},
                                            {GLFW_KEY_KP_ENTER, "Enter"},
                                            {GLFW_KEY_TAB, "Tab"},
                                            {GLFW_KEY_BACKSPACE, "Backspace"},
                                            {GLFW_KEY_INSERT, "Insert"},
                                            {GLFW_KEY_DELETE, "Delete"},
                                            {GLFW_KEY_RIGHT, "Right"},
                                            {GLFW_KEY_LEFT, "Left"},
                                            {GLFW_KEY_DOWN, "Down"},
                                            {GLFW_KEY_UP, "Up"},
                                            {GLFW_KEY_PAGE_UP, "PageUp"},
                                            {GLFW_KEY_PAGE_DOWN, "PageDown"},
                                            {GLFW_KEY_HOME, "Home"},
                                            {GLFW_KEY_END, "End"},
                                            {GLFW_KEY_KP_ADD, "+"},
                                            {GLFW_KEY_KP_SUBTRACT, "-"}}};

std::string specialName(int key) {
  const auto found = std::ranges::find(kSpecial, key, &KeyName::key);
  if (found != kSpecial.end()) return std::string(found->name);
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) {
    return fmt::format("F{}", key - GLFW_KEY_F1 + 1);
  }
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return std::to_string(key - GLFW_KEY_KP_0);
  return {};
}

}  // namespace

std::string usKeyName(int key) {
  // GLFW numbers printable keys by the US layout's capital character.
  if (key > GLFW_KEY_SPACE && key <= GLFW_KEY_GRAVE_ACCENT) return {static_cast<char>(key)};
  return specialName(key);
}

std::string layoutKeyName(int key, int scancode) {
  if (std::string name = specialName(key); !name.empty()) return name;
  const char* printed = glfwGetKeyName(key, scancode);
  if (printed == nullptr || printed[0] == '\0') return usKeyName(key);
  std::string name(printed);
  if (name.size() == 1 && name[0] >= 'a' && name[0] <= 'z') {
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  }
  // A layout without Latin letters (Greek, Cyrillic) still reaches the shortcuts, by place.
  const bool latin = name.size() == 1 && static_cast<unsigned char>(name[0]) < 0x80;
  return latin ? name : usKeyName(key);
}

}  // namespace sinew::app
