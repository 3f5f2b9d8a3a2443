#pragma once

#include <array>
#include <cstdint>

namespace sinew::mdl0 {

/// The matrix of a layer: u' = m0 u + m1 v + m2, v' = m3 u + m4 v + m5.
/// \param mode 0 Maya, 1 XSI, 2 3ds Max (docs/format-mdl0.md, "Texture matrices")
/// \param srt scale s, scale t, rotation in degrees, translation s, translation t
[[nodiscard]] std::array<double, 6> textureMatrix(std::uint32_t mode,
                                                  const std::array<float, 5>& srt);

}  // namespace sinew::mdl0
