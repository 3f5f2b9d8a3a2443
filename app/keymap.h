#pragma once

// Which key runs which command. The defaults come from the command table.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// Sets of keys that users of other programs bring along.
enum class KeyPreset : std::uint8_t { Default, BrawlCrate };

/// Bindings in the table's order, each chord once.
class Keymap {
 public:
  /// The defaults of commandTable(), changed where the preset differs.
  explicit Keymap(KeyPreset preset = KeyPreset::Default);

  /// The command of a key event, or null.
  [[nodiscard]] const std::string* find(const KeyChord& chord) const;
  /// The first chord of a command as text; empty where it has none.
  [[nodiscard]] std::string keyOf(std::string_view command) const;
  [[nodiscard]] const std::vector<KeyBinding>& bindings() const { return bindings_; }
  [[nodiscard]] KeyPreset preset() const { return preset_; }

  /// Gives a chord to a command; what it ran before loses it.
  void bind(const KeyChord& chord, const std::string& command);
  /// Takes a chord from whatever it runs. False where it ran nothing.
  bool unbind(const KeyChord& chord);

  /// What `bind` and `unbind` made different from the preset: chord and command, "" for unbound.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> changes() const;

 private:
  KeyPreset preset_;
  std::vector<KeyBinding> bindings_;
};

struct Settings;

/// The keys that settings ask for; `problems` gets a sentence for each text that is no key.
[[nodiscard]] Keymap keymapOf(const Settings& settings, std::vector<std::string>& problems);

}  // namespace sinew::app
