#pragma once

// Which key runs which command. The defaults come from the command table.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/input.h"

namespace sinew::app {

/// A key with modifiers: "Ctrl+Shift+Space".
struct KeyChord {
  Modifiers modifiers;
  std::string key;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

/// Reads "Ctrl+Shift+Space"; modifiers in any order, key names as InputEvent::key has them.
/// \return empty where the key is missing or a modifier is unknown.
[[nodiscard]] std::optional<KeyChord> parseChord(std::string_view text);

/// The opposite: Ctrl, Alt, Shift, key.
[[nodiscard]] std::string toString(const KeyChord& chord);

struct KeyBinding {
  KeyChord chord;
  std::string command;
};

/// Bindings in the table's order.
class Keymap {
 public:
  /// The defaults of commandTable().
  Keymap();

  /// The command of a key event, or null.
  [[nodiscard]] const std::string* find(const KeyChord& chord) const;
  [[nodiscard]] const std::vector<KeyBinding>& bindings() const { return bindings_; }

 private:
  std::vector<KeyBinding> bindings_;
};

}  // namespace sinew::app
