// Unusual models: they encode to sound files with known errors, or are refused with numbers.

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include <glm/geometric.hpp>

#include "format/pose/pose.h"
#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

VertexArrays triangle(float size) {
  VertexArrays out;
  out.positions = {{0, 0, 0}, {size, 0, 0}, {0, size, 0}};
  out.normals.assign(3, {0, 0, 1});
  return out;
}

/// A clip of scale keys of one bone.
Clip scaleClip(std::uint32_t bone, const std::vector<glm::vec3>& values) {
  auto keys = std::make_shared<ClipKeys>();
  keys->tracks.push_back({bone, 0, 0, 0});
  for (std::size_t f = 0; f < values.size(); ++f) {
    keys->scales.whole_frames.push_back(static_cast<std::uint16_t>(f));
    keys->scales.values.push_back(values[f]);
  }
  keys->tracks.push_back({kNone, 0, 0, static_cast<std::uint32_t>(values.size())});
  Clip clip;
  clip.name = "scale";
  clip.rate_hz = 10.0;
  clip.frame_count = static_cast<double>(values.size());
  clip.loop = false;
  clip.keys = keys;
  return clip;
}

Model twoBoards() {
  Model model = emptyModel();
  addChain(model, {{0, 0, 0}, {0, 1, 0}});
  for (const std::uint32_t bone : {0u, 1u}) {
    VertexArrays arrays = triangle(1.0f);
    arrays.influences.assign(3, addInfluence(model, {bone}, {1.0f}));
    addMesh(model, arrays, {0, 1, 2});
  }
  return model;
}

TEST(Robust, AModelOfNoSize) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  VertexArrays arrays = triangle(0.0f);
  for (glm::vec3& p : arrays.positions)
    p = {3, 4, 5};
  addMesh(model, arrays, {0, 1, 2});
  // All corners are one vertex: no triangle is left to draw.
  const auto out = encodeBmd1(model, {});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, "convert.empty");
}

TEST(Robust, TinyAndGreatModels) {
  for (const float size : {1e-5f, 2000.0f}) {
    Model model = emptyModel();
    addInfluence(model, {}, {});
    addMesh(model, triangle(size), {0, 1, 2});
    const Outcome out = encodeStrictly(model);
    EXPECT_LE(out.encoded.report.rest->max_percent, 0.25);
  }
  Model model = emptyModel();
  addInfluence(model, {}, {});
  addMesh(model, triangle(1e7f), {0, 1, 2});  // 4e8 units, far beyond 131072
  const auto out = encodeBmd1(model, {});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().code, testing::AnyOf("convert.value", "write.value"));
}

TEST(Robust, NumbersThatAreNone) {
  Model model = emptyModel();
  addInfluence(model, {}, {});
  VertexArrays arrays = triangle(1.0f);
  arrays.uvs = {{{0, 0}, {std::numeric_limits<float>::infinity(), 0}, {0, 1}}};
  addMesh(model, arrays, {0, 1, 2});
  (void)encodeStrictly(model);

  model.skeleton.bones.emplace_back();
  model.skeleton.bones[0].rest.scale = glm::dvec3(1e300);
  finishSkeleton(model.skeleton);
  model.influences = {};
  addInfluence(model, {0}, {1.0f});
  const auto out = encodeBmd1(model, {});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, "convert.value");
}

TEST(Robust, AMirroredBoneKeepsFacesOutward) {
  Model model = emptyModel();
  addChain(model, {{0, 0, 0}});
  model.skeleton.bones[0].rest.scale = {-1, 1, 1};
  addInfluence(model, {0}, {1.0f});
  addMesh(model, triangle(1.0f), {0, 1, 2});
  const Outcome out = encodeStrictly(model);
  const auto pose = pose::evaluateExact(out.loaded.model, std::nullopt, 0.0);
  const Mesh& mesh = out.loaded.model.meshes[0];
  std::vector<glm::dvec3> places(3);
  std::vector<glm::dvec3> normals(3);
  pose::skin(out.loaded.model, mesh, pose.influences, places, normals);
  // Mirrored in x, a triangle that faced +Z still does: +Y in the file.
  const auto& t = mesh.triangles;
  EXPECT_GT(glm::cross(places[t[1]] - places[t[0]], places[t[2]] - places[t[0]]).y, 0.0);
  EXPECT_GT(normals[0].y, 0.99);
}

TEST(Robust, ABoneThatVanishesAndComesBack) {
  Model model = twoBoards();
  model.clips.push_back(
      scaleClip(1, {{1, 1, 1}, {0.5, 0.5, 0.5}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}}));
  const Outcome out = encodeStrictly(model);
  EXPECT_LE(out.encoded.report.clips->max_percent, 1.0);
  EXPECT_GT(out.encoded.report.clip_reports.at(0).scale_keys, 2u);
}

TEST(Robust, AScaleAlongAnAxisOfTheFile) {
  Model model = twoBoards();
  model.clips.push_back(scaleClip(1, {{1, 1, 1}, {1, 3, 1}, {1, 2, 1}}));
  const Outcome out = encodeStrictly(model);
  EXPECT_LE(out.encoded.report.clips->p99_percent, 0.6);
}

/// The upper bone rests turned by 45 degrees and is stretched along its own axis.
Model stretchedAskew() {
  Model model = twoBoards();
  model.skeleton.bones[1].rest.rotation = glm::dquat(about({0, 0, 1}, 45));
  model.clips.push_back(scaleClip(1, {{1, 1, 1}, {1, 2, 1}, {1, 2, 1}}));
  return model;
}

TEST(Robust, AScaleAlongABonesOwnAxis) {
  const Outcome out = encodeStrictly(stretchedAskew());
  EXPECT_THAT(out.encoded.report.dropped, testing::IsEmpty());
  EXPECT_LE(out.encoded.report.clips->p99_percent, 0.6);
}

TEST(Robust, ShearIsNamed) {
  // A vertex that both bones share forces equal axes on them; in those the stretch is a shear.
  Model model = stretchedAskew();
  model.influences = {};
  addInfluence(model, {0}, {1.0f}, {shift({})});
  addInfluence(model, {1}, {1.0f}, {shift({})});
  const float c =
      std::sqrt(0.5f);  // the upper bone's rest pose undone: back by (0, 1, 0), -45 degrees
  const Mat34f back{{c, c, 0, -c, -c, c, 0, -c, 0, 0, 1, 0}};
  VertexArrays arrays = triangle(1.0f);
  arrays.influences.assign(3, addInfluence(model, {0, 1}, {0.5f, 0.5f}, {shift({}), back}));
  addMesh(model, arrays, {0, 1, 2});
  const Outcome out = encodeStrictly(model);
  EXPECT_THAT(out.encoded.report.dropped,
              Contains(Field(&Dropped::feature, HasSubstr("shear of bones"))));
}

TEST(Robust, ClipsWithoutRateOrFramesOrKeys) {
  Model model = twoBoards();
  Clip none;
  none.name = "none";
  model.clips.push_back(none);
  Clip still = rotationClip("still", 1, {{0, about({0, 0, 1}, 50)}}, 0.0, 1.0, true);
  model.clips.push_back(still);
  const Outcome out = encodeStrictly(model);
  ASSERT_EQ(out.loaded.model.clips.size(), 2u);
  EXPECT_EQ(out.loaded.model.clips[1].frame_count, 1.0);
  EXPECT_LE(out.encoded.report.clips->max_percent, 0.6);
}

TEST(Robust, InfluencesWithoutBonesAndWithManyMore) {
  Model model = twoBoards();
  VertexArrays arrays = triangle(1.0f);
  arrays.influences = {
      addInfluence(model, {}, {}),
      addInfluence(model, {0, 1, 0, 1, 0, 1}, {0.2f, 0.2f, 0.2f, 0.2f, 0.1f, 0.1f}),
      addInfluence(model, {0, 1}, {1.0f, 0.0f})};
  addMesh(model, arrays, {0, 1, 2});
  model.clips.push_back(rotationClip(
      "turn", 1, {{0, about({0, 0, 1}, 0)}, {9, about({0, 0, 1}, 90)}}, 9.0, 10.0, false));
  const Outcome out = encodeStrictly(model);
  // Equal bones add up: 0.5 and 0.5, not six.
  EXPECT_THAT(out.encoded.report.dropped,
              testing::Not(Contains(Field(&Dropped::feature, HasSubstr("more than four")))));
  EXPECT_LE(out.encoded.report.clips->p99_percent, 0.6);
}

TEST(Robust, MoreBonesThanTheFormatHas) {
  Model model = emptyModel();
  std::vector<glm::vec3> joints;
  for (int i = 0; i < 300; ++i)
    joints.push_back({0.0f, 0.1f * static_cast<float>(i), 0.0f});
  addChain(model, joints);
  VertexArrays arrays;
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t b = 0; b < 300; ++b) {
    const std::uint32_t influence = addInfluence(model, {b}, {1.0f});
    for (const glm::vec3& p : triangle(0.05f).positions) {
      triangles.push_back(static_cast<std::uint32_t>(arrays.positions.size()));
      arrays.positions.push_back(p);
      arrays.influences.push_back(influence);
    }
  }
  addMesh(model, arrays, triangles);
  const auto out = encodeBmd1(model, {});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, "convert.limit");
  EXPECT_THAT(out.error().message, HasSubstr("bones are needed, at most"));
}

TEST(Robust, AFileOfOurOwnAgain) {
  const std::string path = std::string(SINEW_SOURCE_DIR) + "/assets/creature.bmd";
  std::ifstream stream(path, std::ios::binary);
  ASSERT_TRUE(stream.good());
  const std::vector<char> raw((std::istreambuf_iterator<char>(stream)),
                              std::istreambuf_iterator<char>());
  std::vector<std::byte> bytes;
  for (const char c : raw)
    bytes.push_back(static_cast<std::byte>(c));
  LoadOptions strict;
  strict.mode = Mode::Strict;
  const auto loaded = loadModel(std::make_shared<const std::vector<std::byte>>(bytes), strict);
  ASSERT_TRUE(loaded);
  const Outcome out = encodeStrictly(loaded->model);
  EXPECT_LE(out.encoded.report.rest->max_percent, 0.25);
  EXPECT_LE(out.encoded.report.clips->p99_percent, 0.6);
  ASSERT_EQ(out.loaded.model.clips.size(), loaded->model.clips.size());
  for (std::size_t c = 0; c < loaded->model.clips.size(); ++c) {
    EXPECT_EQ(out.loaded.model.clips[c].loop, loaded->model.clips[c].loop);
    EXPECT_NEAR(out.loaded.model.clips[c].duration_s(), loaded->model.clips[c].duration_s(), 1e-9);
  }
}

}  // namespace
}  // namespace sinew::convert
