#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

/// The pixels of an image that a model's file holds, decoded when asked for.
class Pixels {
 public:
  virtual ~Pixels() = default;
  struct Size {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
  };
  /// At least 1; level 0 is the largest.
  [[nodiscard]] virtual std::size_t levelCount() const = 0;
  [[nodiscard]] virtual Size size(std::size_t level) const = 0;
  /// RGBA, 8 bits each, straight alpha, rows from the top, no padding: 4 * width * height bytes.
  [[nodiscard]] virtual std::vector<std::uint8_t> decode(std::size_t level) const = 0;
};

}  // namespace sinew
