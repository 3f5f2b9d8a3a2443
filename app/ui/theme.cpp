#include "app/ui/theme.h"

#include <array>
#include <filesystem>
#include <string>

namespace sinew::app::ui {
namespace {

/// Where systems keep a readable sans-serif font with many letters.
constexpr std::array kFontPaths{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                "/usr/share/fonts/dejavu/DejaVuSans.ttf",
                                "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
                                "/usr/share/fonts/noto/NotoSans-Regular.ttf",
                                "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
                                "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
                                "/Library/Fonts/Arial Unicode.ttf",
                                "/System/Library/Fonts/Helvetica.ttc",
                                "C:/Windows/Fonts/segoeui.ttf"};

void setColors(ImGuiStyle& style) {
  const auto grey = [](float v, float alpha = 1.0f) {
    return ImVec4(v, v * 1.04f, v * 1.14f, alpha);
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
  // Dark enough for the value that is written over it.
  c[ImGuiCol_SliderGrab] = ImVec4(0.72f, 0.43f, 0.14f, 1.0f);
  c[ImGuiCol_SliderGrabActive] = ImVec4(0.85f, 0.52f, 0.18f, 1.0f);
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

void applyTheme(float scale) {
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
  setColors(style);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

void loadFont(float pixels) {
  // Basic Latin to Cyrillic, Armenian left out; punctuation, arrows, and the sign for what is
  // missing.
  static constexpr std::array<ImWchar, 15> kRanges{0x0020, 0x052F, 0x1E00, 0x1FFF, 0x2000,
                                                   0x206F, 0x20A0, 0x20BF, 0x2190, 0x21FF,
                                                   0x2200, 0x22FF, 0xFFFD, 0xFFFD, 0};
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  for (const char* path : kFontPaths) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    if (atlas.AddFontFromFileTTF(path, pixels, &config, kRanges.data()) != nullptr) return;
  }
  // ImGui's own font is a bitmap of 13 pixels: whole multiples stay sharp.
  ImFontConfig own;
  own.SizePixels =
      13.0f * static_cast<float>(pixels < 20.0f ? 1 : static_cast<int>(pixels / 13.0f));
  atlas.AddFontDefault(&own);
}

}  // namespace sinew::app::ui
