#pragma once

// Text out of files, made fit for people, terminals and JSON.

#include <cstdint>
#include <string>
#include <string_view>

namespace sinew::app {

/// The text for a terminal: well-formed, with control characters escaped, so that a name out of a
/// file cannot move the cursor or colour the screen.
[[nodiscard]] std::string printable(std::string_view text);

/// `printable` in double quotes, with quotes and backslashes escaped too.
[[nodiscard]] std::string quoted(std::string_view text);

/// 1234567 -> "1,234,567"
[[nodiscard]] std::string grouped(std::uint64_t value);

}  // namespace sinew::app
