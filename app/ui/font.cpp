#include "app/ui/font.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include <imgui.h>

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

/// And fonts with letters that those lack: East Asian ones, Indian ones, everything.
constexpr std::array kMorePaths{"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
                                "/usr/share/fonts/truetype/droid/DroidSansFallback.ttf",
                                "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
                                "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
                                "/usr/share/fonts/truetype/noto/NotoSansKannada-Regular.ttf",
                                "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf",
                                "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf",
                                "/usr/share/fonts/truetype/freefont/FreeSerif.ttf",
                                "/usr/share/fonts/truetype/unifont/unifont.ttf",
                                "/usr/share/fonts/opentype/unifont/unifont.otf",
                                "/Library/Fonts/Arial Unicode.ttf",
                                "C:/Windows/Fonts/msyh.ttc"};

/// Basic Latin to Cyrillic, Armenian left out; punctuation, arrows, and the sign for what is
/// missing.
constexpr std::array<ImWchar, 15> kRanges{0x0020, 0x052F, 0x1E00, 0x1FFF, 0x2000,
                                          0x206F, 0x20A0, 0x20BF, 0x2190, 0x21FF,
                                          0x2200, 0x22FF, 0xFFFD, 0xFFFD, 0};

bool isUsual(char32_t letter) {
  for (std::size_t i = 0; i + 1 < kRanges.size(); i += 2) {
    if (letter >= kRanges[i] && letter <= kRanges[i + 1]) return true;
  }
  return letter < 0x20;
}

bool exists(const char* path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

/// The next character of a text, which it leaves; empty for what is no UTF-8.
std::optional<char32_t> takeCharacter(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xC2) || length > text.size()) {
    text.remove_prefix(1);
    return std::nullopt;
  }
  char32_t character = length == 1 ? first : first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i)
    character = (character << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  text.remove_prefix(length);
  return character;
}

}  // namespace

void noticeLetters(std::string_view text, Letters& letters) {
  while (!text.empty()) {
    const auto character = takeCharacter(text);
    if (character && *character <= 0xFFFF && !isUsual(*character))
      letters.insert(static_cast<char16_t>(*character));
  }
}

void loadFont(float pixels, const Letters& more) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  ImVector<ImWchar> extra;
  for (const char16_t letter : more) {
    extra.push_back(static_cast<ImWchar>(letter));
    extra.push_back(static_cast<ImWchar>(letter));
  }
  extra.push_back(0);
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  bool loaded = false;
  for (const char* path : kFontPaths) {
    if (!exists(path)) continue;
    loaded = atlas.AddFontFromFileTTF(path, pixels, &config, kRanges.data()) != nullptr;
    if (!loaded) continue;
    config.MergeMode = true;
    if (!more.empty()) atlas.AddFontFromFileTTF(path, pixels, &config, extra.Data);
    break;
  }
  if (!loaded) {
    // ImGui's own font is a bitmap of 13 pixels: whole multiples stay sharp.
    ImFontConfig own;
    own.SizePixels =
        13.0f * static_cast<float>(pixels < 20.0f ? 1 : static_cast<int>(pixels / 13.0f));
    atlas.AddFontDefault(&own);
    config.MergeMode = true;
  }
  // Of fonts that have a letter the first one draws it.
  config.OversampleH = 1;
  for (const char* path : kMorePaths) {
    if (!more.empty() && exists(path)) atlas.AddFontFromFileTTF(path, pixels, &config, extra.Data);
  }
#if IMGUI_VERSION_NUM < 19200
  // Now, while the ranges are there; later versions draw letters as they come.
  atlas.Build();
#endif
}

}  // namespace sinew::app::ui
