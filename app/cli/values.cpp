#include "app/cli/values.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace sinew::app::cli {

std::optional<double> number(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> integer(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

namespace {

std::string describe(const Range& range) {
  const bool low = range.min > -1e9;
  const bool high = range.max < 1e9;
  if (range.open && low && high) {
    return fmt::format("{} between {} and {}, both excluded", range.what, range.min, range.max);
  }
  if (low && high) return fmt::format("{} from {} to {}", range.what, range.min, range.max);
  if (low && range.open) return fmt::format("{} above {}", range.what, range.min);
  if (low) return fmt::format("{}, {} or more", range.what, range.min);
  return fmt::format("{} within ±{:.0f}", range.what, range.max);
}

}  // namespace

Expected parseNumber(std::string_view text, const Range& range, double& out) {
  const std::optional<double> value = number(text);
  const bool fits = value && (range.open ? *value > range.min && *value < range.max
                                         : *value >= range.min && *value <= range.max);
  if (!fits) return describe(range);
  out = *value;
  return {};
}

Expected parseInteger(std::string_view text, std::string_view what, std::int64_t min,
                      std::int64_t max, std::int64_t& out) {
  const std::optional<std::int64_t> value = integer(text);
  if (!value || *value < min || *value > max) {
    return fmt::format("{} from {} to {}", what, min, max);
  }
  out = *value;
  return {};
}

Expected parseVector(std::string_view text, glm::dvec3& out) {
  constexpr std::string_view kExpected = "three numbers X,Y,Z within ±1000000000";
  const auto parts = split(text, ',');
  if (parts.size() != 3) return std::string(kExpected);
  glm::dvec3 vector{0.0};
  for (int i = 0; i < 3; ++i) {
    const std::optional<double> part = number(parts[static_cast<std::size_t>(i)]);
    if (!part || std::abs(*part) > 1e9) return std::string(kExpected);
    vector[i] = *part;
  }
  out = vector;
  return {};
}

Expected parseColor(std::string_view text, glm::dvec3& out) {
  constexpr std::string_view kExpected = "R,G,B from 0 to 1, or #RRGGBB";
  if (text.size() == 7 && text.front() == '#') {
    std::uint32_t word = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, word, 16);
    if (error != std::errc() || end != text.data() + 7) return std::string(kExpected);
    out = glm::dvec3((word >> 16) & 0xFF, (word >> 8) & 0xFF, word & 0xFF) / 255.0;
    return {};
  }
  glm::dvec3 color{0.0};
  if (!parseVector(text, color).empty()) return std::string(kExpected);
  for (int i = 0; i < 3; ++i) {
    if (color[i] < 0.0 || color[i] > 1.0) return std::string(kExpected);
  }
  out = color;
  return {};
}

Expected parseName(std::string_view text, std::string& out) {
  if (text.empty()) return "a name or #INDEX";
  out = text;
  return {};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace sinew::app::cli
