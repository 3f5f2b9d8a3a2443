#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sinew {

/// Index of the first byte of the first ill-formed UTF-8 sequence, or text.size() where there is
/// none. Overlong forms, surrogates and anything past U+10FFFF are ill-formed.
[[nodiscard]] std::size_t findIllFormedUtf8(std::string_view text);

/// `text` without the beginning of a character that its end cuts off.
[[nodiscard]] std::string_view dropCutUtf8(std::string_view text);

/// `text` with every maximal ill-formed part replaced by U+FFFD, for printing.
[[nodiscard]] std::string toUtf8(std::string_view text);

}  // namespace sinew
