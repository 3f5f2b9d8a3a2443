#pragma once

#include <span>
#include <string_view>

namespace sinew::app {

/// What was probably meant: the one of `known` that is a slip of the finger or two away from
/// `word`; empty: none.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> known);

}  // namespace sinew::app
