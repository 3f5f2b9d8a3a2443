#include <algorithm>
#include <cstddef>
#include <numeric>

#include "app/regress/filter.h"
#include "app/regress/metrics.h"

namespace sinew::app::regress {

namespace {

constexpr int kRadius = 5;
constexpr float kC1 = 0.01f * 255.0f * 0.01f * 255.0f;
constexpr float kC2 = 0.03f * 255.0f * 0.03f * 255.0f;

Plane product(const Plane& a, const Plane& b) {
  Plane out{a.width, a.height, std::vector<float>(a.values.size())};
  for (std::size_t i = 0; i < out.values.size(); ++i)
    out.values[i] = a.values[i] * b.values[i];
  return out;
}

/// Similarity of one channel, equation 13 of the paper.
Map channelMap(Plane a, Plane b, std::span<const float> window) {
  // Moments about 128 instead of 0 lose fewer digits; means are moved back below.
  constexpr float kMiddle = 128.0f;
  for (float& value : a.values)
    value -= kMiddle;
  for (float& value : b.values)
    value -= kMiddle;
  const auto smooth = [&](const Plane& plane) {
    return filtered(plane, window, window, Border::Mirror);
  };
  const Plane mean_a = smooth(a);
  const Plane mean_b = smooth(b);
  const Plane square_a = smooth(product(a, a));
  const Plane square_b = smooth(product(b, b));
  const Plane both = smooth(product(a, b));
  Map out(a.values.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float variance_a = square_a.values[i] - mean_a.values[i] * mean_a.values[i];
    const float variance_b = square_b.values[i] - mean_b.values[i] * mean_b.values[i];
    const float covariance = both.values[i] - mean_a.values[i] * mean_b.values[i];
    const float m_a = mean_a.values[i] + kMiddle;
    const float m_b = mean_b.values[i] + kMiddle;
    out[i] = (2.0f * m_a * m_b + kC1) * (2.0f * covariance + kC2) /
             ((m_a * m_a + m_b * m_b + kC1) * (variance_a + variance_b + kC2));
  }
  return out;
}

Map mapOver(const renderer::Image& a, const renderer::Image& b, float background) {
  std::vector<float> window = gaussian(1.5, kRadius);
  const float sum = std::accumulate(window.begin(), window.end(), 0.0f);
  for (float& tap : window)
    tap /= sum;
  Map out(a.rgba.size() / 4, 0.0f);
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const Map one = channelMap(channelOver(a, channel, background),
                               channelOver(b, channel, background), window);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += one[i] / 3.0f;
  }
  return out;
}

}  // namespace

Map ssimMap(const renderer::Image& a, const renderer::Image& b) {
  Map out = mapOver(a, b, 0.0f);
  if (!hasAlpha(a) && !hasAlpha(b)) return out;
  const Map white = mapOver(a, b, 255.0f);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::min(out[i], white[i]);
  return out;
}

double meanSsim(const Map& map, int width, int height) {
  const int margin = width > 2 * kRadius && height > 2 * kRadius ? kRadius : 0;
  double sum = 0.0;
  for (int y = margin; y < height - margin; ++y) {
    for (int x = margin; x < width - margin; ++x) {
      sum += static_cast<double>(map[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                     static_cast<std::size_t>(x)]);
    }
  }
  return sum / (static_cast<double>(width - 2 * margin) * static_cast<double>(height - 2 * margin));
}

}  // namespace sinew::app::regress
