#pragma once

#include <optional>

#include "format/bytes.h"
#include "renderer/image.h"

namespace sinew::app::regress {

/// Decodes the PNG files that screenshots are: 8-bit RGB or RGBA, not interlaced, sRGB; several
/// times as fast as libpng, checksums included. Nothing for all other files and for damaged ones:
/// libpng then decodes them or says what is wrong.
[[nodiscard]] std::optional<renderer::Image> decodePlainPng(Bytes file);

}  // namespace sinew::app::regress
