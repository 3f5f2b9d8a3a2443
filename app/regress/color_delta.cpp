#include <algorithm>
#include <cmath>

#include "app/regress/metrics.h"

namespace sinew::app::regress {

namespace {

/// The squared difference of three channel differences, in YIQ with the weights of the paper.
float squaredYiq(float r, float g, float b) {
  const float y = 0.29889531f * r + 0.58662247f * g + 0.11448223f * b;
  const float i = 0.59597799f * r - 0.27417610f * g - 0.32180189f * b;
  const float q = 0.21147017f * r - 0.52261711f * g + 0.31114694f * b;
  return 0.5053f * y * y + 0.299f * i * i + 0.1957f * q * q;
}

/// Of all pairs of colours red and cyan lie farthest apart: this much.
constexpr float kLargest = 35215.0f;

/// Difference over a background of one grey.
float squaredOver(const std::uint8_t* a, const std::uint8_t* b, float background) {
  const float alpha_a = static_cast<float>(a[3]) / 255.0f;
  const float alpha_b = static_cast<float>(b[3]) / 255.0f;
  const auto channel = [&](int c) {
    return (static_cast<float>(a[c]) - background) * alpha_a -
           (static_cast<float>(b[c]) - background) * alpha_b;
  };
  return squaredYiq(channel(0), channel(1), channel(2));
}

}  // namespace

float colorDelta(const std::uint8_t* a, const std::uint8_t* b) {
  float squared = 0.0f;
  if (a[3] == 255 && b[3] == 255) {
    squared = squaredYiq(static_cast<float>(a[0] - b[0]), static_cast<float>(a[1] - b[1]),
                         static_cast<float>(a[2] - b[2]));
  } else {
    squared = std::max(squaredOver(a, b, 0.0f), squaredOver(a, b, 255.0f));
  }
  return std::min(std::sqrt(squared / kLargest), 1.0f);
}

}  // namespace sinew::app::regress
