#include "app/downsample.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace sinew::app {
namespace {

constexpr std::uint64_t kOne = 65535;  ///< linear light 1

/// sRGB code to linear light (IEC 61966-2-1).
std::array<std::uint16_t, 256> linearTable() {
  std::array<std::uint16_t, 256> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double c = static_cast<double>(i) / 255.0;
    const double linear = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    out[i] = static_cast<std::uint16_t>(std::lround(linear * double{kOne}));
  }
  return out;
}

/// Linear light to the nearest sRGB code.
std::vector<std::uint8_t> encodedTable() {
  std::vector<std::uint8_t> out(kOne + 1);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double linear = static_cast<double>(i) / double{kOne};
    const double c =
        linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
    out[i] = static_cast<std::uint8_t>(std::lround(c * 255.0));
  }
  return out;
}

/// Sums over one square: colour times alpha, and alpha.
struct Sums {
  std::array<std::uint64_t, 3> color{};
  std::uint64_t alpha = 0;
};

}  // namespace

renderer::Image downsample(const renderer::Image& image, int factor) {
  assert(factor >= 1 && image.width % factor == 0 && image.height % factor == 0);
  if (factor == 1) return image;
  static const std::array<std::uint16_t, 256> linear = linearTable();
  static const std::vector<std::uint8_t> encoded = encodedTable();
  renderer::Image out;
  out.width = image.width / factor;
  out.height = image.height / factor;
  out.rgba.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 4);
  const auto side = static_cast<std::size_t>(factor);
  const auto stride = static_cast<std::size_t>(image.width) * 4;
  const std::uint64_t count = side * side;
  std::uint8_t* to = out.rgba.data();
  for (std::size_t y = 0; y < static_cast<std::size_t>(out.height); ++y) {
    for (std::size_t x = 0; x < static_cast<std::size_t>(out.width); ++x, to += 4) {
      Sums sums;
      for (std::size_t row = 0; row < side; ++row) {
        const std::uint8_t* from = image.rgba.data() + (y * side + row) * stride + x * side * 4;
        for (std::size_t column = 0; column < side; ++column, from += 4) {
          const std::uint64_t alpha = from[3];
          for (std::size_t c = 0; c < 3; ++c)
            sums.color[c] += linear[from[c]] * alpha;
          sums.alpha += alpha;
        }
      }
      if (sums.alpha == 0) continue;
      for (std::size_t c = 0; c < 3; ++c)
        to[c] = encoded[(sums.color[c] + sums.alpha / 2) / sums.alpha];
      to[3] = static_cast<std::uint8_t>((sums.alpha + count / 2) / count);
    }
  }
  return out;
}

}  // namespace sinew::app
