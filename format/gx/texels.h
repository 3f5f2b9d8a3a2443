#pragma once

// The texture formats of the Wii's graphics processor. docs/format-mdl0.md, "Textures".

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "format/bytes.h"

namespace sinew::gx {

/// By the file's codes.
enum class TexelFormat : std::uint8_t {
  I4 = 0,
  I8 = 1,
  Ia4 = 2,
  Ia8 = 3,
  Rgb565 = 4,
  Rgb5A3 = 5,
  Rgba8 = 6,
  C4 = 8,
  C8 = 9,
  C14X2 = 10,
  Cmpr = 14
};
enum class PaletteFormat : std::uint8_t { Ia8 = 0, Rgb565 = 1, Rgb5A3 = 2 };

/// Nothing for a code that is no format.
[[nodiscard]] std::optional<TexelFormat> texelFormat(std::uint32_t code);
[[nodiscard]] std::optional<PaletteFormat> paletteFormat(std::uint32_t code);

/// "I4", "RGB565", "CMPR", …
[[nodiscard]] std::string_view toString(TexelFormat format);
[[nodiscard]] std::string_view toString(PaletteFormat format);

/// C4, C8 and C14X2.
[[nodiscard]] bool usesPalette(TexelFormat format);

/// Bytes of an image of this size, whole blocks.
[[nodiscard]] std::uint64_t imageBytes(TexelFormat format, std::uint32_t width,
                                       std::uint32_t height);

/// Red, green, blue, straight alpha, in this order in memory.
struct Texel {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 0;
  friend bool operator==(const Texel&, const Texel&) = default;
};

/// The entries of a palette, as many as there are bytes for.
[[nodiscard]] std::vector<Texel> decodePalette(PaletteFormat format, Bytes data);

/// Decodes one image, rows from the top, without padding.
/// \param data may be shorter than `imageBytes`: missing bytes count as 0.
/// \param palette for formats that use one; indices past its end are transparent black.
/// \param out width * height texels
void decodeImage(TexelFormat format, Bytes data, std::uint32_t width, std::uint32_t height,
                 std::span<const Texel> palette, std::span<Texel> out);

}  // namespace sinew::gx
