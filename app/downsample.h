#pragma once

#include "renderer/image.h"

namespace sinew::app {

/// The image `factor` times smaller on each side: the mean of each square of pixels, in linear
/// light and with premultiplied alpha. Width and height must be multiples of `factor`. Whole
/// numbers only, so that equal input gives equal pixels everywhere.
[[nodiscard]] renderer::Image downsample(const renderer::Image& image, int factor);

}  // namespace sinew::app
