// Packed scalars (docs/format-bmd1.md, section 1). Expected values come from integer arithmetic
// written here, apart from the library's tables, and from the format's worked examples.

#include "format/quantize.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace sinew {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::uint8_t u8(unsigned value) {
  return static_cast<std::uint8_t>(value);
}
std::uint16_t u16(unsigned value) {
  return static_cast<std::uint16_t>(value);
}

/// A F8A code's value in units of 2^-11: 2^(E-7) (1 + F/16) = (16+F) 2^E / 2^11.
long f8aUnits(unsigned code) {
  const unsigned magnitude = code & 0x7F;
  if (magnitude == 0) return 0;
  const long units = static_cast<long>(16 + (magnitude & 15)) << (magnitude >> 4);
  return (code & 0x80) != 0 ? -units : units;
}

TEST(F8a, DecodesAllCodesExactly) {
  for (unsigned code = 0; code < 256; ++code) {
    EXPECT_EQ(decodeF8a(u8(code)) * 2048.0, static_cast<double>(f8aUnits(code))) << "code " << code;
  }
}

TEST(F8a, KnownValues) {
  EXPECT_EQ(decodeF8a(0x70), 1.0);
  EXPECT_EQ(decodeF8a(0x7F), 1.9375);
  EXPECT_EQ(decodeF8a(0x60), 0.5);
  EXPECT_EQ(decodeF8a(0x01), 0.00830078125);
  EXPECT_EQ(decodeF8a(0xF0), -1.0);
  EXPECT_EQ(decodeF8a(0x80), 0.0);
  EXPECT_FALSE(std::signbit(decodeF8a(0x80)));
}

TEST(F8a, EncodesEachValueToItsCode) {
  for (unsigned code = 0; code < 256; ++code) {
    const unsigned canonical = code == 0x80 ? 0 : code;
    EXPECT_EQ(encodeF8a(static_cast<double>(f8aUnits(code)) / 2048.0), u8(canonical))
        << "code " << code;
  }
}

TEST(F8a, RoundsToNearestTiesToEvenCode) {
  for (unsigned code = 0; code < 127; ++code) {
    const double midpoint = static_cast<double>(f8aUnits(code) + f8aUnits(code + 1)) / 4096.0;
    const unsigned even = (code & 1) == 0 ? code : code + 1;
    const unsigned negative_even = even == 0 ? 0 : even | 0x80;
    const unsigned negative_code = code == 0 ? 0 : code | 0x80;
    EXPECT_EQ(encodeF8a(midpoint), u8(even)) << "between " << code << " and the next";
    EXPECT_EQ(encodeF8a(-midpoint), u8(negative_even)) << "between " << code << " and the next";
    EXPECT_EQ(encodeF8a(std::nextafter(midpoint, 0.0)), u8(code));
    EXPECT_EQ(encodeF8a(std::nextafter(midpoint, 2.0)), u8(code + 1));
    EXPECT_EQ(encodeF8a(-std::nextafter(midpoint, 0.0)), u8(negative_code));
    EXPECT_EQ(encodeF8a(-std::nextafter(midpoint, 2.0)), u8((code + 1) | 0x80));
  }
}

TEST(F8a, SaturatesAndRefusesNan) {
  EXPECT_EQ(encodeF8a(2.0), 0x7F);
  EXPECT_EQ(encodeF8a(-1e300), 0xFF);
  EXPECT_EQ(encodeF8a(kInf), 0x7F);
  EXPECT_EQ(encodeF8a(-kInf), 0xFF);
  EXPECT_EQ(encodeF8a(-0.0), 0x00);
  EXPECT_EQ(encodeF8a(-1e-9), 0x00);
  EXPECT_FALSE(encodeF8a(kNan).has_value());
}

TEST(PackedVec3, WorkedExamples) {
  EXPECT_EQ(decodePackedVec3(0xA2D399CC), glm::dvec3(-13, -13, 45));
  EXPECT_EQ(decodePackedVec3(0x9B231198), glm::dvec3(-13, -15, 25));
  EXPECT_EQ(decodePackedVec3(0x8B000000), glm::dvec3(0, 0, 6));
  EXPECT_EQ(decodePackedVec3(0x7A010080), glm::dvec3(1, 1, 1));
  EXPECT_EQ(encodePackedVec3({1, 1, 1}), 0x7A010080u);
}

TEST(PackedVec3, DecodesAllFractionsAtAllExponents) {
  for (unsigned e = 0; e < 32; ++e) {
    for (int frac = -256; frac < 256; ++frac) {
      const auto bits = static_cast<unsigned>(frac) & 0x1FF;
      // In units of 2^-22 the value is frac * 2^e, an integer.
      const double expected = static_cast<double>(static_cast<long long>(frac) * (1LL << e));
      const glm::dvec3 x = decodePackedVec3((e << 27) | bits) * 0x1p22;
      const glm::dvec3 y = decodePackedVec3((e << 27) | (bits << 9)) * 0x1p22;
      const glm::dvec3 z = decodePackedVec3((e << 27) | (bits << 18)) * 0x1p22;
      ASSERT_EQ(x, glm::dvec3(expected, 0, 0)) << "E " << e << " frac " << frac;
      ASSERT_EQ(y, glm::dvec3(0, expected, 0)) << "E " << e << " frac " << frac;
      ASSERT_EQ(z, glm::dvec3(0, 0, expected)) << "E " << e << " frac " << frac;
    }
  }
}

TEST(PackedVec3, EncodesDecodedValuesWithoutLoss) {
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const auto word = static_cast<std::uint32_t>(random());
    const glm::dvec3 value = decodePackedVec3(word);
    const auto again = encodePackedVec3(value);
    ASSERT_TRUE(again.has_value()) << std::hex << word;
    EXPECT_EQ(decodePackedVec3(*again), value) << std::hex << word;
    EXPECT_LE(*again >> 27, word >> 27) << "not the smallest exponent";
  }
}

TEST(PackedVec3, SmallestExponentThatHoldsAllThree) {
  // 255.5 steps of 2^-22 tie to 256, which does not fit; the next exponent gives 127.75 -> 128.
  EXPECT_EQ(encodePackedVec3({255.5 * 0x1p-22, 0, 0}), (1u << 27) | 128u);
  // -256.5 steps tie to -256, which fits.
  EXPECT_EQ(encodePackedVec3({-256.5 * 0x1p-22, 0, 0}), 0x100u);
  // Ties to even below: 0.5 -> 0, 1.5 -> 2.
  EXPECT_EQ(encodePackedVec3({0.5 * 0x1p-22, 1.5 * 0x1p-22, -0.5 * 0x1p-22}), 2u << 9);
  // The largest component sets the exponent for all: 130560 = 255 * 2^9, so 256 rounds to 0 (tie at
  // 0.5).
  EXPECT_EQ(encodePackedVec3({130560, 256, 768}), (31u << 27) | (2u << 18) | 255u);
}

TEST(PackedVec3, ErrorStaysWithinHalfAStep) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-20, 16);
  for (int i = 0; i < 100000; ++i) {
    const glm::dvec3 value(std::ldexp(mantissa(random), exponent(random)),
                           std::ldexp(mantissa(random), exponent(random)),
                           std::ldexp(mantissa(random), exponent(random)));
    const auto word = encodePackedVec3(value);
    ASSERT_TRUE(word.has_value());
    const double half_step = std::ldexp(0.5, static_cast<int>(*word >> 27) - 22);
    const glm::dvec3 error = glm::abs(decodePackedVec3(*word) - value);
    EXPECT_LE(error.x, half_step);
    EXPECT_LE(error.y, half_step);
    EXPECT_LE(error.z, half_step);
  }
}

TEST(PackedVec3, NeverWraps) {
  EXPECT_EQ(encodePackedVec3({-131072, 0, 0}), (31u << 27) | 0x100u);
  EXPECT_EQ(encodePackedVec3({0, 130560, 0}), (31u << 27) | (255u << 9));
  EXPECT_EQ(encodePackedVec3({0, 130815.9, 0}), (31u << 27) | (255u << 9));  // 255.49999 steps
  EXPECT_FALSE(encodePackedVec3({0, 130816, 0}).has_value());                // 255.5 ties to 256
  EXPECT_FALSE(encodePackedVec3({0, 0, 131072}).has_value());
  EXPECT_FALSE(encodePackedVec3({-131329, 0, 0}).has_value());
  EXPECT_FALSE(encodePackedVec3({1e300, 0, 0}).has_value());
  EXPECT_FALSE(encodePackedVec3({0, kInf, 0}).has_value());
  EXPECT_FALSE(encodePackedVec3({0, 0, kNan}).has_value());
}

TEST(Rotation, WorkedExample) {
  // Bytes 00 E3 00 6B: y = -0.59375, w = 0.84375, length sqrt(0.35254 + 0.71191) = 1.031722.
  const glm::dquat q = decodeRotation(0x6B00E300);
  EXPECT_EQ(q.x, 0.0);
  EXPECT_NEAR(q.y, -0.57549, 5e-6);
  EXPECT_EQ(q.z, 0.0);
  EXPECT_NEAR(q.w, 0.81781, 5e-6);
}

TEST(Rotation, IdentityWords) {
  const glm::dquat identity(1, 0, 0, 0);
  for (const std::uint32_t word :
       {0u, 0xFFFFFFFFu, 0x80808080u, 0x00800080u, 0x70000000u, 0x01000000u}) {
    EXPECT_EQ(decodeRotation(word), identity) << std::hex << word;
  }
  EXPECT_TRUE(rotationHasZeroLength(0x00000000));
  EXPECT_TRUE(rotationHasZeroLength(0x80808080));
  EXPECT_TRUE(rotationHasZeroLength(0x80000000));
  EXPECT_FALSE(rotationHasZeroLength(0xFFFFFFFF));
  EXPECT_FALSE(rotationHasZeroLength(0x00000001));
}

TEST(Rotation, DecodesToUnitLengthAlongTheStoredComponents) {
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) {
    const auto word = static_cast<std::uint32_t>(random());
    if (rotationHasZeroLength(word)) continue;
    const glm::dquat q = decodeRotation(word);
    EXPECT_NEAR(glm::length(q), 1.0, 1e-12);
    const glm::dvec4 stored(f8aUnits(word & 0xFF), f8aUnits((word >> 8) & 0xFF),
                            f8aUnits((word >> 16) & 0xFF), f8aUnits(word >> 24));
    EXPECT_NEAR(glm::dot(glm::dvec4(q.x, q.y, q.z, q.w), stored / glm::length(stored)), 1.0, 1e-12);
  }
}

TEST(Rotation, EncodesComponentsAsGiven) {
  EXPECT_EQ(encodeRotation(glm::dquat(0.84375, 0, -0.59375, 0)), 0x6B00E300u);
  EXPECT_EQ(encodeRotation(glm::dquat(1, 0, 0, 0)), 0x70000000u);
  EXPECT_EQ(encodeRotation(glm::dquat(-0.5, 0.5, -0.5, 0.5)), 0xE060E060u);
  EXPECT_FALSE(encodeRotation(glm::dquat(0, 0, 0, 0)).has_value());
  EXPECT_FALSE(encodeRotation(glm::dquat(1e-6, 0, 0, 0)).has_value()) << "rounds to length 0";
  EXPECT_FALSE(encodeRotation(glm::dquat(1, kNan, 0, 0)).has_value());
  EXPECT_FALSE(encodeRotation(glm::dquat(1, 0, kInf, 0)).has_value());
  EXPECT_FALSE(encodeRotation(glm::dquat(-9, -9, -9, -9)).has_value())
      << "all ones reads as identity";
}

/// A finite half's value in units of 2^-24: fraction for denormals, (1024+fraction) 2^(e-1)
/// otherwise.
double halfUnits(unsigned code) {
  const unsigned e = (code >> 10) & 31;
  const unsigned fraction = code & 1023;
  const auto units = e == 0 ? static_cast<long long>(fraction)
                            : static_cast<long long>(1024 + fraction) << (e - 1);
  return static_cast<double>((code & 0x8000) != 0 ? -units : units);
}

TEST(Half, AllCodesBothDirections) {
  for (unsigned code = 0; code < 65536; ++code) {
    const double value = decodeHalf(u16(code));
    if ((code & 0x7C00) == 0x7C00) {
      if ((code & 0x3FF) != 0) {
        EXPECT_TRUE(std::isnan(value)) << code;
      } else {
        EXPECT_EQ(value, (code & 0x8000) != 0 ? -kInf : kInf);
      }
      EXPECT_FALSE(encodeHalf(value).has_value());
      continue;
    }
    EXPECT_EQ(value * 0x1p24, halfUnits(code)) << code;
    EXPECT_EQ(std::signbit(value), (code & 0x8000) != 0) << code;
    EXPECT_EQ(encodeHalf(value), u16(code)) << code;
  }
}

TEST(Half, KnownValues) {
  EXPECT_EQ(decodeHalf(0x3C00), 1.0);
  EXPECT_EQ(decodeHalf(0xC000), -2.0);
  EXPECT_EQ(decodeHalf(0x3555), 0.333251953125);
  EXPECT_EQ(decodeHalf(0x7BFF), 65504.0);
  EXPECT_EQ(decodeHalf(0x0001), 5.9604644775390625e-08);
}

TEST(Half, RoundsToNearestTiesToEven) {
  for (unsigned code = 0; code < 0x7BFF; ++code) {
    const double midpoint = (halfUnits(code) + halfUnits(code + 1)) / 2 * 0x1p-24;
    const unsigned even = (code & 1) == 0 ? code : code + 1;
    ASSERT_EQ(encodeHalf(midpoint), u16(even)) << code;
    ASSERT_EQ(encodeHalf(-midpoint), u16(even | 0x8000)) << code;
    ASSERT_EQ(encodeHalf(std::nextafter(midpoint, 0.0)), u16(code)) << code;
    ASSERT_EQ(encodeHalf(std::nextafter(midpoint, 1e6)), u16(code + 1)) << code;
  }
  EXPECT_EQ(encodeHalf(65519.99), 0x7BFF);
  EXPECT_FALSE(encodeHalf(65520.0).has_value());
  EXPECT_FALSE(encodeHalf(-1e300).has_value());
  EXPECT_EQ(encodeHalf(1e-300), 0x0000);
  EXPECT_EQ(encodeHalf(-1e-300), 0x8000);
}

TEST(Shade, AllCodes) {
  const char* const hues =
      "FFFFFF5555FF55FF5555FFFFFF5555FF55FFFFFF55FFAA5555AAFFAAAAFFAAFFAAAAFFFFFFAAAAFFAAFFFFFFAAFF"
      "55AA";
  for (unsigned code = 0; code < 256; ++code) {
    const auto rgb = decodeShade(u8(code));
    for (unsigned c = 0; c < 3; ++c) {
      const int base = std::stoi(std::string(hues + (code / 16) * 6 + c * 2, 2), nullptr, 16);
      const int expected = base * static_cast<int>(code % 16 + 1) / 16;
      EXPECT_EQ(int{rgb[c]}, expected) << "code " << code << " channel " << c;
    }
    const std::uint8_t again = encodeShade(rgb);
    EXPECT_EQ(decodeShade(again), rgb);
    EXPECT_LE(again, code);
  }
}

TEST(Shade, KnownValues) {
  using Rgb = std::array<std::uint8_t, 3>;
  EXPECT_EQ(decodeShade(0x0F), (Rgb{255, 255, 255}));
  EXPECT_EQ(decodeShade(0x00), (Rgb{15, 15, 15}));   // 255 / 16
  EXPECT_EQ(decodeShade(0x1F), (Rgb{85, 85, 255}));  // blue
  EXPECT_EQ(decodeShade(0x4F), (Rgb{255, 85, 85}));  // red
  EXPECT_EQ(decodeShade(0x77), (Rgb{127, 85, 42}));  // FFAA55 halved: 127.5, 85, 42.5
  EXPECT_EQ(encodeShade({255, 255, 255}), 0x0F);
  EXPECT_EQ(encodeShade({0, 0, 0}), 0x10)
      << "0x10 is (5, 5, 15), nearer to black than (15, 15, 15)";
  EXPECT_EQ(encodeShade({250, 90, 80}), 0x4F);
}

TEST(St11, AllCodesOfEachField) {
  for (unsigned e = 0; e < 4; ++e) {
    for (unsigned v = 0; v < 2048; ++v) {
      // In units of 1/1024: (v - 512) 4^e.
      const double expected = static_cast<double>((static_cast<long>(v) - 512) * (1L << (2 * e)));
      const double zero = static_cast<double>(-512 * (1L << (2 * e)));
      ASSERT_EQ(decodeSt11((e << 22) | v) * 1024.0, glm::dvec2(expected, zero));
      ASSERT_EQ(decodeSt11((e << 22) | (v << 11)) * 1024.0, glm::dvec2(zero, expected));
    }
  }
}

TEST(St11, EncodesWithoutLossAndAtTheSmallestExponent) {
  std::mt19937 random(5);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random()) & 0xFFFFFF;
    const auto again = encodeSt11(decodeSt11(bits));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(decodeSt11(*again), decodeSt11(bits));
    EXPECT_LE(*again >> 22, bits >> 22);
  }
  EXPECT_EQ(encodeSt11({0, 0}), 512u | (512u << 11));
  EXPECT_EQ(encodeSt11({1, -0.5}), 1536u);
  EXPECT_EQ(encodeSt11({1.5, 0}),
            (1u << 22) | (512u << 11) | 896u);  // 2048 does not fit; 1.5/4 + 0.5 = 0.875
  EXPECT_EQ(encodeSt11({0.5 / 1024, 1.5 / 1024}), 512u | (514u << 11)) << "ties to even";
  EXPECT_EQ(encodeSt11({-32, 95.9375}), (3u << 22) | (2047u << 11));
  EXPECT_FALSE(encodeSt11({-32.1, 0}).has_value());
  EXPECT_FALSE(encodeSt11({0, 96}).has_value());
  EXPECT_FALSE(encodeSt11({kNan, 0}).has_value());
  EXPECT_FALSE(encodeSt11({0, kInf}).has_value());
}

TEST(St12, AllCodesBothDirections) {
  for (unsigned v = 0; v < 4096; ++v) {
    const double expected = static_cast<double>(static_cast<int>(v) - 1024) / 2048.0;
    const unsigned bits = v | ((4095 - v) << 12);
    ASSERT_EQ(decodeSt12(bits), glm::dvec2(expected, (4095.0 - v - 1024.0) / 2048.0));
    ASSERT_EQ(encodeSt12(decodeSt12(bits)), bits);
  }
  EXPECT_EQ(encodeSt12({0.5 / 2048, 1.5 / 2048}), 1024u | (1026u << 12)) << "ties to even";
  EXPECT_FALSE(encodeSt12({1.5, 0}).has_value());
  EXPECT_FALSE(encodeSt12({0, -0.6}).has_value());
  EXPECT_FALSE(encodeSt12({kNan, 0}).has_value());
}

TEST(St14, AllCodesOfEachField) {
  for (unsigned e = 0; e < 16; ++e) {
    for (unsigned v = 0; v < 16384; ++v) {
      const long fraction = v < 8192 ? static_cast<long>(v) : static_cast<long>(v) - 16384;
      const double expected = static_cast<double>(fraction * (1L << e));  // in units of 1/4096
      ASSERT_EQ(decodeSt14((e << 28) | v) * 4096.0, glm::dvec2(expected, 0));
      ASSERT_EQ(decodeSt14((e << 28) | (v << 14)) * 4096.0, glm::dvec2(0, expected));
    }
  }
}

TEST(St14, EncodesWithoutLossAndAtTheSmallestExponent) {
  std::mt19937 random(9);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    const auto again = encodeSt14(decodeSt14(bits));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(decodeSt14(*again), decodeSt14(bits));
    EXPECT_LE(*again >> 28, bits >> 28);
  }
  EXPECT_EQ(encodeSt14({1, -1}), 4096u | (12288u << 14));
  EXPECT_EQ(encodeSt14({-2, 0}), 8192u);
  EXPECT_EQ(encodeSt14({2, 0}), (1u << 28) | 4096u);
  EXPECT_EQ(encodeSt14({0.5 / 4096, 1.5 / 4096}), 2u << 14) << "ties to even";
  EXPECT_FALSE(encodeSt14({65536, 0}).has_value());
  EXPECT_FALSE(encodeSt14({0, -66000}).has_value());
  EXPECT_FALSE(encodeSt14({0, kNan}).has_value());
}

}  // namespace
}  // namespace sinew
