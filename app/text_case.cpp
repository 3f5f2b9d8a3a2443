#include "app/text_case.h"

#include <array>
#include <cstdint>

namespace sinew::app {
namespace {

/// Letters from first to last map to code + shift; with `pairs` upper and lower case alternate.
struct CaseRange {
  char32_t first, last;
  std::int32_t shift;
  bool pairs;
  bool odd_is_upper;
};

// The alphabets that file names are written in: Latin, Greek, Cyrillic, Armenian, full-width Latin.
constexpr std::array kRanges{
    CaseRange{U'A', U'Z', 32, false, false},   CaseRange{0xC0, 0xD6, 32, false, false},
    CaseRange{0xD8, 0xDE, 32, false, false},   CaseRange{0x100, 0x12F, 1, true, false},
    CaseRange{0x132, 0x137, 1, true, false},   CaseRange{0x139, 0x148, 1, true, true},
    CaseRange{0x14A, 0x177, 1, true, false},   CaseRange{0x179, 0x17E, 1, true, true},
    CaseRange{0x1CD, 0x1DC, 1, true, true},    CaseRange{0x1DE, 0x1EF, 1, true, false},
    CaseRange{0x1F8, 0x21F, 1, true, false},   CaseRange{0x222, 0x233, 1, true, false},
    CaseRange{0x388, 0x38A, 37, false, false}, CaseRange{0x391, 0x3A1, 32, false, false},
    CaseRange{0x3A3, 0x3AB, 32, false, false}, CaseRange{0x400, 0x40F, 80, false, false},
    CaseRange{0x410, 0x42F, 32, false, false}, CaseRange{0x460, 0x481, 1, true, false},
    CaseRange{0x48A, 0x4BF, 1, true, false},   CaseRange{0x4D0, 0x52F, 1, true, false},
    CaseRange{0x531, 0x556, 48, false, false}, CaseRange{0x1E00, 0x1E95, 1, true, false},
    CaseRange{0x1EA0, 0x1EFF, 1, true, false}, CaseRange{0xFF21, 0xFF3A, 32, false, false},
};

char32_t lower(char32_t code) {
  if (code == 0x178) return 0xFF;
  if (code == 0x386) return 0x3AC;
  for (const CaseRange& range : kRanges) {
    if (code < range.first || code > range.last) continue;
    if (range.pairs && ((code & 1u) != 0) != range.odd_is_upper) return code;
    return static_cast<char32_t>(static_cast<std::int32_t>(code) + range.shift);
  }
  return code;
}

/// Length of the well-formed character at the start of `text`, 0 for none.
std::size_t decode(std::string_view text, char32_t& code) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    code = lead;
    return 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return 0;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  return length;
}

/// `lower` never leaves the Basic Multilingual Plane for what it changes, so three bytes are
/// enough.
void append(std::string& out, char32_t code) {
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0u | (code >> 6)));
    out.push_back(static_cast<char>(0x80u | (code & 0x3Fu)));
  } else {
    out.push_back(static_cast<char>(0xE0u | (code >> 12)));
    out.push_back(static_cast<char>(0x80u | ((code >> 6) & 0x3Fu)));
    out.push_back(static_cast<char>(0x80u | (code & 0x3Fu)));
  }
}

}  // namespace

std::string foldCase(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    char32_t code = 0;
    const std::size_t length = decode(text, code);
    const char32_t folded = length == 0 ? code : lower(code);
    if (length == 0 || folded == code)
      out.append(text.substr(0, length == 0 ? 1 : length));
    else
      append(out, folded);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace sinew::app
