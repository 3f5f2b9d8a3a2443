#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "format/result.h"
#include "renderer/image.h"

namespace sinew::app {

/// An image as a PNG file: RGB where every pixel is opaque, else RGBA with straight alpha;
/// sRGB-tagged; `text` become tEXt/iTXt chunks (key, UTF-8 value). Equal input gives equal bytes.
[[nodiscard]] Result<std::vector<std::uint8_t>> encodePng(
    const renderer::Image& image,
    const std::vector<std::pair<std::string, std::string>>& text = {});

/// Writes a file so that nobody ever sees half of it: a temporary beside it, then rename. "-":
/// standard output. \return an Error where a folder is missing or not writable, or the disk is
/// full; nothing is left behind.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path,
                                               const std::vector<std::uint8_t>& bytes,
                                               bool overwrite = true);

}  // namespace sinew::app
