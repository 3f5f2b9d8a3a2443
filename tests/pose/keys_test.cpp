#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "format/pose/pose.h"
#include "tests/pose/builders.h"

namespace sinew::pose {
namespace {

using test::aboutZ;
using test::BoneKeys;
using test::oneBone;

/// Angle about Z in degrees of bone 0 at a frame.
double angleAt(const Model& model, double frame, LoopMode mode = LoopMode::File) {
  const ExactPose pose = evaluateExact(model, 0, resolveFrame(model.clips[0], frame, mode), mode);
  return std::atan2(pose.bones[0].m[4], pose.bones[0].m[0]) * 180.0 / 3.14159265358979323846;
}

double xAt(const Model& model, double frame, LoopMode mode = LoopMode::File) {
  return evaluateExact(model, 0, resolveFrame(model.clips[0], frame, mode), mode).bones[0].m[3];
}

constexpr double kAngleError = 1e-5;

TEST(Keys, HalfWayLiesBetweenTheKeys) {
  const Model model = oneBone(10, false, {0, {{0, aboutZ(10)}, {4, aboutZ(31)}}, {}, {}});
  EXPECT_NEAR(angleAt(model, 0), 10, kAngleError);
  EXPECT_NEAR(angleAt(model, 4), 31, kAngleError);
  EXPECT_NEAR(angleAt(model, 2), 20.5, kAngleError);  // nlerp is symmetric: the middle is the mean
}

TEST(Keys, RotationsAreNlerpedNotSlerped) {
  const Model model = oneBone(10, false, {0, {{0, aboutZ(0)}, {4, aboutZ(120)}}, {}, {}});
  // A quarter of the way from half-angle 0 to 60 degrees: z = sin60/4 = 0.2165064, w = 3/4 +
  // cos60/4 = 0.875; atan2(0.2165064, 0.875) = 13.897886 degrees, so the rotation is 27.795773
  // (slerp: 30).
  EXPECT_NEAR(angleAt(model, 1), 27.795773, 1e-4);
}

TEST(Keys, OppositeSignsTakeTheShortWay) {
  const Model model = oneBone(10, false, {0, {{0, aboutZ(10)}, {4, -aboutZ(31)}}, {}, {}});
  EXPECT_NEAR(angleAt(model, 2), 20.5, kAngleError);  // the long way gives 20.5 + 180
  EXPECT_NEAR(angleAt(model, 4), 31, kAngleError);
}

TEST(Keys, OppositeSignsAtTheSeamTakeTheShortWay) {
  const Model model = oneBone(4, true, {0, {{0, aboutZ(10)}, {2, -aboutZ(31)}}, {}, {}});
  EXPECT_NEAR(angleAt(model, 3), 20.5, kAngleError);
  EXPECT_NEAR(angleAt(model, 3.5), 15.25, 0.05);
}

TEST(Keys, AnglesOver180DegreesGoTheOtherWay) {
  // 0 and 200 degrees: half angles 0 and 100, dot = cos 100 < 0. The short way goes to -160.
  const Model model = oneBone(10, false, {0, {{0, aboutZ(0)}, {2, aboutZ(200)}}, {}, {}});
  EXPECT_NEAR(angleAt(model, 1), -80, kAngleError);
}

TEST(Keys, ADotProductOfZeroDoesNotFlip) {
  // Identity and half a turn about Z either way round: dot = 0 exactly, so the stored sign decides.
  const glm::quat turn(0.0f, 0.0f, 0.0f, 1.0f);
  const Model up = oneBone(10, false, {0, {{0, aboutZ(0)}, {2, turn}}, {}, {}});
  EXPECT_NEAR(angleAt(up, 1), 90, kAngleError);
  const Model down = oneBone(10, false, {0, {{0, aboutZ(0)}, {2, -turn}}, {}, {}});
  EXPECT_NEAR(angleAt(down, 1), -90, kAngleError);
}

TEST(Keys, HalfTurnsAreContinuousInTheLastBit) {
  // One unit in the last place either side of a dot product of 0: w = +-2^-24.
  const float ulp = std::ldexp(1.0f, -24);
  for (const float w : {-ulp, 0.0f, ulp}) {
    const glm::quat turn(w, 0.0f, 0.0f, 1.0f);
    const Model model = oneBone(10, false, {0, {{0, aboutZ(0)}, {2, turn}}, {}, {}});
    EXPECT_NEAR(angleAt(model, 1), 90, 1e-4) << w;
    EXPECT_NEAR(std::abs(angleAt(model, 2 - 1e-9)), 180, 1e-4) << w;
  }
}

TEST(Keys, AClearlyNegativeDotProductFlips) {
  // dot = -1e-4: the turn of 180.01 degrees goes the other way, through about -90.
  const glm::quat turn = glm::normalize(glm::quat(-1e-4f, 0.0f, 0.0f, 1.0f));
  const Model model = oneBone(10, false, {0, {{0, aboutZ(0)}, {2, turn}}, {}, {}});
  EXPECT_NEAR(angleAt(model, 1), -90, 0.01);
}

TEST(Keys, NegatedKeysStandStill) {
  // dot = -1, and one unit in the last place off it.
  const float below_one = std::nextafter(1.0f, 0.0f);
  for (const float w : {-1.0f, -below_one}) {
    const Model model =
        oneBone(10, false, {0, {{0, aboutZ(0)}, {2, glm::quat(w, 0.0f, 0.0f, 0.0f)}}, {}, {}});
    for (const double frame : {0.0, 0.5, 1.0, 1.999, 2.0}) {
      EXPECT_NEAR(angleAt(model, frame), 0, kAngleError);
    }
  }
}

TEST(Keys, TheSeamBlendsLastIntoFirst) {
  // Keys 0 at frame 1 and 8 at frame 3 of a loop of 6: from 3 on, four frames lead back to 1.
  const Model model =
      oneBone(6, true, {0, {}, {{1, glm::vec3(0, 0, 0)}, {3, glm::vec3(8, 0, 0)}}, {}});
  EXPECT_DOUBLE_EQ(xAt(model, 3), 8);
  EXPECT_DOUBLE_EQ(xAt(model, 4), 6);
  EXPECT_DOUBLE_EQ(xAt(model, 5.5), 3);
  EXPECT_DOUBLE_EQ(xAt(model, 0), 2);
  EXPECT_DOUBLE_EQ(xAt(model, 0.5), 1);
  EXPECT_DOUBLE_EQ(xAt(model, -0.5), 3);
  EXPECT_DOUBLE_EQ(xAt(model, 2), 4);
}

TEST(Keys, ALoopHasNoPauseAtItsSeam) {
  // Four frames, the last not equal to the first: one round takes 4 frames, and frame 3.5 is
  // half-way home.
  const Model model = oneBone(4, true,
                              {0,
                               {},
                               {{0, glm::vec3(0, 0, 0)},
                                {1, glm::vec3(1, 0, 0)},
                                {2, glm::vec3(2, 0, 0)},
                                {3, glm::vec3(3, 0, 0)}},
                               {}});
  EXPECT_DOUBLE_EQ(xAt(model, 3.5), 1.5);
  EXPECT_DOUBLE_EQ(xAt(model, 4.25), 0.25);
  EXPECT_DOUBLE_EQ(model.clips[0].duration_s(), 0.4);  // 4 frames at 10 a second
  // The same data without the loop: holds frame 3, no blend toward frame 0.
  EXPECT_DOUBLE_EQ(xAt(model, 3.5, LoopMode::Off), 3);
  EXPECT_DOUBLE_EQ(xAt(model, 100, LoopMode::Off), 3);
}

TEST(Keys, WithoutLoopTheNearestKeyHolds) {
  const Model model =
      oneBone(8, false, {0, {}, {{2, glm::vec3(4, 0, 0)}, {5, glm::vec3(10, 0, 0)}}, {}});
  EXPECT_DOUBLE_EQ(xAt(model, 0), 4);
  EXPECT_DOUBLE_EQ(xAt(model, 1.75), 4);
  EXPECT_DOUBLE_EQ(xAt(model, 3), 6);
  EXPECT_DOUBLE_EQ(xAt(model, 5.5), 10);
  EXPECT_DOUBLE_EQ(xAt(model, 7), 10);
}

TEST(Keys, OneKeyIsConstant) {
  for (const bool loop : {false, true}) {
    const Model model = oneBone(8, loop, {0, {}, {{3, glm::vec3(5, 0, 0)}}, {}});
    for (const double frame : {0.0, 2.5, 3.0, 7.5})
      EXPECT_DOUBLE_EQ(xAt(model, frame), 5);
  }
}

TEST(Keys, ChannelsAreIndependent) {
  const Model model = oneBone(8, false,
                              {0,
                               {{1, aboutZ(0)}, {3, aboutZ(90)}},
                               {{0, glm::vec3(0)}, {4, glm::vec3(8, 0, 0)}},
                               {{2, glm::vec3(1)}, {6, glm::vec3(3)}}});
  // Frame 2: half of the turn, half of the way, scale still 1.
  EXPECT_NEAR(angleAt(model, 2), 45, kAngleError);
  EXPECT_DOUBLE_EQ(xAt(model, 2), 4);
  // Frame 4: turned by 90 and twice as large: the x axis maps to (0, 2, 0).
  const ExactPose pose = evaluateExact(model, 0, 4);
  EXPECT_NEAR(pose.bones[0].m[0], 0, 1e-6);
  EXPECT_NEAR(pose.bones[0].m[4], 2, 1e-6);
}

TEST(Keys, MissingChannelsAndBonesKeepTheirRest) {
  Model model;
  Transform rest;
  rest.translation = {1, 2, 3};
  rest.rotation = glm::dquat(aboutZ(90));
  rest.scale = {2, 2, 2};
  test::addBone(model, kNone, rest);
  test::addBone(model, kNone, rest);
  test::finish(model);
  model.clips.push_back(
      test::makeClip(4, true, {{1, {}, {{0, glm::vec3(7, 0, 0)}, {2, glm::vec3(9, 0, 0)}}, {}}}));
  const ExactPose pose = evaluateExact(model, 0, 1);
  // Rest: x -> (0, 2, 0), y -> (-2, 0, 0).
  const std::array<double, 12> kept{0, -2, 0, 1, 2, 0, 0, 2, 0, 0, 2, 3};
  const std::array<double, 12> moved{0, -2, 0, 8, 2, 0, 0, 0, 0, 0, 2, 0};
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_NEAR(pose.bones[0].m[i], kept[i], 1e-6) << i;
    EXPECT_NEAR(pose.bones[1].m[i], moved[i], 1e-6) << i;
  }
}

TEST(Keys, LongGapsAreBridged) {
  // 255 frames with keys 200 apart, as runs of skip records make them: 50 of 200 frames is a
  // quarter.
  const Model model =
      oneBone(255, false, {0, {}, {{40, glm::vec3(0)}, {240, glm::vec3(100, 0, 0)}}, {}});
  EXPECT_DOUBLE_EQ(xAt(model, 90), 25);
  EXPECT_DOUBLE_EQ(xAt(model, 254), 100);
}

TEST(Keys, FineFramesAreSampledBetweenKeys) {
  Model model;
  test::addBone(model, kNone);
  test::finish(model);
  model.clips.push_back(test::makeClip(
      4, false, {{0, {}, {{0.25f, glm::vec3(1, 0, 0)}, {0.75f, glm::vec3(3, 0, 0)}}, {}}}, true));
  EXPECT_DOUBLE_EQ(xAt(model, 0.1), 1);
  EXPECT_DOUBLE_EQ(xAt(model, 0.5), 2);
  EXPECT_DOUBLE_EQ(xAt(model, 0.75), 3);
  EXPECT_DOUBLE_EQ(xAt(model, 3), 3);
}

TEST(Keys, StepsHoldTheKeyBefore) {
  Model model = oneBone(6, true, {0, {}, {{1, glm::vec3(1, 0, 0)}, {3, glm::vec3(3, 0, 0)}}, {}});
  model.clips[0].interpolation = Interpolation::Step;
  EXPECT_DOUBLE_EQ(xAt(model, 1), 1);
  EXPECT_DOUBLE_EQ(xAt(model, 2.99), 1);
  EXPECT_DOUBLE_EQ(xAt(model, 3), 3);
  EXPECT_DOUBLE_EQ(xAt(model, 5.9), 3);
  EXPECT_DOUBLE_EQ(xAt(model, 0.5), 3);                 // looping: the last key still holds
  EXPECT_DOUBLE_EQ(xAt(model, 0.5, LoopMode::Off), 1);  // else the nearest one
}

TEST(Keys, EmptyClipsShowTheRestPose) {
  Model model = oneBone(0, true, {0, {}, {{0, glm::vec3(5, 0, 0)}}, {}});
  EXPECT_DOUBLE_EQ(xAt(model, 3), 0);
  model.clips[0].frame_count = 4;
  model.clips[0].keys = nullptr;
  EXPECT_DOUBLE_EQ(xAt(model, 3), 0);
}

TEST(Keys, OneFrameClipsHoldIt) {
  for (const bool loop : {false, true}) {
    const Model model = oneBone(1, loop, {0, {}, {{0, glm::vec3(5, 0, 0)}}, {}});
    for (const double frame : {-1.0, 0.0, 0.5, 12.0})
      EXPECT_DOUBLE_EQ(xAt(model, frame), 5);
  }
}

}  // namespace
}  // namespace sinew::pose
