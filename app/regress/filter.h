#pragma once

// Separable filters over one channel of a picture.

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/image.h"

namespace sinew::app::regress {

/// One channel, rows from the top.
struct Plane {
  int width = 0;
  int height = 0;
  std::vector<float> values;
};

/// What lies beyond the border.
enum class Border : std::uint8_t {
  Replicate,  ///< a a | a b c | c c
  Mirror      ///< b a | a b c | c b
};

/// Correlates with `across` in each row, then with `down` in each column; both have an odd number
/// of taps, the middle one is the pixel itself.
[[nodiscard]] Plane filtered(const Plane& in, std::span<const float> across,
                             std::span<const float> down, Border border);

/// Samples of exp(-x^2 / (2 deviation^2)) for x of -radius..radius, not normalised.
[[nodiscard]] std::vector<float> gaussian(double deviation, int radius);

/// Whether any pixel is not opaque.
[[nodiscard]] bool hasAlpha(const renderer::Image& image);

/// The encoded channel 0..2 of the picture laid over a grey of 0..255, as 0..255.
[[nodiscard]] Plane channelOver(const renderer::Image& image, std::size_t channel,
                                float background);

}  // namespace sinew::app::regress
