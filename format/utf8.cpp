#include "format/utf8.h"

#include <algorithm>
#include <cstdint>

namespace sinew {
namespace {

/// One step through a text: a whole character, or a maximal ill-formed part (Unicode 15,
/// section 3.9, table 3-7 and "U+FFFD substitution of maximal subparts").
struct Step {
  std::size_t length = 1;
  bool well_formed = false;
  bool cut = false;  ///< ill-formed only because the text ends here
};

struct Lead {
  std::size_t length = 0;  ///< 0: no character starts with this byte
  std::uint8_t second_low = 0x80;
  std::uint8_t second_high = 0xBF;
};

Lead leadOf(std::uint8_t byte) {
  if (byte < 0x80) return {1};
  if (byte < 0xC2 || byte > 0xF4) return {};
  if (byte < 0xE0) return {2};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};  // no overlong forms
  if (byte == 0xED) return {3, 0x80, 0x9F};  // no surrogates
  if (byte < 0xF0) return {3};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};  // nothing past U+10FFFF
  return {4};
}

Step stepAt(std::string_view text, std::size_t at) {
  const Lead lead = leadOf(static_cast<std::uint8_t>(text[at]));
  if (lead.length == 0) return {};
  for (std::size_t k = 1; k < lead.length; ++k) {
    if (at + k == text.size()) return {k, false, true};
    const auto byte = static_cast<std::uint8_t>(text[at + k]);
    const std::uint8_t low = k == 1 ? lead.second_low : 0x80;
    const std::uint8_t high = k == 1 ? lead.second_high : 0xBF;
    if (byte < low || byte > high) return {k, false, false};
  }
  return {lead.length, true, false};
}

}  // namespace

std::size_t findIllFormedUtf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Step step = stepAt(text, at);
    if (!step.well_formed) return at;
    at += step.length;
  }
  return at;
}

std::string_view dropCutUtf8(std::string_view text) {
  // A cut character is at most three bytes long here.
  const std::size_t tail = std::min<std::size_t>(3, text.size());
  for (std::size_t back = 1; back <= tail; ++back) {
    const std::size_t at = text.size() - back;
    const Step step = stepAt(text, at);
    if (step.cut && step.length == back) return text.substr(0, at);
  }
  return text;
}

std::string toUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Step step = stepAt(text, at);
    if (step.well_formed) {
      out.append(text, at, step.length);
    } else {
      out += "\xEF\xBF\xBD";
    }
    at += step.length;
  }
  return out;
}

}  // namespace sinew
