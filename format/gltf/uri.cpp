#include "format/gltf/uri.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace sinew::gltf {
namespace {

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// "%20" becomes a space; a % that starts no such code stays.
std::string percentDecoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
    const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

int base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

Result<std::vector<std::byte>> base64Decoded(std::string_view text) {
  while (!text.empty() && text.back() == '=')
    text.remove_suffix(1);
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int digit = base64Digit(text[i]);
    if (digit < 0) {
      return fail("gltf.uri",
                  fmt::format("the data URI's base64 breaks off at its character {}", i));
    }
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFF;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<std::byte>(bits >> held & 0xFF));
  }
  return out;
}

/// What is wrong with a path; empty: nothing.
std::string_view pathFault(std::string_view path) {
  if (path.empty()) return "it is empty";
  if (path.front() == '/') return "it is absolute";
  for (const char c : path) {
    if (c == '\\') return "it has a backslash";
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "it has control characters";
  }
  // A drive letter or a scheme: a colon before the first slash.
  if (path.substr(0, path.find('/')).find(':') != path.npos) return "it has a scheme";
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (path.substr(at, end - at) == "..") return "it leads out of the file's folder";
    at = end + 1;
  }
  return {};
}

}  // namespace

Result<std::optional<std::vector<std::byte>>> dataOf(std::string_view uri) {
  if (uri.substr(0, 5) != "data:") return std::optional<std::vector<std::byte>>();
  const std::size_t comma = uri.find(',');
  if (comma == uri.npos) return fail("gltf.uri", "the data URI has no comma before its data");
  const std::string_view head = uri.substr(5, comma - 5);
  const std::string_view data = uri.substr(comma + 1);
  constexpr std::string_view kBase64 = ";base64";
  if (head.size() >= kBase64.size() && head.substr(head.size() - kBase64.size()) == kBase64) {
    Result<std::vector<std::byte>> bytes = base64Decoded(data);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    return std::optional(std::move(*bytes));
  }
  std::vector<std::byte> bytes;
  for (const char c : percentDecoded(data))
    bytes.push_back(static_cast<std::byte>(c));
  return std::optional(std::move(bytes));
}

Result<std::string> relativePathOf(std::string_view uri) {
  std::string path = percentDecoded(uri);
  while (path.substr(0, 2) == "./")
    path.erase(0, 2);
  const std::string_view fault = pathFault(path);
  if (fault.empty()) return path;
  return fail("gltf.uri", fmt::format("\"{}\" is not read: {}", path.substr(0, 200), fault));
}

}  // namespace sinew::gltf
