#include "renderer/image_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace sinew::renderer {

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

/// The first linear value of each sRGB code: the code of any value is found by halving.
std::array<std::uint16_t, 256> thresholdTable(const std::array<std::uint16_t, 256>& linear) {
  std::array<std::uint16_t, 256> out{};
  for (std::size_t i = 1; i < out.size(); ++i) {
    const double c = (static_cast<double>(i) - 0.5) / 255.0;
    const double edge = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    out[i] = std::min(static_cast<std::uint16_t>(std::ceil(edge * double{kOne})), linear[i]);
  }
  return out;
}

struct Tables {
  std::array<std::uint16_t, 256> linear = linearTable();
  std::array<std::uint16_t, 256> thresholds = thresholdTable(linear);
  std::array<std::uint8_t, 4096> coarse{};  ///< code of value & ~15

  Tables() {
    for (std::size_t i = 0; i < coarse.size(); ++i) {
      const auto above = std::upper_bound(thresholds.begin() + 1, thresholds.end(), i * 16);
      coarse[i] = static_cast<std::uint8_t>(above - thresholds.begin() - 1);
    }
  }

  /// The nearest code. Codes lie more than 16 apart, so that the coarse one is at most one too low.
  [[nodiscard]] std::uint8_t encode(std::uint64_t value) const {
    const std::size_t code = coarse[value >> 4u];
    return static_cast<std::uint8_t>(code + (code < 255 && thresholds[code + 1] <= value ? 1 : 0));
  }
};

/// The pixels [first, last) of the source that pixel `i` of `to` covers.
struct Cover {
  std::size_t first = 0;
  std::size_t last = 0;
};
Cover coverOf(std::size_t i, std::size_t from, std::size_t to) {
  return {i * from / to, std::max((i + 1) * from / to, i * from / to + 1)};
}

void mean(const Image& image, Cover rows, Cover columns, const Tables& tables, std::uint8_t* to) {
  std::array<std::uint64_t, 3> color{};
  std::uint64_t alpha_sum = 0;
  for (std::size_t y = rows.first; y < rows.last; ++y) {
    const std::size_t row = y * static_cast<std::size_t>(image.width);
    const std::uint8_t* from = image.rgba.data() + (row + columns.first) * 4;
    for (std::size_t x = columns.first; x < columns.last; ++x, from += 4) {
      const std::uint64_t alpha = from[3];
      for (std::size_t c = 0; c < 3; ++c)
        color[c] += tables.linear[from[c]] * alpha;
      alpha_sum += alpha;
    }
  }
  if (alpha_sum == 0) return;
  const std::uint64_t count = (rows.last - rows.first) * (columns.last - columns.first);
  constexpr std::uint64_t kOpaqueFour = 4 * 255;  // by far the most frequent sum: a quick division
  for (std::size_t c = 0; c < 3; ++c) {
    const std::uint64_t rounded = color[c] + alpha_sum / 2;
    to[c] = tables.encode(alpha_sum == kOpaqueFour ? rounded / kOpaqueFour : rounded / alpha_sum);
  }
  to[3] = static_cast<std::uint8_t>((alpha_sum + count / 2) / count);
}

}  // namespace

Image scaledDown(const Image& image, int width, int height) {
  if (width == image.width && height == image.height) return image;
  static const Tables tables;
  Image out;
  out.width = std::clamp(width, 1, image.width);
  out.height = std::clamp(height, 1, image.height);
  const auto from_width = static_cast<std::size_t>(image.width);
  const auto from_height = static_cast<std::size_t>(image.height);
  const auto to_width = static_cast<std::size_t>(out.width);
  const auto to_height = static_cast<std::size_t>(out.height);
  out.rgba.resize(to_width * to_height * 4);
  std::uint8_t* to = out.rgba.data();
  for (std::size_t y = 0; y < to_height; ++y) {
    const Cover rows = coverOf(y, from_height, to_height);
    for (std::size_t x = 0; x < to_width; ++x, to += 4) {
      mean(image, rows, coverOf(x, from_width, to_width), tables, to);
    }
  }
  return out;
}

std::vector<Image> mipLevels(const Image& image) {
  std::vector<Image> out;
  const Image* from = &image;
  while (from->width > 1 || from->height > 1) {
    out.push_back(scaledDown(*from, std::max(from->width / 2, 1), std::max(from->height / 2, 1)));
    from = &out.back();
  }
  return out;
}

}  // namespace sinew::renderer
