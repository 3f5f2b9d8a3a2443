// Faults of a model, seen in pictures of it at the default tolerance.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "app/batch.h"
#include "app/regress/compare.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/regress/pictures.h"

namespace sinew::app::regress {
namespace {

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

  Image draw(const std::shared_ptr<Document>& document, NamedView view = NamedView::Iso) {
    auto scene = Scene::create(document, batch_->renderer());
    auto state = stateFromOptions(options_, document->model());
    if (!scene || !state) {
      ADD_FAILURE();
      return {};
    }
    state->lod.hysteresis = false;
    auto image = batch_->draw(options_, **scene, *state, view);
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

/// The picture with every channel of some pixels changed by so many levels.
Image changed(const Image& image, const std::function<int(int x, int y, int c)>& levels) {
  Image out = image;
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      std::uint8_t* pixel = at(out, x, y);
      for (int c = 0; c < 3; ++c)
        pixel[c] = static_cast<std::uint8_t>(std::clamp(pixel[c] + levels(x, y, c), 0, 255));
    }
  }
  return out;
}

TEST_F(ShotPairs, ALevelMoreOrLessOnAllPixelsPasses) {
  const Image before = draw(open("creature.bmd"));
  Dice dice;
  for (const auto& levels :
       {std::function<int(int, int, int)>([](int, int, int) { return 1; }),
        std::function<int(int, int, int)>([](int, int, int) { return -1; }),
        std::function<int(int, int, int)>([&dice](int, int, int) { return dice.roll(3) - 1; })}) {
    const Comparison result = compared(before, changed(before, levels));
    EXPECT_FALSE(result.identical);
    EXPECT_TRUE(result.passes()) << result.exceeded.front();
  }
}

TEST_F(ShotPairs, SparseSpecklePasses) {
  const Image before = draw(open("creature.bmd"));
  Image after = before;
  Dice dice;
  for (int y = 0; y < after.height; ++y) {
    for (int x = 0; x < after.width; ++x) {
      if (dice.roll(400) == 0) set(after, x, y, {255, 255, 255});
    }
  }
  const Comparison result = compared(before, after);
  EXPECT_GT(result.differing, 500u);
  EXPECT_TRUE(result.passes()) << result.exceeded.front();
}

TEST_F(ShotPairs, ABlockOf8x8ChangedFails) {
  const Image before = draw(open("creature.bmd"));
  // On the fox's side, and on the ground beside it.
  for (const auto& [left, top] : {std::pair(310, 240), std::pair(40, 40)}) {
    const Image after = changed(before, [left = left, top = top](int x, int y, int) {
      return x >= left && x < left + 8 && y >= top && y < top + 8 ? 24 : 0;
    });
    EXPECT_FALSE(compared(before, after).passes()) << left;
  }
}

TEST_F(ShotPairs, AShadeOfThreeLevelsOverAPartFails) {
  // Unlit, so that the texture's levels are the picture's. A sixteenth of the texture.
  options_.view.display.shading = renderer::Shading::Unlit;
  const auto document = open("creature.bmd");
  const Image before = draw(document);
  for (const int levels : {3, -3}) {
    const auto shaded = std::make_shared<Document>(*document);
    const Image& texture = *shaded->textures.at(0).image;
    shaded->textures[0].image =
        std::make_shared<const Image>(changed(texture, [&texture, levels](int x, int y, int) {
          return x < texture.width / 4 && y < texture.height / 4 ? levels : 0;
        }));
    const Comparison result = compared(before, draw(shaded));
    EXPECT_FALSE(result.passes()) << levels;
    EXPECT_LT(result.largest, 0.02);
  }
}

/// A ring of 8 units around the middle, 0.15 units thick, that faces the front.
bmd1::MeshSpec thinRing() {
  constexpr std::uint8_t kSteps = 60;
  bmd1::MeshSpec mesh;
  mesh.material = "#C04020";
  for (std::uint8_t i = 0; i < kSteps; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kSteps;
    for (const double radius : {8.0, 8.15}) {
      bmd1::VertexSpec vertex;
      vertex.position = {radius * std::cos(angle), 4.0, radius * std::sin(angle)};
      vertex.normal = {0, 1, 0};
      mesh.vertices.push_back(vertex);
    }
    const auto at = static_cast<std::uint8_t>(2 * i);
    const auto next = static_cast<std::uint8_t>(2 * ((i + 1) % kSteps));
    const auto far = static_cast<std::uint8_t>(next + 1);
    mesh.faces.push_back({{next, far, static_cast<std::uint8_t>(at + 1), at}, true});
  }
  return mesh;
}

TEST_F(ShotPairs, AThinRingRemovedFails) {
  const TempFolder folder;
  bmd1::FileSpec spec;
  spec.meshes = {square("#606870", 12.0), thinRing()};
  const std::string with = folder.write("with.bmd", bytesOf(spec));
  spec.meshes.pop_back();
  const std::string without = folder.write("without.bmd", bytesOf(spec));
  // One camera for both, whatever their bounds are.
  options_.camera.position = glm::dvec3(0.0, 60.0, 0.0);
  options_.camera.focal_point = glm::dvec3(0.0);
  const auto drawn = [this](const std::string& path) {
    const auto document = openDocument(path, options_, true);
    EXPECT_TRUE(document);
    return document ? draw(*document, NamedView::Front) : Image{};
  };

  const Comparison result = compared(drawn(with), drawn(without));
  // As thin as it should be: a pixel or two.
  EXPECT_GT(result.differing, 300u);
  EXPECT_LT(result.ratio, 0.02);
  EXPECT_FALSE(result.passes());
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
