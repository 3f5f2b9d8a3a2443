#pragma once

// Tells edges that another driver put up to a pixel elsewhere from pixels that changed.

#include <vector>

#include "app/regress/compare.h"
#include "renderer/image.h"

namespace sinew::app::regress {

/// Turns Different into Edge where it is a shifted edge: the pixel's colour in each picture lies
/// within the colours of the 3 x 3 pixels around it in the other. So a line that moved passes and a
/// line that vanished does not. Where most pixels around are such, it is no edge but the content
/// that moved or changed, and they stay Different.
void markEdges(const renderer::Image& a, const renderer::Image& b, std::vector<PixelState>& states);

}  // namespace sinew::app::regress
