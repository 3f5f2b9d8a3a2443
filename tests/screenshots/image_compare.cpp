#include "tests/screenshots/image_compare.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <png.h>

namespace sinew::screenshots {

std::optional<Picture> readPng(const std::string& path, std::string& problem) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
    problem = path + ": " + image.message;
    return std::nullopt;
  }
  image.format = PNG_FORMAT_RGBA;
  Picture picture{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0) {
    problem = path + ": " + image.message;
    return std::nullopt;
  }
  return picture;
}

bool writePng(const std::string& path, const Picture& picture, std::string& problem) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  image.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&image, path.c_str(), 0, picture.rgba.data(), 0, nullptr) == 0) {
    problem = path + ": " + image.message;
    return false;
  }
  return true;
}

namespace {

/// Differing pixels in the fullest 5x5 square.
std::size_t worstWindow(const Comparison& comparison, std::uint32_t width, std::uint32_t height) {
  constexpr std::uint32_t kSize = 5;
  std::size_t worst = 0;
  for (std::uint32_t top = 0; top < height; ++top) {
    for (std::uint32_t left = 0; left < width; ++left) {
      std::size_t count = 0;
      for (std::uint32_t y = top; y < std::min(top + kSize, height); ++y) {
        for (std::uint32_t x = left; x < std::min(left + kSize, width); ++x) {
          count += comparison.differs[std::size_t{y} * width + x] ? 1 : 0;
        }
      }
      worst = std::max(worst, count);
    }
  }
  return worst;
}

}  // namespace

bool Comparison::passes(const Limits& limits) const {
  return same_size && share <= limits.max_share && worst_window <= limits.max_in_window &&
         mean_difference <= limits.max_mean_difference;
}

Comparison compare(const Picture& actual, const Picture& baseline, const Limits& limits) {
  Comparison out;
  out.same_size = actual.width == baseline.width && actual.height == baseline.height;
  if (!out.same_size) return out;
  const std::size_t pixels = std::size_t{actual.width} * actual.height;
  out.differs.resize(pixels);
  std::size_t sum = 0;
  for (std::size_t p = 0; p < pixels; ++p) {
    int worst = 0;
    for (std::size_t c = 4 * p; c < 4 * p + 4; ++c) {
      const int difference = std::abs(int{actual.rgba[c]} - int{baseline.rgba[c]});
      sum += static_cast<std::size_t>(difference);
      worst = std::max(worst, difference);
    }
    out.worst_channel = std::max(out.worst_channel, worst);
    out.differs[p] = worst > limits.channel_tolerance;
    out.differing += out.differs[p] ? 1 : 0;
  }
  if (pixels > 0) {
    out.share = static_cast<double>(out.differing) / static_cast<double>(pixels);
    out.mean_difference = static_cast<double>(sum) / static_cast<double>(4 * pixels);
  }
  if (out.differing > 0) out.worst_window = worstWindow(out, actual.width, actual.height);
  return out;
}

Picture paintDifferences(const Picture& actual, const Comparison& comparison) {
  Picture out = actual;
  for (std::size_t p = 0; p < comparison.differs.size(); ++p) {
    std::uint8_t* pixel = &out.rgba[4 * p];
    for (std::size_t c = 0; c < 3; ++c) {
      pixel[c] = static_cast<std::uint8_t>(192 + pixel[c] / 4);
    }
    pixel[3] = 255;
    if (comparison.differs[p]) {
      pixel[0] = 220;
      pixel[1] = pixel[2] = 0;
    }
  }
  return out;
}

}  // namespace sinew::screenshots
