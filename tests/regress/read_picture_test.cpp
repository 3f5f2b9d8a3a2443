#include "app/regress/read_picture.h"

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>
#include <zlib.h>

#include "app/png.h"
#include "app/regress/fast_png.h"
#include "tests/regress/pictures.h"

namespace sinew::app::regress {
namespace {

using FileBytes = std::vector<std::uint8_t>;

Bytes view(const FileBytes& bytes) {
  return std::as_bytes(std::span(bytes));
}

/// How libpng is asked to write.
struct Kind {
  int color_type = PNG_COLOR_TYPE_RGB_ALPHA;
  int depth = 8;
  int filters = PNG_ALL_FILTERS;
  int interlace = PNG_INTERLACE_NONE;
  double gamma = 0.0;
};

/// Rows of `image` written by libpng as they are asked for.
FileBytes written(const std::vector<FileBytes>& rows, int width, const Kind& kind) {
  FileBytes out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, std::size_t size) {
        auto* to = static_cast<FileBytes*>(png_get_io_ptr(p));
        to->insert(to->end(), data, data + size);
      },
      nullptr);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, kind.filters);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(rows.size()),
               kind.depth, kind.color_type, kind.interlace, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (kind.gamma > 0.0) png_set_gAMA(png, info, kind.gamma);
  std::vector<png_bytep> pointers;
  for (const FileBytes& row : rows)
    pointers.push_back(const_cast<png_bytep>(row.data()));
  png_write_info(png, info);
  png_write_image(png, pointers.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

Image noise(int width, int height) {
  Dice dice;
  Image image = painted(width, height, [&dice](int x, int y) {
    return Rgb{x * 3 + dice.roll(9), y * 5 + dice.roll(5), dice.roll(256)};
  });
  for (std::size_t i = 3; i < image.rgba.size(); i += 4)
    image.rgba[i] = static_cast<std::uint8_t>(dice.roll(256));
  return image;
}

std::vector<FileBytes> rowsOf(const Image& image, std::size_t channels) {
  std::vector<FileBytes> rows(static_cast<std::size_t>(image.height));
  for (std::size_t i = 0; i < image.rgba.size(); ++i) {
    if (i % 4 < channels)
      rows[i / 4 / static_cast<std::size_t>(image.width)].push_back(image.rgba[i]);
  }
  return rows;
}

TEST(FastPng, EveryFilterInBothLayouts) {
  for (const int filter : {PNG_FILTER_NONE, PNG_FILTER_SUB, PNG_FILTER_UP, PNG_FILTER_AVG,
                           PNG_FILTER_PAETH, PNG_ALL_FILTERS}) {
    for (const auto& [width, height] :
         {std::pair{61, 37}, std::pair{1, 1}, std::pair{1, 50}, std::pair{50, 1}}) {
      Image image = noise(width, height);
      Kind kind;
      kind.filters = filter;
      const auto with_alpha = decodePlainPng(view(written(rowsOf(image, 4), width, kind)));
      ASSERT_TRUE(with_alpha) << filter;
      EXPECT_EQ(with_alpha->rgba, image.rgba) << filter;
      kind.color_type = PNG_COLOR_TYPE_RGB;
      const auto opaque = decodePlainPng(view(written(rowsOf(image, 3), width, kind)));
      for (std::size_t i = 3; i < image.rgba.size(); i += 4)
        image.rgba[i] = 255;
      ASSERT_TRUE(opaque) << filter;
      EXPECT_EQ(opaque->rgba, image.rgba) << filter;
      EXPECT_EQ(opaque->width, width);
      EXPECT_EQ(opaque->height, height);
    }
  }
}

TEST(FastPng, ReadsWhatSinewWrites) {
  const Image image = ball(90, 50);
  const auto png = encodePng(image, {{"Comment", "ein Täxt"}});
  ASSERT_TRUE(png);
  const auto read = decodePlainPng(view(*png));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rgba, image.rgba);
}

TEST(FastPng, LeavesTheRestToLibpng) {
  const Image image = noise(20, 10);
  Kind interlaced;
  interlaced.interlace = PNG_INTERLACE_ADAM7;
  const FileBytes file = written(rowsOf(image, 4), 20, interlaced);
  EXPECT_FALSE(decodePlainPng(view(file)));
  const auto read = decodePicture(view(file));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rgba, image.rgba);
}

TEST(ReadPicture, GreyAndSixteenBits) {
  Kind grey;
  grey.color_type = PNG_COLOR_TYPE_GRAY;
  const auto read = decodePicture(view(written({{7, 200}}, 2, grey)));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rgba, (FileBytes{7, 7, 7, 255, 200, 200, 200, 255}));

  // 65535 / 257 = 255; 0x80FF = 33023, / 257 = 128.49; 0x0081 = 129, / 257 = 0.50.
  Kind deep;
  deep.color_type = PNG_COLOR_TYPE_RGB;
  deep.depth = 16;
  const auto rounded =
      decodePicture(view(written({{0xFF, 0xFF, 0x80, 0xFF, 0x00, 0x81}}, 1, deep)));
  ASSERT_TRUE(rounded);
  EXPECT_EQ(rounded->rgba, (FileBytes{255, 128, 1, 255}));
}

// Linear light of a half, 128 / 255 = 0.502, is 1.055 * 0.502 ^ (1 / 2.4) - 0.055 = 0.7367 in sRGB:
// 188. libpng uses a power of 2.2 for sRGB: 0.502 ^ (1 / 2.2) = 0.7311: 186.
TEST(ReadPicture, LinearPicturesBecomeSrgb) {
  Kind linear;
  linear.color_type = PNG_COLOR_TYPE_RGB;
  linear.gamma = 1.0;
  const auto read = decodePicture(view(written({{0, 128, 255}}, 1, linear)));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rgba[0], 0);
  EXPECT_NEAR(read->rgba[1], 187, 1);
  EXPECT_EQ(read->rgba[2], 255);
}

TEST(ReadPicture, CutOffAtEveryByteFails) {
  const auto png = encodePng(ball(24, 16));
  ASSERT_TRUE(png);
  for (std::size_t size = 0; size < png->size(); ++size) {
    // In a block of its own, so that reading past the end is seen.
    const FileBytes part(png->begin(), png->begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(decodePicture(view(part))) << size;
  }
}

TEST(ReadPicture, EveryDamagedByteFailsOrChangesNothingThatCounts) {
  const Image image = ball(12, 8);
  const auto png = encodePng(image);
  ASSERT_TRUE(png);
  for (std::size_t i = 0; i < png->size(); ++i) {
    FileBytes damaged = *png;
    damaged[i] ^= 0x10;
    const auto read = decodePicture(view(damaged));
    // The checksum of an ancillary chunk may be wrong without harm.
    if (read) {
      EXPECT_EQ(read->rgba, image.rgba) << i;
    }
  }
}

/// A PNG put together by hand around filtered rows, its checksums right.
FileBytes assembled(std::uint32_t width, std::uint32_t height, const FileBytes& filtered) {
  FileBytes out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  const auto word = [](FileBytes& to, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
      to.push_back(static_cast<std::uint8_t>(value >> shift));
  };
  const auto chunk = [&](const char* type, const FileBytes& data) {
    word(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = out.size();
    out.insert(out.end(), type, type + 4);
    out.insert(out.end(), data.begin(), data.end());
    word(out,
         static_cast<std::uint32_t>(crc32(0, &out[start], static_cast<uInt>(out.size() - start))));
  };
  FileBytes header;
  word(header, width);
  word(header, height);
  header.insert(header.end(), {8, 2, 0, 0, 0});
  chunk("IHDR", header);
  FileBytes packed(compressBound(static_cast<uLong>(filtered.size())));
  uLongf size = packed.size();
  compress(packed.data(), &size, filtered.data(), static_cast<uLong>(filtered.size()));
  packed.resize(size);
  chunk("IDAT", packed);
  chunk("IEND", {});
  return out;
}

TEST(ReadPicture, WrongContentUnderRightChecksumsFails) {
  EXPECT_TRUE(decodePicture(view(assembled(1, 1, {0, 10, 20, 30}))));
  EXPECT_FALSE(decodePicture(view(assembled(1, 1, {9, 10, 20, 30}))));  // no such filter
  EXPECT_FALSE(decodePicture(view(assembled(1, 1, {0, 10, 20}))));      // a byte is missing
  EXPECT_FALSE(decodePicture(view(assembled(0, 1, {0, 10, 20, 30}))));
  EXPECT_FALSE(decodePicture(view(assembled(16384, 16384, {0, 10, 20, 30}))));
  EXPECT_FALSE(decodePicture(view(assembled(0xFFFFFFFF, 0xFFFFFFFF, {0, 10, 20, 30}))));
}

TEST(ReadPicture, OtherFilesAreNamedAsWhatTheyAreNot) {
  const FileBytes text{'h', 'e', 'l', 'l', 'o'};
  const auto read = decodePicture(view(text));
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("not a PNG"), std::string::npos) << read.error().message;
}

}  // namespace
}  // namespace sinew::app::regress
