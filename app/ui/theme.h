#pragma once

#include <imgui.h>

namespace sinew::app::ui {

/// Colours of the dark theme that panels use by name.
inline const ImVec4 kAccent{0.98f, 0.62f, 0.24f, 1.0f};
inline const ImVec4 kAccentSoft{0.98f, 0.62f, 0.24f, 0.45f};
inline const ImVec4 kDim{0.62f, 0.66f, 0.73f, 1.0f};
inline const ImVec4 kText{0.92f, 0.93f, 0.95f, 1.0f};
inline const ImVec4 kError{0.98f, 0.44f, 0.42f, 1.0f};
inline const ImVec4 kWarning{0.98f, 0.80f, 0.36f, 1.0f};
inline const ImVec4 kInfo{0.48f, 0.74f, 0.98f, 1.0f};

/// A colour with its alpha multiplied.
[[nodiscard]] inline ImVec4 faded(const ImVec4& color, float alpha) {
  return {color.x, color.y, color.z, color.w * alpha};
}

/// Letters in points.
inline constexpr float kFontPoints = 15.0f;

/// Colours and spacing at a scale. Starts from ImGui's own values each time, so that scales never
/// multiply.
void applyTheme(float scale);

/// Puts a readable font of this many pixels into the present context's atlas: the first of the
/// system's usual sans-serif fonts that exists, with Latin, Greek and Cyrillic letters, else
/// ImGui's own.
void loadFont(float pixels);

}  // namespace sinew::app::ui
