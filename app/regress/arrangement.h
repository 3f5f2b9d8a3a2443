#pragma once

// Where differing pixels lie: in a row, in a heap, within what box.

#include <optional>
#include <vector>

#include "app/regress/compare.h"

namespace sinew::app::regress {

/// Longest unbroken row or column of differing pixels.
[[nodiscard]] std::uint64_t longestRun(const std::vector<PixelState>& states, int width);

/// The window with the most differing pixels; the uppermost, then leftmost of several.
[[nodiscard]] FullestWindow fullestWindow(const std::vector<PixelState>& states, int width,
                                          const WindowLimit& limit);

/// The smallest box around the differing pixels; empty: there are none.
[[nodiscard]] std::optional<Rect> differingBounds(const std::vector<PixelState>& states, int width);

}  // namespace sinew::app::regress
