#pragma once

// The colours that stand for data, as shaders/common_color.glsl and shaders/mesh.vert have them:
// for legends and lists. sRGB-encoded, 0..1.

#include <cstdint>

#include <glm/vec3.hpp>

namespace sinew::app {

/// A saturated colour of a hue 0..1.
[[nodiscard]] glm::vec3 hueColor(float hue);
/// The colour of a level or an influence; neighbours get far apart hues.
[[nodiscard]] glm::vec3 indexColor(std::uint32_t index);
/// 0 cold (dark blue) to 1 hot (pale yellow).
[[nodiscard]] glm::vec3 heatColor(float t);
/// The colour of a vertex record of 64, 96 or 128 bits; grey for anything else.
[[nodiscard]] glm::vec3 recordColor(int bits);
/// The colour of a position that rounds to a cell of 2^cell_log2 units.
[[nodiscard]] glm::vec3 exponentColor(float cell_log2);
/// Halvings of the cell from the hottest colour of Shading::Error to its coldest.
inline constexpr int kErrorHalvings = 12;

}  // namespace sinew::app
