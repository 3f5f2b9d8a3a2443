#include "app/scene.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/batch.h"
#include "models.h"
#include "temp_folder.h"

namespace sinew::app {
namespace {

/// One model open in a headless context.
class SceneTest : public testing::Test {
 protected:
  void open(const bmd1::FileSpec& spec) {
    ::unsetenv("DISPLAY");
    options_.command = Command::Shot;
    options_.resolution = std::array<int, 2>{160, 120};
    options_.view.msaa = 0;
    const auto document = openDocument(folder_.write("m.bmd", bytesOf(spec)), options_, true);
    ASSERT_TRUE(document) << describe(document.error());
    ASSERT_TRUE((*document)->loaded.diagnostics.empty());
    auto batch = Batch::create(options_);
    ASSERT_TRUE(batch) << describe(batch.error());
    batch_ = std::move(*batch);
    auto scene = Scene::create(*document, batch_->renderer());
    ASSERT_TRUE(scene) << describe(scene.error());
    scene_ = std::move(*scene);
    state_.lod.hysteresis = false;
  }
  void look(double metres) {
    const double units = scene_->model().conventions.units_per_metre;
    state_.camera.focal_point = scene_->restBounds().center();
    state_.camera.position = state_.camera.focal_point + glm::dvec3(0, metres * units, 0);
    scene_->update(state_);
  }
  [[nodiscard]] int level() const {
    return scene_->lod().shown ? static_cast<int>(*scene_->lod().shown) : -1;
  }

  TempFolder folder_;
  Options options_;
  std::unique_ptr<Batch> batch_;
  std::unique_ptr<Scene> scene_;
  State state_;
};

void expectBounds(const pose::Bounds& actual, const glm::dvec3& min, const glm::dvec3& max) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(actual.min[i], min[i], 1e-4) << i;
    EXPECT_NEAR(actual.max[i], max[i], 1e-4) << i;
  }
}

TEST_F(SceneTest, LevelsFollowTheDistance) {
  open(threeLevels());
  look(0.5);
  EXPECT_EQ(level(), 0);
  EXPECT_EQ(scene_->shownMeshes(), std::vector<std::uint32_t>{0});
  look(2.0);
  EXPECT_EQ(level(), 1);
  EXPECT_NEAR(scene_->lod().distance_m, 2.0, 1e-9);
  EXPECT_NEAR(scene_->lod().choice.nominal_scale, 1.0 / 3.0, 1e-9);
  look(50.0);
  EXPECT_EQ(level(), 2);
  look(0.5);
  EXPECT_EQ(level(), 0);  // without hysteresis the way here does not matter
}

TEST_F(SceneTest, ForcedAllBiasAndGivenDistance) {
  open(threeLevels());
  state_.lod.mode = LodMode::Forced;
  state_.lod.forced = 2;
  look(0.5);
  EXPECT_EQ(level(), 2);
  EXPECT_EQ(scene_->lod().choice.lod, 0u);  // what Auto would take
  state_.lod.forced = 99;
  look(0.5);
  EXPECT_EQ(level(), 2);
  state_.lod.mode = LodMode::All;
  look(0.5);
  EXPECT_EQ(level(), -1);
  EXPECT_EQ(scene_->shownMeshes(), (std::vector<std::uint32_t>{0, 1, 2}));
  state_.lod = {};
  state_.lod.distance_m = 2.5;
  look(0.1);
  EXPECT_EQ(level(), 1);
  state_.lod.bias = -2.0;  // counts as 2.5 / 4 m
  look(0.1);
  EXPECT_EQ(level(), 0);
  EXPECT_NEAR(scene_->lod().distance_m, 0.625, 1e-9);
}

TEST_F(SceneTest, HysteresisStopsFlickerAtTheSwitch) {
  open(threeLevels());
  state_.lod.hysteresis = true;
  look(0.5);
  for (const double metres : {0.99, 1.01, 0.99, 1.01, 1.04}) {
    look(metres);
    EXPECT_EQ(level(), 0) << metres;
  }
  EXPECT_TRUE(scene_->lod().held);
  look(1.06);
  EXPECT_EQ(level(), 1);
  for (const double metres : {1.01, 0.99, 1.01, 0.96}) {
    look(metres);
    EXPECT_EQ(level(), 1) << metres;
  }
  look(0.94);
  EXPECT_EQ(level(), 0);
  look(40.0);
  EXPECT_EQ(level(), 2);
}

TEST_F(SceneTest, SwitchingLevelsKeepsClipAndFrame) {
  bmd1::FileSpec spec = walkingSquare();
  spec.meshes.push_back(square("#00FF00", 8.0, 1));
  spec.lods = {{0, 1, 0.5}, {1, 1, 0.0}};
  open(spec);
  state_.playback.clip = 0;
  state_.playback.frame = 2.0;
  look(0.5);
  const Mat34f before = scene_->poser().boneMatrices()[1];
  look(50.0);
  EXPECT_EQ(level(), 1);
  EXPECT_EQ(scene_->poser().boneMatrices()[1], before);
}

TEST_F(SceneTest, HiddenMeshesAreLeftOut) {
  open(threeLevels());
  state_.lod.mode = LodMode::All;
  state_.hidden_meshes = {1};
  look(1.0);
  EXPECT_EQ(scene_->shownMeshes(), (std::vector<std::uint32_t>{0, 2}));
}

TEST_F(SceneTest, BoundsAtRestPosedAndOverTheClip) {
  open(walkingSquare());
  state_.playback.clip = 0;
  state_.playback.frame = 2.0;  // half-way of 80 units
  scene_->update(state_);
  const Mat34f before = scene_->poser().boneMatrices()[1];
  expectBounds(scene_->bounds(FrameOn::Bind, state_), {-8, 0, -8}, {8, 0, 8});
  expectBounds(scene_->bounds(FrameOn::Pose, state_), {32, 0, -8}, {48, 0, 8});
  expectBounds(scene_->bounds(FrameOn::Clip, state_), {-8, 0, -8}, {88, 0, 8});
  expectBounds(scene_->posedBounds(state_), {32, 0, -8}, {48, 0, 8});
  EXPECT_EQ(scene_->poser().boneMatrices()[1], before);  // looking at bounds moves nothing
  state_.playback.clip.reset();
  expectBounds(scene_->bounds(FrameOn::Clip, state_), {-8, 0, -8}, {8, 0, 8});
}

TEST_F(SceneTest, TheClipBeforeDoesNotMatter) {
  open(walkingSquare());
  state_.playback.clip = 1;
  state_.playback.frame = 1.0;
  scene_->update(state_);
  const Mat34f alone = scene_->poser().boneMatrices()[1];
  state_.playback.clip = 0;
  state_.playback.frame = 3.0;
  scene_->update(state_);
  state_.playback.clip = 1;
  state_.playback.frame = 1.0;
  scene_->update(state_);
  EXPECT_EQ(scene_->poser().boneMatrices()[1], alone);
}

TEST_F(SceneTest, AModelOfBonesIsFramedOnThem) {
  bmd1::FileSpec spec;
  spec.bones.resize(2);
  spec.bones[0].name = "root";
  spec.bones[1].name = "tip";
  spec.bones[1].translation = {0, 0, 32};
  open(spec);
  expectBounds(scene_->restBounds(), {0, 0, 0}, {0, 0, 32});
  // Bones show without being asked for: there is nothing else to see.
  options_.command = Command::Shot;
  state_.view.display.background_gradient = false;
  const auto picture = batch_->draw(options_, *scene_, state_, NamedView::Front);
  ASSERT_TRUE(picture.has_value());
  int seen = 0;
  for (std::size_t i = 0; i < picture->rgba.size(); i += 4)
    seen += picture->rgba[i] != picture->rgba[0] ? 1 : 0;
  EXPECT_GT(seen, 100);
  EXPECT_TRUE(scene_->showsBones(state_));
}

TEST_F(SceneTest, AnEmptyModelDraws) {
  open({});
  EXPECT_TRUE(batch_->draw(options_, *scene_, state_, NamedView::Iso));
}

TEST(FindClip, ExactNameFirst) {
  Model model;
  model.clips.resize(3);
  model.clips[0].name = "#2";
  model.clips[1].name = "walk";
  model.clips[2].name = "Walk";
  EXPECT_EQ(findClip(model, "walk"), 1u);
  EXPECT_EQ(findClip(model, "Walk"), 2u);
  EXPECT_EQ(findClip(model, "#2"), 0u);  // there is a clip of that name
  EXPECT_EQ(findClip(model, "#1"), 1u);
  for (const char* name : {"WALK", "#3", "#", "#-1", "#1x", "1", ""}) {
    EXPECT_FALSE(findClip(model, name)) << name;
  }
}

}  // namespace
}  // namespace sinew::app
