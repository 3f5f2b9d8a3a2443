#pragma once

// Big-endian integers; byte_reader.h has the little-endian ones.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace sinew {

/// The big-endian integer at `bytes`, at any alignment. The caller has checked that it lies in its
/// span.
template <std::unsigned_integral T>
[[nodiscard]] inline T loadBe(const std::byte* bytes) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(static_cast<std::uint64_t>(value) << 8 |
                           std::to_integer<std::uint64_t>(bytes[i]));
  }
  return value;
}

/// The big-endian IEEE single at `bytes`; any bit pattern, so it may be no finite number.
[[nodiscard]] inline float loadBeFloat(const std::byte* bytes) {
  return std::bit_cast<float>(loadBe<std::uint32_t>(bytes));
}

}  // namespace sinew
