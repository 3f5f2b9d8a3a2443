// Mixes of clips: values by hand, and the fast path against the exact one.

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "format/pose/pose.h"
#include "tests/pose/builders.h"

namespace sinew::pose {
namespace {

using test::aboutZ;
using test::BoneKeys;
using test::makeClip;

/// One bone, resting at x = 1, and a clip for each given set of keys on it.
Model withClips(const std::vector<BoneKeys>& clips) {
  Model model;
  Transform rest;
  rest.translation = {1, 0, 0};
  test::addBone(model, kNone, rest);
  test::finish(model);
  for (const BoneKeys& keys : clips)
    model.clips.push_back(makeClip(10, true, {keys}));
  return model;
}

BoneKeys turnedBy(double degrees, float sign = 1.0f) {
  BoneKeys keys;
  keys.rotations = {{0.0f, aboutZ(degrees) * sign}};
  return keys;
}

/// Both paths, which must agree; the fast one's matrix.
Mat34f posed(const Model& model, const std::vector<MixPart>& parts) {
  Poser poser(model);
  poser.evaluateMix(parts);
  const Mat34f out = poser.boneMatrices()[0];
  const ExactPose exact = evaluateExact(model, parts);
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_NEAR(double{out.m[i]}, exact.bones[0].m[i], 1e-5) << i;
  return out;
}

double angleOf(const Mat34f& m) {
  return std::atan2(double{m.m[4]}, double{m.m[0]}) * 180.0 / 3.14159265358979323846;
}

TEST(Mix, TranslationsAndScalesMixLinearly) {
  BoneKeys a;
  a.translations = {{0.0f, {2, 0, 0}}};
  a.scales = {{0.0f, {1, 2, 1}}};
  BoneKeys b;
  b.translations = {{0.0f, {6, 8, 0}}};
  b.scales = {{0.0f, {3, 1, 1}}};
  const Mat34f m = posed(withClips({a, b}), {{0, 0.0, 0.75f}, {1, 0.0, 0.25f}});
  EXPECT_NEAR(m.m[3], 3.0f, 1e-6f);   // 2 * 3/4 + 6 / 4
  EXPECT_NEAR(m.m[7], 2.0f, 1e-6f);   // 8 / 4
  EXPECT_NEAR(m.m[0], 1.5f, 1e-6f);   // (3 + 3) / 4
  EXPECT_NEAR(m.m[5], 1.75f, 1e-6f);  // (6 + 1) / 4
}

TEST(Mix, RotationsMixByNlerp) {
  const Model model = withClips({turnedBy(0), turnedBy(90)});
  EXPECT_NEAR(angleOf(posed(model, {{0, 0.0, 0.5f}, {1, 0.0, 0.5f}})), 45.0, 1e-4);
  // A quarter of the chord from (0, 1) to (sin 45, cos 45):
  const double half = std::atan2(0.25 * std::sqrt(0.5), 0.75 + 0.25 * std::sqrt(0.5));
  EXPECT_NEAR(angleOf(posed(model, {{0, 0.0, 0.75f}, {1, 0.0, 0.25f}})),
              2.0 * half * 180.0 / 3.14159265358979323846, 1e-4);
}

// Scenario 1: the second clip's rotation is stored with the other sign.
TEST(Mix, OppositeSignsTakeTheShortWay) {
  for (const float sign : {1.0f, -1.0f}) {
    const Model model = withClips({turnedBy(10), turnedBy(31, sign)});
    EXPECT_NEAR(angleOf(posed(model, {{0, 0.0, 0.5f}, {1, 0.0, 0.5f}})), 20.5, 1e-4) << sign;
    EXPECT_NEAR(angleOf(posed(model, {{1, 0.0, 0.5f}, {0, 0.0, 0.5f}})), 20.5, 1e-4) << sign;
  }
  const Model three = withClips({turnedBy(10), turnedBy(31, -1.0f), turnedBy(-11)});
  EXPECT_NEAR(angleOf(posed(three, {{0, 0.0, 0.5f}, {1, 0.0, 0.25f}, {2, 0.0, 0.25f}})), 10.0,
              1e-4);
}

// Scenario 2: half a turn apart the mix stays finite, whatever the last bit says.
TEST(Mix, HalfTurnsStayFiniteAndContinuous) {
  double first = 0.0;
  for (const double degrees : {180.0, 180.0 - 1e-5, 180.0 + 1e-5}) {
    const Model model = withClips({turnedBy(0), turnedBy(degrees)});
    const double angle = angleOf(posed(model, {{0, 0.0, 0.5f}, {1, 0.0, 0.5f}}));
    if (degrees == 180.0) first = angle;
    EXPECT_NEAR(std::abs(angle), 90.0, 1e-3);
    EXPECT_NEAR(angle, first, 1e-3) << degrees;
  }
}

TEST(Mix, ChannelsThatAClipLacksCountAtRest) {
  BoneKeys moved;
  moved.translations = {{0.0f, {5, 0, 0}}};
  const Model model = withClips({moved, turnedBy(90)});
  // The second clip has no translation: (5 + 1) / 2. The first has no rotation: half of 90 degrees.
  const Mat34f m = posed(model, {{0, 0.0, 0.5f}, {1, 0.0, 0.5f}});
  EXPECT_NEAR(m.m[3], 3.0f, 1e-6f);
  EXPECT_NEAR(angleOf(m), 45.0, 1e-4);
  // The rest pose is a part like any other.
  EXPECT_NEAR(posed(model, {{std::nullopt, 0.0, 0.75f}, {0, 0.0, 0.25f}}).m[3], 2.0f, 1e-6f);
}

TEST(Mix, EachPartHasAFrameOfItsOwn) {
  BoneKeys keys;
  keys.translations = {{0.0f, {0, 0, 0}}, {8.0f, {8, 0, 0}}};
  const Model model = withClips({keys, keys});
  EXPECT_NEAR(posed(model, {{0, 2.0, 0.5f}, {1, 6.0, 0.5f}}).m[3], 4.0f, 1e-6f);
  EXPECT_NEAR(posed(model, {{0, 2.0, 0.5f}, {0, 6.0, 0.5f}}).m[3], 4.0f, 1e-6f);
  EXPECT_NEAR(posed(model, {{0, 12.0, 0.5f}, {1, -4.0, 0.5f}}).m[3], 4.0f, 1e-6f);  // wrapped
}

TEST(Mix, WeightsAreDividedByTheirSum) {
  BoneKeys a;
  a.translations = {{0.0f, {2, 0, 0}}};
  BoneKeys b;
  b.translations = {{0.0f, {6, 0, 0}}};
  const Model model = withClips({a, b});
  EXPECT_NEAR(posed(model, {{0, 0.0, 3.0f}, {1, 0.0, 1.0f}}).m[3], 3.0f, 1e-6f);
  EXPECT_NEAR(posed(model, {{0, 0.0, 0.0f}, {1, 0.0, 0.2f}}).m[3], 6.0f, 1e-6f);
  // Nothing that counts: the first part; nothing at all: the rest pose.
  EXPECT_NEAR(posed(model, {{0, 0.0, 0.0f}, {1, 0.0, -1.0f}}).m[3], 2.0f, 1e-6f);
  EXPECT_NEAR(posed(model, {}).m[3], 1.0f, 1e-6f);
  EXPECT_NEAR(posed(model, {{7, 0.0, 0.5f}, {0, 0.0, 0.5f}}).m[3], 1.5f, 1e-6f) << "no such clip";
}

// Scenario 5: what was shown before leaves no trace.
TEST(Mix, OnePartIsTheClipAloneWhateverCameBefore) {
  test::RandomModel random(7);
  const Model model = random.make(20, 16, {});
  Poser fresh(model);
  fresh.setClip(1);
  fresh.evaluate(3.25);
  Poser used(model);
  used.evaluateMix(std::array{MixPart{0, 5.5, 1.0f}});
  used.evaluateMix(std::array{MixPart{0, 5.5, 0.5f}, MixPart{1, 2.0, 0.5f}});
  used.evaluateMix(std::array{MixPart{1, 3.25, 1.0f}, MixPart{0, 9.0, 0.0f}});
  for (std::size_t b = 0; b < 20; ++b)
    EXPECT_EQ(used.boneMatrices()[b], fresh.boneMatrices()[b]) << b;
}

TEST(Mix, BothPathsAgreeOnRandomModels) {
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    test::RandomKind kind;
    kind.any_inheritance = seed % 2 == 0;
    kind.parents_later = seed % 3 == 0;
    kind.fine_frames = seed % 5 == 0;
    test::RandomModel random(seed);
    const Model model = random.make(15, 12, kind);
    Poser poser(model);
    for (int round = 0; round < 20; ++round) {
      const std::array parts{
          MixPart{0, random.number(-20, 40), static_cast<float>(random.number(0.1, 1))},
          MixPart{1, random.number(-20, 40), static_cast<float>(random.number(0.1, 1))},
          MixPart{std::nullopt, 0.0, static_cast<float>(random.number(0, 0.3))}};
      const LoopMode mode = static_cast<LoopMode>(random.below(3));
      poser.evaluateMix(parts, mode);
      const ExactPose exact = evaluateExact(model, parts, mode);
      for (std::size_t i = 0; i < exact.influences.size(); ++i) {
        for (std::size_t c = 0; c < 12; ++c) {
          const double value = exact.influences[i].m[c];
          EXPECT_NEAR(double{poser.influenceMatrices()[i].m[c]}, value,
                      2e-3 * std::max(1.0, std::abs(value)))
              << seed << " " << i;
        }
      }
    }
  }
}

TEST(Mix, MoreClipsThanAreKept) {
  std::vector<BoneKeys> clips;
  for (int i = 0; i < 20; ++i) {
    BoneKeys keys;
    keys.translations = {{0.0f, {static_cast<float>(i), 0, 0}}};
    clips.push_back(keys);
  }
  const Model model = withClips(clips);
  Poser poser(model);
  for (std::uint32_t i = 0; i + 1 < 20; ++i) {
    poser.evaluateMix(std::array{MixPart{i, 0.0, 0.5f}, MixPart{i + 1, 0.0, 0.5f}});
    EXPECT_NEAR(poser.boneMatrices()[0].m[3], static_cast<float>(i) + 0.5f, 1e-5f);
  }
  std::vector<MixPart> all;
  for (std::uint32_t i = 0; i < 20; ++i)
    all.push_back({i, 0.0, 1.0f});
  poser.evaluateMix(all);  // the first eight count: (0 + … + 7) / 8
  EXPECT_NEAR(poser.boneMatrices()[0].m[3], 3.5f, 1e-5f);
}

}  // namespace
}  // namespace sinew::pose
