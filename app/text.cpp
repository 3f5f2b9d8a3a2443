#include "app/text.h"

#include <cstddef>

#include <fmt/format.h>

#include "format/utf8.h"

namespace sinew::app {

namespace {

std::string escaped(std::string_view text, bool in_quotes) {
  std::string out;
  const std::string clean = toUtf8(text);
  for (std::size_t at = 0; at < clean.size(); ++at) {
    const unsigned byte = static_cast<unsigned char>(clean[at]);
    // U+0080..U+009F are control characters too: C2 80 to C2 9F. Well-formed text has a byte behind
    // C2.
    const bool is_c1 = byte == 0xC2 && static_cast<unsigned char>(clean[at + 1]) < 0xA0;
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else if (is_c1) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(clean[++at]));
    } else {
      if (in_quotes && (byte == '"' || byte == '\\')) out += '\\';
      out += clean[at];
    }
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  return escaped(text, false);
}

std::string quoted(std::string_view text) {
  return '"' + escaped(text, true) + '"';
}

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

}  // namespace sinew::app
