#pragma once

#include <string>

#include "app/options.h"
#include "renderer/image.h"

namespace sinew::app {

/// `shot --reference`: compares what was drawn, prints the verdict on standard output, and where it
/// is "different" and `written` names the picture's own file, paints the difference into
/// `differencePath`. \return Ok, Invalid where it differs, SizeMismatch, Unreadable, Usage where
/// every pixel is ignored, or OutputFailed.
[[nodiscard]] ExitCode compareWithReference(const Options& options, const renderer::Image& drawn,
                                            const std::string& written);

/// "a/b.png" -> "a/b.diff.png"
[[nodiscard]] std::string differencePath(const std::string& picture);

}  // namespace sinew::app
