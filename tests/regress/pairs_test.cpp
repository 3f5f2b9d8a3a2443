// Pairs of pictures that must pass and pairs that must fail at the default tolerance.

#include <functional>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "app/regress/compare.h"
#include "tests/regress/pictures.h"

namespace sinew::app::regress {
namespace {

struct Pair {
  std::string name;
  std::function<std::pair<Image, Image>()> make;
};

void PrintTo(const Pair& pair, std::ostream* out) {
  *out << pair.name;
}

Comparison judged(const Pair& pair) {
  const auto [a, b] = pair.make();
  const auto result = compare(a, b, {});
  EXPECT_TRUE(result);
  return result ? *result : Comparison{};
}

std::string nameOf(const testing::TestParamInfo<Pair>& info) {
  return info.param.name;
}

/// Every channel of every pixel changed by `change(x, y, channel)` levels.
Image changed(const Image& image, const std::function<int(int, int, int)>& change) {
  Image out = image;
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      const std::uint8_t* p = at(out, x, y);
      set(out, x, y, {p[0] + change(x, y, 0), p[1] + change(x, y, 1), p[2] + change(x, y, 2)});
    }
  }
  return out;
}

/// One pixel in `every` made as bright or dark as its place in the pattern says.
Image speckled(const Image& image, int every) {
  Image out = image;
  Dice dice;
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      if (dice.roll(every) != 0) continue;
      const int level = dice.roll(2) * 255;
      set(out, x, y, {level, level, level});
    }
  }
  return out;
}

/// Bars with slanted, anti-aliased edges, moved by `dx` pixels.
Image bars(int width, int height, double dx) {
  return painted(width, height, [=](int x, int y) {
    const double along = x - dx + 0.3 * y;
    const double place = along - 40.0 * std::floor(along / 40.0);
    return mix({230, 230, 220}, {30, 60, 120}, coverage(std::min(place - 10.0, 25.0 - place)));
  });
}

/// A wireframe: lines of one pixel, drawn without anti-aliasing, moved by whole pixels.
Image wires(int width, int height, int dx) {
  return painted(width, height, [=](int x, int y) {
    return (x - dx + y / 3) % 24 == 0 ? Rgb{255, 220, 60} : Rgb{60, 65, 74};
  });
}

using PairsThatPass = testing::TestWithParam<Pair>;

TEST_P(PairsThatPass, AtTheDefaultTolerance) {
  const Comparison result = judged(GetParam());
  EXPECT_FALSE(result.identical);
  EXPECT_TRUE(result.passes()) << result.exceeded.front();
}

INSTANTIATE_TEST_SUITE_P(
    Compare, PairsThatPass,
    testing::Values(Pair{"OneLevelMoreOnAllPixels",
                         [] {
                           const Image a = ball(320, 240);
                           return std::pair(a, changed(a, [](int, int, int) { return 1; }));
                         }},
                    Pair{"OneLevelLessOnAllPixels",
                         [] {
                           const Image a = ball(320, 240);
                           return std::pair(a, changed(a, [](int, int, int) { return -1; }));
                         }},
                    Pair{"OneLevelMoreOrLessOnAllChannels",
                         [] {
                           const Image a = ball(320, 240);
                           Dice dice;
                           return std::pair(a, changed(a, [&dice](int, int, int) {
                                              return 2 * dice.roll(2) - 1;
                                            }));
                         }},
                    Pair{"SparseSpeckle",
                         [] {
                           const Image a = ball(320, 240);
                           return std::pair(a, speckled(a, 400));
                         }},
                    Pair{"SparseSpeckleOnALargePicture",
                         [] {
                           const Image a = ball(1280, 720);
                           return std::pair(a, speckled(a, 400));
                         }},
                    Pair{"EdgesOfABallMovedByAPixel",
                         [] { return std::pair(ball(320, 240), ball(320, 240, 1.0)); }},
                    Pair{"EdgesOfABallMovedByHalfAPixel",
                         [] { return std::pair(ball(320, 240), ball(320, 240, 0.5)); }},
                    Pair{"SlantedBarsMovedByAPixel",
                         [] { return std::pair(bars(320, 240, 0.0), bars(320, 240, 1.0)); }},
                    Pair{"WireframeMovedByAPixel",
                         [] { return std::pair(wires(320, 240, 0), wires(320, 240, 1)); }},
                    Pair{"EdgeWithoutAntiAliasingMovedByAPixel",
                         [] {
                           const auto half = [](int edge) {
                             return painted(200, 100, [edge](int x, int) {
                               return x < edge ? Rgb{200, 40, 40} : Rgb{60, 65, 74};
                             });
                           };
                           return std::pair(half(90), half(91));
                         }},
                    Pair{"ThinRingMovedByAPixel",
                         [] {
                           const Image a = ball(320, 240);
                           return std::pair(withRing(a, 160, 120, 50, 1.2, {20, 20, 20}),
                                            withRing(a, 161, 120, 50, 1.2, {20, 20, 20}));
                         }}),
    nameOf);

using PairsThatFail = testing::TestWithParam<Pair>;

TEST_P(PairsThatFail, AtTheDefaultTolerance) {
  EXPECT_FALSE(judged(GetParam()).passes());
}

INSTANTIATE_TEST_SUITE_P(
    Compare, PairsThatFail,
    testing::Values(
        Pair{"Block8x8Changed",
             [] {
               const Image a = ball(320, 240);
               return std::pair(a, changed(a, [](int x, int y, int) {
                                  return x >= 150 && x < 158 && y >= 100 && y < 108 ? 40 : 0;
                                }));
             }},
        Pair{"Block8x8ChangedOnALargePicture",
             [] {
               const Image a = ball(1280, 720);
               return std::pair(
                   a, changed(a, [](int x, int y, int) { return x >= 1272 && y >= 712 ? 40 : 0; }));
             }},
        Pair{"Block8x8GoneDark",
             [] {
               const Image a = plain(640, 480, {128, 128, 128});
               Image b = a;
               for (int y = 0; y < 8; ++y) {
                 for (int x = 0; x < 8; ++x)
                   set(b, x, y, {0, 0, 0});
               }
               return std::pair(a, b);
             }},
        Pair{"ShadeThreeLevelsDarkerOverAPart",
             [] {
               const Image a = ball(320, 240);
               return std::pair(a, changed(a, [](int x, int y, int) {
                                  return x >= 140 && x < 190 && y >= 90 && y < 130 ? -3 : 0;
                                }));
             }},
        Pair{"ShadeThreeLevelsLighterOverAPart",
             [] {
               const Image a = ball(1280, 720);
               return std::pair(a, changed(a, [](int x, int y, int) {
                                  return x >= 600 && x < 640 && y >= 300 && y < 340 ? 3 : 0;
                                }));
             }},
        Pair{"ThinRingRemoved",
             [] {
               const Image a = ball(320, 240);
               return std::pair(withRing(a, 160, 120, 40, 1.0, {20, 20, 20}), a);
             }},
        Pair{"ThinPaleRingAdded",
             [] {
               const Image a = ball(640, 480);
               return std::pair(a, withRing(a, 320, 240, 9, 1.0, {250, 240, 200}));
             }},
        Pair{"ThinRingRemovedFromTheGround",
             [] {
               const Image a = plain(320, 240, {60, 65, 74});
               return std::pair(withRing(a, 100, 100, 30, 1.0, {90, 95, 104}), a);
             }},
        Pair{"LineOfOnePixelRemoved",
             [] {
               const Image a = plain(320, 240, {60, 65, 74});
               Image b = a;
               for (int x = 100; x < 107; ++x)
                 set(b, x, 50, {220, 220, 220});
               return std::pair(a, b);
             }},
        Pair{"EdgesMovedByThreePixels",
             [] { return std::pair(bars(320, 240, 0.0), bars(320, 240, 3.0)); }},
        Pair{"FineTextureMovedByAPixel",
             [] {
               const auto cloth = [](int dx) {
                 return painted(160, 120, [dx](int x, int y) {
                   const int level = ((x + dx) * 37 + y * 91) % 64 + ((x + dx) ^ y) % 7 * 20;
                   return Rgb{level, level, level / 2};
                 });
               };
               return std::pair(cloth(0), cloth(1));
             }},
        Pair{"ColorsSwapped",
             [] {
               const Image a = ball(160, 120);
               Image b = a;
               for (std::size_t i = 0; i < b.rgba.size(); i += 4)
                 std::swap(b.rgba[i], b.rgba[i + 2]);
               return std::pair(a, b);
             }},
        Pair{"OpaqueGroundTurnedTransparent",
             [] {
               const Image a = plain(64, 64, {255, 255, 255});
               Image b = a;
               for (std::size_t i = 3; i < b.rgba.size(); i += 4)
                 b.rgba[i] = 0;
               return std::pair(a, b);
             }}),
    nameOf);

}  // namespace
}  // namespace sinew::app::regress
