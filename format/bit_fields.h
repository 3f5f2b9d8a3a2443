#pragma once

#include <cstdint>

namespace sinew {

/// Bits high..low of a word, both included, as format texts write them: (high:low).
struct BitField {
  unsigned high = 0;
  unsigned low = 0;

  [[nodiscard]] constexpr unsigned width() const { return high - low + 1; }
  [[nodiscard]] constexpr std::uint64_t mask() const {
    return width() >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width()) - 1;
  }
};

/// The field as an unsigned number.
[[nodiscard]] constexpr std::uint32_t bits(std::uint64_t word, BitField field) {
  return static_cast<std::uint32_t>((word >> field.low) & field.mask());
}

/// The field as a two's complement number.
[[nodiscard]] constexpr std::int32_t signedBits(std::uint64_t word, BitField field) {
  const auto value = static_cast<std::int64_t>((word >> field.low) & field.mask());
  const std::int64_t sign = std::int64_t{1} << (field.width() - 1);
  return static_cast<std::int32_t>((value ^ sign) - sign);
}

}  // namespace sinew
