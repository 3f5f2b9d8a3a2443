#include "app/downsample.h"

#include <gtest/gtest.h>

namespace sinew::app {
namespace {

renderer::Image imageOf(int width, int height, std::vector<std::uint8_t> rgba) {
  renderer::Image image;
  image.width = width;
  image.height = height;
  image.rgba = std::move(rgba);
  return image;
}

using Bytes4 = std::vector<std::uint8_t>;

TEST(Downsample, MeansAreTakenInLinearLight) {
  // Two white and two black pixels: half the light is sRGB 188 (1.055 * 0.5^(1/2.4) - 0.055 =
  // 0.7354 = 187.5/255).
  const renderer::Image out = downsample(
      imageOf(2, 2, {255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 255}), 2);
  EXPECT_EQ(out.width, 1);
  EXPECT_EQ(out.height, 1);
  EXPECT_EQ(out.rgba, (Bytes4{188, 188, 188, 255}));
}

TEST(Downsample, EverySingleCodeSurvives) {
  for (int code = 0; code < 256; ++code) {
    const auto c = static_cast<std::uint8_t>(code);
    std::vector<std::uint8_t> rgba;
    for (int i = 0; i < 9; ++i)
      rgba.insert(rgba.end(), {c, c, c, 255});
    EXPECT_EQ(downsample(imageOf(3, 3, rgba), 3).rgba, (Bytes4{c, c, c, 255}));
  }
}

TEST(Downsample, TransparentPixelsGiveNoColour) {
  // One opaque red pixel among clear ones whose colour must not show: red at a quarter (63.75 ->
  // 64).
  const renderer::Image out =
      downsample(imageOf(2, 2, {255, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0}), 2);
  EXPECT_EQ(out.rgba, (Bytes4{255, 0, 0, 64}));
  EXPECT_EQ(downsample(imageOf(2, 2, Bytes4(16, 0)), 2).rgba, (Bytes4{0, 0, 0, 0}));
}

TEST(Downsample, TakesEachSquareOnItsOwn) {
  const renderer::Image out =
      downsample(imageOf(4, 2, {10, 0, 0, 255, 10, 0, 0, 255, 0, 20, 0, 255, 0, 20, 0, 255,
                                10, 0, 0, 255, 10, 0, 0, 255, 0, 20, 0, 255, 0, 20, 0, 255}),
                 2);
  EXPECT_EQ(out.rgba, (Bytes4{10, 0, 0, 255, 0, 20, 0, 255}));
}

}  // namespace
}  // namespace sinew::app
