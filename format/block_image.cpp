#include "format/block_image.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

#include "format/byte_reader.h"

namespace sinew {
namespace {

using Texel = std::array<std::uint8_t, 4>;

std::uint32_t byteAt(Bytes bytes, std::size_t at) {
  return std::to_integer<std::uint32_t>(bytes[at]);
}

Texel rgb565(std::uint32_t code) {
  const std::uint32_t r = code >> 11 & 31;
  const std::uint32_t g = code >> 5 & 63;
  const std::uint32_t b = code & 31;
  return {static_cast<std::uint8_t>(r << 3 | r >> 2), static_cast<std::uint8_t>(g << 2 | g >> 4),
          static_cast<std::uint8_t>(b << 3 | b >> 2), 255};
}

Texel mixTexels(const Texel& a, const Texel& b, std::uint32_t weight_a, std::uint32_t weight_b) {
  Texel out{0, 0, 0, 255};
  const std::uint32_t total = weight_a + weight_b;
  for (std::size_t c = 0; c < 3; ++c) {
    out[c] = static_cast<std::uint8_t>((a[c] * weight_a + b[c] * weight_b + total / 2) / total);
  }
  return out;
}

/// The colours of an 8-byte colour block. BC1 alone has the three-colour form with a transparent
/// fourth.
void decodeColors(Bytes block, bool allow_transparent, std::array<Texel, 16>& out) {
  const std::uint32_t code0 = loadLe<std::uint16_t>(block.data());
  const std::uint32_t code1 = loadLe<std::uint16_t>(block.data() + 2);
  std::array<Texel, 4> palette{rgb565(code0), rgb565(code1), {}, {}};
  if (code0 > code1 || !allow_transparent) {
    palette[2] = mixTexels(palette[0], palette[1], 2, 1);
    palette[3] = mixTexels(palette[0], palette[1], 1, 2);
  } else {
    palette[2] = mixTexels(palette[0], palette[1], 1, 1);
    palette[3] = {0, 0, 0, 0};
  }
  const std::uint32_t indices = loadLe<std::uint32_t>(block.data() + 4);
  for (std::uint32_t i = 0; i < 16; ++i)
    out[i] = palette[indices >> (2 * i) & 3];
}

void decodeAlpha4(Bytes block, std::array<Texel, 16>& out) {
  for (std::uint32_t i = 0; i < 16; ++i) {
    const std::uint32_t code = byteAt(block, i / 2) >> (4 * (i & 1)) & 15;
    out[i][3] = static_cast<std::uint8_t>(code * 17);
  }
}

void decodeAlpha8(Bytes block, std::array<Texel, 16>& out) {
  const std::uint32_t a0 = byteAt(block, 0);
  const std::uint32_t a1 = byteAt(block, 1);
  std::array<std::uint32_t, 8> palette{a0, a1, 0, 0, 0, 0, 0, 255};
  const std::uint32_t steps = a0 > a1 ? 7 : 5;
  for (std::uint32_t k = 1; k < steps; ++k) {
    palette[k + 1] = (a0 * (steps - k) + a1 * k + steps / 2) / steps;
  }
  std::uint64_t indices = 0;
  for (std::uint64_t i = 0; i < 6; ++i)
    indices |= std::uint64_t{byteAt(block, 2 + i)} << (8 * i);
  for (std::uint32_t i = 0; i < 16; ++i) {
    out[i][3] = static_cast<std::uint8_t>(palette[indices >> (3 * i) & 7]);
  }
}

std::uint64_t blockBytes(BlockForm form) {
  return form == BlockForm::Bc1 ? 8 : 16;
}

}  // namespace

std::uint64_t blockImageBytes(BlockForm form, std::uint32_t width, std::uint32_t height) {
  return (std::uint64_t{width} + 3) / 4 * ((std::uint64_t{height} + 3) / 4) * blockBytes(form);
}

std::vector<std::uint8_t> decodeBlockImage(BlockForm form, std::uint32_t width,
                                           std::uint32_t height, Bytes blocks) {
  assert(blocks.size() >= blockImageBytes(form, width, height));
  std::vector<std::uint8_t> rgba(std::size_t{4} * width * height);
  const auto size = static_cast<std::size_t>(blockBytes(form));
  std::array<Texel, 16> texels{};
  for (std::size_t top = 0; top < height; top += 4) {
    for (std::size_t left = 0; left < width; left += 4) {
      const Bytes block = blocks.first(size);
      blocks = blocks.subspan(size);
      decodeColors(form == BlockForm::Bc1 ? block : block.subspan(8), form == BlockForm::Bc1,
                   texels);
      if (form == BlockForm::Bc2) decodeAlpha4(block, texels);
      if (form == BlockForm::Bc3) decodeAlpha8(block, texels);
      for (std::size_t y = top; y < std::min<std::size_t>(top + 4, height); ++y) {
        for (std::size_t x = left; x < std::min<std::size_t>(left + 4, width); ++x) {
          const Texel& texel = texels[(y - top) * 4 + x - left];
          std::copy(texel.begin(), texel.end(),
                    rgba.begin() + static_cast<std::ptrdiff_t>((y * width + x) * 4));
        }
      }
    }
  }
  return rgba;
}

}  // namespace sinew
