#pragma once

#include <vector>

#include "renderer/image.h"

namespace sinew::renderer {

/// The image at a smaller size (at least 1, at most its own): each pixel is the mean of the pixels
/// it covers, in linear light and with premultiplied alpha. Whole numbers only, so that every
/// machine and driver gets equal pixels.
[[nodiscard]] Image scaledDown(const Image& image, int width, int height);

/// The levels below the image, each half as large (rounded down, at least 1), down to 1 x 1. On the
/// CPU: a driver's own levels differ from driver to driver, and on Mesa's software rasteriser
/// making them costs more than all of a small picture.
[[nodiscard]] std::vector<Image> mipLevels(const Image& image);

}  // namespace sinew::renderer
