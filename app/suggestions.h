#pragma once

// What the palette offers for what somebody has typed.

#include <string>
#include <string_view>
#include <vector>

#include "app/viewer.h"

namespace sinew::app {

struct Suggestion {
  std::string label;    ///< what people read
  std::string command;  ///< what runs; with `needs_more` what the text becomes
  std::string note;     ///< its key, or what else it wants
  bool needs_more = false;
};

/// Commands that fit, best first; once the text starts with a command's name and a blank, its
/// arguments: names of clips and bones, words of its syntax, files, and at last what is typed as it
/// is.
[[nodiscard]] std::vector<Suggestion> suggestCommands(const Viewer& viewer, std::string_view typed,
                                                      std::size_t most);

/// The same for a command line: commands by their names with what they take, those that begin as
/// typed before those that only hold the letters; then their arguments.
[[nodiscard]] std::vector<Suggestion> suggestCommandLine(const Viewer& viewer,
                                                         std::string_view typed, std::size_t most);

/// Clips and bones whose name fits, best first.
[[nodiscard]] std::vector<Suggestion> suggestNames(const Viewer& viewer, std::string_view typed,
                                                   std::size_t most);

}  // namespace sinew::app
