#include "format/gx/texels.h"

#include <gtest/gtest.h>

namespace sinew::gx {
namespace {

/// Decodes an image of the given bytes, padded with zeros to whole blocks.
std::vector<Texel> decode(TexelFormat format, std::vector<std::uint8_t> bytes, std::uint32_t width,
                          std::uint32_t height, const std::vector<Texel>& palette = {}) {
  bytes.resize(imageBytes(format, width, height));
  std::vector<Texel> out(std::size_t{width} * height);
  decodeImage(format, std::as_bytes(std::span(bytes)), width, height, palette, out);
  return out;
}

TEST(Texels, WordsOfEachFormat) {
  EXPECT_EQ(decode(TexelFormat::Rgb565, {0xF8, 0x00}, 1, 1)[0], (Texel{255, 0, 0, 255}));
  EXPECT_EQ(decode(TexelFormat::Rgb565, {0x84, 0x10}, 1, 1)[0], (Texel{132, 130, 132, 255}));
  EXPECT_EQ(decode(TexelFormat::Rgb5A3, {0xFC, 0x00}, 1, 1)[0], (Texel{255, 0, 0, 255}));
  EXPECT_EQ(decode(TexelFormat::Rgb5A3, {0x7F, 0xFF}, 1, 1)[0], (Texel{255, 255, 255, 255}));
  EXPECT_EQ(decode(TexelFormat::Rgb5A3, {0x3F, 0x00}, 1, 1)[0], (Texel{255, 0, 0, 109}));
  EXPECT_EQ(decode(TexelFormat::Ia4, {0xF0}, 1, 1)[0], (Texel{0, 0, 0, 255}));
  EXPECT_EQ(decode(TexelFormat::Ia8, {0xFF, 0x80}, 1, 1)[0], (Texel{128, 128, 128, 255}));
  EXPECT_EQ(decode(TexelFormat::I8, {0x42}, 1, 1)[0], (Texel{66, 66, 66, 66}));
  EXPECT_EQ(decode(TexelFormat::I4, {0x5A}, 2, 1)[1], (Texel{170, 170, 170, 170}));
}

TEST(Texels, CmprHasEighths) {
  const auto four = decode(TexelFormat::Cmpr, {0xF8, 0x00, 0x00, 0x1F, 0x1B}, 4, 1);
  EXPECT_EQ(four, (std::vector<Texel>{
                      {255, 0, 0, 255}, {0, 0, 255, 255}, {159, 0, 95, 255}, {95, 0, 159, 255}}));
  const auto three = decode(TexelFormat::Cmpr, {0x00, 0x1F, 0xF8, 0x00, 0xB0}, 2, 1);
  EXPECT_EQ(three, (std::vector<Texel>{{127, 0, 127, 255}, {127, 0, 127, 0}}));
}

TEST(Texels, CmprPartsGoLeftToRightThenDown) {
  std::vector<std::uint8_t> block(32);
  const std::array<std::uint8_t, 4> greens{1, 2, 3, 4};
  for (std::size_t part = 0; part < 4; ++part)
    block[8 * part + 1] = static_cast<std::uint8_t>(greens[part] << 5);  // c0's green, low bits
  const auto texels = decode(TexelFormat::Cmpr, block, 8, 8);
  EXPECT_EQ(texels[0].g, 1 << 2);
  EXPECT_EQ(texels[4].g, 2 << 2);
  EXPECT_EQ(texels[8 * 4].g, 3 << 2);
  EXPECT_EQ(texels[8 * 7 + 7].g, 4 << 2);
}

TEST(Texels, Rgba8SplitsItsBlock) {
  std::vector<std::uint8_t> block(64);
  block[2] = 10;   // alpha of texel 1
  block[3] = 20;   // red
  block[34] = 30;  // green
  block[35] = 40;  // blue
  EXPECT_EQ(decode(TexelFormat::Rgba8, block, 4, 4)[1], (Texel{20, 30, 40, 10}));
}

TEST(Texels, BlocksCutByTheEdge) {
  // 9 x 5 of I8 (8 x 4): four blocks; texel (8, 4) is the first of the last one.
  std::vector<std::uint8_t> bytes(128);
  bytes[32] = 1;
  bytes[64] = 2;
  bytes[96] = 3;
  const auto texels = decode(TexelFormat::I8, bytes, 9, 5);
  EXPECT_EQ(texels[8].r, 1);
  EXPECT_EQ(texels[9 * 4].r, 2);
  EXPECT_EQ(texels[9 * 4 + 8].r, 3);
}

TEST(Texels, PalettesAndIndicesPastTheirEnd) {
  const std::vector<std::uint8_t> bytes{0xF8, 0x00, 0xFC, 0x00};
  const auto palette = decodePalette(PaletteFormat::Rgb565, std::as_bytes(std::span(bytes)));
  ASSERT_EQ(palette.size(), 2u);
  EXPECT_EQ(palette[0], (Texel{255, 0, 0, 255}));
  EXPECT_EQ(decode(TexelFormat::C4, {0x02}, 2, 1, palette),
            (std::vector<Texel>{{255, 0, 0, 255}, {}}));
  EXPECT_EQ(decode(TexelFormat::C8, {0x00, 0x02}, 2, 1, palette),
            (std::vector<Texel>{{255, 0, 0, 255}, {}}));
  // The two top bits of C14X2 count for nothing.
  EXPECT_EQ(decode(TexelFormat::C14X2, {0xC0, 0x00, 0x3F, 0xFF}, 2, 1, palette),
            (std::vector<Texel>{{255, 0, 0, 255}, {}}));
}

TEST(Texels, MissingBytesAreZero) {
  const std::vector<std::uint8_t> bytes{7, 8, 9};
  std::vector<Texel> out(64, Texel{1, 1, 1, 1});
  decodeImage(TexelFormat::I8, std::as_bytes(std::span(bytes)), 8, 8, {}, out);
  EXPECT_EQ(out[2], (Texel{9, 9, 9, 9}));
  EXPECT_EQ(out[3], Texel{});
  EXPECT_EQ(out[63], Texel{});
}

TEST(Texels, BytesOfWholeBlocks) {
  EXPECT_EQ(imageBytes(TexelFormat::I4, 9, 1), 64u);
  EXPECT_EQ(imageBytes(TexelFormat::Rgba8, 4, 5), 128u);
  EXPECT_EQ(imageBytes(TexelFormat::Cmpr, 1, 1), 32u);
  // 2^29 by 2^29 blocks of 2^5 bytes
  EXPECT_EQ(imageBytes(TexelFormat::Cmpr, 0xFFFFFFFF, 0xFFFFFFFF), std::uint64_t{1} << 63);
}

TEST(Texels, CodesThatExist) {
  std::string known;
  for (std::uint32_t code = 0; code < 256; ++code) {
    if (const auto format = texelFormat(code)) known += std::string(toString(*format)) + " ";
  }
  EXPECT_EQ(known, "I4 I8 IA4 IA8 RGB565 RGB5A3 RGBA8 C4 C8 C14X2 CMPR ");
}

}  // namespace
}  // namespace sinew::gx
