#pragma once

// Commands as one line of text that a POSIX shell reads back as the same words.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::app {

/// A word for a shell: as it is where it is harmless, else in single quotes, else (control
/// characters, ill-formed UTF-8) as $'…' with escapes, which bash, zsh and ksh know. Never spans
/// lines and never holds a control character.
[[nodiscard]] std::string shellWord(std::string_view word);
/// The words with blanks between.
[[nodiscard]] std::string shellLine(std::span<const std::string> words);

/// Reads what `shellLine` wrote. Nothing is expanded or run. Nothing for text of another kind: an
/// open quote, an unquoted character that means something to a shell, an unknown escape.
[[nodiscard]] std::optional<std::vector<std::string>> splitShellLine(std::string_view line);

}  // namespace sinew::app
