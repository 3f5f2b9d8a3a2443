// Image files -> pixels. DDS files are assembled here byte by byte; expected colours are worked out
// in the comments.

#include "renderer/image.h"

#include <algorithm>
#include <array>
#include <string>

#include <gtest/gtest.h>

namespace sinew::renderer {

namespace {

using Texel = std::array<int, 4>;

std::vector<std::byte> bytesOf(const std::vector<int>& values) {
  std::vector<std::byte> out(values.size());
  std::transform(values.begin(), values.end(), out.begin(),
                 [](int v) { return std::byte(v & 0xFF); });
  return out;
}

void putWord(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes[at + i] = std::byte((word >> (8 * i)) & 0xFF);
}

struct DdsHeader {
  std::uint32_t width = 4;
  std::uint32_t height = 4;
  std::uint32_t flags = 0x4;  ///< a FourCC
  std::string four_cc = "DXT1";
  std::uint32_t bits = 0;
  std::array<std::uint32_t, 4> masks{};
};

std::vector<std::byte> dds(const DdsHeader& header, const std::vector<int>& data) {
  std::vector<std::byte> out(128);
  putWord(out, 0, 0x20534444);  // "DDS "
  putWord(out, 4, 124);
  putWord(out, 12, header.height);
  putWord(out, 16, header.width);
  putWord(out, 76, 32);
  putWord(out, 80, header.flags);
  for (std::size_t i = 0; i < 4 && i < header.four_cc.size(); ++i)
    out[84 + i] = std::byte(header.four_cc[i]);
  putWord(out, 88, header.bits);
  for (std::size_t i = 0; i < 4; ++i)
    putWord(out, 92 + 4 * i, header.masks[i]);
  const auto body = bytesOf(data);
  out.insert(out.end(), body.begin(), body.end());
  return out;
}

Texel texelAt(const Image& image, int x, int y) {
  const auto at = static_cast<std::size_t>((y * image.width + x) * 4);
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

// Red 0xF800 and blue 0x001F, first code larger: thirds between them. Indices 0, 1, 2, 3 in the
// first row (0xE4).
const std::vector<int> kBc1Block{0x00, 0xF8, 0x1F, 0x00, 0xE4, 0x00, 0x00, 0x55};

TEST(DdsTest, Bc1HasTwoColorsAndTheirThirds) {
  const auto image = decodeImage(dds({}, kBc1Block));
  ASSERT_TRUE(image.has_value()) << image.error().message;
  EXPECT_EQ(texelAt(*image, 0, 0), (Texel{255, 0, 0, 255}));
  EXPECT_EQ(texelAt(*image, 1, 0), (Texel{0, 0, 255, 255}));
  EXPECT_EQ(texelAt(*image, 2, 0), (Texel{170, 0, 85, 255}));  // (2 * 255 + 0) / 3, (0 + 255) / 3
  EXPECT_EQ(texelAt(*image, 3, 0), (Texel{85, 0, 170, 255}));
  EXPECT_EQ(texelAt(*image, 0, 1), (Texel{255, 0, 0, 255}));
  EXPECT_EQ(texelAt(*image, 2, 3), (Texel{0, 0, 255, 255}));  // last byte 0x55: index 1 throughout
}

// First code smaller: the mean, and a transparent fourth.
TEST(DdsTest, Bc1MayBeTransparent) {
  const auto image = decodeImage(dds({}, {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0}));
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(texelAt(*image, 0, 0), (Texel{0, 0, 255, 255}));
  EXPECT_EQ(texelAt(*image, 2, 0), (Texel{128, 0, 128, 255}));
  EXPECT_EQ(texelAt(*image, 3, 0), (Texel{0, 0, 0, 0}));
}

// 565: 0x8410 is r 16, g 32, b 16; widened by their high bits: 16 << 3 | 16 >> 2 = 132, 32 << 2 |
// 32 >> 4 = 130.
TEST(DdsTest, FiveAndSixBitsAreWidened) {
  const auto image = decodeImage(dds({}, {0x10, 0x84, 0x00, 0x00, 0, 0, 0, 0}));
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(texelAt(*image, 0, 0), (Texel{132, 130, 132, 255}));
}

TEST(DdsTest, Bc2HasFourBitsOfAlpha) {
  std::vector<int> data{0x10, 0xF8, 0, 0, 0, 0, 0, 0};  // alpha 0, 1, 8, 15 in the first row
  data.insert(data.end(), kBc1Block.begin(), kBc1Block.end());
  DdsHeader header;
  header.four_cc = "DXT3";
  const auto image = decodeImage(dds(header, data));
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(texelAt(*image, 0, 0), (Texel{255, 0, 0, 0}));
  EXPECT_EQ(texelAt(*image, 1, 0), (Texel{0, 0, 255, 17}));
  EXPECT_EQ(texelAt(*image, 2, 0), (Texel{170, 0, 85, 136}));
  EXPECT_EQ(texelAt(*image, 3, 0), (Texel{85, 0, 170, 255}));
}

TEST(DdsTest, Bc2AndBc3NeverUseTheTransparentColor) {
  std::vector<int> data(8, 0xFF);
  data.insert(data.end(), {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0});
  DdsHeader header;
  header.four_cc = "DXT3";
  const auto image = decodeImage(dds(header, data));
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(texelAt(*image, 3, 0), (Texel{170, 0, 85, 255}));  // a third of blue, two of red
}

// Alpha 200 and 60, first larger: sevenths. Indices 0..7: bits 000 001 010 011 100 101 110 111 from
// low to high are 0xFAC688.
TEST(DdsTest, Bc3InterpolatesAlphaBySevenths) {
  std::vector<int> data{200, 60, 0x88, 0xC6, 0xFA, 0, 0, 0};
  data.insert(data.end(), kBc1Block.begin(), kBc1Block.end());
  DdsHeader header;
  header.four_cc = "DXT5";
  const auto image = decodeImage(dds(header, data));
  ASSERT_TRUE(image.has_value());
  const std::array<int, 8> alpha{200, 60, 180, 160, 140, 120, 100, 80};
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(texelAt(*image, i % 4, i / 4)[3], alpha[static_cast<std::size_t>(i)]) << i;
  }
}

// First smaller: fifths, then 0 and 255.
TEST(DdsTest, Bc3InterpolatesAlphaByFifths) {
  std::vector<int> data{50, 100, 0x88, 0xC6, 0xFA, 0, 0, 0};
  data.insert(data.end(), kBc1Block.begin(), kBc1Block.end());
  DdsHeader header;
  header.four_cc = "DXT5";
  const auto image = decodeImage(dds(header, data));
  ASSERT_TRUE(image.has_value());
  const std::array<int, 8> alpha{50, 100, 60, 70, 80, 90, 0, 255};
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(texelAt(*image, i % 4, i / 4)[3], alpha[static_cast<std::size_t>(i)]) << i;
  }
}

// DXT4 holds colours multiplied by alpha: red 255 * 128 / 255 = 128 at alpha 128 is full red again.
TEST(DdsTest, PremultipliedFormsBecomeStraight) {
  std::vector<int> data{128, 128, 0, 0, 0, 0, 0, 0};
  data.insert(data.end(), {0x00, 0x80, 0x00, 0x00, 0, 0, 0, 0});  // r 16 -> 132
  DdsHeader header;
  header.four_cc = "DXT4";
  const auto image = decodeImage(dds(header, data));
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(texelAt(*image, 0, 0), (Texel{255, 0, 0, 128}));  // 132 * 255 / 128, at most 255
}

// Sides that are no multiples of four keep the upper left part of the last blocks.
TEST(DdsTest, PartialBlocksAreCut) {
  std::vector<int> data;
  for (int i = 0; i < 4; ++i)
    data.insert(data.end(), kBc1Block.begin(), kBc1Block.end());
  DdsHeader header;
  header.width = 5;
  header.height = 6;
  const auto image = decodeImage(dds(header, data));
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->width, 5);
  EXPECT_EQ(image->height, 6);
  EXPECT_EQ(texelAt(*image, 4, 0), (Texel{255, 0, 0, 255}));
  EXPECT_EQ(texelAt(*image, 1, 4), (Texel{0, 0, 255, 255}));
}

DdsHeader plainHeader(std::uint32_t bits, const std::array<std::uint32_t, 4>& masks,
                      std::uint32_t flags) {
  DdsHeader header;
  header.width = 2;
  header.height = 1;
  header.flags = flags;
  header.four_cc = "";
  header.bits = bits;
  header.masks = masks;
  return header;
}

TEST(DdsTest, PlainPixelsFollowTheirMasks) {
  const auto bgra = decodeImage(dds(plainHeader(32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, 0x41),
                                    {1, 2, 3, 4, 250, 251, 252, 253}));
  ASSERT_TRUE(bgra.has_value());
  EXPECT_EQ(texelAt(*bgra, 0, 0), (Texel{3, 2, 1, 4}));
  EXPECT_EQ(texelAt(*bgra, 1, 0), (Texel{252, 251, 250, 253}));
  const auto rgb =
      decodeImage(dds(plainHeader(24, {0xFF, 0xFF00, 0xFF0000, 0}, 0x40), {9, 8, 7, 6, 5, 4}));
  ASSERT_TRUE(rgb.has_value());
  EXPECT_EQ(texelAt(*rgb, 1, 0), (Texel{6, 5, 4, 255}));
  // 5551: r 16 of 31 is 131.6, g 31, b 0, alpha 1. 0x8000 | 16 << 10 | 31 << 5 = 0xC3E0.
  const auto rgb16 =
      decodeImage(dds(plainHeader(16, {0x7C00, 0x3E0, 0x1F, 0x8000}, 0x41), {0xE0, 0xC3, 0, 0}));
  ASSERT_TRUE(rgb16.has_value());
  EXPECT_EQ(texelAt(*rgb16, 0, 0), (Texel{132, 255, 0, 255}));
  EXPECT_EQ(texelAt(*rgb16, 1, 0), (Texel{0, 0, 0, 0}));
  const auto grey = decodeImage(dds(plainHeader(8, {0xFF, 0, 0, 0}, 0x20000), {77, 200}));
  ASSERT_TRUE(grey.has_value());
  EXPECT_EQ(texelAt(*grey, 1, 0), (Texel{200, 200, 200, 255}));
}

TEST(DdsTest, EveryPrefixIsAnError) {
  std::vector<int> data;
  for (int i = 0; i < 4; ++i)
    data.insert(data.end(), kBc1Block.begin(), kBc1Block.end());
  DdsHeader header;
  header.width = header.height = 8;
  const auto whole = dds(header, data);
  ASSERT_TRUE(decodeImage(whole).has_value());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<std::byte> cut(whole.begin(),
                                     whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(decodeImage(cut).has_value()) << size;
  }
}

TEST(DdsTest, HostileHeadersAreErrorsWithPlaces) {
  DdsHeader huge;
  huge.width = 0xFFFFFFFF;
  const auto side = decodeImage(dds(huge, kBc1Block));
  ASSERT_FALSE(side.has_value());
  EXPECT_EQ(side.error().message,
            "the image is 4294967295 x 4 pixels, expected sides of 1 to 16384");
  EXPECT_EQ(side.error().offset, 12U);
  DdsHeader zero;
  zero.height = 0;
  EXPECT_FALSE(decodeImage(dds(zero, kBc1Block)).has_value());
  DdsHeader dx10;
  dx10.four_cc = "DX10";
  const auto format = decodeImage(dds(dx10, kBc1Block));
  ASSERT_FALSE(format.has_value());
  EXPECT_EQ(format.error().offset, 84U);
  const auto bits = decodeImage(dds(plainHeader(12, {15, 15, 15, 0}, 0x40), {0, 0, 0, 0}));
  ASSERT_FALSE(bits.has_value());
  EXPECT_EQ(bits.error().offset, 88U);
  EXPECT_FALSE(decodeImage(dds(plainHeader(32, {0, 0, 0, 0}, 0x2), {0, 0, 0, 0})).has_value());
  // 16384 x 16384 in 8 bytes: refused before anything is allocated for it.
  DdsHeader large;
  large.width = large.height = 16384;
  EXPECT_FALSE(decodeImage(dds(large, kBc1Block)).has_value());
}

// A TGA header of 18 bytes: uncompressed true colour, 2 x 2, 24 bits, rows from the top (0x20).
// Pixels are B, G, R.
std::vector<int> tga() {
  return {0, 0,  2,    0, 0, 0,   0, 0,   0, 0,   0, 0, 2,  0,  2,
          0, 24, 0x20, 0, 0, 255, 0, 255, 0, 255, 0, 0, 10, 20, 30};
}

TEST(ImageTest, RowsStartAtTheTop) {
  const auto image = decodeImage(bytesOf(tga()));
  ASSERT_TRUE(image.has_value()) << image.error().message;
  EXPECT_EQ(texelAt(*image, 0, 0), (Texel{255, 0, 0, 255}));
  EXPECT_EQ(texelAt(*image, 1, 0), (Texel{0, 255, 0, 255}));
  EXPECT_EQ(texelAt(*image, 1, 1), (Texel{30, 20, 10, 255}));
}

TEST(ImageTest, OtherBytesAreErrors) {
  EXPECT_FALSE(decodeImage({}).has_value());
  EXPECT_FALSE(decodeImage(bytesOf({1, 2, 3, 4, 5, 6, 7, 8})).has_value());
  EXPECT_FALSE(decodeImage(bytesOf({'B', 'M', 'D', '1', 0, 0, 0, 0})).has_value());
}

// A PNG's first bytes that claim the size: what cannot be true is refused before memory is taken.
std::vector<int> pngOf(int width_high, int height_high) {
  return {0x89, 'P',        'N', 'G', 13, 10,          26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
          0,    width_high, 0,   0,   0,  height_high, 0,  8,  6, 0, 0, 0,  0,   0,   0,   0};
}

TEST(ImageTest, SizesAreCheckedFirst) {
  const auto large = decodeImage(bytesOf(pngOf(0x40, 0x40)));  // 16384 x 16384 in 33 bytes
  ASSERT_FALSE(large.has_value());
  EXPECT_EQ(large.error().message, "the image is 16384 x 16384 pixels, which 33 bytes cannot hold");
  const auto larger = decodeImage(bytesOf(pngOf(0x80, 0x01)));
  ASSERT_FALSE(larger.has_value());
  EXPECT_EQ(larger.error().message,
            "the image is 32768 x 256 pixels, expected sides of 1 to 16384");
}

}  // namespace

}  // namespace sinew::renderer
