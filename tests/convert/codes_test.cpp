// The searches for F8A codes: what they store is storable, and nearer than rounding.

#include "format/convert/codes.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "format/convert/affine.h"
#include "format/quantize.h"

namespace sinew::convert {
namespace {

constexpr double kDegrees = 57.29577951308232;

bool isCode(double value) {
  const auto code = encodeF8a(value);
  return code && decodeF8a(*code) == value;
}

/// Evenly spread over all rotations: four normal numbers, normalised.
std::vector<glm::dquat> randomRotations(int count) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  std::vector<glm::dquat> out;
  for (int i = 0; i < count; ++i) {
    const double x = normal(engine);
    const double y = normal(engine);
    const double z = normal(engine);
    const double w = normal(engine);
    out.push_back(glm::normalize(glm::dquat(w, x, y, z)));
  }
  return out;
}

TEST(RotationCodes, AreAtMostHalfAsFarOffAsPlainRounding) {
  double found = 0.0;
  double plain = 0.0;
  for (const glm::dquat& q : randomRotations(20000)) {
    const double a = angleBetween(nearestRotationCode(q).value, q);
    const double b = angleBetween(plainRotationCode(q).value, q);
    found += a * a;
    plain += b * b;
    EXPECT_LE(a, b + 1e-9);
  }
  EXPECT_LE(std::sqrt(found), 0.5 * std::sqrt(plain));
}

TEST(RotationCodes, AreAtMostHalfAsFarOffForSmallTurnsToo) {
  // What clips mostly hold: turns of up to 30 degrees from the base.
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> angle(0.0, 30.0 / kDegrees);
  double found = 0.0;
  double plain = 0.0;
  for (const glm::dquat& axis : randomRotations(20000)) {
    const glm::dvec3 n = glm::normalize(glm::dvec3(axis.x, axis.y, axis.z));
    const glm::dquat q = glm::angleAxis(angle(engine), n);
    const double a = angleBetween(nearestRotationCode(q).value, q);
    const double b = angleBetween(plainRotationCode(q).value, q);
    found += a * a;
    plain += b * b;
  }
  EXPECT_LE(std::sqrt(found), 0.5 * std::sqrt(plain));
}

TEST(RotationCodes, SurviveTheFile) {
  for (const glm::dquat& q : randomRotations(2000)) {
    const RotationCode code = nearestRotationCode(q);
    for (const double c : {code.stored.x, code.stored.y, code.stored.z, code.stored.w})
      EXPECT_TRUE(isCode(c)) << c;
    const auto word = encodeRotation(code.stored);
    ASSERT_TRUE(word);
    EXPECT_LT(angleBetween(decodeRotation(*word), code.value), 1e-7);
  }
}

TEST(RotationCodes, OfExactRotationsAreExact) {
  const double half = std::sqrt(0.5);
  for (const glm::dquat& q :
       {glm::dquat(1, 0, 0, 0), glm::dquat(0, 1, 0, 0), glm::dquat(half, 0, half, 0),
        glm::dquat(-half, 0, 0, half), glm::dquat(0.5, 0.5, -0.5, 0.5),
        glm::dquat(-0.5, -0.5, -0.5, -0.5)}) {
    EXPECT_LT(angleBetween(nearestRotationCode(q).value, q), 1e-7);
    EXPECT_TRUE(encodeRotation(nearestRotationCode(q).stored)) << "the word of all ones";
  }
}

TEST(NormalCodes, AreNeverFartherThanRounding) {
  double worst = 0.0;
  for (const glm::dquat& q : randomRotations(5000)) {
    const glm::dvec3 n = glm::normalize(glm::dvec3(q.x, q.y, q.z));
    const glm::dvec3 code = nearestNormalCode(n);
    const glm::dvec3 plain(decodeF8a(*encodeF8a(n.x)), decodeF8a(*encodeF8a(n.y)),
                           decodeF8a(*encodeF8a(n.z)));
    const double got = std::acos(std::min(1.0, glm::dot(n, glm::normalize(code)))) * kDegrees;
    const double rounded = std::acos(std::min(1.0, glm::dot(n, glm::normalize(plain)))) * kDegrees;
    EXPECT_LE(got, rounded + 1e-6);
    worst = std::max(worst, got);
    EXPECT_TRUE(isCode(code.x) && isCode(code.y) && isCode(code.z));
  }
  EXPECT_LT(worst, 1.0);  // rounding is up to 1.8 degrees off: half a step of 1/32 in two of 0.7
  EXPECT_EQ(nearestNormalCode(glm::dvec3(0.0)), glm::dvec3(0.0));
}

TEST(WeightCodes, KeepSharesAndSum) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  for (int i = 0; i < 3000; ++i) {
    std::array<double, 4> shares{any(engine), any(engine), i % 2 == 0 ? any(engine) : 0.0, 0.0};
    double sum = shares[0] + shares[1] + shares[2];
    for (double& s : shares)
      s /= sum;
    const std::array<double, 4> codes = nearestWeightCodes(shares);
    sum = codes[0] + codes[1] + codes[2] + codes[3];
    EXPECT_NEAR(sum, 1.0, 1.0 / 16.0);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_TRUE(isCode(codes[k]));
      EXPECT_NEAR(codes[k] / sum, shares[k], 1.0 / 64.0);  // half a step of the coarsest octave
    }
  }
}

TEST(WeightCodes, OfStorableSharesAreExact) {
  const std::array<double, 4> codes = nearestWeightCodes({0.5, 0.25, 0.25, 0.0});
  const double sum = codes[0] + codes[1] + codes[2] + codes[3];
  EXPECT_DOUBLE_EQ(codes[0] / sum, 0.5);
  EXPECT_DOUBLE_EQ(codes[1] / sum, 0.25);
  EXPECT_EQ(codes[3], 0.0);
}

}  // namespace
}  // namespace sinew::convert
