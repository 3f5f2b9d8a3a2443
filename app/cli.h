#pragma once

// argv -> Options. Pure: reads no file and no environment, prints nothing. docs/cli.md is the
// user's side of it.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/options.h"
#include "format/result.h"

namespace sinew::app {

/// A command of the command line. No command means `view`.
struct CommandInfo {
  Command command = Command::View;
  std::string_view name;
  std::string_view arguments;  ///< "FILE..." or ""
  std::string_view help;       ///< one sentence
};

/// All commands that are built, in the order of the help.
[[nodiscard]] std::span<const CommandInfo> commandInfos();
[[nodiscard]] std::string_view toString(Command command);

/// One option that a command honours.
struct OptionInfo {
  std::string name;         ///< long name with its dashes
  std::string alternative;  ///< second name, e.g. "-o" or "--anim"; empty: none
  std::string value;        ///< what follows it, e.g. "W,H"; empty: a flag
  std::string group;        ///< heading of the help, e.g. "Camera"
  std::string help;
};

/// The options of a command. Every one has an effect there; what a command does not honour it
/// refuses.
[[nodiscard]] std::vector<OptionInfo> optionsOf(Command command);

/// What the arguments ask for: something to run, or a text (help, version) to print and exit with
/// 0.
struct CommandLine {
  Options options;
  std::string text;  ///< not empty: print this on standard output and nothing else
};

/// Parses the arguments behind the program's name.
/// \return an Error (code "usage", `path` the command) with one line that names the option, its
/// value and what was
///         expected: unknown options, bad or missing values, options that exclude each other, no
///         FILE.
[[nodiscard]] Result<CommandLine> parseCommandLine(std::span<const std::string> arguments);

}  // namespace sinew::app
