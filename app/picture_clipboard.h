#pragma once

// Pictures on the clipboard. GLFW only knows text there, so that the desktop's own tool takes the
// picture and serves it to other programs: wl-copy under Wayland, else xclip.

#include <cstdint>
#include <span>

#include "format/result.h"

namespace sinew::app {

/// Puts a PNG on the clipboard. \return an Error "clipboard.tool" where no tool is installed,
/// "clipboard.failed" where one did not take the picture within a few seconds.
[[nodiscard]] Result<void> copyPng(std::span<const std::uint8_t> png);

}  // namespace sinew::app
