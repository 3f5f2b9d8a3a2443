#include "app/regress/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/regress/arrangement.h"
#include "app/regress/read_picture.h"
#include "tests/regress/pictures.h"

namespace sinew::app::regress {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Rgb kGround{60, 65, 74};
constexpr Rgb kBright{250, 250, 250};

Comparison compared(const Image& a, const Image& b, const CompareSettings& settings = {},
                    const Image* mask = nullptr) {
  const auto result = compare(a, b, settings, mask);
  EXPECT_TRUE(result);
  return result ? *result : Comparison{};
}

CompareSettings exactly(std::optional<std::uint64_t> pixels = std::nullopt) {
  CompareSettings settings;
  settings.metric = Metric::Exact;
  settings.max_diff_pixels = pixels;
  return settings;
}

/// A plain picture of 100 x 80 with pixels set bright.
Image dotted(const std::vector<std::pair<int, int>>& dots) {
  Image image = plain(100, 80, kGround);
  for (const auto& [x, y] : dots)
    set(image, x, y, kBright);
  return image;
}

TEST(Compare, EqualPicturesAreIdenticalByEveryMetric) {
  const Image a = ball(64, 48);
  for (const Metric metric : {Metric::Exact, Metric::Delta, Metric::Flip, Metric::Ssim}) {
    CompareSettings settings;
    settings.metric = metric;
    const Comparison result = compared(a, Image(a), settings);
    EXPECT_TRUE(result.identical);
    EXPECT_TRUE(result.passes());
    EXPECT_EQ(result.compared, 64u * 48u);
  }
}

TEST(Compare, EveryMetricFindsAChangedBlock) {
  const Image a = ball(64, 48);
  Image b = a;
  for (int y = 20; y < 28; ++y) {
    for (int x = 28; x < 36; ++x)
      set(b, x, y, kBright);
  }
  for (const Metric metric : {Metric::Exact, Metric::Delta, Metric::Flip, Metric::Ssim}) {
    CompareSettings settings;
    settings.metric = metric;
    EXPECT_FALSE(compared(a, b, settings).passes()) << toString(metric);
  }
}

TEST(Compare, ExactCountsEveryChangedPixel) {
  const Image a = plain(100, 80, kGround);
  Image b = a;
  set(b, 3, 4, {60, 65, 75});
  set(b, 50, 60, kGround, 254);
  const Comparison result = compared(a, b, exactly());
  EXPECT_EQ(result.differing, 2u);
  EXPECT_THAT(result.exceeded, ElementsAre("2 pixels differ, at most 0 may"));
  EXPECT_EQ(result.bounds->x1, 3);
  EXPECT_EQ(result.bounds->y1, 4);
  EXPECT_EQ(result.bounds->x2, 50);
  EXPECT_EQ(result.bounds->y2, 60);
  EXPECT_TRUE(compared(a, b, exactly(2)).passes());
  EXPECT_FALSE(compared(a, b, exactly(1)).passes());
}

TEST(Compare, ColorsUnderNoAlphaDoNotCount) {
  Image a = plain(20, 20, kGround);
  Image b = a;
  set(a, 5, 5, {1, 2, 3}, 0);
  set(b, 5, 5, {200, 100, 50}, 0);
  EXPECT_EQ(compared(a, b, exactly()).differing, 0u);
  EXPECT_EQ(compared(a, b).differing, 0u);
}

// 2 levels of grey are 2 / 263.99 = 0.00758, 3 are 0.01136.
TEST(Compare, ThePixelThresholdSaysFromWhenOnAPixelDiffers) {
  const Image a = plain(100, 80, {100, 100, 100});
  CompareSettings settings;
  EXPECT_EQ(compared(a, plain(100, 80, {102, 102, 102}), settings).differing, 0u);
  EXPECT_EQ(compared(a, plain(100, 80, {103, 103, 103}), settings).differing, 8000u);
  settings.pixel_threshold = 0.0075;
  EXPECT_EQ(compared(a, plain(100, 80, {102, 102, 102}), settings).differing, 8000u);
  settings.pixel_threshold = 0.0115;
  EXPECT_EQ(compared(a, plain(100, 80, {103, 103, 103}), settings).differing, 0u);
}

// 8000 pixels: 0.5 % are 40. Dots ten pixels apart stand alone in every window and row.
TEST(Compare, TheRatioIsOfAllPixelsThatCount) {
  std::vector<std::pair<int, int>> dots;
  for (int i = 0; i < 40; ++i)
    dots.emplace_back(i % 10 * 10, i / 10 * 18);
  const Image a = dotted({});
  EXPECT_TRUE(compared(a, dotted(dots)).passes());
  dots.emplace_back(5, 77);
  const Comparison result = compared(a, dotted(dots));
  EXPECT_THAT(result.exceeded, ElementsAre("0.5125 % of the pixels differ, at most 0.5 % may"));
}

TEST(Compare, ACountReplacesTheDefaultRatio) {
  CompareSettings settings;
  settings.max_diff_pixels = 1;
  const Limits limits = limitsOf(settings);
  EXPECT_EQ(limits.pixels, 1u);
  EXPECT_EQ(limits.ratio, std::nullopt);
  EXPECT_TRUE(compared(dotted({}), dotted({{1, 1}}), settings).passes());
  EXPECT_FALSE(compared(dotted({}), dotted({{1, 1}, {50, 50}}), settings).passes());
}

TEST(Compare, PixelsInARow) {
  CompareSettings settings;
  settings.max_diff_run = 2;
  settings.window_density = 1.0;
  const Image a = dotted({});
  EXPECT_EQ(compared(a, dotted({{98, 3}, {99, 3}, {0, 4}}), settings).longest_run, 2u);
  EXPECT_TRUE(compared(a, dotted({{98, 3}, {99, 3}, {0, 4}}), settings).passes());
  const Comparison across = compared(a, dotted({{7, 3}, {8, 3}, {9, 3}}), settings);
  EXPECT_THAT(across.exceeded, ElementsAre("3 differ in a row, at most 2 may"));
  EXPECT_EQ(compared(a, dotted({{7, 77}, {7, 78}, {7, 79}}), settings).longest_run, 3u);
}

// 5 x 5 = 25 pixels, of which 0.12 may differ: 3.
TEST(Compare, PixelsDenseInAWindow) {
  CompareSettings settings;
  settings.window = 5;
  settings.window_density = 0.12;
  const Image a = dotted({});
  const Comparison three = compared(a, dotted({{95, 75}, {97, 77}, {99, 79}}), settings);
  EXPECT_EQ(three.fullest->count, 3u);
  EXPECT_EQ(three.fullest->allowed, 3u);
  EXPECT_TRUE(three.passes());
  const Comparison four = compared(a, dotted({{95, 75}, {97, 77}, {99, 79}, {99, 75}}), settings);
  EXPECT_THAT(four.exceeded, ElementsAre("4 differ in the 5x5 pixels at 95,75, at most 3 may"));
  // The same four where no window holds more than three.
  EXPECT_TRUE(compared(a, dotted({{95, 75}, {97, 77}, {99, 79}, {94, 75}}), settings).passes());
}

TEST(Compare, AWindowLargerThanThePicture) {
  CompareSettings settings;
  settings.window = 50;
  settings.window_density = 0.5;
  const Image a = plain(4, 3, kGround);
  Image b = a;
  set(b, 0, 0, kBright);
  const Comparison result = compared(a, b, settings);
  EXPECT_EQ(result.fullest->width, 4);
  EXPECT_EQ(result.fullest->height, 3);
  EXPECT_EQ(result.fullest->allowed, 6u);
  EXPECT_EQ(result.fullest->count, 1u);
}

TEST(Compare, RectanglesAreIgnoredWithTheirCorners) {
  const Image a = dotted({});
  const Image b = dotted({{10, 20}, {12, 23}});
  CompareSettings settings = exactly();
  settings.ignore = {{10, 20, 12, 23}};
  const Comparison both = compared(a, b, settings);
  EXPECT_TRUE(both.identical);
  EXPECT_EQ(both.ignored, 12u);
  EXPECT_EQ(both.compared, 8000u - 12u);
  settings.ignore = {{10, 20, 11, 23}};
  EXPECT_EQ(compared(a, b, settings).differing, 1u);
  settings.ignore = {{0, 0, 10, 20}, {12, 23, 5000, 5000}};
  EXPECT_EQ(compared(a, b, settings).differing, 0u);
}

TEST(Compare, TheMaskIgnoresWhatIsBright) {
  const Image a = dotted({});
  const Image b = dotted({{10, 20}, {40, 50}});
  Image mask = plain(100, 80, {0, 0, 0});
  set(mask, 10, 20, {255, 255, 255});
  set(mask, 40, 50, {127, 127, 127});
  EXPECT_EQ(compared(a, b, exactly(), &mask).differing, 1u);
  set(mask, 40, 50, {128, 128, 128});
  EXPECT_EQ(compared(a, b, exactly(), &mask).differing, 0u);
  set(mask, 40, 50, {255, 255, 255}, 100);  // over black 100 of 255
  EXPECT_EQ(compared(a, b, exactly(), &mask).differing, 1u);
}

// What is ignored must not reach what is compared through the filters either.
TEST(Compare, FiltersDoNotSeeWhatIsIgnored) {
  const Image a = ball(64, 48);
  Image b = a;
  for (int y = 10; y < 20; ++y) {
    for (int x = 10; x < 20; ++x)
      set(b, x, y, kBright);
  }
  for (const Metric metric : {Metric::Flip, Metric::Ssim}) {
    CompareSettings settings;
    settings.metric = metric;
    settings.ignore = {{10, 10, 19, 19}};
    EXPECT_TRUE(compared(a, b, settings).passes()) << toString(metric);
  }
}

TEST(Compare, NothingLeftToCompareIsAnError) {
  CompareSettings settings;
  settings.ignore = {{0, 0, 99, 79}};
  const auto result = compare(dotted({}), dotted({}), settings);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "usage");
}

TEST(Compare, ShiftedEdgesAreToldApart) {
  const auto half = [](int edge) {
    return painted(60, 40, [edge](int x, int) { return x < edge ? kBright : kGround; });
  };
  const Comparison by_one = compared(half(30), half(31));
  EXPECT_EQ(by_one.edges, 40u);
  EXPECT_EQ(by_one.differing, 0u);
  EXPECT_EQ(compared(half(30), half(31), exactly()).differing, 40u);
  // Two columns differ; each lies within a pixel of the old or of the new edge, not of both.
  EXPECT_EQ(compared(half(30), half(32)).edges, 0u);
  EXPECT_EQ(compared(half(30), half(32)).differing, 80u);
  // At the border of the picture there is nothing to have moved from.
  EXPECT_EQ(compared(half(0), half(1)).differing, 40u);
}

TEST(PaintDifference, ColorsSayWhatHappened) {
  const Image a = painted(60, 40, [](int x, int) { return x < 30 ? kBright : kGround; });
  Image b = painted(60, 40, [](int x, int) { return x < 31 ? kBright : kGround; });
  set(b, 5, 5, {200, 0, 0});
  set(b, 50, 20, {200, 0, 0});
  CompareSettings settings;
  settings.ignore = {{50, 20, 50, 20}};
  Image shown = paintDifference(a, compared(a, b, settings));
  const auto pixel = [&shown](int x, int y) {
    const std::uint8_t* p = at(shown, x, y);
    return std::array<int, 4>{p[0], p[1], p[2], p[3]};
  };
  EXPECT_THAT(pixel(5, 5), ElementsAre(214, 24, 32, 255));
  EXPECT_THAT(pixel(30, 7), ElementsAre(240, 160, 30, 255));
  EXPECT_THAT(pixel(50, 20), ElementsAre(150, 175, 225, 255));
  // 250 of the way from white: 191 + 250 / 4.
  EXPECT_THAT(pixel(1, 1), ElementsAre(253, 253, 253, 255));
}

TEST(PaintDifference, MapsAreShownAsHeat) {
  CompareSettings settings;
  settings.metric = Metric::Flip;
  const Image black = plain(32, 32, {0, 0, 0});
  Image shown = paintDifference(black, compared(black, plain(32, 32, {255, 255, 255}), settings));
  // 0.96738 * 3 = 2.90214: red and green full, blue at 0.90214 * 255 = 230.
  const std::uint8_t* p = at(shown, 16, 16);
  EXPECT_EQ(p[0], 255);
  EXPECT_EQ(p[1], 255);
  EXPECT_NEAR(p[2], 230, 1);
}

/// The difference as a file, read back by libpng.
Image decodedDifference(const Image& a, const Comparison& comparison) {
  const auto png = encodeDifference(a, comparison);
  EXPECT_TRUE(png);
  if (!png) return {};
  const auto image = decodePicture(std::as_bytes(std::span(*png)));
  EXPECT_TRUE(image);
  return image ? *image : Image{};
}

TEST(EncodeDifference, TheFileHoldsWhatIsPainted) {
  // Every level of grey, every alpha, every state.
  Image a = painted(256, 120, [](int x, int y) { return y < 60 ? Rgb{x, x, x} : Rgb{200, 90, x}; });
  for (int x = 0; x < 256; ++x)
    at(a, x, 70)[3] = static_cast<std::uint8_t>(x);
  Image b = a;
  for (int x = 0; x < 256; x += 3)
    set(b, x, 40, {255 - x, 0, 0});
  CompareSettings settings;
  settings.ignore = {{10, 10, 40, 30}};
  for (const Metric metric : {Metric::Exact, Metric::Delta, Metric::Flip, Metric::Ssim}) {
    settings.metric = metric;
    const Comparison different = compared(a, b, settings);
    EXPECT_EQ(decodedDifference(a, different).rgba, paintDifference(a, different).rgba);
    const Comparison same = compared(a, a, settings);
    EXPECT_EQ(decodedDifference(a, same).rgba, paintDifference(a, same).rgba);
  }
  const Image dot = plain(1, 1, {9, 9, 9});
  EXPECT_EQ(decodedDifference(dot, compared(dot, plain(1, 1, {0, 0, 0}))).rgba,
            (std::vector<std::uint8_t>{214, 24, 32, 255}));
}

}  // namespace
}  // namespace sinew::app::regress
