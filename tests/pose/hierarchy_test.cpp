#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "format/pose/pose.h"
#include "tests/pose/builders.h"

namespace sinew::pose {
namespace {

using test::aboutZ;
using test::addBone;
using test::addInfluence;
using test::finish;

Transform moved(double x, double y, double z) {
  Transform out;
  out.translation = {x, y, z};
  return out;
}

Transform turned(double degrees_z, double x, double y, double z) {
  Transform out = moved(x, y, z);
  const double half = degrees_z * 3.14159265358979323846 / 360.0;
  out.rotation = glm::dquat(std::cos(half), 0.0, 0.0, std::sin(half));
  return out;
}

/// The exact pose and the Poser's, both against the same numbers.
void expectBone(const Model& model, std::size_t bone, const std::array<double, 12>& expected) {
  const ExactPose exact = evaluateExact(model, std::nullopt, 0.0);
  Poser poser(model);
  poser.evaluate(0.0);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_NEAR(exact.bones[bone].m[i], expected[i], 1e-12) << i;
    EXPECT_NEAR(static_cast<double>(poser.boneMatrices()[bone].m[i]), expected[i], 2e-6) << i;
  }
}

void expectInfluence(const Model& model, std::size_t influence, BlendMode mode,
                     const std::array<double, 12>& expected) {
  const ExactPose exact = evaluateExact(model, std::nullopt, 0.0, LoopMode::File, mode);
  Poser poser(model);
  poser.setBlendMode(mode);
  poser.evaluate(0.0);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_NEAR(exact.influences[influence].m[i], expected[i], 1e-6) << i;
    EXPECT_NEAR(static_cast<double>(poser.influenceMatrices()[influence].m[i]), expected[i], 2e-6)
        << i;
  }
}

TEST(Hierarchy, GlobalsAreProductsFromTheRoot) {
  Model model;
  addBone(model, kNone, turned(90, 10, 0, 0));
  addBone(model, 0, turned(90, 1, 2, 3));
  finish(model);
  // The root turns (1, 2, 3) into (-2, 1, 3) and adds (10, 0, 0); two quarter turns are a half
  // turn.
  expectBone(model, 1, {-1, 0, 0, 8, 0, -1, 0, 1, 0, 0, 1, 3});
}

TEST(Hierarchy, ParentsMayComeLater) {
  Model model;
  addBone(model, 2, moved(0, 0, 1));
  addBone(model, kNone, turned(90, 10, 0, 0));
  addBone(model, 1, turned(90, 1, 2, 3));
  finish(model);
  ASSERT_FALSE(model.skeleton.parents_first);
  expectBone(model, 2, {-1, 0, 0, 8, 0, -1, 0, 1, 0, 0, 1, 3});
  expectBone(model, 0, {-1, 0, 0, 8, 0, -1, 0, 1, 0, 0, 1, 4});
}

TEST(Hierarchy, FullScaleShearsARotatedChild) {
  Model model;
  Transform root;
  root.scale = {2, 1, 1};
  addBone(model, kNone, root);
  addBone(model, 0, turned(45, 1, 1, 0));
  finish(model);
  // diag(2,1,1) * R45: rows of R45 are (c, -c) and (c, c) with c = 0.70710678; the first doubles.
  const double c = std::sqrt(0.5);
  expectBone(model, 1, {2 * c, -2 * c, 0, 2, c, c, 0, 1, 0, 0, 1, 0});
}

TEST(Hierarchy, CompensateMovesTheOriginOnly) {
  Model model;
  Transform root;
  root.scale = {2, 1, 1};
  addBone(model, kNone, root);
  Transform child = turned(45, 1, 1, 0);
  child.scale = {1, 3, 1};
  addBone(model, 0, child, ScaleInheritance::Compensate);
  addBone(model, 1, moved(0, 1, 0));
  finish(model);
  // M = R45 at (2*1, 1, 0), World = M diag(1,3,1): columns (c, c) and (-3c, 3c).
  const double c = std::sqrt(0.5);
  expectBone(model, 1, {c, -3 * c, 0, 2, c, 3 * c, 0, 1, 0, 0, 1, 0});
  // A full child of it sees its scale 3, not the root's 2.
  expectBone(model, 2, {c, -3 * c, 0, 2 - 3 * c, c, 3 * c, 0, 1 + 3 * c, 0, 0, 1, 0});
}

TEST(Hierarchy, ComponentwiseScalesMultiplyWithoutShear) {
  Model model;
  Transform root;
  root.scale = {2, 1, 5};
  addBone(model, kNone, root);
  Transform child = turned(45, 1, 1, 0);
  child.scale = {1, 3, 1};
  addBone(model, 0, child, ScaleInheritance::Componentwise);
  addBone(model, 1, moved(1, 0, 0), ScaleInheritance::Componentwise);
  finish(model);
  // M = R45 at (2, 1, 0), S = (2,1,5)*(1,3,1) = (2,3,5): columns 2(c, c) and 3(-c, c), z 5.
  const double c = std::sqrt(0.5);
  expectBone(model, 1, {2 * c, -3 * c, 0, 2, 2 * c, 3 * c, 0, 1, 0, 0, 5, 0});
  // The grandchild's origin lies at World * (1,0,0); S stays (2,3,5).
  expectBone(model, 2, {2 * c, -3 * c, 0, 2 + 2 * c, 2 * c, 3 * c, 0, 1 + 2 * c, 0, 0, 5, 0});
}

TEST(Hierarchy, CompensateUnderComponentwiseUsesTheScaleStillToApply) {
  Model model;
  Transform root;
  root.scale = {2, 1, 1};
  addBone(model, kNone, root);
  Transform middle;
  middle.scale = {3, 1, 1};
  addBone(model, 0, middle, ScaleInheritance::Componentwise);
  addBone(model, 1, turned(90, 1, 0, 0), ScaleInheritance::Compensate);
  finish(model);
  // S(middle) = (6,1,1): the origin moves to 6, and no scale is inherited.
  expectBone(model, 2, {0, -1, 0, 6, 1, 0, 0, 0, 0, 0, 1, 0});
}

TEST(Influence, OffsetsApplyBeforeTheBone) {
  Model model;
  addBone(model, kNone, turned(90, 10, 0, 0));
  addBone(model, kNone, moved(0, 4, 0));
  addInfluence(model, {0, 1}, {0.25f, 0.75f});
  Mat34f by_x;
  by_x.m[3] = -2.0f;
  Mat34f by_y;
  by_y.m[7] = 8.0f;
  model.influences.offsets = {by_x, by_y};
  finishSkeleton(model.skeleton);
  // Bone 0 turns the shift (-2,0,0) into (0,-2,0): origin (10,-2,0). Bone 1: (0,12,0).
  // A quarter and three quarters: (2.5, 8.5, 0). 3x3 part: R90/4 + 3/4.
  for (const BlendMode mode : {BlendMode::Matrix, BlendMode::Nlerp}) {
    expectInfluence(model, 0, mode, {0.75, -0.25, 0, 2.5, 0.25, 0.75, 0, 8.5, 0, 0, 1, 0});
  }
}

TEST(Influence, WithoutBonesItIsTheIdentity) {
  Model model;
  addInfluence(model, {}, {});
  expectInfluence(model, 0, BlendMode::Matrix, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
}

/// Bones at 0 and 90 degrees and a pseudo-bone of both; weights as stored and as normalised.
Model elbow(float a, float b) {
  Model model;
  addBone(model, kNone, moved(2, 0, 0));
  addBone(model, kNone, turned(90, 6, 0, 0));
  finish(model);
  PseudoBone pseudo;
  pseudo.influence = addInfluence(model, {0, 1}, {a / (a + b), b / (a + b)});
  pseudo.bones = {0, 1, kNone, kNone};
  pseudo.weights = {a, b, 0, 0};
  model.pseudo_bones.push_back(pseudo);
  return model;
}

TEST(Influence, PseudoBonesMixMatrices) {
  // Half of the identity and half of R90: 0.5 and -+0.5; the origin half-way at 4.
  expectInfluence(elbow(0.5f, 0.5f), 2, BlendMode::Matrix,
                  {0.5, -0.5, 0, 4, 0.5, 0.5, 0, 0, 0, 0, 1, 0});
}

TEST(Influence, PseudoBonesByNlerpStayRigid) {
  const double c = std::sqrt(0.5);
  expectInfluence(elbow(0.5f, 0.5f), 2, BlendMode::Nlerp, {c, -c, 0, 4, c, c, 0, 0, 0, 0, 1, 0});
}

TEST(Influence, NlerpKeepsScale) {
  Model model = elbow(0.5f, 0.5f);
  model.skeleton.bones[0].rest.scale = {1, 1, 3};
  model.skeleton.bones[1].rest.scale = {1, 1, 5};
  const double c = std::sqrt(0.5);
  expectInfluence(model, 2, BlendMode::Nlerp, {c, -c, 0, 4, c, c, 0, 0, 0, 0, 4, 0});
}

TEST(Influence, NlerpTakesTheFirstBonesSide) {
  Model model = elbow(0.5f, 0.5f);
  model.skeleton.bones[1].rest.rotation = -model.skeleton.bones[1].rest.rotation;
  const double c = std::sqrt(0.5);
  expectInfluence(model, 2, BlendMode::Nlerp, {c, -c, 0, 4, c, c, 0, 0, 0, 0, 1, 0});
}

TEST(Influence, OddWeightsAreNormalisedByTheirSum) {
  // 0.3 and 0.6 count as 1/3 and 2/3: origin 2/3 + 4 = 14/3.
  expectInfluence(elbow(0.3f, 0.6f), 2, BlendMode::Matrix,
                  {1.0 / 3, -2.0 / 3, 0, 14.0 / 3, 2.0 / 3, 1.0 / 3, 0, 0, 0, 0, 1, 0});
}

}  // namespace
}  // namespace sinew::pose
