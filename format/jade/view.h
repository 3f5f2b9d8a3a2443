#pragma once

// Checked reads at offsets of one file.

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "format/byte_reader.h"
#include "format/bytes.h"
#include "format/jade/layout.h"

namespace sinew::jade {

/// A pointer and the number of elements there.
struct ArrayDef {
  std::uint64_t offset = 0;  ///< from the start of the file; 0: the pointer is null
  std::uint32_t count = 0;
};

/// The bytes of a file. Single reads lie within: callers ask `has` for the structure first.
class View {
 public:
  View() = default;
  explicit View(Bytes bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] bool has(std::uint64_t offset, std::uint64_t size) const {
    return offset <= bytes_.size() && size <= bytes_.size() - offset;
  }
  /// How many elements of `size` bytes lie at `offset`.
  [[nodiscard]] std::uint64_t room(std::uint64_t offset, std::uint64_t size) const {
    return offset <= bytes_.size() ? (bytes_.size() - offset) / size : 0;
  }

  [[nodiscard]] std::uint8_t u8(std::uint64_t at) const { return load<std::uint8_t>(at); }
  [[nodiscard]] std::uint16_t u16(std::uint64_t at) const { return load<std::uint16_t>(at); }
  [[nodiscard]] std::uint32_t u32(std::uint64_t at) const { return load<std::uint32_t>(at); }
  [[nodiscard]] std::int16_t i16(std::uint64_t at) const {
    return std::bit_cast<std::int16_t>(u16(at));
  }
  [[nodiscard]] std::int32_t i32(std::uint64_t at) const {
    return std::bit_cast<std::int32_t>(u32(at));
  }
  [[nodiscard]] float f32(std::uint64_t at) const { return std::bit_cast<float>(u32(at)); }

  /// Where a pointer leads; 0 for none. At most 2^32 + 19.
  [[nodiscard]] std::uint64_t pointer(std::uint64_t at) const {
    const std::uint64_t value = u32(at);
    return value == 0 ? 0 : value + layout::kFileHeader;
  }
  [[nodiscard]] ArrayDef array(std::uint64_t at) const { return {pointer(at), u32(at + 4)}; }

  /// A text field of `size` bytes, up to its first NUL.
  [[nodiscard]] std::string_view field(std::uint64_t at, std::size_t size) const {
    const std::string_view all = chars(at, size);
    return all.substr(0, all.find('\0'));
  }
  /// A text that ends in a NUL within `most` bytes and the file.
  [[nodiscard]] std::optional<std::string_view> text(std::uint64_t at, std::uint64_t most) const {
    if (at >= size()) return std::nullopt;
    const std::string_view rest = chars(at, std::min(most + 1, size() - at));
    const std::size_t end = rest.find('\0');
    if (end == rest.npos) return std::nullopt;
    return rest.substr(0, end);
  }
  [[nodiscard]] Bytes slice(std::uint64_t at, std::uint64_t size) const {
    assert(has(at, size));
    return bytes_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
  }

 private:
  template <class T>
  [[nodiscard]] T load(std::uint64_t at) const {
    assert(has(at, sizeof(T)));
    return loadLe<T>(bytes_.data() + at);
  }
  [[nodiscard]] std::string_view chars(std::uint64_t at, std::uint64_t size) const {
    const Bytes bytes = slice(at, size);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  Bytes bytes_;
};

/// ASCII letters in lower case: names of the format compare so.
[[nodiscard]] inline std::string lowerCase(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// True for what the format writes where it names nothing.
[[nodiscard]] inline bool namesNothing(std::string_view name) {
  return name.empty() || lowerCase(name) == "null";
}

}  // namespace sinew::jade
