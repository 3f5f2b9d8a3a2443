#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "format/bbm/context.h"

namespace sinew::bbm {

/// The largest block that is read.
inline constexpr std::uint64_t kMaxBlock = std::uint64_t{64} << 20;

/// A block of a size known beforehand (docs/format-bbm.md, section 2.2).
struct Block {
  Bytes bytes;               ///< all of it, or nothing
  std::uint64_t offset = 0;  ///< of the first byte where it is stored as it is, else of the block
  bool packed = false;
  std::vector<std::byte> storage;  ///< what `bytes` views, where it was packed

  Block() = default;
  Block(Block&&) = default;
  Block& operator=(Block&&) = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Where byte `at` of the block is, as well as can be told.
  [[nodiscard]] std::uint64_t place(std::uint64_t at) const {
    return packed ? offset : offset + at;
  }
};

/// Reads a block of `size` bytes. The cursor fails where the block does not end inside its data or
/// is larger than kMaxBlock; a block that ends there but cannot be unpacked is empty. Either is
/// put on the list.
[[nodiscard]] Block readBlock(Cursor& in, std::uint64_t size, Context& context, FindingList& found,
                              std::string_view path);

/// Steps over a block without unpacking it.
void skipBlock(Cursor& in, std::uint64_t size);

/// a * b * c, or the largest number where that is larger.
[[nodiscard]] std::uint64_t productOf(std::uint64_t a, std::uint64_t b, std::uint64_t c = 1);

}  // namespace sinew::bbm
