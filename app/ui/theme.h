#pragma once

#include <imgui.h>

#include "app/settings.h"

namespace sinew::app::ui {

/// Colours that panels use by name.
struct ThemeColors {
  ImVec4 accent, accent_soft, dim, text, error, warning, info;
  ImVec4 label;       ///< behind names over the picture
  float data = 1.0f;  ///< by what bright colours of data are darkened
};

/// Those of the present theme; `applyTheme` sets them, like ImGui's own.
[[nodiscard]] ThemeColors& themeColors();

inline const ImVec4& kAccent = themeColors().accent;
inline const ImVec4& kAccentSoft = themeColors().accent_soft;
inline const ImVec4& kDim = themeColors().dim;
inline const ImVec4& kText = themeColors().text;
inline const ImVec4& kError = themeColors().error;
inline const ImVec4& kWarning = themeColors().warning;
inline const ImVec4& kInfo = themeColors().info;

/// A bright colour of data (channels, curves), dark enough to be told on the present theme.
[[nodiscard]] inline ImVec4 onTheme(const ImVec4& color) {
  const float by = themeColors().data;
  return {color.x * by, color.y * by, color.z * by, color.w};
}

/// A colour with its alpha multiplied.
[[nodiscard]] inline ImVec4 faded(const ImVec4& color, float alpha) {
  return {color.x, color.y, color.z, color.w * alpha};
}

/// Letters in points.
inline constexpr float kFontPoints = 15.0f;

/// Colours and spacing at a scale. Starts from ImGui's own values each time, so that scales never
/// multiply.
void applyTheme(float scale, Theme theme = Theme::Dark);

}  // namespace sinew::app::ui
