#include "tests/screenshots/image_compare.h"

#include <cstdio>

#include <gtest/gtest.h>

namespace sinew::screenshots {
namespace {

Picture grey(std::uint32_t width, std::uint32_t height) {
  Picture picture{width, height, {}};
  picture.rgba.assign(std::size_t{width} * height * 4, 100);
  return picture;
}

void set(Picture& picture, std::uint32_t x, std::uint32_t y, std::uint8_t value) {
  for (std::size_t c = 0; c < 3; ++c) {
    picture.rgba[(std::size_t{y} * picture.width + x) * 4 + c] = value;
  }
}

TEST(ImageCompare, EqualPicturesPass) {
  const Comparison result = compare(grey(100, 80), grey(100, 80), {});
  EXPECT_TRUE(result.passes({}));
  EXPECT_EQ(result.differing, 0u);
  EXPECT_EQ(result.worst_channel, 0);
}

TEST(ImageCompare, OtherSizesFail) {
  EXPECT_FALSE(compare(grey(100, 80), grey(80, 100), {}).passes({}));
}

// 100 x 80 = 8000 pixels: 0.5 % are 40. Every 10th pixel of every 18th row lies alone in its 5x5
// square: rows 0, 18, 36, 54 hold 10 each.
TEST(ImageCompare, FewScatteredPixelsPassManyDoNot) {
  Picture actual = grey(100, 80);
  for (std::uint32_t y = 0; y < 72; y += 18) {
    for (std::uint32_t x = 0; x < 100; x += 10)
      set(actual, x, y, 107);
  }
  Comparison result = compare(actual, grey(100, 80), {});
  EXPECT_EQ(result.differing, 40u);
  EXPECT_EQ(result.worst_window, 1u);
  EXPECT_EQ(result.worst_channel, 7);
  EXPECT_TRUE(result.passes({}));

  set(actual, 5, 75, 107);
  result = compare(actual, grey(100, 80), {});
  EXPECT_EQ(result.differing, 41u);
  EXPECT_FALSE(result.passes({}));
}

TEST(ImageCompare, SmallDifferencesDoNotCountAsDifferingPixels) {
  Picture actual = grey(100, 80);
  set(actual, 3, 3, 106);
  EXPECT_EQ(compare(actual, grey(100, 80), {}).differing, 0u);
}

// Three rows of five pixels are 15 of 25, more than 12; two rows and two pixels are 12.
TEST(ImageCompare, PixelsCloseTogetherFail) {
  Picture actual = grey(300, 200);
  for (std::uint32_t x = 50; x < 55; ++x) {
    set(actual, x, 60, 255);
    set(actual, x, 61, 255);
  }
  set(actual, 50, 62, 255);
  set(actual, 51, 62, 255);
  EXPECT_EQ(compare(actual, grey(300, 200), {}).worst_window, 12u);
  EXPECT_TRUE(compare(actual, grey(300, 200), {}).passes({}));
  set(actual, 52, 62, 255);
  EXPECT_EQ(compare(actual, grey(300, 200), {}).worst_window, 13u);
  EXPECT_FALSE(compare(actual, grey(300, 200), {}).passes({}));
}

// Clumps at the right and lower edges count as well.
TEST(ImageCompare, ClumpsInACornerFail) {
  Picture actual = grey(300, 200);
  for (std::uint32_t y = 196; y < 200; ++y) {
    for (std::uint32_t x = 296; x < 300; ++x)
      set(actual, x, y, 0);
  }
  EXPECT_EQ(compare(actual, grey(300, 200), {}).worst_window, 16u);
  EXPECT_FALSE(compare(actual, grey(300, 200), {}).passes({}));
}

// Everything lighter by one level in three of four channels: a mean of 0.75.
TEST(ImageCompare, ASlightShiftOfEverythingFails) {
  Picture actual = grey(100, 80);
  for (std::uint32_t y = 0; y < 80; ++y) {
    for (std::uint32_t x = 0; x < 100; ++x)
      set(actual, x, y, 101);
  }
  const Comparison result = compare(actual, grey(100, 80), {});
  EXPECT_EQ(result.differing, 0u);
  EXPECT_DOUBLE_EQ(result.mean_difference, 0.75);
  EXPECT_FALSE(result.passes({}));
}

TEST(ImageCompare, AlphaCounts) {
  Picture actual = grey(100, 80);
  actual.rgba[3] = 0;
  const Comparison result = compare(actual, grey(100, 80), {});
  EXPECT_EQ(result.differing, 1u);
  EXPECT_EQ(result.worst_channel, 100);
}

TEST(ImageCompare, PngsComeBackAsWritten) {
  Picture picture = grey(3, 2);
  for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
    picture.rgba[i] = static_cast<std::uint8_t>(i * 10);
  }
  const std::string path = ::testing::TempDir() + "sinew_image_compare.png";
  std::string problem;
  ASSERT_TRUE(writePng(path, picture, problem)) << problem;
  const std::optional<Picture> back = readPng(path, problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(back->width, 3u);
  EXPECT_EQ(back->height, 2u);
  EXPECT_EQ(back->rgba, picture.rgba);
  std::remove(path.c_str());
  EXPECT_FALSE(readPng(path, problem));
  EXPECT_NE(problem.find("sinew_image_compare.png"), std::string::npos);
}

TEST(ImageCompare, DifferencesArePaintedRed) {
  Picture actual = grey(10, 10);
  set(actual, 4, 5, 200);
  const Comparison result = compare(actual, grey(10, 10), {});
  const Picture painted = paintDifferences(actual, result);
  const std::size_t pixel = (5 * 10 + 4) * 4;
  EXPECT_EQ(painted.rgba[pixel], 220);
  EXPECT_EQ(painted.rgba[pixel + 1], 0);
  EXPECT_EQ(painted.rgba[0], 217);  // 192 + 100 / 4
}

}  // namespace
}  // namespace sinew::screenshots
