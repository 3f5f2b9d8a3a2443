#include "app/keymap.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/settings.h"

namespace sinew::app {
namespace {

/// There the page keys go through frames; levels go to the keys beside.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kBrawlCrate{
    {{"PageUp", "step 1"},
     {"PageDown", "step -1"},
     {"Ctrl+PageUp", "last"},
     {"Ctrl+PageDown", "first"},
     {"Shift+PageUp", "lod finer"},
     {"Shift+PageDown", "lod coarser"}}};

}  // namespace

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

Keymap::Keymap(KeyPreset preset) : preset_(preset) {
  for (const CommandDef& command : commandTable()) {
    for (const CommandPreset& own : command.presets) {
      if (own.key.empty()) continue;
      if (const auto chord = parseChord(own.key)) {
        bindings_.push_back({*chord, presetText(command, own)});
      }
    }
  }
  if (preset == KeyPreset::Default) return;
  for (const auto& [chord, command] : kBrawlCrate) {
    if (const auto parsed = parseChord(chord)) bind(*parsed, std::string(command));
  }
}

const std::string* Keymap::find(const KeyChord& chord) const {
  const auto found = std::ranges::find(bindings_, chord, &KeyBinding::chord);
  return found == bindings_.end() ? nullptr : &found->command;
}

std::string Keymap::keyOf(std::string_view command) const {
  const auto found = std::ranges::find(bindings_, command, &KeyBinding::command);
  return found == bindings_.end() ? std::string() : toString(found->chord);
}

void Keymap::bind(const KeyChord& chord, const std::string& command) {
  unbind(chord);
  // Behind the command's other keys, so that the one shown first stays the first.
  const auto last = std::find_if(bindings_.rbegin(), bindings_.rend(),
                                 [&](const KeyBinding& old) { return old.command == command; });
  bindings_.insert(last == bindings_.rend() ? bindings_.end() : last.base(), {chord, command});
}

bool Keymap::unbind(const KeyChord& chord) {
  return std::erase_if(bindings_, [&](const KeyBinding& old) { return old.chord == chord; }) > 0;
}

std::vector<std::pair<std::string, std::string>> Keymap::changes() const {
  const Keymap plain(preset_);
  std::vector<std::pair<std::string, std::string>> out;
  for (const KeyBinding& binding : bindings_) {
    const std::string* before = plain.find(binding.chord);
    if (before == nullptr || *before != binding.command)
      out.emplace_back(toString(binding.chord), binding.command);
  }
  for (const KeyBinding& binding : plain.bindings()) {
    if (find(binding.chord) == nullptr) out.emplace_back(toString(binding.chord), "");
  }
  return out;
}

Keymap keymapOf(const Settings& settings, std::vector<std::string>& problems) {
  Keymap keymap(settings.key_preset == "brawlcrate" ? KeyPreset::BrawlCrate : KeyPreset::Default);
  if (!settings.key_preset.empty() && settings.key_preset != "brawlcrate" &&
      settings.key_preset != "default") {
    problems.push_back(fmt::format("\"{}\" is no set of keys", settings.key_preset));
  }
  for (const auto& [text, command] : settings.keys) {
    const auto chord = parseChord(text);
    if (!chord) {
      problems.push_back(fmt::format("\"{}\" is no key", text));
    } else if (command.empty()) {
      keymap.unbind(*chord);
    } else {
      keymap.bind(*chord, command);
    }
  }
  return keymap;
}

}  // namespace sinew::app
