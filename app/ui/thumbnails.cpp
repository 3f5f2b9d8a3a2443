#include "app/ui/thumbnails.h"

#include <algorithm>
#include <array>
#include <vector>

#include <glad/gl.h>

namespace sinew::app::ui {
namespace {

constexpr int kSide = 48;

/// The image at the thumbnail's size: few samples a pixel, since a large picture must not delay the
/// frame. Over a checker where it is transparent.
std::vector<std::uint8_t> shrink(const renderer::Image& image) {
  constexpr int kSamples = 3;  // a side
  std::vector<std::uint8_t> out;
  out.reserve(static_cast<std::size_t>(kSide) * kSide * 4);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      std::array<int, 4> sum{};
      for (int i = 0; i < kSamples * kSamples; ++i) {
        const std::int64_t sx = x * kSamples + i % kSamples;
        const std::int64_t sy = y * kSamples + i / kSamples;
        const auto px = static_cast<std::size_t>(sx * image.width / (kSide * kSamples));
        const auto py = static_cast<std::size_t>(sy * image.height / (kSide * kSamples));
        const std::size_t at = (py * static_cast<std::size_t>(image.width) + px) * 4;
        for (std::size_t c = 0; c < 4; ++c)
          sum[c] += image.rgba[at + c];
      }
      const int alpha = sum[3] / (kSamples * kSamples);
      const int ground = ((x / 8 + y / 8) % 2 == 0) ? 107 : 82;
      for (std::size_t c = 0; c < 3; ++c) {
        const int color = sum[c] / (kSamples * kSamples);
        out.push_back(static_cast<std::uint8_t>((color * alpha + ground * (255 - alpha)) / 255));
      }
      out.push_back(255);
    }
  }
  return out;
}

}  // namespace

Thumbnails::~Thumbnails() {
  forget();
}

void Thumbnails::forget() {
  for (const auto& [image, texture] : textures_)
    glDeleteTextures(1, &texture);
  textures_.clear();
}

ImTextureID Thumbnails::of(const std::shared_ptr<const renderer::Image>& image) {
  auto found = textures_.find(image);
  if (found == textures_.end()) {
    const std::vector<std::uint8_t> pixels = shrink(*image);
    unsigned texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    // Encoded values, as everything that ImGui draws.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kSide, kSide, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    found = textures_.emplace(image, texture).first;
  }
  // A pointer in older ImGui, an integer in newer.
  return (ImTextureID)(std::intptr_t)found->second;  // NOLINT
}

}  // namespace sinew::app::ui
