// Small edits of our models, each said in one clear line.

#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assets/generator/fox.h"
#include "sinew_process.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"

namespace sinew::e2e {
namespace {

using app::TempFolder;
using bmd1::FileSpec;
using testing::ElementsAre;
using testing::EndsWith;
using testing::StartsWith;

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

/// What `sinew diff` says of the fox and the fox with a change.
std::vector<std::string> diffOfFox(const std::function<void(FileSpec&)>& change) {
  const TempFolder folder;
  FileSpec changed = assets::makeFox("creature");
  const std::string before = folder.write("fox.bmd", app::bytesOf(changed));
  change(changed);
  const std::string after = folder.write("changed.bmd", app::bytesOf(changed));
  const Finished run = runSinew({"diff", before, after});
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
  return linesOf(run.out);
}

TEST(DiffOfTheFox, ARenamedBoneIsOneLine) {
  // It also takes part in blends, and vertices hang on it.
  const auto lines = diffOfFox([](FileSpec& fox) {
    for (bmd1::BoneSpec& bone : fox.bones) {
      if (bone.name == "neck") bone.name = "throat";
    }
  });
  EXPECT_THAT(lines, ElementsAre(EndsWith(": 1 difference"), StartsWith("file: "),
                                 "bone \"neck\": renamed to \"throat\""));
}

TEST(DiffOfTheFox, AMovedKeyIsOneLine) {
  const auto lines = diffOfFox([](FileSpec& fox) {
    for (bmd1::AnimSpec& clip : fox.anims) {
      if (clip.name != "walk") continue;
      for (std::size_t bone = 0; bone < clip.tracks.size(); ++bone) {
        auto& track = clip.tracks[bone];
        if (fox.bones[bone].name != "neck" || track.size() < 2) continue;
        ASSERT_GT(track[1].frame, track[0].frame + 1);
        --track[1].frame;
        return;
      }
    }
    FAIL() << "there is no such key";
  });
  // What follows says how far the meshes move: the shape, not the structure.
  ASSERT_GE(lines.size(), 2u);
  std::vector<std::string> structure;
  for (const std::string& line : lines) {
    if (line.rfind("file: ", 0) == 0) continue;
    if (line.find("its vertices move by up to") == std::string::npos) structure.push_back(line);
  }
  EXPECT_THAT(structure,
              ElementsAre(testing::HasSubstr(" differences"),
                          testing::MatchesRegex("clip \"walk\", bone \"neck\": key moved from "
                                                "frame [0-9]+ to [0-9]+ \\(rotation\\)")));
}

TEST(DiffOfTheFox, AnotherLevelThresholdIsOneLine) {
  const auto lines = diffOfFox([](FileSpec& fox) {
    ASSERT_GE(fox.lods.size(), 2u);
    fox.lods[0].scale *= 0.5;
  });
  EXPECT_THAT(lines,
              ElementsAre(EndsWith(": 1 difference"),
                          testing::MatchesRegex("level 0: threshold [0-9.]+ -> [0-9.]+, it serves "
                                                "to [0-9.]+ m -> [0-9.]+ m")));
}

}  // namespace
}  // namespace sinew::e2e
