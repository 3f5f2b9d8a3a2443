#pragma once

// The letters of the window: a proportional font of the system, and others for what it lacks.

#include <set>
#include <string_view>

namespace sinew::app::ui {

/// Letters beyond those that are always there, of the basic plane.
using Letters = std::set<char16_t>;

/// Adds the letters of a UTF-8 text that need more than the usual ranges.
void noticeLetters(std::string_view text, Letters& letters);

/// Puts a readable font of this many pixels into the present context's atlas: the first of the
/// system's usual sans-serif fonts that exists, with Latin, Greek and Cyrillic letters, and of
/// `more` what this or another font of the system has. Without any font: ImGui's own.
void loadFont(float pixels, const Letters& more = {});

}  // namespace sinew::app::ui
