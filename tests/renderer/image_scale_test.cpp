#include "renderer/image_scale.h"

#include <gtest/gtest.h>

namespace sinew::renderer {
namespace {

Image imageOf(int width, int height, std::vector<std::uint8_t> rgba) {
  Image image;
  image.width = width;
  image.height = height;
  image.rgba = std::move(rgba);
  return image;
}

Image halved(const Image& image) {
  return scaledDown(image, image.width / 2, image.height / 2);
}

using Bytes4 = std::vector<std::uint8_t>;

TEST(ImageScale, MeansAreTakenInLinearLight) {
  // Two white and two black pixels: half the light is sRGB 188 (1.055 * 0.5^(1/2.4) - 0.055 =
  // 0.7354 = 187.5/255).
  const Image out =
      halved(imageOf(2, 2, {255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 255}));
  EXPECT_EQ(out.width, 1);
  EXPECT_EQ(out.height, 1);
  EXPECT_EQ(out.rgba, (Bytes4{188, 188, 188, 255}));
}

TEST(ImageScale, EverySingleCodeSurvives) {
  for (int code = 0; code < 256; ++code) {
    const auto c = static_cast<std::uint8_t>(code);
    std::vector<std::uint8_t> rgba;
    for (int i = 0; i < 9; ++i)
      rgba.insert(rgba.end(), {c, c, c, 255});
    EXPECT_EQ(scaledDown(imageOf(3, 3, rgba), 1, 1).rgba, (Bytes4{c, c, c, 255}));
  }
}

TEST(ImageScale, TransparentPixelsGiveNoColour) {
  // One opaque red pixel among clear ones whose colour must not show: red at a quarter (63.75 ->
  // 64).
  const Image out =
      halved(imageOf(2, 2, {255, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0}));
  EXPECT_EQ(out.rgba, (Bytes4{255, 0, 0, 64}));
  EXPECT_EQ(halved(imageOf(2, 2, Bytes4(16, 0))).rgba, (Bytes4{0, 0, 0, 0}));
}

TEST(ImageScale, TakesEachSquareOnItsOwn) {
  const Image out =
      halved(imageOf(4, 2, {10, 0, 0, 255, 10, 0, 0, 255, 0, 20, 0, 255, 0, 20, 0, 255,
                            10, 0, 0, 255, 10, 0, 0, 255, 0, 20, 0, 255, 0, 20, 0, 255}));
  EXPECT_EQ(out.rgba, (Bytes4{10, 0, 0, 255, 0, 20, 0, 255}));
}

TEST(ImageScale, OddSidesAreCoveredWhole) {
  // 3 pixels to 1, and 5 to 2: the first two, then the last three. Equal bytes keep their code.
  std::vector<std::uint8_t> rgba;
  for (const std::uint8_t c : Bytes4{50, 50, 90, 90, 90})
    rgba.insert(rgba.end(), {c, c, c, 255});
  EXPECT_EQ(scaledDown(imageOf(5, 1, rgba), 2, 1).rgba, (Bytes4{50, 50, 50, 255, 90, 90, 90, 255}));
}

TEST(ImageScale, MipLevelsEndAtOnePixel) {
  const std::vector<Image> levels = mipLevels(imageOf(5, 2, Bytes4(40, 255)));
  ASSERT_EQ(levels.size(), 2u);  // 5x2, 2x1, 1x1
  EXPECT_EQ(levels[0].width, 2);
  EXPECT_EQ(levels[0].height, 1);
  EXPECT_EQ(levels[1].width, 1);
  EXPECT_EQ(levels[1].rgba, (Bytes4{255, 255, 255, 255}));
  EXPECT_TRUE(mipLevels(imageOf(1, 1, Bytes4(4, 9))).empty());
}

}  // namespace
}  // namespace sinew::renderer
