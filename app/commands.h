#pragma once

// Every action of the viewer is a text command: keys, menus, panels, scripts and tests all send the same text.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state.h"
#include "format/result.h"

namespace sinew::app {

class Viewer;

/// One command: "clip walk", "frame 3.5", "lod auto", "weight elbow 0 0.25", "open FILE", "view iso".
struct CommandDef {
  std::string_view name;
  std::string_view arguments;  ///< e.g. "NAME|#INDEX", "" for none
  std::string_view help;       ///< one sentence
  std::string_view key;        ///< default key, e.g. "Space", "Shift+W"; "" for none
  std::string_view menu;       ///< e.g. "View/Grid"; "" for not in a menu
  Result<void> (*run)(Viewer& viewer, std::span<const std::string> arguments);
};

/// The one table, sorted by menu; tests check that names, keys and menus are unique.
[[nodiscard]] std::span<const CommandDef> commandTable();

/// Splits by shell-like rules (quotes, backslash) and runs. Unknown names and wrong arguments are errors.
[[nodiscard]] Result<void> runCommand(Viewer& viewer, std::string_view text);

/// Quotes an argument so that runCommand reads it back as one.
[[nodiscard]] std::string quoteArgument(std::string_view argument);

}  // namespace sinew::app
