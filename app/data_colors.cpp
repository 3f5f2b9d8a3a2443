#include "app/data_colors.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>

namespace sinew::app {

glm::vec3 hueColor(float hue) {
  const glm::vec3 k =
      glm::abs(glm::fract(hue + glm::vec3(0.0f, 2.0f / 3.0f, 1.0f / 3.0f)) * 6.0f - 3.0f) - 1.0f;
  return glm::mix(glm::vec3(0.95f), glm::clamp(k, 0.0f, 1.0f), 0.7f);
}

glm::vec3 indexColor(std::uint32_t index) {
  const float hue = static_cast<float>(index) * 0.61803399f;
  return hueColor(hue - std::floor(hue)) * (1.0f - 0.12f * static_cast<float>(index % 3u));
}

glm::vec3 heatColor(float t) {
  static const std::array<glm::vec3, 5> stops{
      glm::vec3(0.11f, 0.13f, 0.36f), glm::vec3(0.23f, 0.45f, 0.74f),
      glm::vec3(0.32f, 0.72f, 0.55f), glm::vec3(0.95f, 0.65f, 0.24f),
      glm::vec3(0.99f, 0.95f, 0.70f)};
  const float x = std::clamp(t, 0.0f, 1.0f) * 4.0f;
  const auto i = static_cast<std::size_t>(std::min(x, 3.0f));
  return glm::mix(stops[i], stops[i + 1], x - static_cast<float>(i));
}

glm::vec3 recordColor(int bits) {
  if (bits == 64) return {0.30f, 0.69f, 0.49f};
  if (bits == 96) return {0.93f, 0.73f, 0.29f};
  if (bits == 128) return {0.84f, 0.37f, 0.30f};
  return glm::vec3(0.6f);
}

glm::vec3 exponentColor(float cell_log2) {
  const float hue = (cell_log2 + 22.0f) / 12.0f;
  return hueColor(hue - std::floor(hue)) *
         (0.55f + 0.45f * std::clamp((cell_log2 + 22.0f) / 31.0f, 0.0f, 1.0f));
}

}  // namespace sinew::app
