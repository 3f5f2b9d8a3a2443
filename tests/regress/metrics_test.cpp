#include "app/regress/metrics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/regress/pictures.h"

namespace sinew::app::regress {
namespace {

float deltaOf(Rgb a, Rgb b) {
  const Image one = plain(1, 1, a);
  const Image other = plain(1, 1, b);
  return colorDelta(one.rgba.data(), other.rgba.data());
}

// The weights of Y sum to 1 and those of I and Q to 0, so n levels of grey are a delta of
// sqrt(0.5053 n^2 / 35215) = n / 263.99.
TEST(ColorDelta, GreyIsLinearInLevels) {
  EXPECT_EQ(deltaOf({7, 7, 7}, {7, 7, 7}), 0.0f);
  EXPECT_NEAR(deltaOf({100, 100, 100}, {101, 101, 101}), 0.003788, 1e-5);
  EXPECT_NEAR(deltaOf({100, 100, 100}, {97, 97, 97}), 0.011364, 1e-5);
  EXPECT_NEAR(deltaOf({0, 0, 0}, {255, 255, 255}), 0.965943, 1e-4);
}

// By hand: red to cyan is (255, -255, -255). Y = 255 (0.29889531 - 0.58662247 - 0.11448223) =
// -102.563; I = 255 (0.59597799 + 0.27417610 + 0.32180189) = 303.949; Q = 255 (0.21147017 +
// 0.52261711 - 0.31114694) = 107.850; 0.5053 Y^2 + 0.299 I^2 + 0.1957 Q^2 = 5315 + 27623 + 2276 =
// 35214.
TEST(ColorDelta, RedAndCyanAreFarthestApart) {
  EXPECT_NEAR(deltaOf({255, 0, 0}, {0, 255, 255}), 1.0, 1e-4);
}

// The eye sees a difference of green best and one of blue least.
TEST(ColorDelta, ChannelsWeighDifferently) {
  const float red = deltaOf({100, 100, 100}, {110, 100, 100});
  const float green = deltaOf({100, 100, 100}, {100, 110, 100});
  const float blue = deltaOf({100, 100, 100}, {100, 100, 110});
  EXPECT_GT(green, red);
  EXPECT_GT(red, blue);
}

TEST(ColorDelta, TransparentPixelsDifferOnTheBackgroundThatShowsIt) {
  const std::uint8_t clear[4] = {0, 0, 0, 0};
  const std::uint8_t clear_red[4] = {255, 0, 0, 0};
  const std::uint8_t white[4] = {255, 255, 255, 255};
  const std::uint8_t black[4] = {0, 0, 0, 255};
  EXPECT_EQ(colorDelta(clear, clear_red), 0.0f);
  // White is not seen over white and black is not seen over black; the other one shows it.
  EXPECT_NEAR(colorDelta(clear, white), 0.965943, 1e-4);
  EXPECT_NEAR(colorDelta(clear, black), 0.965943, 1e-4);
  // Half of it: alpha 128 is 128 / 255 of the way, so 128 levels over white, n / 263.99.
  const std::uint8_t half_black[4] = {0, 0, 0, 128};
  EXPECT_NEAR(colorDelta(clear, half_black), 0.484866, 1e-4);
}

// ---- FLIP and SSIM against other implementations
//
// The values below come from a program apart from ours in NumPy 1.24 and SciPy 1.10, in double
// precision: FLIP with full two-dimensional kernels built from the paper's formulas and
// scipy.ndimage.correlate(mode="nearest"); SSIM as skimage 0.19.3's structural_similarity with
// channel_axis=2, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255,
// full=True, the map averaged over the channels.

Image pattern(bool second) {
  Image image = painted(64, 48, [](int x, int y) {
    return Rgb{(x * 5 + y * 3) % 256, (x / 8 + y / 8) % 2 == 0 ? 200 : 40, x * y / 4 % 256};
  });
  if (!second) return image;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* p = at(image, x, y);
      Rgb color{p[0] * 7 / 8 + 10, p[1], p[2]};
      if (x >= 20 && x < 28 && y >= 12 && y < 20) color = {250, 20, 90};
      if (y == 30) color = {255 - color.r, 255 - color.g, 255 - color.b};
      set(image, x, y, color);
    }
  }
  return image;
}

struct Sample {
  int x;
  int y;
  double value;
};

void expectSamples(const Map& map, std::initializer_list<Sample> samples, double tolerance) {
  ASSERT_EQ(map.size(), 64u * 48u);
  for (const Sample& sample : samples) {
    EXPECT_NEAR(map[static_cast<std::size_t>(sample.y * 64 + sample.x)], sample.value, tolerance)
        << sample.x << "," << sample.y;
  }
}

TEST(Flip, AgreesWithAnotherImplementation) {
  const Map map = flipMap(pattern(false), pattern(true));
  expectSamples(map,
                {{0, 0, 0.02316142},
                 {24, 16, 0.87332968},
                 {40, 30, 0.66618508},
                 {63, 47, 0.19903646},
                 {10, 40, 0.17981033}},
                2e-5);
  EXPECT_NEAR(std::accumulate(map.begin(), map.end(), 0.0) / static_cast<double>(map.size()),
              0.192205874, 1e-5);
  EXPECT_NEAR(*std::max_element(map.begin(), map.end()), 0.972023386, 1e-5);
}

TEST(Flip, AgreesOnPlainColors) {
  const auto of = [](Rgb a, Rgb b) {
    return flipMap(plain(16, 16, a), plain(16, 16, b))[8 * 16 + 8];
  };
  EXPECT_NEAR(of({255, 255, 255}, {0, 0, 0}), 0.96737918, 1e-5);
  EXPECT_NEAR(of({255, 0, 0}, {0, 255, 0}), 0.98666142, 1e-5);
  EXPECT_NEAR(of({100, 100, 100}, {103, 103, 103}), 0.06633947, 2e-5);
  // The pair that the scale ends with.
  EXPECT_NEAR(of({0, 255, 0}, {0, 0, 255}), 1.0, 1e-5);
  EXPECT_EQ(of({12, 34, 56}, {12, 34, 56}), 0.0f);
}

TEST(Flip, IsTheSameBothWays) {
  const Map there = flipMap(pattern(false), pattern(true));
  const Map back = flipMap(pattern(true), pattern(false));
  for (std::size_t i = 0; i < there.size(); ++i)
    ASSERT_EQ(there[i], back[i]) << i;
}

TEST(Flip, SeesAlphaOverBothBackgrounds) {
  Image clear = plain(16, 16, {255, 255, 255});
  for (std::size_t i = 3; i < clear.rgba.size(); i += 4)
    clear.rgba[i] = 0;
  // Nothing over white, everything over black.
  EXPECT_NEAR(flipMap(clear, plain(16, 16, {255, 255, 255}))[8 * 16 + 8], 0.96737918, 1e-5);
}

TEST(Ssim, AgreesWithAnotherImplementation) {
  const Map map = ssimMap(pattern(false), pattern(true));
  expectSamples(map,
                {{0, 0, 0.90291895},
                 {24, 16, 0.17908816},
                 {40, 30, 0.20466490},
                 {63, 47, 0.99778665},
                 {10, 40, 0.99692176}},
                1e-4);
  EXPECT_NEAR(meanSsim(map, 64, 48), 0.848182315, 1e-5);
}

TEST(Ssim, EqualPicturesAreOneEverywhere) {
  for (const float value : ssimMap(pattern(false), pattern(false)))
    ASSERT_NEAR(value, 1.0f, 1e-6f);
}

// Without variation only the means remain: (2 m n + C1) / (m^2 + n^2 + C1) with C1 = 6.5025; for 50
// and 100 it is 10006.5025 / 12506.5025.
TEST(Ssim, PlainColorsByHand) {
  const Map map = ssimMap(plain(20, 20, {50, 50, 50}), plain(20, 20, {100, 100, 100}));
  EXPECT_NEAR(map[0], 0.800104, 1e-4);
  EXPECT_NEAR(meanSsim(map, 20, 20), 0.800104, 1e-4);
}

TEST(Ssim, PicturesSmallerThanTheWindow) {
  const Map map = ssimMap(plain(1, 3, {50, 50, 50}), plain(1, 3, {100, 100, 100}));
  EXPECT_NEAR(meanSsim(map, 1, 3), 0.800104, 1e-4);
}

}  // namespace
}  // namespace sinew::app::regress
