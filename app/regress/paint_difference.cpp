#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "app/regress/compare.h"

namespace sinew::app::regress {

namespace {

using Color = std::array<std::uint8_t, 3>;

constexpr Color kDifferent{214, 24, 32};
constexpr Color kEdge{240, 160, 30};
constexpr Color kIgnored{150, 175, 225};

/// Black, red, yellow, white at 0, 1/3, 2/3, 1.
Color heat(float value) {
  const float scaled = std::clamp(value, 0.0f, 1.0f) * 3.0f;
  Color color{};
  for (std::size_t c = 0; c < 3; ++c) {
    const float part = std::clamp(scaled - static_cast<float>(c), 0.0f, 1.0f);
    color[c] = static_cast<std::uint8_t>(part * 255.0f + 0.5f);
  }
  return color;
}

/// The luma over white, three quarters of the way to white.
Color pale(const std::uint8_t* pixel) {
  // Weights of Rec. 601 in 256ths: this runs over every pixel, and a level more or less is not
  // seen.
  const int luma = (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8;
  const int over_white = pixel[3] == 255 ? luma : 255 + (luma - 255) * pixel[3] / 255;
  const auto level = static_cast<std::uint8_t>(191 + over_white / 4);
  return {level, level, level};
}

}  // namespace

renderer::Image paintDifference(const renderer::Image& a, const Comparison& comparison) {
  renderer::Image out = a;
  for (std::size_t i = 0; i < out.rgba.size() / 4; ++i) {
    const PixelState state = comparison.states.empty() ? PixelState::Same : comparison.states[i];
    std::uint8_t* pixel = &out.rgba[4 * i];
    Color color = pale(pixel);
    if (state == PixelState::Ignored) {
      color = kIgnored;
    } else if (!comparison.map.empty()) {
      color = heat(comparison.map[i]);
    } else if (state == PixelState::Different) {
      color = kDifferent;
    } else if (state == PixelState::Edge) {
      color = kEdge;
    }
    std::memcpy(pixel, color.data(), color.size());
    pixel[3] = 255;
  }
  return out;
}

}  // namespace sinew::app::regress
