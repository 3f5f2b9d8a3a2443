#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "format/pose/pose.h"
#include "tests/pose/builders.h"

namespace sinew::pose {
namespace {

using test::aboutZ;
using test::RandomKind;
using test::RandomModel;

/// 1e-5 relative to the larger of 1 and the largest component, the 3x3 part and the translation
/// apart.
void expectMatrix(const Mat34f& found, const Mat34d& expected, const std::string& where) {
  double largest_axis = 1.0;
  double largest_origin = 1.0;
  for (std::size_t i = 0; i < 12; ++i) {
    double& largest = i % 4 == 3 ? largest_origin : largest_axis;
    largest = std::max(largest, std::abs(expected.m[i]));
  }
  for (std::size_t i = 0; i < 12; ++i) {
    const double limit = 1e-5 * (i % 4 == 3 ? largest_origin : largest_axis);
    ASSERT_NEAR(static_cast<double>(found.m[i]), expected.m[i], limit) << where << " [" << i << "]";
  }
}

void expectPose(const Poser& poser, const ExactPose& exact, const std::string& where) {
  ASSERT_EQ(poser.boneMatrices().size(), exact.bones.size());
  ASSERT_EQ(poser.influenceMatrices().size(), exact.influences.size());
  for (std::size_t i = 0; i < exact.bones.size(); ++i) {
    expectMatrix(poser.boneMatrices()[i], exact.bones[i], where + " bone " + std::to_string(i));
  }
  for (std::size_t i = 0; i < exact.influences.size(); ++i) {
    expectMatrix(poser.influenceMatrices()[i], exact.influences[i],
                 where + " influence " + std::to_string(i));
  }
}

/// Frames that walk forward, backward, jump, and stand on keys.
std::vector<double> walk(RandomModel& random, double frame_count) {
  std::vector<double> frames;
  for (double f = 0.0; f < frame_count * 2; f += 0.37)
    frames.push_back(f);
  for (double f = frame_count; f > -frame_count; f -= 0.83)
    frames.push_back(f);
  for (int i = 0; i < 60; ++i)
    frames.push_back(random.number(-50.0, 500.0));
  for (double f = 0.0; f <= frame_count; f += 1.0)
    frames.push_back(f);
  for (double f = 1.0; f < frame_count; f += 1.0) {
    frames.push_back(std::nextafter(f, 0.0));
    frames.push_back(std::nextafter(f, frame_count));
  }
  return frames;
}

void compareEverywhere(std::uint32_t seed, const RandomKind& kind, std::size_t expand_limit) {
  RandomModel random(seed);
  const Model model =
      random.make(2 + random.below(30), 2 + static_cast<int>(random.below(40)), kind);
  Poser poser(model);
  for (std::uint32_t clip = 0; clip < model.clips.size(); ++clip) {
    poser.setClip(clip, expand_limit);
    for (const LoopMode mode : {LoopMode::File, LoopMode::On, LoopMode::Off}) {
      for (const double frame : walk(random, model.clips[clip].frame_count)) {
        poser.evaluate(frame, mode);
        const double shown = resolveFrame(model.clips[clip], frame, mode);
        expectPose(poser, evaluateExact(model, clip, shown, mode),
                   "seed " + std::to_string(seed) + " clip " + std::to_string(clip) + " frame " +
                       std::to_string(frame));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

constexpr std::size_t kExpand = std::size_t{64} << 20;

TEST(Poser, ExpandedClipsAgreeWithTheExactPose) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed)
    compareEverywhere(seed, {}, kExpand);
}

TEST(Poser, CursorsAgreeWithTheExactPose) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed)
    compareEverywhere(seed, {}, 0);
}

TEST(Poser, EveryKindOfModelAgreesWithTheExactPose) {
  for (std::uint32_t seed = 100; seed < 116; ++seed) {
    RandomKind kind;
    kind.any_inheritance = (seed & 1) != 0;
    kind.parents_later = (seed & 2) != 0;
    kind.fine_frames = (seed & 4) != 0;
    kind.steps = (seed & 8) != 0;
    compareEverywhere(seed, kind, kExpand);
    compareEverywhere(seed, kind, 0);
  }
}

TEST(Poser, NlerpBlendsAgreeWithTheExactPose) {
  for (std::uint32_t seed = 200; seed < 206; ++seed) {
    RandomModel random(seed);
    const Model model = random.make(12, 20, {});
    Poser poser(model);
    poser.setClip(0);
    poser.setBlendMode(BlendMode::Nlerp);
    for (double frame = 0.0; frame < 19.0; frame += 0.7) {
      poser.evaluate(frame, LoopMode::On);
      expectPose(poser, evaluateExact(model, 0, frame, LoopMode::On, BlendMode::Nlerp),
                 "seed " + std::to_string(seed));
    }
  }
}

TEST(Poser, TheRestPoseNeedsNoClip) {
  RandomModel random(7);
  const Model model = random.make(20, 10, {});
  Poser poser(model);
  poser.evaluate(3.0);
  expectPose(poser, evaluateExact(model, std::nullopt, 0.0), "fresh");
  poser.setClip(0);
  poser.evaluate(3.0);
  poser.setClip(std::nullopt);
  poser.evaluate(3.0);
  expectPose(poser, evaluateExact(model, std::nullopt, 0.0), "after a clip");
}

TEST(Poser, APoseDoesNotDependOnTheClipBefore) {
  for (std::uint32_t seed = 300; seed < 310; ++seed) {
    RandomModel random(seed);
    const Model model = random.make(25, 16, {});
    for (const std::size_t limit : {kExpand, std::size_t{0}}) {
      Poser alone(model);
      alone.setClip(1, limit);
      alone.evaluate(2.5);
      Poser switched(model);
      switched.setClip(0, limit);
      for (const double frame : {0.0, 3.5, 9.0, 15.5})
        switched.evaluate(frame);
      switched.setClip(1, limit);
      switched.evaluate(7.0);
      switched.evaluate(2.5);
      for (std::size_t b = 0; b < model.skeleton.bones.size(); ++b) {
        EXPECT_EQ(switched.boneMatrices()[b], alone.boneMatrices()[b]) << b;
      }
    }
  }
}

TEST(Poser, ExtremeFramesAreSafe) {
  RandomModel random(8);
  const Model model = random.make(12, 10, {});
  const double inf = std::numeric_limits<double>::infinity();
  for (const std::size_t limit : {kExpand, std::size_t{0}}) {
    Poser poser(model);
    poser.setClip(0, limit);
    for (const double frame :
         {inf, -inf, std::numeric_limits<double>::quiet_NaN(), 1e308, -1e308}) {
      for (const LoopMode mode : {LoopMode::On, LoopMode::Off}) {
        poser.evaluate(frame, mode);
        const double shown = resolveFrame(model.clips[0], frame, mode);
        expectPose(poser, evaluateExact(model, 0, shown, mode), std::to_string(frame));
      }
    }
  }
}

TEST(Poser, ModelsWithoutBonesHaveOneIdentityInfluence) {
  Model model;
  test::finish(model);
  model.clips.push_back(test::makeClip(4, true, {}));
  Poser poser(model);
  poser.setClip(0);
  poser.evaluate(1.5);
  EXPECT_TRUE(poser.boneMatrices().empty());
  ASSERT_EQ(poser.influenceMatrices().size(), 1u);
  EXPECT_EQ(poser.influenceMatrices()[0], Mat34f{});
}

TEST(Poser, ClipsThatDoNotExistAreTheRestPose) {
  RandomModel random(9);
  const Model model = random.make(5, 10, {});
  Poser poser(model);
  poser.setClip(99);
  EXPECT_FALSE(poser.clip().has_value());
  poser.evaluate(3.0);
  expectPose(poser, evaluateExact(model, std::nullopt, 0.0), "no clip");
}

/// Two bones 4 apart and a pseudo-bone of both, three quarters of the first.
Model pair() {
  Model model;
  test::addBone(model, kNone);
  Transform there;
  there.translation = {4, 0, 0};
  test::addBone(model, kNone, there);
  test::finish(model);
  PseudoBone pseudo;
  pseudo.influence = test::addInfluence(model, {0, 1}, {0.75f, 0.25f});
  pseudo.bones = {0, 1, kNone, kNone};
  pseudo.weights = {0.75f, 0.25f, 0, 0};
  model.pseudo_bones.push_back(pseudo);
  return model;
}

float pairX(Poser& poser) {
  poser.evaluate(0.0);
  return poser.influenceMatrices()[2].m[3];
}

TEST(Poser, OverriddenWeightsAreNormalised) {
  const Model model = pair();
  Poser poser(model);
  EXPECT_FLOAT_EQ(pairX(poser), 1.0f);
  poser.overridePseudoBone(0, {0, 1, kNone, kNone}, {0.2f, 0.6f, 0, 0});
  EXPECT_FLOAT_EQ(pairX(poser), 3.0f);  // 0.6 / 0.8 of 4
  poser.overridePseudoBone(0, {1, 0, 1, 77}, {1.0f, 0.0f, 0.0f, 5.0f});
  EXPECT_FLOAT_EQ(pairX(poser), 4.0f);  // weight 0 and a bone that does not exist are unused
  poser.overridePseudoBone(0, {0, 1, kNone, kNone}, {1.5f, -0.5f, 0, 0});
  EXPECT_FLOAT_EQ(pairX(poser), -2.0f);
  poser.clearOverrides();
  EXPECT_FLOAT_EQ(pairX(poser), 1.0f);
}

TEST(Poser, OverridesThatSumToNothingKeepTheStoredWeights) {
  const Model model = pair();
  Poser poser(model);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto& weights :
       {std::array<float, 4>{0, 0, 0, 0}, {0.5f, -0.5f, 0, 0}, {nan, 1.0f, 0, 0}}) {
    poser.overridePseudoBone(0, {0, 1, kNone, kNone}, weights);
    EXPECT_FLOAT_EQ(pairX(poser), 1.0f);
  }
  poser.overridePseudoBone(12, {0, 1, kNone, kNone}, {1, 1, 0, 0});  // no such pseudo-bone
  EXPECT_FLOAT_EQ(pairX(poser), 1.0f);
}

TEST(Poser, SamplingAtAKeyGivesTheKey) {
  RandomModel random(10);
  const Model model = random.make(20, 30, {});
  const ClipKeys& keys = *model.clips[0].keys;
  for (const std::size_t limit : {kExpand, std::size_t{0}}) {
    Poser poser(model);
    poser.setClip(0, limit);
    for (std::size_t t = 0; t + 1 < keys.tracks.size(); ++t) {
      const std::uint32_t bone = keys.tracks[t].bone;
      if (model.skeleton.bones[bone].parent != kNone) continue;
      for (std::uint32_t k = keys.tracks[t].first_translation;
           k < keys.tracks[t + 1].first_translation; ++k) {
        poser.evaluate(static_cast<double>(keys.translations.frame(k)));
        const Mat34f& found = poser.boneMatrices()[bone];
        EXPECT_EQ(found.m[3], keys.translations.values[k].x);
        EXPECT_EQ(found.m[7], keys.translations.values[k].y);
        EXPECT_EQ(found.m[11], keys.translations.values[k].z);
      }
    }
  }
}

}  // namespace
}  // namespace sinew::pose
