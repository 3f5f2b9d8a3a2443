#pragma once

// Every action of the viewer is a text command: keys, menus, panels, scripts and tests all send the
// same text.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state.h"
#include "format/result.h"

namespace sinew::app {

class Viewer;

/// A command with its arguments filled in, for a key or a menu: "view front" on 1 and in
/// Camera/Front.
struct CommandPreset {
  std::string_view arguments;  ///< as text, "" for none
  std::string_view key;        ///< default key, e.g. "Space", "Shift+W"; "" for none
  std::string_view menu;       ///< e.g. "View/Grid"; "" for not in a menu
  std::string_view help;       ///< "" for the command's own
};

/// One command: "clip walk", "frame 3.5", "lod auto", "weight elbow 0 0.25", "open FILE", "view
/// iso".
struct CommandDef {
  std::string_view name;
  std::string_view arguments;  ///< e.g. "NAME|#INDEX", "" for none
  std::string_view help;       ///< one sentence
  Result<void> (*run)(Viewer& viewer, std::span<const std::string> arguments);
  std::span<const CommandPreset> presets{};
  /// Whether a preset's state is the present one, for the tick in its menu; empty for what is no
  /// state.
  std::optional<bool> (*is_on)(const Viewer& viewer, std::string_view preset_arguments) = nullptr;
};

/// The one table, in the order of the menus; tests check that names, keys and menus are unique.
[[nodiscard]] std::span<const CommandDef> commandTable();

/// The text that a preset runs: the command's name and the preset's arguments.
[[nodiscard]] std::string presetText(const CommandDef& command, const CommandPreset& preset);

/// Splits a command into words: blanks separate, '…' and "…" keep blanks, \ takes the next
/// character as it is (except inside '…'). \return an Error for a quote that is not closed.
[[nodiscard]] Result<std::vector<std::string>> splitCommand(std::string_view text);

/// Splits by shell-like rules (quotes, backslash) and runs. Unknown names and wrong arguments are
/// errors.
[[nodiscard]] Result<void> runCommand(Viewer& viewer, std::string_view text);

/// Quotes an argument so that runCommand reads it back as one.
[[nodiscard]] std::string quoteArgument(std::string_view argument);

}  // namespace sinew::app
