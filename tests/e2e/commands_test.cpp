// What the printing commands do besides the corpus: text, filters, several files, failures, exit
// codes.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "sinew_process.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kValid = std::string(SINEW_TEST_DATA) + "/bmd1/valid/";
const std::string kInvalid = std::string(SINEW_TEST_DATA) + "/bmd1/invalid/";
const std::string kCharacter = kValid + "character.bmd";

std::string fileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    found.push_back(line);
  return found;
}

json outputOf(const std::vector<std::string>& arguments) {
  const Finished run = runSinew(arguments);
  EXPECT_EQ(run.exit, 0) << run.err;
  return json::parse(run.out, nullptr, false);
}

// ---------------------------------------------------------------- usage

TEST(Usage, AFolderOfTexturesThatIsNotThereIsAWarning) {
  const fs::path picture =
      fs::temp_directory_path() / (std::string("sinew-paths-") + std::to_string(getpid()) + ".png");
  const Finished run = runSinew({"shot", kCharacter, "--texture-path=/no/such/folder",
                                 "--texture-path=" + kCharacter, "--texture-path=" + kValid,
                                 "--resolution=8,8", "--output=" + picture.string()});
  EXPECT_EQ(run.exit, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("warning: --texture-path=/no/such/folder: "));
  EXPECT_THAT(run.err, HasSubstr("warning: --texture-path=" + kCharacter + ": "));
  EXPECT_EQ(run.err.find("--texture-path=" + kValid + ": "), std::string::npos);
  fs::remove(picture);
}

TEST(Usage, ErrorsAreOneLineOnStandardErrorAndExit2) {
  const std::vector<std::vector<std::string>> cases = {
      {"info"},
      {"info", kCharacter, "--no-such-option"},
      {"dump", kCharacter, "--json=1"},
      {"check", kCharacter, "--strict", "--lenient"},
      {"pose", kCharacter, "--time=1"},
      {"pose", kCharacter, "--anim=walk", "--time=1", "--frame=1"},
      {"pose", kCharacter, "--anim=walk", "--frame=x"},
      {"pose", kCharacter, "--anim=no such clip"},
      {"pose", kCharacter, "--anim=#2"},
      {"pose", kCharacter, "--anim=walk", "--blend=run:0.5"},
      {"pose", kCharacter, "--blend=wave:0.5"},
      {"dump", kCharacter, "--reading=st128=x"},
      {"dump", kCharacter, "--vertex=4:0"},
      {"dump", kCharacter, "--vertex=99"},
      {"dump", kCharacter, "--tri=0:99"},
      {"dump", kCharacter, "--bone=nobody"},
      {"dump", kCharacter, "--anim=nothing"},
      {"shot", kCharacter, "--resolution=0,0"},
      {"shot", kCharacter, "--resolution=nan,1"},
      {"formats", "x"},
      {"doctor", "x"},
  };
  for (const auto& arguments : cases) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    const Finished run = runSinew(arguments);
    EXPECT_EQ(run.exit, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, StartsWith("sinew"));
    EXPECT_EQ(lines(run.err).size(), 1u) << run.err;
  }
}

TEST(Usage, AnUnknownClipNamesTheClipsThereAre) {
  const Finished run = runSinew({"pose", kCharacter, "--anim=jump"});
  EXPECT_THAT(run.err, HasSubstr("no animation \"jump\", the file has \"walk\", \"wave\""));
}

TEST(Usage, HelpAndVersionGoToStandardOutput) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                    {"check", "-h"},
                                                    {"--version"},
                                                    {"pose", "--version"}}) {
    const Finished run = runSinew(arguments);
    EXPECT_EQ(run.exit, 0);
    EXPECT_NE(run.out, "");
    EXPECT_EQ(run.err, "");
  }
}

TEST(Usage, FormatsListsWhatIsRead) {
  EXPECT_THAT(runSinew({"formats"}).out, HasSubstr("bmd1"));
  const json list = outputOf({"formats", "--json"});
  EXPECT_EQ(list["formats"][0]["format"], "bmd1");
  EXPECT_EQ(list["formats"][0]["extensions"], json::array({".bmd"}));
}

TEST(Keys, AreListedAsTheSettingsHaveThem) {
  EXPECT_THAT(runSinew({"keys", "--no-config"}).out, HasSubstr("Ctrl+P            popup palette"));
  const fs::path path =
      fs::temp_directory_path() / (std::string("sinew-keys-") + std::to_string(getpid()));
  std::ofstream(path) << R"({"keys": {"Ctrl+J": "grid", "G": ""}, "tea": 1})";
  const Finished run = runSinew({"keys", "--json", "--config", path});
  EXPECT_EQ(run.exit, 0);
  EXPECT_THAT(run.err, HasSubstr("\"tea\" is no setting"));
  std::vector<std::string> keys_of_grid;
  const json listed = json::parse(run.out);
  for (const json& key : listed["keys"]) {
    if (key["command"] == "grid") keys_of_grid.push_back(key["key"]);
  }
  EXPECT_EQ(keys_of_grid, std::vector<std::string>{"Ctrl+J"});
  std::ofstream(path) << "{\n  broken";
  const Finished broken = runSinew({"keys", "--config", path});
  EXPECT_EQ(broken.exit, 3);
  EXPECT_EQ(broken.out, "");
  EXPECT_THAT(broken.err, HasSubstr("line 2"));
  fs::remove(path);
}

// ---------------------------------------------------------------- input

TEST(Input, WhatCannotBeReadExits3) {
  const fs::path folder =
      fs::temp_directory_path() / (std::string("sinew-e2e-") + std::to_string(getpid()));
  fs::create_directories(folder);
  const fs::path locked = folder / "locked.bmd";
  std::ofstream(locked) << "BMD1";
  fs::permissions(locked, fs::perms::none);
  std::vector<std::string> paths = {folder / "missing.bmd", folder};
  if (access(locked.c_str(), R_OK) != 0) paths.push_back(locked);  // root may read anything
  for (const std::string& path : paths) {
    for (const char* command : {"info", "check", "dump", "pose"}) {
      SCOPED_TRACE(std::string(command) + ' ' + path);
      const Finished run = runSinew({command, path, "--json"});
      EXPECT_EQ(run.exit, 3);
      EXPECT_EQ(run.out, "");
      EXPECT_THAT(run.err, HasSubstr(path));
      EXPECT_EQ(lines(run.err).size(), 1u) << run.err;
    }
  }
  fs::remove_all(folder);
}

TEST(Input, AnEmptyFileIsCheckedAndRefused) {
  const std::string path = kInvalid + "header_empty_file.bmd";
  const Finished check = runSinew({"check", path});
  EXPECT_EQ(check.exit, 3);
  EXPECT_THAT(check.out, HasSubstr("[header.truncated]"));
  for (const char* command : {"info", "dump", "pose"}) {
    const Finished run = runSinew({command, path});
    EXPECT_EQ(run.exit, 3);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("at 0x0"));
  }
}

TEST(Input, StandardInputIsAFileToo) {
  const Finished piped = runSinew({"dump", "-", "--json"}, fileBytes(kCharacter));
  EXPECT_EQ(piped.exit, 0) << piped.err;
  json expected = outputOf({"dump", kCharacter, "--json"});
  expected["file"] = "-";
  EXPECT_EQ(json::parse(piped.out), expected);
}

TEST(View, WithoutADisplayExits4AndNamesTheWayOut) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  const Finished run = runSinew({kCharacter});
  EXPECT_EQ(run.exit, 4);
  EXPECT_THAT(run.err, HasSubstr("sinew shot"));
}

TEST(View, WhatTheFileDoesNotHaveEndsBeforeAWindowOpens) {
  EXPECT_EQ(runSinew({kCharacter, "--anim=nothing"}).exit, 2);
  EXPECT_EQ(runSinew({kCharacter, "--lod=9"}).exit, 2);
  EXPECT_EQ(runSinew({kInvalid + "index_tri32.bmd", "--strict"}).exit, 1);
  EXPECT_EQ(runSinew({kInvalid + "header_magic_case.bmd"}).exit, 3);
}

TEST(Input, TooLargeAFileIsRefused) {
  const fs::path path =
      fs::temp_directory_path() / (std::string("sinew-big-") + std::to_string(getpid()));
  std::ofstream(path) << fileBytes(kCharacter);
  fs::resize_file(path, (std::size_t{1} << 20) + 1);
  EXPECT_EQ(runSinew({"info", path, "--max-size=1"}).exit, 3);
  EXPECT_EQ(runSinew({"info", path, "--max-size=2"}).exit, 0);
  fs::remove(path);
}

// ---------------------------------------------------------------- several files

TEST(SeveralFiles, PrintOneObjectALine) {
  const Finished run = runSinew({"info", kCharacter, kValid + "empty.bmd", "--json"});
  EXPECT_EQ(run.exit, 0);
  const auto rows = lines(run.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(json::parse(rows[0])["counts"]["bones"], 4);
  EXPECT_EQ(json::parse(rows[1])["file"], kValid + "empty.bmd");
}

TEST(SeveralFiles, TheWorstStatusCounts) {
  const std::string bad = kInvalid + "index_tri32.bmd";
  const Finished run = runSinew({"check", kCharacter, bad, kCharacter});
  EXPECT_EQ(run.exit, 1);
  EXPECT_THAT(run.out, HasSubstr(bad + ": invalid (strict): 1 error"));
  EXPECT_EQ(lines(run.out).size(), 4u);  // ok, finding, invalid, ok
}

TEST(SeveralFiles, AnUnreadableOneEndsTheRunUnlessToldToKeepGoing) {
  const std::vector<std::string> files = {kInvalid + "header_magic_case.bmd", kCharacter};
  const Finished stopped = runSinew({"info", files[0], files[1]});
  EXPECT_EQ(stopped.exit, 3);
  EXPECT_EQ(stopped.out, "");
  const Finished kept = runSinew({"info", files[0], files[1], "--keep-going"});
  EXPECT_EQ(kept.exit, 3);
  EXPECT_THAT(kept.out, HasSubstr(kCharacter + ": bmd1, 879 bytes"));
}

// ---------------------------------------------------------------- output

TEST(Output, AFullDiskAndAClosedPipeExit5) {
  for (const char* command : {"info", "check", "dump", "pose"}) {
    SCOPED_TRACE(command);
    EXPECT_EQ(runSinewIntoClosedPipe({command, kCharacter, "--json"}).exit, 5);
    if (access("/dev/full", W_OK) != 0) continue;
    const Finished run = runSinewInto("/dev/full", {command, kCharacter});
    EXPECT_EQ(run.exit, 5);
    EXPECT_THAT(run.err, HasSubstr("standard output cannot be written"));
  }
  EXPECT_EQ(runSinewIntoClosedPipe({"--help"}).exit, 5);
  EXPECT_EQ(runSinewIntoClosedPipe({"formats"}).exit, 5);
}

TEST(Output, TalkStaysOffStandardOutputAndCanBeSilenced) {
  const std::string file = kInvalid + "vertex_bone_fa.bmd";  // a warning when lenient
  const Finished text = runSinew({"info", file});
  EXPECT_EQ(text.exit, 0);
  EXPECT_THAT(text.err, HasSubstr("warning: "));
  EXPECT_THAT(text.err, HasSubstr("[vertex.bone]"));
  EXPECT_THAT(text.out, testing::Not(HasSubstr("[vertex.bone]")));
  EXPECT_EQ(runSinew({"info", file, "--quiet"}).err, "");
  EXPECT_EQ(runSinew({"info", file, "--verbose=error"}).err, "");
  EXPECT_THAT(runSinew({"info", file, "--verbose=debug"}).err, HasSubstr("bytes read in"));
  const std::string noted = kValid + "v128_legacy.bmd";  // a note
  EXPECT_EQ(runSinew({"info", noted}).err, "");
  EXPECT_THAT(runSinew({"info", noted, "--verbose=info"}).err, HasSubstr("[vertex.st128-legacy]"));
}

TEST(Output, CheckPrintsALineForEachFinding) {
  const json manifest = json::parse(fileBytes(kInvalid + "manifest.json"));
  for (const auto& [name, entry] : manifest["files"].items()) {
    SCOPED_TRACE(name);
    const auto found = lines(runSinew({"check", kInvalid + name}).out);
    const json& expected = entry["diagnostics"];
    ASSERT_EQ(found.size(), expected.size() + 1);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      std::ostringstream place;
      place << kInvalid << name << ": " << expected[i]["strict"].get<std::string>() << ": "
            << expected[i]["path"].get<std::string>() << " at 0x" << std::hex
            << expected[i]["offset"].get<std::uint64_t>() << ": ";
      EXPECT_THAT(found[i], StartsWith(place.str()));
      EXPECT_THAT(found[i], testing::EndsWith(std::string("[") +
                                              expected[i]["rule"].get<std::string>() + ']'));
    }
  }
}

TEST(Output, SarifHasOneRunWithPlacesAndRules) {
  const std::string bad = kInvalid + "several_meshes.bmd";
  const Finished run = runSinew({"check", bad, kCharacter, "--sarif"});
  EXPECT_EQ(run.exit, 1);
  const json log = json::parse(run.out, nullptr, false);
  ASSERT_FALSE(log.is_discarded()) << run.out;
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1u);
  const json& driver = log["runs"][0]["tool"]["driver"];
  EXPECT_EQ(driver["name"], "sinew");
  const json expected = json::parse(
      fileBytes(kInvalid + "manifest.json"))["files"]["several_meshes.bmd"]["diagnostics"];
  const json& results = log["runs"][0]["results"];
  ASSERT_EQ(results.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(results[i]["ruleId"], expected[i]["rule"]);
    EXPECT_EQ(results[i]["level"], expected[i]["strict"]);
    const json& place = results[i]["locations"][0];
    EXPECT_EQ(place["physicalLocation"]["region"]["byteOffset"], expected[i]["offset"]);
    EXPECT_EQ(place["logicalLocations"][0]["fullyQualifiedName"], expected[i]["path"]);
    const bool listed =
        std::any_of(driver["rules"].begin(), driver["rules"].end(),
                    [&](const json& rule) { return rule["id"] == expected[i]["rule"]; });
    EXPECT_TRUE(listed) << expected[i]["rule"];
  }
}

// ---------------------------------------------------------------- dump

/// The record without what only a filtered dump adds.
json plain(json record) {
  record.erase("index");
  record.erase("hex");
  return record;
}

TEST(Dump, FiltersShowTheRecordsOfTheFullDump) {
  const json full = outputOf({"dump", kCharacter, "--json"});
  const json vertex = outputOf({"dump", kCharacter, "--vertex=1:2", "--json"});
  ASSERT_EQ(vertex["meshes"].size(), 1u);
  EXPECT_EQ(vertex["meshes"][0]["index"], 1);
  ASSERT_EQ(vertex["meshes"][0]["vertices"].size(), 1u);
  EXPECT_EQ(plain(vertex["meshes"][0]["vertices"][0]), full["meshes"][1]["vertices"][2]);
  EXPECT_TRUE(vertex["meshes"][0]["faces"].empty());
  EXPECT_TRUE(vertex["bones"].empty());
  // Without a mesh: that face of every mesh that has it.
  const json face = outputOf({"dump", kCharacter, "--tri=0", "--json"});
  EXPECT_EQ(face["meshes"].size(), full["meshes"].size());
  const json bone = outputOf({"dump", kCharacter, "--bone=arm", "--json"});
  ASSERT_EQ(bone["bones"].size(), 1u);
  EXPECT_EQ(bone["bones"][0]["index"], 2);
  EXPECT_EQ(plain(bone["bones"][0]), full["bones"][2]);
}

TEST(Dump, KeysAreFilteredByClipBoneAndFrame) {
  const json full = outputOf({"dump", kCharacter, "--json"});
  const json clip = outputOf({"dump", kCharacter, "--anim=wave", "--json"});
  ASSERT_EQ(clip["anims"].size(), 1u);
  EXPECT_EQ(clip["anims"][0]["index"], 1);
  EXPECT_EQ(clip["anims"][0]["tracks"], full["anims"][1]["tracks"]);
  std::size_t expected = 0;
  for (const json& track : full["anims"][0]["tracks"]) {
    for (const json& key : track["keys"])
      expected += key["frame"] == 0 ? 1 : 0;
  }
  const json frame = outputOf({"dump", kCharacter, "--anim=#0", "--frame=0", "--json"});
  std::size_t found = 0;
  for (const json& track : frame["anims"][0]["tracks"]) {
    for (const json& key : track["keys"]) {
      EXPECT_EQ(key["frame"], 0);
      ++found;
    }
  }
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(found, expected);
  const json track = outputOf({"dump", kCharacter, "--anim=walk", "--bone=arm", "--json"});
  ASSERT_EQ(track["anims"][0]["tracks"].size(), 1u);
  EXPECT_EQ(track["anims"][0]["tracks"][0], full["anims"][0]["tracks"][2]);
  EXPECT_TRUE(track["bones"].empty());
}

TEST(Dump, HexIsTheBytesAtTheOffset) {
  const std::string bytes = fileBytes(kCharacter);
  const json dump = outputOf({"dump", kCharacter, "--hex", "--json"});
  const auto expectHex = [&bytes](const json& record, std::size_t size) {
    std::string hex;
    for (std::size_t i = 0; i < size; ++i) {
      char digits[4];
      const auto byte = static_cast<unsigned char>(bytes[record["offset"].get<std::size_t>() + i]);
      std::snprintf(digits, sizeof digits, "%02x", byte);
      if (i > 0) hex += ' ';
      hex += digits;
    }
    EXPECT_EQ(record["hex"], hex);
  };
  for (const json& mesh : dump["meshes"]) {
    expectHex(mesh, 32);
    for (const json& vertex : mesh["vertices"]) {
      expectHex(vertex, std::stoul(vertex["form"].get<std::string>()) / 8);
    }
    for (const json& face : mesh["faces"]) {
      const std::string form = face["form"];
      expectHex(face, form.substr(form.size() - 2) == "64" ? 8 : 4);
    }
  }
  for (const json& bone : dump["bones"])
    expectHex(bone, 16);
  for (const json& lod : dump["lods"])
    expectHex(lod, 4);
  for (const json& anim : dump["anims"]) {
    for (const json& track : anim["tracks"]) {
      for (const json& key : track["keys"]) {
        const std::size_t channels = key.contains("rotation") + key.contains("translation") +
                                     static_cast<std::size_t>(key.contains("scale"));
        expectHex(key, 1 + 4 * channels);
      }
    }
  }
}

TEST(Dump, TextHasALineForEachRecord) {
  const json full = outputOf({"dump", kCharacter, "--json"});
  // The file, the header, and the records.
  std::size_t expected = 2 + full["lods"].size() + full["bones"].size() + full["anims"].size();
  for (const json& mesh : full["meshes"]) {
    expected += 1 + mesh["vertices"].size() + mesh["faces"].size();
  }
  for (const json& anim : full["anims"]) {
    for (const json& track : anim["tracks"]) {
      if (!track["keys"].empty()) expected += 1 + track["keys"].size();
    }
  }
  const Finished text = runSinew({"dump", kCharacter});
  EXPECT_EQ(lines(text.out).size(), expected) << text.out;
  EXPECT_THAT(text.out, HasSubstr("name \"arm\""));
}

TEST(Pose, TextAndJsonAgreeOnTheFrame) {
  // walk: 8 frames at 10 Hz, looping: 0.95 s is frame 9.5, wrapped to 1.5.
  const Finished run = runSinew({"pose", kCharacter, "--anim=walk", "--time=0.95"});
  EXPECT_THAT(run.out, HasSubstr("clip #0 \"walk\", frame 1.5 of 8 (0.15 s)"));
  EXPECT_EQ(outputOf({"pose", kCharacter, "--anim=walk", "--time=0.95", "--json"})["frame"], 1.5);
}

// ---------------------------------------------------------------- the author's files

class AuthorFiles : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(kFolder)) GTEST_SKIP() << kFolder << " is not here";
  }
  [[nodiscard]] static std::string path(const std::string& name) { return kFolder + name; }
  inline static const std::string kFolder =
      std::string(SINEW_SOURCE_DIR) + "/../shared/data/bmd1/author/";
  inline static const std::vector<std::string> kNames = {
      "boxman0.bmd", "chair0.bmd", "chicken1.bmd", "chicken1_0.bmd", "chicken1_2.bmd"};
};

TEST_F(AuthorFiles, EveryPrintingCommandTakesThem) {
  for (const std::string& name : kNames) {
    for (const char* command : {"info", "dump", "pose"}) {
      for (const char* form : {"--json", "--quiet"}) {
        const Finished run = runSinew({command, path(name), form});
        EXPECT_EQ(run.exit, 0) << command << " " << name << ": " << run.err;
        EXPECT_NE(run.out, "");
      }
    }
    const Finished check = runSinew({"check", path(name), "--json"});
    EXPECT_EQ(json::parse(check.out)["exit"], check.exit) << name;
    EXPECT_EQ(runSinew({"check", path(name), "--lenient"}).exit, 0) << name;
  }
}

TEST_F(AuthorFiles, ShotDrawsThem) {
  const fs::path picture =
      fs::temp_directory_path() / (std::string("e2e-shot.png") + std::to_string(getpid()));
  for (const std::string& name : kNames) {
    const Finished run = runSinew({"shot", path(name), "-o", picture, "--resolution=64,48"});
    EXPECT_EQ(run.exit, 0) << name << ": " << run.err;
    EXPECT_THAT(fileBytes(picture), StartsWith("\x89PNG")) << name;
    fs::remove(picture);
  }
}

// The facts are those of the files' own README.
TEST_F(AuthorFiles, HoldWhatTheirReadmeSays) {
  const json chicken = outputOf({"info", path("chicken1.bmd"), "--json"});
  EXPECT_EQ(chicken["counts"]["meshes"], 17);
  EXPECT_EQ(chicken["counts"]["bones"], 15);
  ASSERT_EQ(chicken["anims"].size(), 2u);
  EXPECT_EQ(chicken["anims"][0]["name"], "walk");
  EXPECT_EQ(chicken["anims"][0]["frames"], 4);
  EXPECT_EQ(chicken["anims"][1]["name"], "stand");
  EXPECT_EQ(chicken["anims"][1]["frames"], 8);
  EXPECT_EQ(outputOf({"info", path("chicken1_2.bmd"), "--json"})["counts"]["meshes"], 6);
  const json textured = outputOf({"dump", path("chicken1_0.bmd"), "--json"});
  EXPECT_EQ(textured["meshes"][0]["vertices"][0]["form"], "96");
  EXPECT_EQ(textured["meshes"][0]["vertices"][0]["tag"], 0xF8);
  EXPECT_EQ(outputOf({"dump", path("boxman0.bmd"), "--json"})["reading"]["st128"], "legacy16");
}

TEST_F(AuthorFiles, PosesOfTheChickenMoveItsLegs) {
  const json rest = outputOf({"pose", path("chicken1.bmd"), "--json"});
  const json walk = outputOf({"pose", path("chicken1.bmd"), "--anim=walk", "--frame=1", "--json"});
  EXPECT_EQ(rest["bones"].size(), 15u);
  EXPECT_NE(rest["bones"], walk["bones"]);
}

// ---------------------------------------------------------------- pose

TEST(Pose, BlendsClipsAtTheSamePartOfTheirLength) {
  // "walk" (8 frames, loops) lifts the hip from 10 to 12 at frame 4, half of its round; "wave" (60
  // frames, held) does not move it, and half of its way to the last frame is 29.5.
  const json pose =
      outputOf({"pose", kCharacter, "--json", "--anim=walk", "--frame=4", "--blend=wave:0.25"});
  EXPECT_NEAR(pose["bones"][1]["matrix"][11].get<double>(), 11.5, 1e-9);
  EXPECT_EQ(pose["frame"], 4.0);
  EXPECT_EQ(pose["blend"], json::parse(R"([{"anim": "wave", "anim_index": 1, "weight": 0.25,
                                            "frame": 29.5}])"));
  const json alone = outputOf({"pose", kCharacter, "--json", "--anim=walk", "--frame=4"});
  EXPECT_FALSE(alone.contains("blend"));
  EXPECT_NEAR(alone["bones"][1]["matrix"][11].get<double>(), 12.0, 1e-9);
  const Finished text = runSinew({"pose", kCharacter, "--anim=walk", "--blend=#1:0.25"});
  EXPECT_THAT(text.out, HasSubstr("0.25 of #1 \"wave\" at frame 0"));
}

}  // namespace
}  // namespace sinew::e2e
