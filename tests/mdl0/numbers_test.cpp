#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "format/mdl0/euler.h"
#include "format/mdl0/texture_matrix.h"
#include "format/mdl0/tracks.h"
#include "format/mdl0/vertex_format.h"
#include "format/scene/scene.h"

namespace sinew::mdl0 {
namespace {

TEST(Mdl0Euler, TurnsAboutXThenYThenZ) {
  scene::Bone bone;
  bone.rest.rotation = fromEuler({30.0, 45.0, 60.0});
  std::vector<scene::Bone> bones{bone};
  scene::composeWorlds(bones);
  const std::array<double, 12> expected{0.353553,  -0.573223, 0.739199, 0.0,  //
                                        0.612372,  0.739199,  0.280330, 0.0,  //
                                        -0.707107, 0.353553,  0.612372, 0.0};
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_NEAR(bones[0].world.m[i], expected[i], 1e-6) << i;
}

/// The world of a child turned a quarter about z, below a parent scaled (2, 1, 1).
std::array<double, 12> childWorld(bool compensates, ScalingRule rule) {
  std::vector<scene::Bone> bones(2);
  bones[0].rest.scale = {2.0, 1.0, 1.0};
  bones[0].rest.translation = {1.0, 0.0, 0.0};
  bones[1].parent = 0;
  bones[1].rest.scale = {1.0, 3.0, 1.0};
  bones[1].rest.rotation = fromEuler({0.0, 0.0, 90.0});
  bones[1].rest.translation = {1.0, 0.0, 0.0};
  bones[1].inherit = inheritanceOf(compensates, 0, rule);
  scene::composeWorlds(bones);
  return bones[1].world.m;
}

TEST(Mdl0Scaling, ThreeRules) {
  const auto expect = [](const std::array<double, 12>& m, const std::array<double, 12>& expected) {
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_NEAR(m[i], expected[i], 1e-12) << i;
  };
  expect(childWorld(false, ScalingRule::Standard), {0, -6, 0, 3, 1, 0, 0, 0, 0, 0, 1, 0});
  expect(childWorld(false, ScalingRule::Maya), {0, -6, 0, 3, 1, 0, 0, 0, 0, 0, 1, 0});
  expect(childWorld(true, ScalingRule::Standard), {0, -3, 0, 3, 1, 0, 0, 0, 0, 0, 1, 0});
  expect(childWorld(false, ScalingRule::Softimage), {0, -3, 0, 3, 2, 0, 0, 0, 0, 0, 1, 0});
  EXPECT_EQ(inheritanceOf(false, kBoneClassicOff, ScalingRule::Standard),
            ScaleInheritance::Componentwise);
  EXPECT_EQ(inheritanceOf(true, kBoneClassicOff, ScalingRule::Softimage),
            ScaleInheritance::Compensate);
}

TEST(Mdl0TextureMatrix, ThreeModes) {
  const std::array<float, 5> srt{2.0f, 3.0f, 30.0f, 0.25f, 0.5f};
  const auto expect = [&](std::uint32_t mode, const std::array<double, 6>& expected) {
    const std::array<double, 6> m = textureMatrix(mode, srt);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(m[i], expected[i], 1e-6) << "mode " << mode << ", " << i;
  };
  expect(0, {1.732051, 1.0, -0.866025, -1.5, 2.598076, 0.450962});
  expect(1, {1.732051, -1.0, 0.066987, 1.5, 2.598076, -0.674038});
  expect(2, {1.732051, 1.0, -0.799038, -1.5, 2.598076, 1.625});
  for (const std::uint32_t mode : {0u, 1u, 2u}) {
    const std::array<double, 6> still = textureMatrix(mode, {1, 1, 0, 0, 0});
    EXPECT_EQ(still, (std::array<double, 6>{1, 0, 0, 0, 1, 0}));
  }
}

TEST(Mdl0Curves, HermiteBetweenKeys) {
  const std::vector<Key> keys{{0.0f, 0.0f, 0.5f}, {10.0f, 10.0f, 2.0f}};
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 0.0), 0.0);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 2.5), 1.328125);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 5.0), 3.125);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 7.5), 5.859375);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 10.0), 10.0);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, -3.0), 0.0);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 99.0), 10.0);
  EXPECT_DOUBLE_EQ(sampleKeys({}, 5.0), 0.0);
}

TEST(Mdl0Curves, OfTwoKeysOnAFrameTheLaterHolds) {
  const std::vector<Key> keys{
      {0.0f, 1.0f, 0.0f}, {4.0f, 1.0f, 0.0f}, {4.0f, 9.0f, 0.0f}, {8.0f, 9.0f, 0.0f}};
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 3.99), 1.0);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 4.0), 9.0);
  EXPECT_DOUBLE_EQ(sampleKeys(keys, 6.0), 9.0);
}

/// A file of the given bytes, with everything a Source needs.
struct TestFile {
  explicit TestFile(const std::vector<std::uint8_t>& content)
      : bytes(std::make_shared<const std::vector<std::byte>>(
            reinterpret_cast<const std::byte*>(content.data()),
            reinterpret_cast<const std::byte*>(content.data()) + content.size())),
        source(bytes, {0, bytes->size()}, {}, findings, budget) {}

  scene::Findings findings{Mode::Lenient};
  Budget budget{1 << 16};
  SharedBytes bytes;
  Source source;
};

TEST(Mdl0Tracks, PackedKeys) {
  // An offset of 4 to: one key, step 0.5, base -1, word 0C800FF0: frame 12, raw 800, tangent -0.5.
  TestFile file({0,    0, 0, 4, 0,    1,    0, 0, 0,    0,    0,    0,
                 0x3F, 0, 0, 0, 0xBF, 0x80, 0, 0, 0x0C, 0x80, 0x0F, 0xF0});
  const auto track = TrackReader(file.source).read(0, 0, TrackFormat::I4, 20, "t");
  ASSERT_TRUE(track.has_value());
  EXPECT_DOUBLE_EQ(track->at(12.0), 0.5 * 2048 - 1.0);
  EXPECT_TRUE(file.findings.empty());
}

TEST(Mdl0Tracks, SamplesGoTheShorterWay) {
  // L1: step 10, base 0; samples 0, 35 (350 degrees), 1 (10 degrees).
  TestFile file({0, 0, 0, 4, 0x41, 0x20, 0, 0, 0, 0, 0, 0, 0, 35, 1});
  const auto track = TrackReader(file.source).read(0, 0, TrackFormat::L1, 2, "t");
  ASSERT_TRUE(track.has_value());
  EXPECT_DOUBLE_EQ(track->at(1.0, true), 350.0);
  EXPECT_DOUBLE_EQ(track->at(0.5, true), -5.0);
  EXPECT_DOUBLE_EQ(track->at(1.5, true), 360.0);
  EXPECT_DOUBLE_EQ(track->at(0.5, false), 175.0);
  EXPECT_DOUBLE_EQ(track->at(2.0), 10.0);
  // Three frames need four samples.
  EXPECT_FALSE(TrackReader(file.source).read(0, 0, TrackFormat::L1, 3, "t").has_value());
}

TEST(Mdl0VertexFormat, WordsOfADescriptor) {
  gx::Registers registers;
  const auto set = [&](std::size_t index, std::uint32_t word) {
    registers.cp[index] = word;
    registers.cp_written.set(index);
  };
  set(0x50, 0x7E00);
  set(0x60, 2);
  set(0x70, 0x5AE16CA7);
  const std::optional<VertexLayout> layout = layoutOf(registers);
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(layout->bytes, 7u);
  EXPECT_FALSE(layout->has_matrix);
  const auto& position = layout->attributes[0];
  EXPECT_EQ(position.mode, FieldMode::Index16);
  EXPECT_EQ(position.format.components, 1u);
  EXPECT_EQ(position.format.type, 3u);
  EXPECT_EQ(position.format.divisor, 10u);
  EXPECT_EQ(layout->attributes[kNormalAttribute].format.type, 3u);
  EXPECT_EQ(layout->attributes[kFirstColor].format.type, 5u);
  const auto& uv = layout->attributes[kFirstUv];
  EXPECT_EQ(uv.mode, FieldMode::Index8);
  EXPECT_EQ(uv.offset, 6u);
  EXPECT_EQ(uv.format.components, 1u);
  EXPECT_EQ(uv.format.type, 3u);
  EXPECT_EQ(uv.format.divisor, 13u);
}

}  // namespace
}  // namespace sinew::mdl0
