#include "format/gx/texels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include "format/big_endian.h"

namespace sinew::gx {
namespace {

// ---------------------------------------------------------------- single texels

// Widening to 8 bits repeats the upper bits below.
constexpr std::uint8_t widen4(std::uint32_t v) {
  return static_cast<std::uint8_t>(v * 17);
}

constexpr Texel gray(std::uint8_t value, std::uint8_t alpha) {
  return {value, value, value, alpha};
}

/// A texel as the word that it is in memory.
constexpr std::uint32_t wordOf(std::uint32_t r, std::uint32_t g, std::uint32_t b, std::uint32_t a) {
  return std::endian::native == std::endian::little ? r | g << 8 | b << 16 | a << 24
                                                    : r << 24 | g << 16 | b << 8 | a;
}

constexpr std::uint32_t wide5(std::uint32_t v) {
  return v << 3 | v >> 2;
}

constexpr std::uint32_t wordFromRgb565(std::uint32_t v) {
  const std::uint32_t g = v >> 5 & 63;
  return wordOf(wide5(v >> 11 & 31), g << 2 | g >> 4, wide5(v & 31), 255);
}

constexpr std::uint32_t wordFromRgb5A3(std::uint32_t v) {
  const std::uint32_t alpha = v >> 12 & 7;
  const std::uint32_t opaque = wordOf(wide5(v >> 10 & 31), wide5(v >> 5 & 31), wide5(v & 31), 255);
  const std::uint32_t clear = wordOf((v >> 8 & 15) * 17, (v >> 4 & 15) * 17, (v & 15) * 17,
                                     alpha << 5 | alpha << 2 | alpha >> 1);
  return (v & 0x8000) != 0 ? opaque : clear;
}

constexpr std::uint32_t wordFromIa8(std::uint32_t v) {
  const std::uint32_t i = v & 0xFF;
  return wordOf(i, i, i, v >> 8);
}

constexpr Texel texelOf(std::uint32_t word) {
  return std::bit_cast<Texel>(word);
}

inline std::uint32_t byteAt(const std::byte* data) {
  return std::to_integer<std::uint32_t>(*data);
}

inline std::uint32_t wordAt(const std::byte* data) {
  return loadBe<std::uint16_t>(data);
}

inline Texel lookUp(std::span<const Texel> palette, std::uint32_t index) {
  return index < palette.size() ? palette[index] : Texel{};
}

// ---------------------------------------------------------------- blocks

using Palette = std::span<const Texel>;

template <TexelFormat kFormat>
struct Block;

// Each decodes one block to kWidth * kHeight texels, row by row.

template <>
struct Block<TexelFormat::I4> {
  static constexpr std::uint32_t kWidth = 8, kHeight = 8, kBytes = 32;
  static void decode(const std::byte* data, Palette, Texel* out) {
    for (std::size_t i = 0; i < kBytes; ++i) {
      const std::uint32_t v = byteAt(data + i);
      out[2 * i] = gray(widen4(v >> 4), widen4(v >> 4));
      out[2 * i + 1] = gray(widen4(v & 15), widen4(v & 15));
    }
  }
};

template <>
struct Block<TexelFormat::I8> {
  static constexpr std::uint32_t kWidth = 8, kHeight = 4, kBytes = 32;
  static void decode(const std::byte* data, Palette, Texel* out) {
    for (std::size_t i = 0; i < kBytes; ++i) {
      const auto v = static_cast<std::uint8_t>(byteAt(data + i));
      out[i] = gray(v, v);
    }
  }
};

template <>
struct Block<TexelFormat::Ia4> {
  static constexpr std::uint32_t kWidth = 8, kHeight = 4, kBytes = 32;
  static void decode(const std::byte* data, Palette, Texel* out) {
    std::array<std::uint32_t, kBytes> texels;
    for (std::size_t i = 0; i < kBytes; ++i) {
      const std::uint32_t v = byteAt(data + i);
      const std::uint32_t intensity = (v & 15) * 17;
      texels[i] = wordOf(intensity, intensity, intensity, (v >> 4) * 17);
    }
    std::memcpy(static_cast<void*>(out), texels.data(), sizeof(texels));
  }
};

/// Sixteen 16-bit texels. Whole words and no branches, so that the compiler works on several at
/// once.
template <std::uint32_t (*kDecode)(std::uint32_t)>
struct WordBlock {
  static constexpr std::uint32_t kWidth = 4, kHeight = 4, kBytes = 32;
  static void decode(const std::byte* data, Palette, Texel* out) {
    std::array<std::uint32_t, 16> texels;
    for (std::size_t i = 0; i < 16; ++i)
      texels[i] = kDecode(wordAt(data + 2 * i));
    std::memcpy(static_cast<void*>(out), texels.data(), sizeof(texels));
  }
};

template <>
struct Block<TexelFormat::Ia8> : WordBlock<wordFromIa8> {};
template <>
struct Block<TexelFormat::Rgb565> : WordBlock<wordFromRgb565> {};
template <>
struct Block<TexelFormat::Rgb5A3> : WordBlock<wordFromRgb5A3> {};

template <>
struct Block<TexelFormat::Rgba8> {
  static constexpr std::uint32_t kWidth = 4, kHeight = 4, kBytes = 64;
  static void decode(const std::byte* data, Palette, Texel* out) {
    for (std::size_t i = 0; i < 16; ++i) {
      const std::uint32_t ar = wordAt(data + 2 * i);
      const std::uint32_t gb = wordAt(data + 32 + 2 * i);
      out[i] = {static_cast<std::uint8_t>(ar & 0xFF), static_cast<std::uint8_t>(gb >> 8),
                static_cast<std::uint8_t>(gb & 0xFF), static_cast<std::uint8_t>(ar >> 8)};
    }
  }
};

template <>
struct Block<TexelFormat::C4> {
  static constexpr std::uint32_t kWidth = 8, kHeight = 8, kBytes = 32;
  static void decode(const std::byte* data, Palette palette, Texel* out) {
    for (std::size_t i = 0; i < kBytes; ++i) {
      const std::uint32_t v = byteAt(data + i);
      out[2 * i] = lookUp(palette, v >> 4);
      out[2 * i + 1] = lookUp(palette, v & 15);
    }
  }
};

template <>
struct Block<TexelFormat::C8> {
  static constexpr std::uint32_t kWidth = 8, kHeight = 4, kBytes = 32;
  static void decode(const std::byte* data, Palette palette, Texel* out) {
    for (std::size_t i = 0; i < kBytes; ++i)
      out[i] = lookUp(palette, byteAt(data + i));
  }
};

template <>
struct Block<TexelFormat::C14X2> {
  static constexpr std::uint32_t kWidth = 4, kHeight = 4, kBytes = 32;
  static void decode(const std::byte* data, Palette palette, Texel* out) {
    for (std::size_t i = 0; i < 16; ++i)
      out[i] = lookUp(palette, wordAt(data + 2 * i) & 0x3FFF);
  }
};

/// (x * nx + y * ny) / 8 of each colour component, alpha 255.
Texel mixed(const Texel& x, std::uint32_t nx, const Texel& y, std::uint32_t ny) {
  const auto mix = [=](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>((a * nx + b * ny) / 8);
  };
  return {mix(x.r, y.r), mix(x.g, y.g), mix(x.b, y.b), 255};
}

template <>
struct Block<TexelFormat::Cmpr> {
  static constexpr std::uint32_t kWidth = 8, kHeight = 8, kBytes = 32;
  static void decode(const std::byte* data, Palette, Texel* out) {
    for (std::size_t part = 0; part < 4; ++part)
      decodePart(data + 8 * part, out + (part / 2) * 32 + (part % 2) * 4);
  }

 private:
  /// Four by four texels, the rows kWidth apart. The weights are eighths, not a PC's thirds.
  static void decodePart(const std::byte* data, Texel* out) {
    const std::uint32_t c0 = wordAt(data);
    const std::uint32_t c1 = wordAt(data + 2);
    std::array<Texel, 4> colors{texelOf(wordFromRgb565(c0)), texelOf(wordFromRgb565(c1))};
    if (c0 > c1) {
      colors[2] = mixed(colors[0], 5, colors[1], 3);
      colors[3] = mixed(colors[0], 3, colors[1], 5);
    } else {
      colors[2] = mixed(colors[0], 4, colors[1], 4);
      colors[3] = colors[2];
      colors[3].a = 0;
    }
    for (std::size_t row = 0; row < 4; ++row) {
      const std::uint32_t codes = byteAt(data + 4 + row);
      for (std::size_t x = 0; x < 4; ++x)
        out[row * kWidth + x] = colors[codes >> (6 - 2 * x) & 3];
    }
  }
};

// ---------------------------------------------------------------- images

struct Shape {
  std::uint32_t width, height, bytes;
};

template <class B>
constexpr Shape shapeOf() {
  return {B::kWidth, B::kHeight, B::kBytes};
}

/// Calls `what` with the Block type of a format.
template <class What>
auto withBlock(TexelFormat format, What&& what) {
  switch (format) {
    case TexelFormat::I4:
      return what(Block<TexelFormat::I4>{});
    case TexelFormat::I8:
      return what(Block<TexelFormat::I8>{});
    case TexelFormat::Ia4:
      return what(Block<TexelFormat::Ia4>{});
    case TexelFormat::Ia8:
      return what(Block<TexelFormat::Ia8>{});
    case TexelFormat::Rgb565:
      return what(Block<TexelFormat::Rgb565>{});
    case TexelFormat::Rgb5A3:
      return what(Block<TexelFormat::Rgb5A3>{});
    case TexelFormat::Rgba8:
      return what(Block<TexelFormat::Rgba8>{});
    case TexelFormat::C4:
      return what(Block<TexelFormat::C4>{});
    case TexelFormat::C8:
      return what(Block<TexelFormat::C8>{});
    case TexelFormat::C14X2:
      return what(Block<TexelFormat::C14X2>{});
    case TexelFormat::Cmpr:
      break;
  }
  return what(Block<TexelFormat::Cmpr>{});
}

constexpr std::uint32_t blocksOf(std::uint32_t size, std::uint32_t block) {
  return size / block + (size % block != 0 ? 1 : 0);
}

template <class B>
void decodeBlocks(Bytes data, std::uint32_t width, std::uint32_t height, Palette palette,
                  std::span<Texel> out) {
  const std::uint64_t across = blocksOf(width, B::kWidth);
  std::array<Texel, B::kWidth * B::kHeight> texels;
  std::array<std::byte, B::kBytes> last{};
  std::uint64_t at = 0;
  for (std::uint32_t y = 0; y < height; y += B::kHeight) {
    const std::uint32_t rows = std::min(B::kHeight, height - y);
    for (std::uint64_t column = 0; column < across; ++column, at += B::kBytes) {
      const std::byte* block = data.data() + at;
      const bool whole = at + B::kBytes <= data.size();
      if (!whole) {
        last.fill(std::byte{0});
        const auto start = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(at, data.size()));
        std::copy(data.begin() + start, data.end(), last.begin());
        block = last.data();
      }
      B::decode(block, palette, texels.data());
      const auto x = static_cast<std::uint32_t>(column * B::kWidth);
      const std::size_t columns = std::min(B::kWidth, width - x);
      Texel* to = out.data() + std::size_t{y} * width + x;
      for (std::uint32_t row = 0; row < rows; ++row, to += width)
        std::memcpy(to, texels.data() + row * B::kWidth, columns * sizeof(Texel));
    }
  }
}

}  // namespace

std::optional<TexelFormat> texelFormat(std::uint32_t code) {
  if (code <= 6 || (code >= 8 && code <= 10) || code == 14) return static_cast<TexelFormat>(code);
  return std::nullopt;
}

std::optional<PaletteFormat> paletteFormat(std::uint32_t code) {
  if (code <= 2) return static_cast<PaletteFormat>(code);
  return std::nullopt;
}

std::string_view toString(TexelFormat format) {
  switch (format) {
    case TexelFormat::I4:
      return "I4";
    case TexelFormat::I8:
      return "I8";
    case TexelFormat::Ia4:
      return "IA4";
    case TexelFormat::Ia8:
      return "IA8";
    case TexelFormat::Rgb565:
      return "RGB565";
    case TexelFormat::Rgb5A3:
      return "RGB5A3";
    case TexelFormat::Rgba8:
      return "RGBA8";
    case TexelFormat::C4:
      return "C4";
    case TexelFormat::C8:
      return "C8";
    case TexelFormat::C14X2:
      return "C14X2";
    case TexelFormat::Cmpr:
      return "CMPR";
  }
  return "";
}

std::string_view toString(PaletteFormat format) {
  switch (format) {
    case PaletteFormat::Ia8:
      return "IA8";
    case PaletteFormat::Rgb565:
      return "RGB565";
    case PaletteFormat::Rgb5A3:
      return "RGB5A3";
  }
  return "";
}

bool usesPalette(TexelFormat format) {
  return format == TexelFormat::C4 || format == TexelFormat::C8 || format == TexelFormat::C14X2;
}

std::uint64_t imageBytes(TexelFormat format, std::uint32_t width, std::uint32_t height) {
  const Shape shape = withBlock(format, []<class B>(B) { return shapeOf<B>(); });
  return std::uint64_t{blocksOf(width, shape.width)} * blocksOf(height, shape.height) * shape.bytes;
}

std::vector<Texel> decodePalette(PaletteFormat format, Bytes data) {
  std::vector<Texel> palette(data.size() / 2);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const std::uint32_t v = wordAt(data.data() + 2 * i);
    palette[i] = texelOf(format == PaletteFormat::Ia8      ? wordFromIa8(v)
                         : format == PaletteFormat::Rgb565 ? wordFromRgb565(v)
                                                           : wordFromRgb5A3(v));
  }
  return palette;
}

void decodeImage(TexelFormat format, Bytes data, std::uint32_t width, std::uint32_t height,
                 std::span<const Texel> palette, std::span<Texel> out) {
  assert(out.size() == std::size_t{width} * height);
  withBlock(format, [&]<class B>(B) { decodeBlocks<B>(data, width, height, palette, out); });
}

}  // namespace sinew::gx
