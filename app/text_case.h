#pragma once

#include <string>
#include <string_view>

namespace sinew::app {

/// UTF-8 text with letters in lower case, whatever the locale; bytes that are no UTF-8 stay. Two
/// names that differ only in case give the same text.
[[nodiscard]] std::string foldCase(std::string_view text);

}  // namespace sinew::app
