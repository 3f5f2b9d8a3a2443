#pragma once

// Values of command-line options, text -> checked value. Each parser returns what was expected
// where the text is something else, and an empty text where it is fine.

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

namespace sinew::app::cli {

/// What was expected; empty: the value is fine and was taken.
using Expected = std::string;

/// A whole text as a finite number; nothing for anything else ("1x", "nan", "inf", "").
[[nodiscard]] std::optional<double> number(std::string_view text);
/// A whole text as a decimal integer.
[[nodiscard]] std::optional<std::int64_t> integer(std::string_view text);

/// Limits of a number; `what` names it with its unit, e.g. "seconds".
struct Range {
  std::string_view what;
  double min = -1e9;
  double max = 1e9;
  bool open = false;  ///< min and max themselves are out
};

[[nodiscard]] Expected parseNumber(std::string_view text, const Range& range, double& out);
[[nodiscard]] Expected parseInteger(std::string_view text, std::string_view what, std::int64_t min,
                                    std::int64_t max, std::int64_t& out);
/// "X,Y,Z"
[[nodiscard]] Expected parseVector(std::string_view text, glm::dvec3& out);
/// "R,G,B" with 0..1 each (f3d), or "#RRGGBB"; out is 0..1.
[[nodiscard]] Expected parseColor(std::string_view text, glm::dvec3& out);
/// "#INDEX" or a name; only an empty text is refused.
[[nodiscard]] Expected parseName(std::string_view text, std::string& out);

/// Splits at every `separator`; "" is one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// A word out of a list.
template <class T>
[[nodiscard]] Expected parseWord(std::string_view text,
                                 std::initializer_list<std::pair<std::string_view, T>> words,
                                 T& out) {
  Expected expected;
  for (const auto& [word, value] : words) {
    if (text == word) {
      out = value;
      return {};
    }
    if (!expected.empty()) expected += ", ";
    expected += word;
  }
  return "one of " + expected;
}

}  // namespace sinew::app::cli
