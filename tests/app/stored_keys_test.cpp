// Keys as stored, jumps between them, and curves.

#include "app/stored_keys.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document.h"
#include "format/pose/pose.h"

namespace sinew::app {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<Document> documentOf(const std::string& name) {
  auto document =
      openDocument(std::string(SINEW_TEST_DATA) + "/bmd1/valid/" + name, Options{}, false);
  EXPECT_TRUE(document.has_value());
  return *document;
}

StoredKeys keysOf(const Document& document, std::size_t anim) {
  return storedKeys(*document.loaded.bmd1, document.loaded.bmd1->anims[anim]);
}

std::vector<double> framesOf(std::span<const StoredKey> keys) {
  std::vector<double> frames;
  for (const StoredKey& key : keys)
    frames.push_back(key.frame);
  return frames;
}

// Frame data of "walk": 00 | 40 .. 43 .. 00 | 82 .. 82 .. 83 .. 00 | e2 .. .. .. 00. A tag's top
// bits are rotation, translation and scale, its low five the frames it skips.
TEST(StoredKeys, ChannelsFramesAndOffsetsAreTheFiles) {
  const auto document = documentOf("character.bmd");
  const StoredKeys keys = keysOf(*document, 0);
  EXPECT_EQ(keys.frames, 8u);
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys.tracks[0].bone, 1u);
  EXPECT_EQ(keys.tracks[2].bone, 3u);
  EXPECT_THAT(framesOf(keys.keysOfBone(1)), ElementsAre(0, 4));
  EXPECT_EQ(keys.keysOfBone(1)[1].channels, 2);       // translation alone
  EXPECT_EQ(keys.keysOfBone(1)[0].offset, 816u + 1);  // behind the root's end
  EXPECT_EQ(keys.keysOfBone(1)[1].offset, 816u + 6);  // a tag and four bytes on
  EXPECT_EQ(keys.keysOfBone(1)[1].translation[2], 2.0f);
  ASSERT_EQ(keys.keysOfBone(3).size(), 1u);
  EXPECT_EQ(keys.keysOfBone(3)[0].channels, 7);
  EXPECT_EQ(keys.keysOfBone(3)[0].scale[0], 1.0f);
  EXPECT_TRUE(keys.keysOfBone(0).empty());
  EXPECT_TRUE(keys.keysOfBone(kNone).empty());
  EXPECT_TRUE(keys.skips.empty());
}

// 9f (key at 31) 1f 1f (to 96) 84 (key at 100) 9f (key at 132) 1f 1f 1f (to 229) 99 (key at 254)
// 00, then 1f 1f (to 64) 40 (key at 64) 40 (key at 65) 00: an empty record moves on by 31 and one.
TEST(StoredKeys, RecordsWithoutValuesAreSkips) {
  const auto document = documentOf("anim_long_skips.bmd");
  const StoredKeys keys = keysOf(*document, 0);
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_THAT(framesOf(keys.keysOf(0)), ElementsAre(31, 100, 132, 254));
  const auto skips = keys.skipsOf(0);
  ASSERT_EQ(skips.size(), 5u);
  EXPECT_EQ(skips[0].from, 32u);
  EXPECT_EQ(skips[0].to, 64u);
  EXPECT_EQ(skips[0].offset, 496u + 6);
  EXPECT_EQ(skips[1].to, 96u);
  EXPECT_EQ(skips[2].from, 133u);
  EXPECT_EQ(skips[4].to, 229u);
  ASSERT_EQ(keys.skipsOf(1).size(), 2u);
  EXPECT_EQ(keys.skipsOf(1)[0].from, 0u);
  EXPECT_EQ(keys.skipsOf(1)[1].to, 64u);
  EXPECT_THAT(keys.key_frames, ElementsAre(31, 64, 65, 100, 132, 254));
}

TEST(StoredKeys, NeighboursOfOneBoneAndOfAll) {
  const auto document = documentOf("character.bmd");
  const StoredKeys keys = keysOf(*document, 0);  // 1: 0 4, 2: 0 3 7, 3: 2
  EXPECT_EQ(neighbourKey(keys, kNone, 0.0, true, true), 2u);
  EXPECT_EQ(neighbourKey(keys, kNone, 2.5, true, true), 3u);
  EXPECT_EQ(neighbourKey(keys, kNone, 2.9999999999, true, true), 4u) << "as good as frame 3";
  EXPECT_EQ(neighbourKey(keys, kNone, 3.0000000001, false, true), 2u);
  EXPECT_EQ(neighbourKey(keys, kNone, 2.5, false, true), 2u);
  EXPECT_EQ(neighbourKey(keys, kNone, 7.0, true, true), 0u);
  EXPECT_EQ(neighbourKey(keys, kNone, 7.0, true, false), std::nullopt);
  EXPECT_EQ(neighbourKey(keys, kNone, 0.0, false, true), 7u);
  EXPECT_EQ(neighbourKey(keys, kNone, 0.0, false, false), std::nullopt);
  EXPECT_EQ(neighbourKey(keys, 1, 0.0, true, true), 4u);
  EXPECT_EQ(neighbourKey(keys, 3, 5.0, true, true), 2u);
  EXPECT_EQ(neighbourKey(keys, 0, 0.0, true, true), 2u) << "the root has none: any bone's";
  EXPECT_EQ(neighbourKey(StoredKeys{}, kNone, 0.0, true, true), std::nullopt);
}

TEST(StoredKeys, CurvesRunThroughTheKeys) {
  const auto document = documentOf("character.bmd");
  const StoredKeys keys = keysOf(*document, 0);
  // Bone 1 moves from z 0 at frame 0 to z 2 at frame 4: 1 at frame 2; over the seam back to 0 in
  // the 4 frames from 4 to 8: 1 at frame 6.
  const auto z = [&](double frame, bool looping) {
    return (*curveAt(keys.keysOfBone(1), Channel::Translation, frame, 8.0, looping))[2];
  };
  EXPECT_FLOAT_EQ(z(0.0, true), 0.0f);
  EXPECT_FLOAT_EQ(z(2.0, true), 1.0f);
  EXPECT_FLOAT_EQ(z(4.0, true), 2.0f);
  EXPECT_FLOAT_EQ(z(6.0, true), 1.0f);
  EXPECT_FLOAT_EQ(z(7.0, true), 0.5f);
  EXPECT_FLOAT_EQ(z(7.0, false), 2.0f);
  EXPECT_FALSE(curveAt(keys.keysOfBone(1), Channel::Scale, 0.0, 8.0, true).has_value());
  EXPECT_FALSE(curveAt({}, Channel::Rotation, 0.0, 8.0, true).has_value());
  // Bone 3 has one key: a constant.
  EXPECT_FLOAT_EQ((*curveAt(keys.keysOfBone(3), Channel::Translation, 7.0, 8.0, true))[2], 1.0f);
}

// A glTF file has no records of keys: what its reader made of them is listed, bone by bone.
TEST(StoredKeys, KeysOfGltfAreThoseThatPlay) {
  std::size_t compared = 0;
  for (const std::string name : {"curves.glb", "two_skins.glb"}) {
    const auto document =
        openDocument(std::string(SINEW_TEST_DATA) + "/gltf/" + name, Options{}, false);
    ASSERT_TRUE(document.has_value()) << name;
    const Model& model = (*document)->model();
    ASSERT_FALSE(model.clips.empty());
    for (std::uint32_t c = 0; c < model.clips.size(); ++c) {
      const StoredKeys keys = storedKeys((*document)->loaded, c);
      const auto count = [&](Channel channel) {
        return static_cast<std::size_t>(std::ranges::count_if(
            keys.keys, [channel](const StoredKey& key) { return key.has(channel); }));
      };
      const ClipKeys& source = *model.clips[c].keys;
      EXPECT_EQ(count(Channel::Rotation), source.rotations.values.size());
      EXPECT_EQ(count(Channel::Translation), source.translations.values.size());
      EXPECT_EQ(count(Channel::Scale), source.scales.values.size());
      EXPECT_TRUE(std::ranges::is_sorted(keys.key_frames, std::less_equal<>()));
      EXPECT_FALSE(keys.root_ignored);
      // A bone without parent stands where its translation says, at keys and between them.
      const bool steps = model.clips[c].interpolation == Interpolation::Step;
      for (std::size_t t = 0; t < keys.size(); ++t) {
        const std::uint32_t bone = keys.tracks[t].bone;
        if (model.skeleton.bones[bone].parent != kNone) continue;
        for (double frame = 0.0; frame <= model.clips[c].frame_count - 1.0; frame += 0.31) {
          const auto at = curveAt(keys.keysOf(t), Channel::Translation, frame,
                                  model.clips[c].frame_count, model.clips[c].loop, steps);
          if (!at) continue;
          const auto pose = pose::evaluateExact(model, c, frame);
          for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(pose.bones[bone].m[4 * axis + 3], (*at)[axis], 1e-5) << name << frame;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 10u);
}

/// Bones that hang on nothing turned or scaled show their keys in their own matrix.
TEST(StoredKeys, RotationCurvesAreWhatIsPlayed) {
  int compared = 0;
  for (const std::string name : {"anim_rotation.bmd", "anim_sign_flip.bmd", "anim_no_loop.bmd",
                                 "anim_long_skips.bmd", "character.bmd"}) {
    const auto document = documentOf(name);
    const Model& model = document->model();
    for (std::uint32_t c = 0; c < model.clips.size(); ++c) {
      const Clip& clip = model.clips[c];
      const StoredKeys keys = keysOf(*document, c);
      for (std::uint32_t bone = 1; bone < model.skeleton.bones.size(); ++bone) {
        const Bone& record = model.skeleton.bones[bone];
        if (record.parent != 0 || keys.keysOfBone(bone).empty()) continue;
        for (double frame = 0.0; frame <= clip.frame_count - 1.0; frame += 0.37) {
          const auto q =
              curveAt(keys.keysOfBone(bone), Channel::Rotation, frame, clip.frame_count, clip.loop);
          const auto s =
              curveAt(keys.keysOfBone(bone), Channel::Scale, frame, clip.frame_count, clip.loop);
          if (!q || s) continue;
          const glm::dquat rotation =
              glm::dquat(glm::quat((*q)[3], (*q)[0], (*q)[1], (*q)[2])) * record.rest.rotation;
          const auto pose = pose::evaluateExact(model, c, frame);
          const glm::dvec3 drawn = rotation * glm::dvec3(1.0, 2.0, 3.0);
          for (int r = 0; r < 3; ++r) {
            const double* row = pose.bones[bone].m.data() + 4 * r;
            EXPECT_NEAR(row[0] + 2.0 * row[1] + 3.0 * row[2], drawn[r], 1e-5)
                << name << ' ' << c << ' ' << bone << ' ' << frame;
          }
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace sinew::app
