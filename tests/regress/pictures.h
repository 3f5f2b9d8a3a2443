#pragma once

// Pictures made by formula, for pairs whose difference is known.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include "renderer/image.h"

namespace sinew::app::regress {

using renderer::Image;

struct Rgb {
  int r = 0;
  int g = 0;
  int b = 0;
};

inline std::uint8_t* at(Image& image, int x, int y) {
  return &image.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                          static_cast<std::size_t>(x))];
}

inline void set(Image& image, int x, int y, Rgb color, int alpha = 255) {
  std::uint8_t* pixel = at(image, x, y);
  pixel[0] = static_cast<std::uint8_t>(std::clamp(color.r, 0, 255));
  pixel[1] = static_cast<std::uint8_t>(std::clamp(color.g, 0, 255));
  pixel[2] = static_cast<std::uint8_t>(std::clamp(color.b, 0, 255));
  pixel[3] = static_cast<std::uint8_t>(alpha);
}

inline Image painted(int width, int height, const std::function<Rgb(int, int)>& color) {
  Image image;
  image.width = width;
  image.height = height;
  image.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      set(image, x, y, color(x, y));
  }
  return image;
}

inline Image plain(int width, int height, Rgb color) {
  return painted(width, height, [color](int, int) { return color; });
}

/// A mix of two colours, `share` of the second.
inline Rgb mix(Rgb a, Rgb b, double share) {
  const auto one = [share](int from, int to) {
    return static_cast<int>(std::lround(from + (to - from) * share));
  };
  return {one(a.r, b.r), one(a.g, b.g), one(a.b, b.b)};
}

/// How much of the pixel at distance `d` inside (positive) or outside an edge is covered.
inline double coverage(double d) {
  return std::clamp(d + 0.5, 0.0, 1.0);
}

/// What a viewer draws: a shaded ball of `radius` on a plain ground, its edge anti-aliased, moved
/// by `dx` pixels.
inline Image ball(int width, int height, double dx = 0.0) {
  const double radius = 0.35 * std::min(width, height);
  return painted(width, height, [=](int x, int y) {
    const double u = x - width / 2.0 - dx;
    const double v = y - height / 2.0;
    const double shade = std::clamp(1.0 - (u + v) / (3.0 * radius), 0.2, 1.0);
    const Rgb surface = mix({20, 30, 60}, {220, 180, 120}, shade);
    return mix({60, 65, 74}, surface, coverage(radius - std::hypot(u, v)));
  });
}

/// The picture with a ring of `thickness` pixels laid over it, anti-aliased.
inline Image withRing(const Image& image, double cx, double cy, double radius, double thickness,
                      Rgb color) {
  Image out = image;
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      const double d = thickness / 2.0 - std::abs(std::hypot(x - cx, y - cy) - radius);
      const std::uint8_t* under = at(out, x, y);
      set(out, x, y, mix({under[0], under[1], under[2]}, color, coverage(d)));
    }
  }
  return out;
}

/// Small numbers that look random and are the same everywhere (xorshift).
class Dice {
 public:
  /// 0 to sides - 1.
  int roll(int sides) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return static_cast<int>(state_ % static_cast<std::uint32_t>(sides));
  }

 private:
  std::uint32_t state_ = 2463534242u;
};

}  // namespace sinew::app::regress
