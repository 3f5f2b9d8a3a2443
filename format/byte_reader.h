#pragma once

// The only place that turns raw bytes into integers.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "format/bytes.h"

namespace sinew {

/// The little-endian integer at `bytes`, at any alignment. The caller has checked that it lies in
/// its span.
template <std::unsigned_integral T>
[[nodiscard]] inline T loadLe(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) {
    T swapped = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      swapped = static_cast<T>(swapped << 8 | ((value >> (8 * i)) & 0xFF));
    }
    value = swapped;
  }
  return value;
}

/// Straight-line reads of little-endian records. The first read past the end sticks: it and all
/// later ones give 0, and `ok()` tells once at the end of a record.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes, std::uint64_t offset = 0)
      : bytes_(bytes), offset_(offset), ok_(offset <= bytes.size()) {}

  [[nodiscard]] std::uint8_t u8() { return read<std::uint8_t>(); }
  [[nodiscard]] std::uint16_t u16() { return read<std::uint16_t>(); }
  [[nodiscard]] std::uint32_t u32() { return read<std::uint32_t>(); }

  /// False once a read or the starting offset lay beyond the end.
  [[nodiscard]] bool ok() const { return ok_; }
  /// Of the next read; of the failed one once a read failed. From the start of the span.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 private:
  template <class T>
  T read() {
    if (!ok_ || bytes_.size() - offset_ < sizeof(T)) {
      ok_ = false;
      return 0;
    }
    const T value = loadLe<T>(bytes_.data() + offset_);
    offset_ += sizeof(T);
    return value;
  }

  Bytes bytes_;
  std::uint64_t offset_;
  bool ok_;
};

}  // namespace sinew
