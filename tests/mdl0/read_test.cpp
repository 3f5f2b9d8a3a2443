#include "format/mdl0/read.h"

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace sinew::mdl0 {
namespace {

SharedBytes dataFile(const std::string& name) {
  std::ifstream in(std::string(SINEW_TEST_DATA) + "/mdl0/valid/" + name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  EXPECT_FALSE(text.empty()) << name;
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::make_shared<const std::vector<std::byte>>(first, first + text.size());
}

SharedBytes share(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return std::make_shared<const std::vector<std::byte>>(first, first + text.size());
}

TEST(Mdl0Read, ClipsOfOtherFilesMoveTheModels) {
  const SharedBytes rig = dataFile("wrap_u8.arc");
  const scene::ReadScene alone = read(rig, {});
  scene::ReadOptions options;
  options.anim_files = {{"more.chr0", dataFile("bare_chr0.chr0")}};
  const scene::ReadScene both = read(rig, options);
  ASSERT_EQ(alone.scene.clips.size(), 1u);
  ASSERT_EQ(both.scene.clips.size(), 2u);
  EXPECT_EQ(both.scene.clips[1].name, "wave");
  EXPECT_TRUE(both.diagnostics.empty());
  // The second model has the bones b0 and b1 that the clip moves, the first one has neither.
  ASSERT_EQ(both.scene.models.size(), 2u);
  ASSERT_EQ(both.scene.models[0].clip_tracks.size(), 2u);
  EXPECT_TRUE(both.scene.models[0].clip_tracks[1].tracks.empty());
  ASSERT_EQ(both.scene.models[1].clip_tracks.size(), 2u);
  EXPECT_EQ(both.scene.models[1].clip_tracks[1].clip, 1u);
  EXPECT_EQ(both.scene.models[1].clip_tracks[1].tracks.size(), 2u);
}

TEST(Mdl0Read, ABrokenFurtherFileIsNamedAndCostsOnlyItself) {
  scene::ReadOptions options;
  options.anim_files = {{"text.brres", share("no animation at all")}, {"cut.chr0", share("CHR0")}};
  const scene::ReadScene scene = read(dataFile("base_scene.brres"), options);
  EXPECT_FALSE(scene.unreadable);
  EXPECT_EQ(scene.scene.clips.size(), 2u);
  ASSERT_EQ(scene.diagnostics.size(), 2u);
  EXPECT_EQ(scene.diagnostics[0].rule, "magic");
  ASSERT_NE(scene.diagnostics[0].member, nullptr);
  EXPECT_EQ(*scene.diagnostics[0].member, "text.brres");
  EXPECT_EQ(scene.diagnostics[1].rule, "truncated");
  ASSERT_NE(scene.diagnostics[1].member, nullptr);
  EXPECT_EQ(*scene.diagnostics[1].member, "cut.chr0");
}

TEST(Mdl0Read, ImagesAreDecodedFromTheFilesBytes) {
  std::weak_ptr<const std::vector<std::byte>> watch;
  {
    SharedBytes bytes = dataFile("base_scene.brres");
    watch = bytes;
    const scene::ReadScene scene = read(bytes, {});
    bytes.reset();
    ASSERT_FALSE(scene.scene.textures.empty());
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(scene.scene.textures[0].pixels->decode(0).size(), 4u * 8 * 8);
  }
  EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace sinew::mdl0
