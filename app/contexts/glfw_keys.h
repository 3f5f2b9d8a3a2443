#pragma once

#include <string>

namespace sinew::app {

/// The name of a GLFW key by its place on a US keyboard ("W", ",", "Space", "F5"); empty for keys
/// without one.
[[nodiscard]] std::string usKeyName(int key);

/// The name of what is printed on the key in the user's layout; the US name where the layout tells
/// nothing.
[[nodiscard]] std::string layoutKeyName(int key, int scancode);

}  // namespace sinew::app
