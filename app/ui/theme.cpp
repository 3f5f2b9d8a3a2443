#include "app/ui/theme.h"

namespace sinew::app::ui {
namespace {

ThemeColors darkColors() {
  return {
      {0.98f, 0.62f, 0.24f, 1.0f}, {0.98f, 0.62f, 0.24f, 0.45f},        {0.62f, 0.66f, 0.73f, 1.0f},
      {0.92f, 0.93f, 0.95f, 1.0f}, {0.98f, 0.44f, 0.42f, 1.0f},         {0.98f, 0.80f, 0.36f, 1.0f},
      {0.48f, 0.74f, 0.98f, 1.0f}, {0.0706f, 0.0784f, 0.0941f, 0.745f}, 1.0f};
}

/// Dark enough on white for 4.5 to 1.
ThemeColors lightColors() {
  return {{0.66f, 0.33f, 0.02f, 1.0f}, {0.86f, 0.48f, 0.08f, 0.45f}, {0.34f, 0.37f, 0.43f, 1.0f},
          {0.10f, 0.11f, 0.13f, 1.0f}, {0.74f, 0.11f, 0.10f, 1.0f},  {0.52f, 0.36f, 0.00f, 1.0f},
          {0.06f, 0.34f, 0.66f, 1.0f}, {0.97f, 0.97f, 0.98f, 0.8f},  0.62f};
}

void setColors(ImGuiStyle& style, bool dark) {
  // The same steps between surfaces in both themes: in the light one they go down from white.
  const auto grey = [dark](float v, float alpha = 1.0f) {
    if (dark) return ImVec4(v, v * 1.04f, v * 1.14f, alpha);
    const float light = 1.05f - v * 0.95f;
    return ImVec4(light * 0.985f, light * 0.99f, light, alpha);
  };
  ImVec4* c = style.Colors;
  c[ImGuiCol_Text] = kText;
  c[ImGuiCol_TextDisabled] = kDim;
  c[ImGuiCol_WindowBg] = grey(0.115f);
  c[ImGuiCol_ChildBg] = grey(0.09f);
  c[ImGuiCol_PopupBg] = grey(0.13f, 0.98f);
  c[ImGuiCol_Border] = grey(0.24f);
  c[ImGuiCol_FrameBg] = grey(0.19f);
  c[ImGuiCol_FrameBgHovered] = grey(0.25f);
  c[ImGuiCol_FrameBgActive] = grey(0.29f);
  c[ImGuiCol_TitleBg] = grey(0.10f);
  c[ImGuiCol_TitleBgActive] = grey(0.15f);
  c[ImGuiCol_MenuBarBg] = grey(0.13f);
  c[ImGuiCol_ScrollbarBg] = grey(0.09f, 0.6f);
  c[ImGuiCol_ScrollbarGrab] = grey(0.28f);
  c[ImGuiCol_ScrollbarGrabHovered] = grey(0.36f);
  c[ImGuiCol_ScrollbarGrabActive] = grey(0.42f);
  c[ImGuiCol_CheckMark] = kAccent;
  // Set off from the value that is written over it.
  c[ImGuiCol_SliderGrab] =
      dark ? ImVec4(0.72f, 0.43f, 0.14f, 1.0f) : ImVec4(0.96f, 0.70f, 0.40f, 1.0f);
  c[ImGuiCol_SliderGrabActive] =
      dark ? ImVec4(0.85f, 0.52f, 0.18f, 1.0f) : ImVec4(0.93f, 0.61f, 0.27f, 1.0f);
  c[ImGuiCol_Button] = grey(0.21f);
  c[ImGuiCol_ButtonHovered] = grey(0.29f);
  c[ImGuiCol_ButtonActive] = grey(0.34f);
  c[ImGuiCol_Header] = ImVec4(kAccent.x, kAccent.y, kAccent.z, 0.26f);
  c[ImGuiCol_HeaderHovered] = grey(0.26f);
  c[ImGuiCol_HeaderActive] = grey(0.31f);
  c[ImGuiCol_Separator] = grey(0.22f);
  c[ImGuiCol_TableHeaderBg] = grey(0.15f);
  c[ImGuiCol_TableBorderLight] = grey(0.20f);
  c[ImGuiCol_TableBorderStrong] = grey(0.24f);
  c[ImGuiCol_TextSelectedBg] = ImVec4(kAccent.x, kAccent.y, kAccent.z, 0.35f);
  c[ImGuiCol_NavHighlight] = kAccent;
}

}  // namespace

ThemeColors& themeColors() {
  static ThemeColors present = darkColors();
  return present;
}

void applyTheme(float scale, Theme theme) {
  themeColors() = theme == Theme::Dark ? darkColors() : lightColors();
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  style.WindowPadding = ImVec2(10.0f, 8.0f);
  style.FramePadding = ImVec2(7.0f, 4.0f);
  style.ItemSpacing = ImVec2(8.0f, 5.0f);
  style.ItemInnerSpacing = ImVec2(6.0f, 4.0f);
  style.IndentSpacing = 14.0f;
  style.ScrollbarSize = 12.0f;
  style.GrabMinSize = 10.0f;
  style.WindowRounding = 0.0f;
  style.ChildRounding = 3.0f;
  style.FrameRounding = 3.0f;
  style.PopupRounding = 4.0f;
  style.GrabRounding = 3.0f;
  style.ScrollbarRounding = 6.0f;
  style.WindowBorderSize = 0.0f;
  style.WindowMinSize = ImVec2(8.0f, 8.0f);
  setColors(style, theme == Theme::Dark);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

}  // namespace sinew::app::ui
