#include "format/convert/codes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <glm/geometric.hpp>

#include "format/quantize.h"

namespace sinew::convert {
namespace {

constexpr std::uint8_t kFirstTopCode = 0x70;  // 1.0
constexpr std::uint8_t kLastCode = 0x7F;      // 1.9375

/// The two decodable values around a magnitude (equal at the ends of the range).
std::array<double, 2> neighbours(double magnitude) {
  const std::uint8_t near = encodeF8a(magnitude).value_or(0);
  const double at = decodeF8a(near);
  if (at <= magnitude) return {at, near < kLastCode ? decodeF8a(std::uint8_t(near + 1)) : at};
  return {near > 0 ? decodeF8a(std::uint8_t(near - 1)) : 0.0, at};
}

/// Components of a vector of N numbers that are codes' and whose direction is nearest to `v`, which
/// has length 1. For each code of the largest component in the top octave (lower ones repeat it
/// with less range below) both neighbours of every other component are tried.
template <std::size_t N>
std::array<double, N> nearestDirection(const std::array<double, N>& v) {
  std::size_t largest = 0;
  for (std::size_t i = 1; i < N; ++i) {
    if (std::abs(v[i]) > std::abs(v[largest])) largest = i;
  }
  std::array<double, N> best{};
  double best_cos2 = -1.0;
  for (std::uint32_t code = kFirstTopCode; code <= kLastCode; ++code) {
    const double scale = decodeF8a(static_cast<std::uint8_t>(code)) / std::abs(v[largest]);
    std::array<std::array<double, 2>, N> around;
    for (std::size_t i = 0; i < N; ++i) {
      around[i] = i == largest ? std::array<double, 2>{scale * std::abs(v[i]), 0.0}
                               : neighbours(scale * std::abs(v[i]));
    }
    around[largest][0] = decodeF8a(static_cast<std::uint8_t>(code));
    for (unsigned choice = 0; choice < (1u << N); ++choice) {
      if ((choice >> largest & 1u) != 0) continue;
      double dot = 0.0;
      double length2 = 0.0;
      for (std::size_t i = 0; i < N; ++i) {
        const double x = around[i][choice >> i & 1u];
        dot += x * std::abs(v[i]);
        length2 += x * x;
      }
      const double cos2 = dot * dot / length2;
      if (cos2 <= best_cos2) continue;
      best_cos2 = cos2;
      for (std::size_t i = 0; i < N; ++i)
        best[i] = around[i][choice >> i & 1u];
    }
  }
  for (std::size_t i = 0; i < N; ++i)
    best[i] = best[i] == 0.0 ? 0.0 : std::copysign(best[i], v[i]);
  return best;
}

RotationCode codeOf(const std::array<double, 4>& c) {
  RotationCode out;
  out.stored = glm::dquat(c[3], c[0], c[1], c[2]);
  // Four bytes of ones would be read as the identity.
  const bool all_ones =
      std::all_of(c.begin(), c.end(), [](double x) { return x == decodeF8a(0xFF); });
  if (all_ones) out.stored = -out.stored;
  out.value = glm::normalize(out.stored);
  return out;
}

double shareError(const WeightSlots& slots, const std::array<double, 4>& shares) {
  double sum = 0.0;
  std::array<double, 4> got{};
  for (std::size_t s = 0; s < 4; ++s) {
    sum += slots.weights[s];
    got[slots.share[s]] += slots.weights[s];
  }
  double error = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double d = (sum > 0.0 ? got[i] / sum : 0.0) - shares[i];
    error += d * d;
  }
  return error;
}

/// Two codes that add up to `value` as nearly as can be.
std::array<double, 2> pairFor(double value) {
  std::array<double, 2> best{0.0, 0.0};
  double best_error = 1e300;
  double first = neighbours(value)[0];
  for (int down = 0; down < 3; ++down) {
    for (const double second : neighbours(std::max(0.0, value - first))) {
      const double error = std::abs(first + second - value);
      if (error >= best_error) continue;
      best_error = error;
      best = {first, second};
    }
    const std::uint8_t code = encodeF8a(first).value_or(0);
    if (code == 0) break;
    first = decodeF8a(static_cast<std::uint8_t>(code - 1));
  }
  return best;
}

}  // namespace

RotationCode nearestRotationCode(const glm::dquat& rotation) {
  return codeOf(nearestDirection<4>({rotation.x, rotation.y, rotation.z, rotation.w}));
}

RotationCode plainRotationCode(const glm::dquat& rotation) {
  const auto word = encodeRotation(rotation);
  if (!word) return {};
  return {rotation, decodeRotation(*word)};
}

glm::dvec3 nearestNormalCode(const glm::dvec3& normal) {
  const double length = glm::length(normal);
  if (!(length > 0.0)) return glm::dvec3(0.0);
  const glm::dvec3 n = normal / length;
  const std::array<double, 3> c = nearestDirection<3>({n.x, n.y, n.z});
  return {c[0], c[1], c[2]};
}

std::array<double, 4> nearestWeightCodes(const std::array<double, 4>& shares) {
  constexpr double kSumSlack = 1.0 / 16.0;
  constexpr int kSteps = 24;  // lengths tried: every one at which some code changes is near one
  std::array<double, 4> best{};
  double best_error = 1e300;
  for (int step = -kSteps; step <= kSteps; ++step) {
    const double length = 1.0 + kSumSlack * step / kSteps;
    std::array<std::array<double, 2>, 4> around;
    for (std::size_t i = 0; i < 4; ++i)
      around[i] = neighbours(std::max(0.0, shares[i]) * length);
    for (unsigned choice = 0; choice < 16; ++choice) {
      double sum = 0.0;
      for (std::size_t i = 0; i < 4; ++i)
        sum += around[i][choice >> i & 1u];
      if (std::abs(sum - 1.0) > kSumSlack) continue;
      double error = 0.0;
      for (std::size_t i = 0; i < 4; ++i) {
        const double d = around[i][choice >> i & 1u] / sum - shares[i];
        error += d * d;
      }
      if (error >= best_error) continue;
      best_error = error;
      for (std::size_t i = 0; i < 4; ++i)
        best[i] = around[i][choice >> i & 1u];
    }
  }
  return best;
}

WeightSlots nearestWeightSlots(const std::array<double, 4>& shares) {
  constexpr int kSteps = 16;
  constexpr double kSumSlack = 1.0 / 16.0;
  WeightSlots best{{0, 1, 2, 3}, nearestWeightCodes(shares)};
  double best_error = shareError(best, shares);
  std::array<std::uint32_t, 4> used{};
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    if (best.weights[i] > 0.0) used[count++] = i;
  }
  if (count == 0 || count == 4) return best;
  for (int step = -kSteps; step <= kSteps; ++step) {
    const double length = 1.0 + kSumSlack * step / kSteps;
    // With three shares each in turn gets the free slot.
    for (std::uint32_t turn = 0; turn < (count == 3 ? 3u : 1u); ++turn) {
      WeightSlots slots;
      std::size_t slot = 0;
      double sum = 0.0;
      for (std::uint32_t u = 0; u < count; ++u) {
        const double wanted = length * shares[used[u]];
        const bool two = count < 3 || u == turn;
        const double one = decodeF8a(encodeF8a(wanted).value_or(0));
        const std::array<double, 2> pair = two ? pairFor(wanted) : std::array<double, 2>{one, 0.0};
        for (const double weight : pair) {
          if (weight == 0.0) continue;
          slots.share[slot] = used[u];
          slots.weights[slot++] = weight;
          sum += weight;
        }
      }
      const double error = shareError(slots, shares);
      if (std::abs(sum - 1.0) > kSumSlack || error >= best_error) continue;
      best_error = error;
      best = slots;
    }
  }
  return best;
}

}  // namespace sinew::convert
