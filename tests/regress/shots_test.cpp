// Faults of a model, seen in pictures of it at the default tolerance.

#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "app/batch.h"
#include "app/regress/compare.h"

namespace sinew::app::regress {
namespace {

using renderer::Image;

class ShotPairs : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("DISPLAY");
    options_.command = Command::Shot;
    options_.resolution = std::array<int, 2>{640, 480};
    options_.view.msaa = 4;
    options_.gl_device.kind = GlDeviceChoice::Kind::Software;
    auto batch = Batch::create(options_);
    if (!batch) GTEST_SKIP() << batch.error().message;
    batch_ = std::move(*batch);
  }

  std::shared_ptr<Document> open(const std::string& name) {
    auto document = openDocument(std::string(SINEW_SOURCE_DIR) + "/assets/" + name, options_, true);
    EXPECT_TRUE(document);
    return document ? *document : nullptr;
  }

  Image draw(const std::shared_ptr<Document>& document) {
    auto scene = Scene::create(document, batch_->renderer());
    auto state = stateFromOptions(options_, document->model());
    if (!scene || !state) {
      ADD_FAILURE();
      return {};
    }
    state->lod.hysteresis = false;
    auto image = batch_->draw(options_, **scene, *state, NamedView::Iso);
    EXPECT_TRUE(image);
    return image ? std::move(*image) : Image{};
  }

  static Comparison compared(const Image& a, const Image& b) {
    auto result = compare(a, b, {});
    EXPECT_TRUE(result);
    return result ? std::move(*result) : Comparison{};
  }

  Options options_;
  std::unique_ptr<Batch> batch_;
};

TEST_F(ShotPairs, TheSameModelTwicePassesExactly) {
  EXPECT_TRUE(compared(draw(open("creature.bmd")), draw(open("creature.bmd"))).identical);
}

class BoneOff : public ShotPairs, public testing::WithParamInterface<std::string> {};

TEST_P(BoneOff, ByTwoDegreesFails) {
  const Image before = draw(open("creature.bmd"));
  const auto document = open("creature.bmd");
  bool found = false;
  for (Bone& bone : document->loaded.model.skeleton.bones) {
    if (bone.name != GetParam()) continue;
    found = true;
    const double half_angle = std::numbers::pi / 180.0;
    bone.rest.rotation *= glm::dquat(std::cos(half_angle), std::sin(half_angle), 0.0, 0.0);
  }
  ASSERT_TRUE(found);
  EXPECT_FALSE(compared(before, draw(document)).passes());
}

INSTANTIATE_TEST_SUITE_P(Compare, BoneOff,
                         testing::Values("spine", "chest", "neck", "head", "tail1"),
                         [](const auto& bone) { return bone.param; });

TEST_F(ShotPairs, AMissingMeshFails) {
  const Image before = draw(open("creature.bmd"));
  const auto document = open("creature.bmd");
  // Level 0 has the meshes 0 to 5.
  for (std::size_t missing = 0; missing < 6; ++missing) {
    const auto without = std::make_shared<Document>(*document);
    without->loaded.model.meshes[missing].triangles.clear();
    without->loaded.model.meshes[missing].hidden_edges.clear();
    EXPECT_FALSE(compared(before, draw(without)).passes()) << missing;
  }
}

TEST_F(ShotPairs, ASwappedTextureFails) {
  const auto document = open("uv_chart.bmd");
  const Image before = draw(document);
  const auto swapped = std::make_shared<Document>(*document);
  ASSERT_FALSE(swapped->textures.empty());
  swapped->textures[0].image = open("creature.bmd")->textures.at(0).image;
  ASSERT_NE(swapped->textures[0].image, nullptr);
  EXPECT_FALSE(compared(before, draw(swapped)).passes());
}

TEST_F(ShotPairs, OtherSamplingOfTheEdgesPasses) {
  // What another rasteriser does to edges: the same scene seen a third of a pixel beside.
  options_.camera.position = glm::dvec3(60.0, 80.0, 50.0);
  options_.camera.focal_point = glm::dvec3(0.0, -4.0, 16.0);
  const Image before = draw(open("solid_box.bmd"));
  options_.camera.focal_point = glm::dvec3(0.02, -4.0, 16.0);
  const Comparison result = compared(before, draw(open("solid_box.bmd")));
  EXPECT_FALSE(result.identical);
  EXPECT_TRUE(result.passes()) << result.exceeded.front();
}

}  // namespace
}  // namespace sinew::app::regress
