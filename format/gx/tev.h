#pragma once

// The TEV's arithmetic in integers, as the hardware does it. docs/format-mdl0.md, "TEV".

#include <array>
#include <cstdint>

#include "format/gx/material.h"

namespace sinew::gx {

/// Red, green, blue, alpha.
using Rgba = std::array<std::int32_t, 4>;

/// One component of an arithmetic stage: a, b, c are 0..255, d is -1024..1023.
/// \return 0..255 where clamped, else -1024..1023.
[[nodiscard]] std::int32_t combine(TevOp op, TevBias bias, TevScale scale, bool clamp,
                                   std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d);

/// A konst selection's colour; codes that mean nothing give 0.
[[nodiscard]] Rgba konstColor(std::uint8_t code, const std::array<RegisterColor, 4>& konst);
[[nodiscard]] std::int32_t konstAlpha(std::uint8_t code, const std::array<RegisterColor, 4>& konst);

/// What stages read from outside, 0..255.
struct TevInputs {
  std::array<Rgba, 16> texels{};  ///< of each stage, before its swap; unused without a texture
  Rgba color0{};
  Rgba color1{};
};

/// The last stage's result, 0..255. Black and transparent without stages.
[[nodiscard]] Rgba evaluate(const Material& material, const TevInputs& inputs);

/// The `probe` of dumps: every texel (200, 150, 100, 180), channel 0 (220, 130, 60, 240), channel 1
/// (10, 20, 30, 40).
[[nodiscard]] TevInputs probeInputs();

}  // namespace sinew::gx
