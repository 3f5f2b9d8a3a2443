#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

#include <libdeflate.h>

#include "app/png.h"
#include "app/regress/compare.h"

namespace sinew::app::regress {

namespace {

using renderer::Image;

using Color = std::array<std::uint8_t, 3>;

constexpr Color kDifferent{214, 24, 32};
constexpr Color kEdge{240, 160, 30};
constexpr Color kIgnored{150, 175, 225};

// The pale picture has 65 greys, from 191 on; so all colours fit into a palette.
constexpr std::uint8_t kPalest = 64;
constexpr std::uint8_t kDifferentIndex = 65;
constexpr std::uint8_t kEdgeIndex = 66;
constexpr std::uint8_t kIgnoredIndex = 67;

std::array<Color, 68> makePalette() {
  std::array<Color, 68> palette{};
  for (std::uint8_t i = 0; i <= kPalest; ++i) {
    const auto level = static_cast<std::uint8_t>(191 + i);
    palette[i] = {level, level, level};
  }
  palette[kDifferentIndex] = kDifferent;
  palette[kEdgeIndex] = kEdge;
  palette[kIgnoredIndex] = kIgnored;
  return palette;
}

/// Black, red, yellow, white at 0, 1/3, 2/3, 1.
Color heat(float value) {
  const float scaled = std::clamp(value, 0.0f, 1.0f) * 3.0f;
  Color color{};
  for (std::size_t c = 0; c < 3; ++c) {
    const float part = std::clamp(scaled - static_cast<float>(c), 0.0f, 1.0f);
    color[c] = static_cast<std::uint8_t>(part * 255.0f + 0.5f);
  }
  return color;
}

/// The luma over white, three quarters of the way to white, as an index of the palette.
std::uint8_t pale(const std::uint8_t* pixel) {
  // Weights of Rec. 601 in 256ths: this runs over every pixel, and a level more or less is not
  // seen.
  const int luma = (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8;
  const int over_white = pixel[3] == 255 ? luma : 255 + (luma - 255) * pixel[3] / 255;
  return static_cast<std::uint8_t>(over_white / 4);
}

/// The palette's index of each pixel of one row, for metrics without a map.
void paintRow(const Image& a, const Comparison& comparison, std::size_t row, std::uint8_t* out) {
  const auto width = static_cast<std::size_t>(a.width);
  const std::uint8_t* pixels = &a.rgba[4 * row * width];
  for (std::size_t x = 0; x < width; ++x)
    out[x] = pale(pixels + 4 * x);
  if (comparison.states.empty()) return;
  const PixelState* states = &comparison.states[row * width];
  for (std::size_t x = 0; x < width; ++x) {
    if (states[x] == PixelState::Same) continue;
    out[x] = states[x] == PixelState::Different ? kDifferentIndex
             : states[x] == PixelState::Edge    ? kEdgeIndex
                                                : kIgnoredIndex;
  }
}

Image paintMap(const Image& a, const Comparison& comparison) {
  Image out = a;
  for (std::size_t i = 0; i < out.rgba.size() / 4; ++i) {
    const bool ignored = !comparison.states.empty() && comparison.states[i] == PixelState::Ignored;
    const Color color = ignored ? kIgnored : heat(comparison.map[i]);
    std::memcpy(&out.rgba[4 * i], color.data(), color.size());
    out.rgba[4 * i + 3] = 255;
  }
  return out;
}

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
  }
};

using PngBytes = std::vector<std::uint8_t>;

void putBigEndian(PngBytes& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(static_cast<std::uint8_t>(value >> shift));
}

/// ISO/IEC 15948, 5.3: length, type, data, and the checksum of the latter two.
void putChunk(PngBytes& out, std::string_view type, const std::uint8_t* data, std::size_t size) {
  putBigEndian(out, static_cast<std::uint32_t>(size));
  const std::size_t start = out.size();
  out.insert(out.end(), type.begin(), type.end());
  out.insert(out.end(), data, data + size);
  putBigEndian(out, libdeflate_crc32(0, &out[start], out.size() - start));
}

/// The rows of indices, each behind its filter type (0: none), packed as PNG wants them.
PngBytes packedRows(const Image& a, const Comparison& comparison) {
  const auto width = static_cast<std::size_t>(a.width);
  const auto height = static_cast<std::size_t>(a.height);
  PngBytes rows((width + 1) * height);
  for (std::size_t y = 0; y < height; ++y)
    paintRow(a, comparison, y, &rows[y * (width + 1) + 1]);
  const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
      libdeflate_alloc_compressor(1));
  if (!compressor) return {};
  PngBytes packed(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
  packed.resize(libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), packed.data(),
                                         packed.size()));
  return packed;
}

}  // namespace

Image paintDifference(const Image& a, const Comparison& comparison) {
  if (!comparison.map.empty()) return paintMap(a, comparison);
  static const std::array<Color, 68> kPalette = makePalette();
  Image out = a;
  const auto width = static_cast<std::size_t>(a.width);
  std::vector<std::uint8_t> indices(width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(a.height); ++y) {
    paintRow(a, comparison, y, indices.data());
    for (std::size_t x = 0; x < width; ++x) {
      std::uint8_t* pixel = &out.rgba[4 * (y * width + x)];
      std::memcpy(pixel, kPalette[indices[x]].data(), 3);
      pixel[3] = 255;
    }
  }
  return out;
}

Result<std::vector<std::uint8_t>> encodeDifference(const Image& a, const Comparison& comparison) {
  if (!comparison.map.empty()) return encodePng(paintMap(a, comparison));
  const PngBytes packed = packedRows(a, comparison);
  if (packed.empty()) return fail("png.memory", "libdeflate could not be set up");
  constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
  PngBytes out(kSignature.begin(), kSignature.end());
  PngBytes header;
  putBigEndian(header, static_cast<std::uint32_t>(a.width));
  putBigEndian(header, static_cast<std::uint32_t>(a.height));
  // 8 bits, palette, and the only ways there are to pack, to filter and not to interlace.
  header.insert(header.end(), {8, 3, 0, 0, 0});
  putChunk(out, "IHDR", header.data(), header.size());
  constexpr std::uint8_t kPerceptual = 0;
  putChunk(out, "sRGB", &kPerceptual, 1);
  const std::array<Color, 68> palette = makePalette();
  putChunk(out, "PLTE", palette.front().data(), palette.size() * 3);
  putChunk(out, "IDAT", packed.data(), packed.size());
  putChunk(out, "IEND", packed.data(), 0);
  return out;
}

}  // namespace sinew::app::regress
