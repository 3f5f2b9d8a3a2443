#pragma once

// Measures of how different two pictures of one size are, pixel by pixel. All take straight alpha
// and sRGB-encoded colours. Where alpha is below 255 the pictures are laid over black and over
// white and the larger difference counts: two pictures are alike only if they are alike on both.

#include <cstdint>
#include <vector>

#include "renderer/image.h"

namespace sinew::app::regress {

/// One value a pixel, rows from the top.
using Map = std::vector<float>;

/// Colour difference of two RGBA pixels in YIQ (the NTSC signal, after Kotsarenko and Ramos,
/// "Measuring perceived color difference using YIQ NTSC transmission color space in mobile
/// applications", 2010): 0 same, 1 the largest there is, about n/264 for n levels of grey.
[[nodiscard]] float colorDelta(const std::uint8_t* a, const std::uint8_t* b);

/// LDR-FLIP of Andersson et al., "FLIP: A Difference Evaluator for Alternating Images", 2020, at 67
/// pixels a degree (a 0.7 m wide screen of 3840 pixels seen from 0.7 m). 0 same, 1 the largest.
[[nodiscard]] Map flipMap(const renderer::Image& a, const renderer::Image& b);

/// Structural similarity of Wang et al., "Image quality assessment: from error visibility to
/// structural similarity", 2004: Gaussian window of 11 pixels with a deviation of 1.5, K1 0.01, K2
/// 0.03, the mean of the three encoded colour channels; beyond the border the picture is mirrored.
/// 1 same, down to -1.
[[nodiscard]] Map ssimMap(const renderer::Image& a, const renderer::Image& b);

/// Mean of a similarity map over the pixels whose window lies inside the picture, as the paper
/// takes it; over all of them where the picture is smaller than a window.
[[nodiscard]] double meanSsim(const Map& map, int width, int height);

}  // namespace sinew::app::regress
