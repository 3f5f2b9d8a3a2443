// Transforms of bones in every form, what a bone moves, and mixes of clips in the viewer.

#include "app/bone_facts.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

constexpr double kPi = 3.14159265358979323846;

Mat34d aboutX(double degrees) {
  const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
  return {{1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0}};
}
Mat34d aboutY(double degrees) {
  const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
  return {{c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0}};
}
Mat34d aboutZ(double degrees) {
  const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
  return {{c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0}};
}
Mat34d sized(double x, double y, double z) {
  return {{x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0}};
}

void expectNear(const glm::dvec3& got, const glm::dvec3& expected, double tolerance = 1e-6) {
  EXPECT_NEAR(got.x, expected.x, tolerance);
  EXPECT_NEAR(got.y, expected.y, tolerance);
  EXPECT_NEAR(got.z, expected.z, tolerance);
}

// ---------------------------------------------------------------- forms

TEST(BoneForms, EulerAnglesTurnAboutFixedAxesXYZ) {
  for (const glm::dvec3& angles :
       {glm::dvec3(0, 0, 0), glm::dvec3(30, 0, 0), glm::dvec3(0, -40, 0), glm::dvec3(0, 0, 170),
        glm::dvec3(10, 20, 30), glm::dvec3(-170, 80, -100), glm::dvec3(90, 0, 90)}) {
    const Mat34d m = aboutZ(angles.z) * aboutY(angles.y) * aboutX(angles.x);
    expectNear(eulerDegrees(transformOf(m).rotation), angles, 1e-6);
  }
}

TEST(BoneForms, AtTheirPoleEulerAnglesAreStillTheRotation) {
  for (const double y : {90.0, -90.0}) {
    const Mat34d m = aboutZ(20) * aboutY(y) * aboutX(50);
    const glm::dvec3 angles = eulerDegrees(transformOf(m).rotation);
    EXPECT_NEAR(angles.y, y, 1e-4);
    EXPECT_EQ(angles.z, 0.0);
    const Mat34d again = aboutZ(angles.z) * aboutY(angles.y) * aboutX(angles.x);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_NEAR(again.m[i], m.m[i], 1e-6);
  }
}

TEST(BoneForms, ScalesAndMirrorsComeOutOfTheMatrix) {
  const BoneTransform plain = transformOf(aboutZ(30) * sized(1, 4, 0.5));
  expectNear(plain.scale, {1, 4, 0.5});
  expectNear(eulerDegrees(plain.rotation), {0, 0, 30});
  EXPECT_FALSE(plain.sheared);
  const BoneTransform mirrored = transformOf(aboutZ(30) * sized(-2, 1, 1));
  expectNear(mirrored.scale, {-2, 1, 1});
  expectNear(eulerDegrees(mirrored.rotation), {0, 0, 30});
  const BoneTransform sheared = transformOf(sized(1, 3, 1) * aboutZ(45));
  EXPECT_TRUE(sheared.sheared);
  const BoneTransform flat = transformOf(sized(1, 0, 1));
  EXPECT_TRUE(flat.sheared);
  EXPECT_EQ(flat.rotation, glm::dquat(1, 0, 0, 0));
}

TEST(BoneForms, TextsAreNumbersInBrackets) {
  const BoneTransform t = transformOf({{1, 0, 0, 0.5, 0, 1, 0, -2, 0, 0, 1, 1e-10}});
  EXPECT_EQ(transformText(t, TransformPart::Position), "[0.5, -2, 1e-10]");
  EXPECT_EQ(transformText(t, TransformPart::Rotation), "[0, 0, 0, 1]");
  EXPECT_EQ(transformText(t, TransformPart::Euler), "[0, 0, 0]");
  EXPECT_EQ(transformText(t, TransformPart::Scale), "[1, 1, 1]");
  EXPECT_EQ(transformText(t, TransformPart::Matrix),
            "[[1, 0, 0, 0.5], [0, 1, 0, -2], [0, 0, 1, 1e-10]]");
}

// ---------------------------------------------------------------- of a model

/// character.bmd: hip at (0, 0, 10); arm at (2, 0, 4) from it, turned by 36.87 degrees about Y;
/// hand (0, 0, 6) from the arm. "walk" lifts the hip by 2 at frame 4.
class BoneFactsTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    run("open " + quoteArgument(validFile("character.bmd")));
    run("pause");
  }
  [[nodiscard]] BoneTransform transform(std::uint32_t id, BoneSpace space) {
    viewer().update();
    const auto found = boneTransform(*viewer().scene(), state(), id, space);
    EXPECT_TRUE(found.has_value());
    return found.value_or(BoneTransform{});
  }
  [[nodiscard]] BoneReach reach(std::uint32_t id) {
    viewer().update();
    return boneReach(*viewer().scene(), state(), id);
  }
};

TEST_F(BoneFactsTest, RestLocalAndGlobal) {
  run("clip none");
  for (const BoneSpace space : {BoneSpace::Rest, BoneSpace::Local}) {
    expectNear(transform(2, space).translation, {2, 0, 4});
    expectNear(eulerDegrees(transform(2, space).rotation), {0, 36.8698976, 0}, 1e-4);
  }
  expectNear(transform(2, BoneSpace::Global).translation, {2, 0, 14}, 1e-5);
  // The hand lies 6 along the turned arm's Z: 6 * (0.6, 0, 0.8).
  expectNear(transform(3, BoneSpace::Global).translation, {5.6, 0, 18.8}, 1e-5);
  // Half-way between arm and hand.
  expectNear(transform(4, BoneSpace::Global).translation, {3.8, 0, 16.4}, 1e-5);
  EXPECT_FALSE(boneTransform(*viewer().scene(), state(), 4, BoneSpace::Local).has_value());
  EXPECT_FALSE(boneTransform(*viewer().scene(), state(), 5, BoneSpace::Global).has_value());
}

TEST_F(BoneFactsTest, PosedTransformsFollowTheClock) {
  run("frame 4");
  expectNear(transform(1, BoneSpace::Local).translation, {0, 0, 12}, 1e-5);
  expectNear(transform(1, BoneSpace::Rest).translation, {0, 0, 10}, 1e-5);
  expectNear(transform(1, BoneSpace::Global).translation, {0, 0, 12}, 1e-5);
  run("frame 3");
  // q = q_anim * q_base = (0, 0, -0.249878019, 0.9682773237) * (0, 0.316227766, 0, 0.9486832981).
  const glm::dquat expected(0.9682773237 * 0.9486832981, 0.249878019 * 0.316227766,
                            0.9682773237 * 0.316227766, -0.249878019 * 0.9486832981);
  const glm::dquat q = transform(2, BoneSpace::Local).rotation;
  EXPECT_NEAR(std::abs(glm::dot(q, expected)), 1.0, 1e-9);
}

TEST_F(BoneFactsTest, WhatABoneMoves) {
  // Drawn vertices on bones 0 to 4: 3, 4, 5, 2, 2; "elbow" (4) blends 2 and 3; 0 > 1 > 2 > 3.
  EXPECT_EQ(reach(0).direct, 3u);
  EXPECT_EQ(reach(0).blended, 0u);
  EXPECT_EQ(reach(0).with_below, 16u);
  EXPECT_EQ(reach(1).with_below, 13u);
  EXPECT_EQ(reach(2).direct, 5u);
  EXPECT_EQ(reach(2).blended, 2u);
  EXPECT_EQ(reach(2).with_below, 9u);
  EXPECT_EQ(reach(3).with_below, 4u);
  EXPECT_EQ(reach(4).direct, 2u);
  EXPECT_EQ(reach(9).direct, 0u);
  run("weight elbow 0 0");  // the elbow hangs on the hand alone now
  EXPECT_EQ(reach(2).blended, 0u);
  EXPECT_EQ(reach(2).with_below, 9u);
  EXPECT_EQ(reach(3).direct, 4u);
}

TEST_F(BoneFactsTest, SharesFollowTheEdits) {
  const Model& model = viewer().scene()->model();
  std::array<float, 5> shares{};
  sharesOfBone(model, state(), 2, shares);
  EXPECT_EQ(shares, (std::array<float, 5>{0, 0, 1, 0, 0.5f}));
  run("weight elbow 0 1");
  run("weight elbow 1 0.25");
  sharesOfBone(model, state(), 2, shares);
  EXPECT_EQ(shares, (std::array<float, 5>{0, 0, 1, 0, 0.8f}));
  sharesOfBone(model, state(), 4, shares);
  EXPECT_EQ(shares, (std::array<float, 5>{0, 0, 0, 0, 1}));
  sharesOfBone(model, state(), kNone, shares);
  EXPECT_EQ(shares, (std::array<float, 5>{}));
}

TEST_F(BoneFactsTest, CopiesGoToTheClipboard) {
  run("clip none");
  EXPECT_EQ(refused("copy-bone rest position"), "no bone is selected, so there is none to copy");
  run("bone hip");
  run("copy-bone rest position");
  EXPECT_EQ(viewer().window.copied, "[0, 0, 10]");
  run("copy-bone local matrix");
  EXPECT_EQ(viewer().window.copied, "[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 10]]");
  run("bone elbow");
  EXPECT_EQ(refused("copy-bone rest position"), "a pseudo-bone has a global transform only");
  run("copy-bone global scale");
  EXPECT_THAT(refused("copy-bone world matrix"), HasSubstr("\"world\" is no space"));
  EXPECT_THAT(refused("copy-bone rest bytes"), HasSubstr("\"bytes\" is no part"));
}

TEST_F(BoneFactsTest, HeatShowsAndGoesBack) {
  run("shading flat");
  run("bone-heat");
  EXPECT_EQ(state().view.display.shading, renderer::Shading::Weights);
  run("bone-heat on");
  run("bone-heat off");
  EXPECT_EQ(state().view.display.shading, renderer::Shading::Flat);
  EXPECT_EQ(refused("bone-heat warm"), "\"warm\" is no switch: expected on, off or toggle");
}

// ---------------------------------------------------------------- mixes in the viewer

/// walkingSquare: "walk" moves "body" by 80 in 4 frames of 1/4 s, "mirror" scales it and does not
/// move it.
class MixTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    run("open " + quoteArgument(folder_.write("walk.bmd", bytesOf(walkingSquare()))));
  }
  /// Where "body" is.
  [[nodiscard]] double x() {
    viewer().update();
    return double{viewer().scene()->poser().boneMatrices()[1].m[3]};
  }
  TempFolder folder_;
};

TEST_F(MixTest, AnotherClipFadesInWhilePlaying) {
  run("crossfade 0.5");
  run("frame 4");
  run("loop off");
  run("play");
  state().playback.frame = 4.0;  // the held clip starts over on play
  run("clip mirror");
  EXPECT_NEAR(x(), 80.0, 1e-4);
  viewer().tick(0.125);
  EXPECT_NEAR(x(), 60.0, 1e-3);  // a quarter of "mirror", which does not move it
  viewer().tick(0.25);
  EXPECT_NEAR(x(), 20.0, 1e-3);
  EXPECT_TRUE(viewer().moves());
  viewer().tick(0.25);
  EXPECT_NEAR(x(), 0.0, 1e-6);
  EXPECT_TRUE(state().playback.fading.empty());
}

// Scenario 5: the pose after the change does not depend on what was played.
TEST_F(MixTest, PausingOrGoingToAFrameShowsTheClipAlone) {
  run("crossfade 1");
  run("play");
  state().playback.frame = 4.0;
  run("clip mirror");
  EXPECT_NEAR(x(), 80.0, 1e-4);
  run("pause");
  EXPECT_NEAR(x(), 0.0, 1e-6);
  run("clip walk");  // paused: at once
  run("frame 4");
  EXPECT_NEAR(x(), 80.0, 1e-4);
  run("play");
  state().playback.frame = 4.0;
  run("clip mirror");
  run("frame 0");
  EXPECT_NEAR(x(), 0.0, 1e-6);
  run("crossfade 0");
  run("clip walk");
  EXPECT_TRUE(state().playback.fading.empty());
  EXPECT_EQ(refused("crossfade 2"), "2 is out of range: the cross-fade in seconds is 0 to 1");
}

TEST_F(MixTest, TwoClipsBlend) {
  run("pause");
  run("frame 2");
  EXPECT_NEAR(x(), 40.0, 1e-4);
  run("blend mirror 0.25");
  EXPECT_NEAR(x(), 30.0, 1e-4);
  run("blend mirror 1");
  EXPECT_NEAR(x(), 0.0, 1e-6);
  run("blend off");
  EXPECT_NEAR(x(), 40.0, 1e-4);
  run("blend #1 0.5");
  EXPECT_EQ(state().playback.blend, (std::vector<BlendLayer>{{1, 0.5}}));
  run("clip mirror");
  EXPECT_TRUE(state().playback.blend.empty()) << "a blend belongs to its clip";
  EXPECT_EQ(refused("blend mirror 0.5"),
            "\"mirror\" is the chosen clip: another one is blended into it");
  EXPECT_EQ(refused("blend run 0.5"), "there is no clip \"run\": the model has 2, #0 to #1");
  EXPECT_EQ(refused("blend walk 2"), "2 is out of range: the weight is 0 to 1");
  EXPECT_EQ(refused("blend walk"), "\"walk\" has no weight, it goes: blend NAME|#INDEX WEIGHT|off");
  run("clip none");
  EXPECT_THAT(refused("blend walk 0.5"), HasSubstr("no clip is chosen"));
}

TEST_F(MixTest, FiveHundredChangesStayInBounds) {
  run("play");
  for (int i = 0; i < 500; ++i) {
    run("clip next");
    viewer().tick(0.01);
    viewer().update();
    ASSERT_LE(state().playback.fading.size(), pose::kMostMixParts);
    ASSERT_TRUE(std::isfinite(x()));
  }
}

}  // namespace
}  // namespace sinew::app::test
