#include "app/keymap.h"

#include <algorithm>

#include "app/commands.h"

namespace sinew::app {

std::optional<KeyChord> parseChord(std::string_view text) {
  KeyChord chord;
  while (true) {
    const std::size_t plus = text.find('+');
    // A plus that is the last character is the key itself.
    if (plus == std::string_view::npos || plus + 1 == text.size()) break;
    const std::string_view modifier = text.substr(0, plus);
    if (modifier == "Ctrl") {
      chord.modifiers.ctrl = true;
    } else if (modifier == "Shift") {
      chord.modifiers.shift = true;
    } else if (modifier == "Alt") {
      chord.modifiers.alt = true;
    } else {
      return std::nullopt;
    }
    text.remove_prefix(plus + 1);
  }
  if (text.empty()) return std::nullopt;
  chord.key = std::string(text);
  return chord;
}

std::string toString(const KeyChord& chord) {
  std::string text;
  if (chord.modifiers.ctrl) text += "Ctrl+";
  if (chord.modifiers.alt) text += "Alt+";
  if (chord.modifiers.shift) text += "Shift+";
  return text + chord.key;
}

Keymap::Keymap() {
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& preset : command.presets) {
      if (preset.key.empty()) continue;
      if (const auto chord = parseChord(preset.key)) {
        bindings_.push_back({*chord, presetText(command, preset)});
      }
    }
  }
}

const std::string* Keymap::find(const KeyChord& chord) const {
  const auto found = std::ranges::find(bindings_, chord, &KeyBinding::chord);
  return found == bindings_.end() ? nullptr : &found->command;
}

}  // namespace sinew::app
