#include "format/quantize.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

constexpr double kF8aMax = 1.9375;

/// 2^exponent for the small exponents used here, exact.
constexpr double powerOfTwo(int exponent) {
  double value = 1.0;
  for (; exponent > 0; --exponent)
    value *= 2.0;
  for (; exponent < 0; ++exponent)
    value *= 0.5;
  return value;
}

constexpr std::array<double, 256> makeF8aTable() {
  std::array<double, 256> table{};
  for (int code = 0; code < 256; ++code) {
    const int magnitude = code & 0x7F;
    if (magnitude == 0) continue;  // 0x00 and 0x80
    const double value = powerOfTwo((magnitude >> 4) - 7) * (1.0 + (magnitude & 15) / 16.0);
    table[static_cast<std::size_t>(code)] = (code & 0x80) != 0 ? -value : value;
  }
  return table;
}

constexpr std::array<double, 256> kF8aTable = makeF8aTable();

constexpr std::array<double, 32> makeVec3Scales() {
  std::array<double, 32> table{};
  for (int e = 0; e < 32; ++e)
    table[static_cast<std::size_t>(e)] = powerOfTwo(e - 22);
  return table;
}

constexpr std::array<double, 32> kVec3Scales = makeVec3Scales();

constexpr std::array<std::uint32_t, 16> kHues = {
    0xFFFFFF, 0x5555FF, 0x55FF55, 0x55FFFF, 0xFF5555, 0xFF55FF, 0xFFFF55, 0xFFAA55,
    0x55AAFF, 0xAAAAFF, 0xAAFFAA, 0xAAFFFF, 0xFFAAAA, 0xFFAAFF, 0xFFFFAA, 0xFF55AA};

/// The low `bits` of a word as a two's complement number.
constexpr std::int32_t signedField(std::uint32_t word, unsigned bits) {
  return static_cast<std::int32_t>(word << (32 - bits)) >> (32 - bits);
}

/// `value` rounded to an integer, ties to even, if that lies in low..high.
std::optional<std::int32_t> roundInto(double value, std::int32_t low, std::int32_t high) {
  const double rounded = std::nearbyint(value);                   // the default mode: ties to even
  if (!(rounded >= low && rounded <= high)) return std::nullopt;  // NaN included
  return static_cast<std::int32_t>(rounded);
}

constexpr std::uint32_t field(std::int32_t value, unsigned bits) {
  return static_cast<std::uint32_t>(value) & ((1u << bits) - 1u);
}

std::uint32_t component(std::uint32_t word, unsigned index) {
  return (word >> (8 * index)) & 0xFFu;
}

}  // namespace

double decodeF8a(std::uint8_t code) {
  return kF8aTable[code];
}

std::optional<std::uint8_t> encodeF8a(double value) {
  if (std::isnan(value)) return std::nullopt;
  const double magnitude = std::min(std::abs(value), kF8aMax);
  // Codes 0..127 rise with their values; the two neighbours' midpoint is exact in double.
  const auto first = kF8aTable.begin();
  const auto above = std::lower_bound(first, first + 128, magnitude);
  auto code = static_cast<std::uint32_t>(above - first);
  if (code > 0) {
    const double midpoint = (kF8aTable[code - 1] + kF8aTable[code]) / 2;
    if (magnitude < midpoint || (magnitude == midpoint && (code & 1u) != 0)) --code;
  }
  if (code == 0) return std::uint8_t{0};
  return static_cast<std::uint8_t>(code | (std::signbit(value) ? 0x80u : 0u));
}

glm::dvec3 decodePackedVec3(std::uint32_t word) {
  const double scale = kVec3Scales[word >> 27];
  return {signedField(word, 9) * scale, signedField(word >> 9, 9) * scale,
          signedField(word >> 18, 9) * scale};
}

std::optional<std::uint32_t> encodePackedVec3(const glm::dvec3& value) {
  for (std::uint32_t e = 0; e < 32; ++e) {
    const double per_step = 1.0 / kVec3Scales[e];  // a power of two: the products below are exact
    const auto x = roundInto(value.x * per_step, -256, 255);
    if (!x) continue;
    const auto y = roundInto(value.y * per_step, -256, 255);
    if (!y) continue;
    const auto z = roundInto(value.z * per_step, -256, 255);
    if (!z) continue;
    return (e << 27) | (field(*z, 9) << 18) | (field(*y, 9) << 9) | field(*x, 9);
  }
  return std::nullopt;
}

bool rotationHasZeroLength(std::uint32_t word) {
  return (word & 0x7F7F7F7Fu) == 0;
}

glm::dquat decodeRotation(std::uint32_t word) {
  const glm::dquat identity{1.0, 0.0, 0.0, 0.0};
  if (word == 0xFFFFFFFFu || rotationHasZeroLength(word)) return identity;
  const double x = kF8aTable[component(word, 0)];
  const double y = kF8aTable[component(word, 1)];
  const double z = kF8aTable[component(word, 2)];
  const double w = kF8aTable[component(word, 3)];
  const double length = std::sqrt(x * x + y * y + z * z + w * w);
  return {w / length, x / length, y / length, z / length};
}

std::optional<std::uint32_t> encodeRotation(const glm::dquat& rotation) {
  const std::array<double, 4> values = {rotation.x, rotation.y, rotation.z, rotation.w};
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) {
    if (!std::isfinite(values[i])) return std::nullopt;
    const auto code = encodeF8a(values[i]);
    if (!code) return std::nullopt;
    word |= std::uint32_t{*code} << (8 * i);
  }
  // Words that readers take for the identity must not stand for another rotation.
  if (rotationHasZeroLength(word) || word == 0xFFFFFFFFu) return std::nullopt;
  return word;
}

double decodeHalf(std::uint16_t code) {
  const std::uint32_t exponent = (code >> 10) & 0x1Fu;
  const std::uint32_t fraction = code & 0x3FFu;
  double value = 0.0;
  if (exponent == 0) {
    value = fraction * 0x1p-24;
  } else if (exponent == 31) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else {
    // Rebias 15 -> 1023 and widen the fraction from 10 to 52 bits.
    value = std::bit_cast<double>((std::uint64_t{exponent} + 1008u) << 52 | std::uint64_t{fraction}
                                                                                << 42);
  }
  return (code & 0x8000u) != 0 ? -value : value;
}

std::optional<std::uint16_t> encodeHalf(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  const double magnitude = std::abs(value);
  std::uint32_t code = 0;
  if (magnitude < 0x1p-14) {
    code =
        static_cast<std::uint32_t>(std::nearbyint(magnitude * 0x1p24));  // 1024 is the first normal
  } else {
    const int exponent = std::ilogb(magnitude);
    if (exponent > 15) return std::nullopt;
    const double steps = std::nearbyint(std::ldexp(magnitude, 10 - exponent));  // 1024..2048
    // 2048 carries into the exponent by itself.
    code = (static_cast<std::uint32_t>(exponent + 15) << 10) + static_cast<std::uint32_t>(steps) -
           1024u;
    if (code >= 0x7C00u) return std::nullopt;
  }
  return static_cast<std::uint16_t>(code | (std::signbit(value) ? 0x8000u : 0u));
}

std::array<std::uint8_t, 3> decodeShade(std::uint8_t code) {
  const std::uint32_t base = kHues[code >> 4];
  const std::uint32_t level = (code & 15u) + 1u;
  std::array<std::uint8_t, 3> rgb{};
  for (unsigned i = 0; i < 3; ++i) {
    rgb[i] = static_cast<std::uint8_t>((((base >> (16 - 8 * i)) & 0xFFu) * level) >> 4);
  }
  return rgb;
}

std::uint8_t encodeShade(const std::array<std::uint8_t, 3>& rgb) {
  std::uint32_t best = 0;
  int best_distance = std::numeric_limits<int>::max();
  for (std::uint32_t code = 0; code < 256; ++code) {
    const auto candidate = decodeShade(static_cast<std::uint8_t>(code));
    int distance = 0;
    for (unsigned i = 0; i < 3; ++i) {
      const int delta = int{candidate[i]} - int{rgb[i]};
      distance += delta * delta;
    }
    if (distance < best_distance) {
      best_distance = distance;
      best = code;
    }
  }
  return static_cast<std::uint8_t>(best);
}

glm::dvec2 decodeSt11(std::uint32_t bits) {
  const double scale = static_cast<double>(1u << (2 * ((bits >> 22) & 3u)));  // 4^e
  return {((bits & 0x7FFu) / 1024.0 - 0.5) * scale,
          (((bits >> 11) & 0x7FFu) / 1024.0 - 0.5) * scale};
}

std::optional<std::uint32_t> encodeSt11(const glm::dvec2& st) {
  for (std::uint32_t e = 0; e < 4; ++e) {
    const double scale = static_cast<double>(1u << (2 * e));
    const auto s = roundInto((st.x / scale + 0.5) * 1024.0, 0, 2047);
    const auto t = roundInto((st.y / scale + 0.5) * 1024.0, 0, 2047);
    if (s && t) return field(*s, 11) | (field(*t, 11) << 11) | (e << 22);
  }
  return std::nullopt;
}

glm::dvec2 decodeSt12(std::uint32_t bits) {
  return {(bits & 0xFFFu) / 2048.0 - 0.5, ((bits >> 12) & 0xFFFu) / 2048.0 - 0.5};
}

std::optional<std::uint32_t> encodeSt12(const glm::dvec2& st) {
  const auto s = roundInto((st.x + 0.5) * 2048.0, 0, 4095);
  const auto t = roundInto((st.y + 0.5) * 2048.0, 0, 4095);
  if (!s || !t) return std::nullopt;
  return field(*s, 12) | (field(*t, 12) << 12);
}

glm::dvec2 decodeSt14(std::uint32_t bits) {
  const double scale = static_cast<double>(1u << (bits >> 28)) / 4096.0;
  return {signedField(bits, 14) * scale, signedField(bits >> 14, 14) * scale};
}

std::optional<std::uint32_t> encodeSt14(const glm::dvec2& st) {
  for (std::uint32_t e = 0; e < 16; ++e) {
    const double per_step = 4096.0 / static_cast<double>(1u << e);
    const auto s = roundInto(st.x * per_step, -8192, 8191);
    const auto t = roundInto(st.y * per_step, -8192, 8191);
    if (s && t) return field(*s, 14) | (field(*t, 14) << 14) | (e << 28);
  }
  return std::nullopt;
}

}  // namespace sinew
