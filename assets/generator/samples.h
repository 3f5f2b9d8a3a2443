#pragma once

// Small models that show one thing each, for screenshots and tests.

#include <string>

#include "assets/generator/png_file.h"
#include "format/bmd1/write.h"

namespace sinew::assets {

/// A square that faces +y, textured with an uneven pattern, so that a flipped or turned texture
/// shows.
[[nodiscard]] bmd1::FileSpec makeUvChart(const std::string& texture);
[[nodiscard]] Picture makeUvChartTexture();

/// One drawn mesh per vertex form, side by side from -x to +x, and above them a board of all 256
/// Color/Shade bytes: hue from left to right, intensity upwards.
[[nodiscard]] bmd1::FileSpec makeShapes(const std::string& texture);

/// A box on a swinging bone with its solid.
[[nodiscard]] bmd1::FileSpec makeSolidBox();

}  // namespace sinew::assets
