#include "app/regress/filter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew::app::regress {

namespace {

/// The index inside 0..size-1 that stands for `i` beyond it.
std::size_t inside(int i, int size, Border border) {
  if (border == Border::Replicate) return static_cast<std::size_t>(std::clamp(i, 0, size - 1));
  // Folded as often as it takes: the radius may be larger than the picture.
  while (i < 0 || i >= size)
    i = i < 0 ? -1 - i : 2 * size - 1 - i;
  return static_cast<std::size_t>(i);
}

void filterRow(const float* in, float* out, int width, std::span<const float> taps, Border border,
               std::vector<float>& padded) {
  const int radius = static_cast<int>(taps.size() / 2);
  padded.resize(static_cast<std::size_t>(width + 2 * radius));
  for (int x = -radius; x < width + radius; ++x)
    padded[static_cast<std::size_t>(x + radius)] = in[inside(x, width, border)];
  std::fill_n(out, width, 0.0f);
  for (std::size_t t = 0; t < taps.size(); ++t) {
    const float tap = taps[t];
    const float* from = padded.data() + t;
    for (int x = 0; x < width; ++x)
      out[x] += tap * from[x];
  }
}

}  // namespace

Plane filtered(const Plane& in, std::span<const float> across, std::span<const float> down,
               Border border) {
  const auto columns = static_cast<std::size_t>(in.width);
  Plane rows{in.width, in.height, std::vector<float>(in.values.size())};
  std::vector<float> padded;
  for (std::size_t at = 0; at < in.values.size(); at += columns) {
    filterRow(&in.values[at], &rows.values[at], in.width, across, border, padded);
  }
  Plane out{in.width, in.height, std::vector<float>(in.values.size(), 0.0f)};
  const int radius = static_cast<int>(down.size() / 2);
  for (int y = 0; y < in.height; ++y) {
    float* to = &out.values[static_cast<std::size_t>(y) * columns];
    for (int t = -radius; t <= radius; ++t) {
      const float tap = down[static_cast<std::size_t>(t + radius)];
      const float* from = &rows.values[inside(y + t, in.height, border) * columns];
      for (std::size_t x = 0; x < columns; ++x)
        to[x] += tap * from[x];
    }
  }
  return out;
}

std::vector<float> gaussian(double deviation, int radius) {
  std::vector<float> taps;
  for (int x = -radius; x <= radius; ++x) {
    taps.push_back(static_cast<float>(std::exp(-x * x / (2.0 * deviation * deviation))));
  }
  return taps;
}

bool hasAlpha(const renderer::Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 255) return true;
  }
  return false;
}

Plane channelOver(const renderer::Image& image, std::size_t channel, float background) {
  Plane out{image.width, image.height, std::vector<float>(image.rgba.size() / 4)};
  for (std::size_t i = 0; i < out.values.size(); ++i) {
    const std::uint8_t* pixel = &image.rgba[4 * i];
    const float alpha = static_cast<float>(pixel[3]) / 255.0f;
    out.values[i] = background + (static_cast<float>(pixel[channel]) - background) * alpha;
  }
  return out;
}

}  // namespace sinew::app::regress
