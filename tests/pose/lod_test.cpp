#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "format/pose/pose.h"

namespace sinew::pose {
namespace {

/// Meshes, of which the listed ones are not drawn.
Model meshes(std::size_t count, const std::vector<std::size_t>& undrawn = {}) {
  Model model;
  model.meshes.resize(count);
  for (const std::size_t i : undrawn)
    model.meshes[i].drawn = false;
  return model;
}

void addLod(Model& model, std::uint32_t first, std::uint32_t count, double min_scale) {
  Lod lod;
  lod.first_mesh = first;
  lod.mesh_count = count;
  lod.min_scale = min_scale;
  model.lods.push_back(lod);
}

/// Scales 1/2, 1/8 and no limit: switches at 1 m and 7 m.
Model threeLevels() {
  Model model = meshes(3);
  addLod(model, 0, 1, 0.5);
  addLod(model, 1, 1, 0.125);
  addLod(model, 2, 1, 0.0);
  return model;
}

TEST(Lod, TheFirstThatServesIsTaken) {
  const Model model = threeLevels();
  EXPECT_EQ(chooseLod(model, 0.0).lod, 0u);
  EXPECT_EQ(chooseLod(model, 0.5).lod, 0u);
  EXPECT_EQ(chooseLod(model, 3.0).lod, 1u);
  EXPECT_EQ(chooseLod(model, 100.0).lod, 2u);
}

TEST(Lod, TheSwitchDistanceBelongsToTheFinerLevel) {
  const Model model = threeLevels();
  EXPECT_EQ(chooseLod(model, 1.0).lod, 0u);
  EXPECT_EQ(chooseLod(model, std::nextafter(1.0, 2.0)).lod, 1u);
  EXPECT_EQ(chooseLod(model, 7.0).lod, 1u);
  EXPECT_EQ(chooseLod(model, std::nextafter(7.0, 8.0)).lod, 2u);
}

TEST(Lod, TheReasonIsReported) {
  const LodChoice choice = chooseLod(threeLevels(), 3.0);
  EXPECT_DOUBLE_EQ(choice.nominal_scale, 0.25);  // 1 / (3 + 1)
  EXPECT_DOUBLE_EQ(choice.threshold, 0.125);
  EXPECT_FALSE(choice.is_last_resort);
}

TEST(Lod, TheChoiceDependsOnTheDistanceAlone) {
  const Model model = threeLevels();
  // Back and forth around the switch, +-1 %: no history.
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(chooseLod(model, 0.99).lod, 0u);
    EXPECT_EQ(chooseLod(model, 1.01).lod, 1u);
  }
}

TEST(Lod, WhenNoneServesTheLastIsTaken) {
  Model model = meshes(2);
  addLod(model, 0, 1, 0.5);
  addLod(model, 1, 1, 0.25);  // far limit 3 m
  EXPECT_FALSE(chooseLod(model, 3.0).is_last_resort);
  const LodChoice choice = chooseLod(model, 3.5);
  EXPECT_EQ(choice.lod, 1u);
  EXPECT_TRUE(choice.is_last_resort);
}

TEST(Lod, ZeroAndNegativeScalesHaveNoFarLimit) {
  for (const double scale : {0.0, -0.03125}) {
    Model model = meshes(2);
    addLod(model, 0, 1, scale);
    addLod(model, 1, 1, 0.0);
    EXPECT_EQ(chooseLod(model, 1e12).lod, 0u);
    EXPECT_TRUE(lodRange(model, 0).reachable);
    EXPECT_FALSE(lodRange(model, 0).far_m.has_value());
    EXPECT_FALSE(lodRange(model, 1).reachable);
  }
}

TEST(Lod, LevelsWithoutDrawnMeshesArePassedOver) {
  Model model = meshes(3, {1});
  addLod(model, 0, 0, 0.5);    // no meshes at all
  addLod(model, 1, 1, 0.25);   // an undrawn one
  addLod(model, 2, 1, 0.125);  // the finest that shows
  addLod(model, 3, 4, 0.0);    // behind the list
  EXPECT_EQ(chooseLod(model, 0.0).lod, 2u);
  const LodChoice far = chooseLod(model, 1000.0);
  EXPECT_EQ(far.lod, 2u);
  EXPECT_TRUE(far.is_last_resort);
  for (const std::uint32_t empty : {0u, 1u, 3u}) {
    const LodRange range = lodRange(model, empty);
    EXPECT_FALSE(range.reachable);
    EXPECT_FALSE(range.near_m.has_value());
    EXPECT_FALSE(range.far_m.has_value());
  }
  const LodRange range = lodRange(model, 2);
  EXPECT_TRUE(range.reachable);
  EXPECT_EQ(range.near_m, 0.0);
  EXPECT_FALSE(range.far_m.has_value());
}

TEST(Lod, WithoutAListAllDrawnMeshesShow) {
  const Model model = meshes(3, {1});
  EXPECT_FALSE(chooseLod(model, 5.0).lod.has_value());
  EXPECT_EQ(lodMeshes(model, std::nullopt), (std::vector<std::uint32_t>{0, 2}));
}

TEST(Lod, AListOfEmptyLevelsIsNoList) {
  Model model = meshes(2, {0});
  addLod(model, 0, 1, 0.5);
  EXPECT_FALSE(chooseLod(model, 5.0).lod.has_value());
  EXPECT_EQ(lodMeshes(model, chooseLod(model, 5.0).lod), (std::vector<std::uint32_t>{1}));
}

TEST(Lod, ASingleEntryForAllMeshes) {
  Model model = meshes(3, {1});
  addLod(model, 0, 0, 0.0625);
  model.lods[0].all_drawn = true;
  const LodChoice choice = chooseLod(model, 100.0);
  EXPECT_EQ(choice.lod, 0u);
  EXPECT_TRUE(choice.is_last_resort);
  EXPECT_EQ(lodMeshes(model, 0), (std::vector<std::uint32_t>{0, 2}));
  const LodRange range = lodRange(model, 0);
  EXPECT_TRUE(range.reachable);
  EXPECT_EQ(range.near_m, 0.0);
  EXPECT_FALSE(range.far_m.has_value());
}

TEST(Lod, MeshesOfALevelAscendAndAreClipped) {
  Model model = meshes(5, {2});
  addLod(model, 1, 3, 0.5);
  addLod(model, 3, 99, 0.25);
  addLod(model, 0xFFFFFFF0u, 0xFFFFFFF0u, 0.0);
  EXPECT_EQ(lodMeshes(model, 0), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(lodMeshes(model, 1), (std::vector<std::uint32_t>{3, 4}));
  EXPECT_TRUE(lodMeshes(model, 2).empty());
  EXPECT_TRUE(lodMeshes(model, 3).empty());
}

TEST(Lod, RangesMeetAtTheSwitches) {
  const Model model = threeLevels();
  EXPECT_EQ(lodRange(model, 0).near_m, 0.0);
  EXPECT_EQ(lodRange(model, 0).far_m, 1.0);
  EXPECT_EQ(lodRange(model, 1).near_m, 1.0);
  EXPECT_EQ(lodRange(model, 1).far_m, 7.0);
  EXPECT_EQ(lodRange(model, 2).near_m, 7.0);
  EXPECT_FALSE(lodRange(model, 2).far_m.has_value());
}

TEST(Lod, ScalesAboveOneNeverServe) {
  Model model = meshes(3);
  addLod(model, 0, 1, 1.5);
  addLod(model, 1, 1, 0.5);
  addLod(model, 2, 1, 0.0);
  EXPECT_EQ(chooseLod(model, 0.0).lod, 1u);
  EXPECT_FALSE(lodRange(model, 0).reachable);
  EXPECT_TRUE(lodRange(model, 1).reachable);
  EXPECT_EQ(lodRange(model, 1).near_m, 0.0);  // m > 1
  EXPECT_EQ(lodRange(model, 1).far_m, 1.0);
}

TEST(Lod, CoarserThresholdsThatGrowAreUnreachable) {
  Model model = meshes(3);
  addLod(model, 0, 1, 0.25);
  addLod(model, 1, 1, 0.5);   // everything it serves is taken by level 0
  addLod(model, 2, 1, 0.25);  // the last: beyond 3 m, though its own limit is 3 m
  EXPECT_FALSE(lodRange(model, 1).reachable);
  const LodRange last = lodRange(model, 2);
  EXPECT_TRUE(last.reachable);
  EXPECT_EQ(last.near_m, 3.0);
  EXPECT_FALSE(last.far_m.has_value());
}

TEST(Lod, AScaleOfExactlyOneServesAtTheCameraOnly) {
  Model model = meshes(2);
  addLod(model, 0, 1, 1.0);
  addLod(model, 1, 1, 0.0);
  EXPECT_EQ(chooseLod(model, 0.0).lod, 0u);
  EXPECT_EQ(chooseLod(model, 1e-9).lod, 1u);
  EXPECT_TRUE(lodRange(model, 0).reachable);
  EXPECT_EQ(lodRange(model, 0).far_m, 0.0);
  EXPECT_EQ(lodRange(model, 1).near_m, 0.0);
}

TEST(Lod, RangesAndChoicesAgreeForEveryPackedScale) {
  // Every positive F8A value as a threshold: 2^(e-7) * (1 + f/16).
  for (int code = 1; code < 128; ++code) {
    Model model = meshes(2);
    const double scale = std::ldexp(1.0 + (code & 15) / 16.0, (code >> 4) - 7);
    addLod(model, 0, 1, scale);
    addLod(model, 1, 1, 0.0);
    const LodRange range = lodRange(model, 0);
    EXPECT_EQ(range.reachable, scale <= 1.0);
    if (!range.reachable) continue;
    ASSERT_TRUE(range.far_m.has_value());
    EXPECT_NEAR(*range.far_m, 1.0 / scale - 1.0, 1e-12);
    EXPECT_EQ(chooseLod(model, *range.far_m).lod, 0u);
    EXPECT_EQ(chooseLod(model, std::nextafter(*range.far_m, 1e9)).lod, 1u);
  }
}

TEST(Lod, AnyDistanceGivesALevel) {
  const Model model = threeLevels();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(chooseLod(model, -5.0).lod, 0u);
  EXPECT_EQ(chooseLod(model, std::numeric_limits<double>::quiet_NaN()).lod, 0u);
  EXPECT_EQ(chooseLod(model, inf).lod, 2u);
  EXPECT_EQ(chooseLod(model, inf).nominal_scale, 0.0);
}

}  // namespace
}  // namespace sinew::pose
