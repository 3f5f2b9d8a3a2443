// The committed models of assets/: they are what the generator makes, they break no rule, and the
// sample does what it is there to show.

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include "assets/generator/fox.h"
#include "assets/generator/samples.h"
#include "format/bmd1/write.h"
#include "format/load.h"
#include "format/pose/pose.h"

namespace sinew {
namespace {

std::string assetPath(const std::string& name) {
  return std::string(SINEW_SOURCE_DIR) + "/assets/" + name;
}

std::vector<std::byte> slurp(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream.good()) << path;
  const std::vector<char> raw((std::istreambuf_iterator<char>(stream)),
                              std::istreambuf_iterator<char>());
  std::vector<std::byte> bytes;
  for (const char c : raw)
    bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

LoadedModel loadAsset(const std::string& name) {
  LoadOptions options;
  options.mode = Mode::Strict;
  auto loaded =
      loadModel(std::make_shared<const std::vector<std::byte>>(slurp(assetPath(name))), options);
  EXPECT_TRUE(loaded.has_value()) << name;
  return std::move(*loaded);
}

struct AssetModel {
  const char* name;
  std::function<bmd1::FileSpec()> make;
};

const std::vector<AssetModel>& assetModels() {
  static const std::vector<AssetModel> models = {
      {"creature.bmd", [] { return assets::makeFox("creature"); }},
      {"uv_chart.bmd", [] { return assets::makeUvChart("uv_chart"); }},
      {"shapes.bmd", [] { return assets::makeShapes("uv_chart"); }},
      {"solid_box.bmd", [] { return assets::makeSolidBox(); }},
  };
  return models;
}

TEST(Assets, ModelsAreWhatTheGeneratorMakes) {
  for (const AssetModel& model : assetModels()) {
    const auto bytes = bmd1::write(model.make());
    ASSERT_TRUE(bytes.has_value()) << describe(bytes.error());
    EXPECT_TRUE(*bytes == slurp(assetPath(model.name)))
        << model.name << " differs: run sinew_make_assets assets";
  }
}

/// Pixels are compared, not files: zlib's versions compress differently.
TEST(Assets, TexturesAreWhatTheGeneratorPaints) {
  for (const auto& [name, picture] : {std::pair{"creature.png", assets::makeFoxTexture()},
                                      std::pair{"uv_chart.png", assets::makeUvChartTexture()}}) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_file(&image, assetPath(name).c_str()), 0) << name;
    image.format = PNG_FORMAT_RGB;
    ASSERT_EQ(static_cast<int>(image.width), picture.width);
    ASSERT_EQ(static_cast<int>(image.height), picture.height);
    std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
    ASSERT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0) << name;
    EXPECT_TRUE(pixels == picture.rgb) << name << " differs: run sinew_make_assets assets";
  }
}

TEST(Assets, BreakNoRule) {
  for (const AssetModel& model : assetModels()) {
    for (const Diagnostic& d : loadAsset(model.name).diagnostics) {
      ADD_FAILURE() << model.name << ": " << d.rule << " " << describe(d);
    }
  }
}

TEST(Creature, HoldsOneOfEverything) {
  const LoadedModel loaded = loadAsset("creature.bmd");
  const Model& model = loaded.model;
  EXPECT_EQ(model.lods.size(), 3u);
  EXPECT_EQ(model.solids.size(), 2u);
  EXPECT_GE(model.pseudo_bones.size(), 20u);
  std::size_t turned = 0;
  for (const Bone& bone : model.skeleton.bones) {
    if (std::abs(bone.rest.rotation.w) < 0.999) ++turned;
  }
  EXPECT_GE(turned, 20u);
  std::set<PackedForm> forms;
  for (const Mesh& mesh : model.meshes)
    forms.insert(mesh.packed()->form);
  EXPECT_TRUE(forms.count(PackedForm::Bits64) && forms.count(PackedForm::Bits96) &&
              forms.count(PackedForm::Mixed));
  std::set<std::string> clips;
  for (const Clip& clip : model.clips)
    clips.insert(std::string(clip.name));
  EXPECT_EQ(clips, (std::set<std::string>{"idle", "jump", "puff", "walk", "yip"}));
}

std::uint32_t clipIndex(const Model& model, std::string_view name) {
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    if (std::string_view(model.clips[i].name) == name) return i;
  }
  ADD_FAILURE() << "no clip " << name;
  return 0;
}

std::uint32_t boneIndex(const Model& model, std::string_view name) {
  for (std::uint32_t i = 0; i < model.skeleton.bones.size(); ++i) {
    if (std::string_view(model.skeleton.bones[i].name) == name) return i;
  }
  ADD_FAILURE() << "no bone " << name;
  return 0;
}

glm::dvec3 originOf(const pose::ExactPose& pose, std::uint32_t bone) {
  const auto& m = pose.bones[bone].m;
  return {m[3], m[7], m[11]};
}

/// The head's mesh and the body's are of different vertex forms and meet in a ring; the socks' and
/// the body's too.
TEST(Creature, MeshesMeetWithoutCracks) {
  const LoadedModel loaded = loadAsset("creature.bmd");
  const Model& model = loaded.model;
  const auto pose = pose::evaluateExact(model, clipIndex(model, "walk"), 7.25);
  const auto posed = [&](std::uint32_t mesh) {
    std::vector<glm::dvec3> positions(model.meshes[mesh].vertexCount());
    pose::skin(model, model.meshes[mesh], std::span<const Mat34d>(pose.influences), positions, {});
    return positions;
  };
  const std::uint32_t rings[][2] = {{1, 24}, {3, 14}};  // head and sock: the first ring's vertices
  const auto body = posed(0);
  for (const auto& [mesh, count] : rings) {
    const auto other = posed(mesh);
    for (std::uint32_t i = 0; i < count; ++i) {
      double nearest = 1e9;
      for (const glm::dvec3& p : body)
        nearest = std::min(nearest, glm::length(p - other[i]));
      EXPECT_EQ(nearest, 0.0) << "mesh " << mesh << " vertex " << i;
    }
  }
}

/// On the ground a foot neither sinks nor lifts, and moves back at the speed of the walk.
TEST(Creature, WalkingFeetPlant) {
  const LoadedModel loaded = loadAsset("creature.bmd");
  const Model& model = loaded.model;
  const std::uint32_t walk = clipIndex(model, "walk");
  const double speed = 9.5 / 15.0;  // units a frame: 9.5 in 0.625 of 24 frames
  const std::pair<const char*, double> feet[] = {
      {"toes.L", 0.0}, {"fingers.L", 6.0}, {"toes.R", 12.0}, {"fingers.R", 18.0}};
  const auto rest = pose::evaluateExact(model, std::nullopt, 0.0);
  for (const auto& [name, landing] : feet) {
    const std::uint32_t bone = boneIndex(model, name);
    const double height = originOf(rest, bone).z;
    const auto at = [&](double frame) {
      return originOf(pose::evaluateExact(model, walk, std::fmod(frame, 24.0)), bone);
    };
    const glm::dvec3 first = at(landing);
    for (double t = 0.0; t <= 15.0; t += 0.5) {
      const glm::dvec3 p = at(landing + t);
      EXPECT_NEAR(p.z, height, 0.35) << name << " frame " << landing + t;
      EXPECT_NEAR(p.y, first.y - speed * t, 0.6) << name << " frame " << landing + t;
      EXPECT_NEAR(p.x, first.x, 0.35) << name << " frame " << landing + t;
    }
    EXPECT_GT(at(landing + 19.0).z, height + 1.0) << name << " does not lift";
  }
}

TEST(Creature, JumpLeavesTheGroundAndReturns) {
  const LoadedModel loaded = loadAsset("creature.bmd");
  const Model& model = loaded.model;
  const std::uint32_t jump = clipIndex(model, "jump");
  EXPECT_FALSE(model.clips[jump].loop);
  const auto lowest = [&](double frame) {
    const auto pose = pose::evaluateExact(model, jump, frame);
    const auto meshes = pose::lodMeshes(model, 0);
    return pose::posedBounds(model, meshes, pose.influences)->min.z;
  };
  EXPECT_NEAR(lowest(0), 0.0, 0.3);
  EXPECT_GT(lowest(17), 4.0);
  EXPECT_NEAR(lowest(35), 0.0, 0.3);
}

TEST(Creature, PuffScalesTheTail) {
  const LoadedModel loaded = loadAsset("creature.bmd");
  const Model& model = loaded.model;
  const std::uint32_t tail = boneIndex(model, "tail3");
  const auto girth = [&](double frame) {
    const auto pose = pose::evaluateExact(model, clipIndex(model, "puff"), frame);
    const auto& m = pose.bones[tail].m;
    return std::sqrt(m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);  // length of the x axis
  };
  EXPECT_NEAR(girth(0), 1.0, 0.01);
  EXPECT_NEAR(girth(6), 1.75, 0.02);
}

}  // namespace
}  // namespace sinew
