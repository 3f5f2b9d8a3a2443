// `sinew diff` as users and git run it.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sinew_process.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"

namespace sinew::e2e {
namespace {

using app::TempFolder;
using bmd1::FileSpec;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

/// Root, an arm with a square on it, a hand, a blend of both, two levels, and a clip that turns the
/// arm by 90 degrees in 8 frames.
FileSpec robot() {
  FileSpec spec;
  spec.meshes = {app::square("#FF0000", 8.0, 1), app::square("skin", 4.0, 2)};
  spec.meshes[1].vertices[0].st = {0.25, 0.5};
  spec.lods = {{0, 1, 0.5}, {1, 1, 0.25}};
  spec.bones.resize(3);
  spec.bones[0].name = "root";
  spec.bones[1].name = "arm";
  spec.bones[2].name = "hand";
  spec.bones[2].parent = 1;
  spec.bones[2].translation = {8, 0, 0};
  bmd1::PseudoBoneSpec elbow;
  elbow.name = "elbow";
  elbow.bones = {1, 2, 0, 0};
  elbow.weights = {0.5, 0.5, 0.0, 0.0};
  spec.pseudo_bones = {elbow};
  bmd1::AnimSpec wave;
  wave.name = "wave";
  wave.frames = 9;
  wave.hz = 8.0;
  wave.tracks.resize(3);
  bmd1::KeySpec start;
  start.rotation = glm::dquat(1, 0, 0, 0);
  bmd1::KeySpec middle;
  middle.frame = 3;
  middle.rotation = glm::dquat(0.5, 0, 0.5, 0);
  middle.translation = glm::dvec3(0, 0, 4);
  bmd1::KeySpec end;
  end.frame = 8;
  end.rotation = glm::dquat(1, 0, 0, 0);
  wave.tracks[1] = {start, middle, end};
  spec.anims = {wave};
  return spec;
}

class DiffCommand : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name, const FileSpec& spec) const {
    return folder_.write(name, app::bytesOf(spec));
  }

  /// The lines behind the first for a change made to the robot; the first says the names.
  [[nodiscard]] std::string changes(const std::function<void(FileSpec&)>& change) const {
    FileSpec changed = robot();
    change(changed);
    const std::string a = file("a.bmd", robot());
    const std::string b = file("b.bmd", changed);
    const Finished run = runSinew({"diff", a, b});
    EXPECT_EQ(run.exit, 1) << run.out << run.err;
    EXPECT_THAT(run.out, StartsWith(a + " -> " + b + ": "));
    return run.out.substr(std::min(run.out.find('\n') + 1, run.out.size()));
  }

  TempFolder folder_;
};

TEST_F(DiffCommand, SameIs0) {
  const std::string a = file("a.bmd", robot());
  const Finished same = runSinew({"diff", a, a});
  EXPECT_EQ(same.exit, 0);
  EXPECT_EQ(same.out, a + " -> " + a + ": the same bytes\n");
  EXPECT_EQ(same.err, "");
  // A byte of slack behind the data changes nothing that is decoded.
  const std::string b = folder_.write("b.bmd", app::bytesOf(robot()) + std::string(1, '\0'));
  const Finished other = runSinew({"diff", a, b});
  EXPECT_EQ(other.exit, 0) << other.out;
  EXPECT_EQ(other.out, a + " -> " + b + ": other bytes, the same model\n");
}

TEST_F(DiffCommand, ARenamedBoneIsOneLine) {
  const std::string lines = changes([](FileSpec& spec) { spec.bones[2].name = "palm"; });
  EXPECT_THAT(lines, HasSubstr("bone \"hand\": renamed to \"palm\"\n"));
  EXPECT_THAT(lines, testing::Not(HasSubstr("parent")));
  EXPECT_THAT(lines, testing::Not(HasSubstr("removed")));
}

TEST_F(DiffCommand, AMovedKeyIsOneLine) {
  const std::string lines = changes([](FileSpec& spec) { spec.anims[0].tracks[1][1].frame = 4; });
  EXPECT_THAT(
      lines,
      StartsWith(
          "clip \"wave\", bone \"arm\": key moved from frame 3 to 4 (rotation, translation)\n"));
  // Nothing else in the structure; the meshes move along.
  EXPECT_THAT(lines, HasSubstr("mesh 0: its vertices move by up to "));
}

TEST_F(DiffCommand, AnotherLevelThresholdIsOneLine) {
  // 1 / 0.5 - 1 = 1 m, 1 / 0.25 - 1 = 3 m.
  EXPECT_EQ(changes([](FileSpec& spec) {
              spec.lods[0].scale = 0.25;
              spec.lods[1].scale = 0.125;
            }),
            "level 0: threshold 0.5 -> 0.25, it serves to 1 m -> 3 m\n"
            "level 1: threshold 0.25 -> 0.125, it serves to 3 m -> 7 m\n");
}

TEST_F(DiffCommand, KeysThatComeGoAndChange) {
  EXPECT_THAT(changes([](FileSpec& spec) {
                bmd1::KeySpec key;
                key.frame = 5;
                key.scale = glm::dvec3(2.0);
                spec.anims[0].tracks[1].insert(spec.anims[0].tracks[1].begin() + 2, key);
              }),
              HasSubstr("clip \"wave\", bone \"arm\": key added at frame 5 (scale)\n"));
  EXPECT_THAT(changes([](FileSpec& spec) {
                spec.anims[0].tracks[1].erase(spec.anims[0].tracks[1].begin() + 1);
              }),
              HasSubstr("key removed at frame 3 (rotation, translation)\n"));
  EXPECT_THAT(
      changes([](FileSpec& spec) { spec.anims[0].tracks[1][1].translation = glm::dvec3(0, 3, 8); }),
      // From (0, 0, 4) to (0, 3, 8): the length of (0, 3, 4) is 5.
      HasSubstr("key changed at frame 3 (translation by 5)\n"));
}

TEST_F(DiffCommand, ClipsBonesAndBlends) {
  EXPECT_EQ(changes([](FileSpec& spec) { spec.anims[0].name = "nods"; }),
            "clip \"wave\": renamed to \"nods\"\n");
  EXPECT_EQ(changes([](FileSpec& spec) { spec.anims[0].hz = 16.0; }),
            "clip \"wave\": 8 -> 16 Hz\n");
  EXPECT_EQ(changes([](FileSpec& spec) { spec.anims[0].loop = false; }),
            "clip \"wave\": no longer loops\n");
  EXPECT_THAT(changes([](FileSpec& spec) { spec.anims.clear(); }),
              testing::AllOf(HasSubstr("anims: 1 -> 0\n"), HasSubstr("clip \"wave\": removed\n")));
  EXPECT_THAT(changes([](FileSpec& spec) { spec.bones[2].parent = 0; }),
              HasSubstr("bone \"hand\": parent \"arm\" -> \"root\"\n"));
  EXPECT_THAT(changes([](FileSpec& spec) {
                spec.bones[2].translation = {8, 2, 0};
              }),
              HasSubstr("bone \"hand\": rest position (8, 0, 0) -> (8, 2, 0)\n"));
  EXPECT_THAT(changes([](FileSpec& spec) {
                spec.pseudo_bones[0].weights = {0.75, 0.25, 0, 0};
              }),
              HasSubstr("pseudo-bone \"elbow\": \"arm\" 0.5, \"hand\" 0.5 -> \"arm\" 0.75, "
                        "\"hand\" 0.25\n"));
}

TEST_F(DiffCommand, ABoneTurnedByTwoDegreesAtRest) {
  // Half of 2 degrees: cos 0.99985, sin 0.01745; stored rotations have their own steps.
  const std::string lines =
      changes([](FileSpec& spec) { spec.bones[2].rotation = glm::dquat(0.99985, 0, 0, 0.01745); });
  EXPECT_THAT(lines,
              testing::ContainsRegex("bone \"hand\": turned by [12]\\.[0-9]+ degrees at rest\n"));
  EXPECT_THAT(lines, HasSubstr("mesh 1: its vertices move by up to "));
}

TEST_F(DiffCommand, MeshesByWhatChanged) {
  EXPECT_EQ(changes([](FileSpec& spec) { spec.meshes[1].material = "wool"; }),
            "mesh 1: material \"skin\" -> \"wool\"\n");
  EXPECT_EQ(changes([](FileSpec& spec) {
              spec.meshes[1].vertices[2].st = {1.0, 0.25};
            }),
            "mesh 1: 1 of 4 vertices have other texture coordinates\n");
  // A corner moved by (3, 0, 4): 5 units, at rest and everywhere.
  const std::string moved =
      changes([](FileSpec& spec) { spec.meshes[0].vertices[3].position += glm::dvec3(3, 0, 4); });
  EXPECT_EQ(moved,
            "mesh 0: 1 of 4 vertices have other positions\n"
            "mesh 0: its vertices move by up to 5 units (vertex 3 at rest)\n");
  EXPECT_THAT(changes([](FileSpec& spec) {
                spec.lods.clear();
                spec.meshes.pop_back();
              }),
              testing::AllOf(HasSubstr("meshes: 2 -> 1\n"), HasSubstr("mesh 1: removed\n"),
                             HasSubstr("level 1: removed\n")));
}

TEST_F(DiffCommand, JsonHasTheSame) {
  FileSpec changed = robot();
  changed.bones[2].name = "palm";
  changed.meshes[0].vertices[3].position += glm::dvec3(3, 0, 4);
  const std::string a = file("a.bmd", robot());
  const std::string b = file("b.bmd", changed);
  const Finished run = runSinew({"diff", a, b, "--json"});
  EXPECT_EQ(run.exit, 1);
  const json out = json::parse(run.out);
  EXPECT_EQ(out["command"], "diff");
  EXPECT_EQ(out["verdict"], "different");
  EXPECT_EQ(out["a"]["file"], a);
  EXPECT_EQ(out["a"]["counts"]["bones"], 3);
  EXPECT_EQ(out["changes"][0], json::parse(R"({"kind": "bone", "subject": "bone \"hand\"",
                            "text": "renamed to \"palm\""})"));
  EXPECT_EQ(out["travels"].size(), 1u);
  EXPECT_EQ(out["travels"][0]["mesh"], 0);
  EXPECT_EQ(out["travels"][0]["vertex"], 3);
  EXPECT_NEAR(out["travels"][0]["distance"].get<double>(), 5.0, 1e-4);
  // At rest and nine frames.
  EXPECT_EQ(out["poses"], 10);
  EXPECT_EQ(out["all_poses"], 10);
}

TEST_F(DiffCommand, FilesThatAreNotThere) {
  const std::string a = file("a.bmd", robot());
  const Finished added = runSinew({"diff", "/dev/null", a});
  EXPECT_EQ(added.exit, 1);
  EXPECT_THAT(added.out, StartsWith("/dev/null -> " + a + ": model added\n"));
  const Finished removed = runSinew({"diff", a, "/dev/null"});
  EXPECT_EQ(removed.exit, 1);
  EXPECT_THAT(removed.out, StartsWith(a + " -> /dev/null: model removed\n"));
  EXPECT_THAT(removed.out, HasSubstr("bones: 3 -> 0\n"));
}

TEST_F(DiffCommand, UnreadableIs3AndWrongUsageIs2) {
  const std::string a = file("a.bmd", robot());
  const std::string text = folder_.write("text.bmd", "this is no model");
  EXPECT_EQ(runSinew({"diff", a, text}).exit, 3);
  EXPECT_EQ(runSinew({"diff", text, a}).exit, 3);
  EXPECT_EQ(runSinew({"diff", a, folder_ / "none.bmd"}).exit, 3);
  EXPECT_EQ(runSinew({"diff", a}).exit, 2);
  EXPECT_EQ(runSinew({"diff", a, a, a}).exit, 2);
  EXPECT_EQ(runSinew({"diff", a, a, "--metric=exact"}).exit, 2);
  EXPECT_EQ(runSinewInto("/dev/full", {"diff", a, a}).exit, 5);
}

// Against a sound file and against themselves with a byte more: no crash, a documented status.
TEST_F(DiffCommand, FaultyFilesAreCompared) {
  const std::string data = std::string(SINEW_TEST_DATA) + "/bmd1/";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(data + "invalid")) {
    if (entry.path().extension() != ".bmd") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::string other = folder_.write("other.bmd", bytes + std::string(1, '\0'));
    const std::string path = entry.path().string();
    for (const auto& [a, b] :
         {std::pair(path, data + "valid/character.bmd"),
          std::pair(data + "valid/character.bmd", path), std::pair(path, other)}) {
      const int exit = runSinew({"diff", a, b, "--quiet"}).exit;
      EXPECT_TRUE(exit == 0 || exit == 1 || exit == 3) << exit << ": " << a << " " << b;
    }
    ++count;
  }
  EXPECT_GT(count, 100u);
}

// As docs/screenshot-tests.md says to set git up.
TEST_F(DiffCommand, GitShowsIt) {
  if (std::system("git --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "git is not installed";
  const std::string repository = folder_ / "repository";
  const auto git = [&](const std::string& arguments) {
    const std::string command = "cd '" + repository + "' && HOME='" + repository +
                                "' git -c user.name=a -c user.email=a@b " + arguments + " > '" +
                                (folder_ / "out.txt") + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream in(folder_ / "out.txt");
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  folder_.write("repository/.gitattributes", "*.bmd diff=sinew\n");
  (void)file("repository/a.bmd", robot());
  git("init -q");
  git("add -A");
  git("commit -q -m first");
  FileSpec changed = robot();
  changed.bones[2].name = "palm";
  (void)file("repository/a.bmd", changed);
  const std::string program = SINEW_BINARY;
  EXPECT_THAT(git("difftool -y -x '" + program + " diff' -- a.bmd"),
              HasSubstr("bone \"hand\": renamed to \"palm\""));
  const std::string text =
      git("-c diff.sinew.textconv='f() { \"" + program + "\" dump - < \"$1\"; }; f' diff -- a.bmd");
  EXPECT_THAT(text, HasSubstr("\n-"));
  EXPECT_THAT(text, HasSubstr("\"hand\""));
  EXPECT_THAT(text, HasSubstr("\"palm\""));
  // The file's name is no difference.
  EXPECT_THAT(text, testing::Not(HasSubstr("-standard input")));
}

}  // namespace
}  // namespace sinew::e2e
