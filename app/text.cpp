#include "app/text.h"

#include <cstddef>

#include <fmt/format.h>

namespace sinew::app {

namespace {

unsigned byteAt(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// What starts at a place: a whole character, or the longest start of one that was cut short.
struct Part {
  std::size_t size = 1;
  bool whole = false;
};

Part partAt(std::string_view text, std::size_t at) {
  const unsigned lead = byteAt(text, at);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte's range shuts out overlong forms, surrogates and what lies past U+10FFFF (table
  // 3-7).
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  std::size_t size = 1;
  for (; size < length && at + size < text.size(); ++size) {
    const unsigned byte = byteAt(text, at + size);
    if (byte < low || byte > high) break;
    low = 0x80;
    high = 0xBF;
  }
  return {size, size == length};
}

}  // namespace

std::string wellFormed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Part part = partAt(text, at);
    out += part.whole ? text.substr(at, part.size) : std::string_view("\xEF\xBF\xBD");
    at += part.size;
  }
  return out;
}

namespace {

std::string escaped(std::string_view text, bool in_quotes) {
  std::string out;
  const std::string clean = wellFormed(text);
  for (std::size_t at = 0; at < clean.size();) {
    const Part part = partAt(clean, at);
    const unsigned byte = byteAt(clean, at);
    // U+0080..U+009F are control characters too: C2 80 to C2 9F.
    const bool is_c1 = byte == 0xC2 && byteAt(clean, at + 1) < 0xA0;
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else if (is_c1) {
      out += fmt::format("\\u{:04x}", byteAt(clean, at + 1));
    } else {
      if (in_quotes && (byte == '"' || byte == '\\')) out += '\\';
      out += clean.substr(at, part.size);
    }
    at += part.size;
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
