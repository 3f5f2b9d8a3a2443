#pragma once

#include <optional>
#include <string_view>

namespace sinew::app {

/// How well `text` fits what somebody typed: every letter of `wanted` occurs in it in order, blanks
/// aside and in any case. Higher is better: letters together, at starts of words and near the front
/// count more. Empty where it does not fit; an empty `wanted` fits everything with 0.
[[nodiscard]] std::optional<int> fuzzyScore(std::string_view wanted, std::string_view text);

}  // namespace sinew::app
