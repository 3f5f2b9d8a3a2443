#pragma once

// What the user's hands do, as plain data: the window library fills it in, tests make it up.

#include <cstdint>
#include <string>

namespace sinew::app {

/// Modifier keys held. On macOS `ctrl` is Cmd.
struct Modifiers {
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

enum class MouseButton : std::uint8_t { Left, Right, Middle };

/// One event. Positions in framebuffer pixels from the window's top left corner.
struct InputEvent {
  enum class Kind : std::uint8_t {
    MouseMove,
    MouseButton,
    Wheel,
    Key,
    Text,
    FocusLost,
    Drop
  } kind = Kind::MouseMove;
  double x = 0.0;  ///< MouseMove, MouseButton: position; Wheel: notches to the right
  double y = 0.0;  ///< Wheel: notches up
  MouseButton button = MouseButton::Left;
  bool down = false;    ///< MouseButton, Key
  bool repeat = false;  ///< Key: made by holding it
  Modifiers modifiers;
  /// Key: what is printed on it in the user's layout, as in the command table: "A", "7", ",",
  /// "Space", "F5".
  std::string key;
  /// Key: the same place on a US keyboard, for keys that mean a place (W, A, S, D to fly).
  std::string us_key;
  char32_t character = 0;  ///< Text
  std::string path;        ///< Drop: the file
};

}  // namespace sinew::app
