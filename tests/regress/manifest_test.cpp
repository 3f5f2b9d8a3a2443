// Manifests: what they mean, and what is said of those that mean nothing. Expected texts, lines and
// columns are counted by hand in the manifests above them.

#include "app/regress/manifest.h"

#include <algorithm>
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/temp_folder.h"

namespace sinew::app::regress {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ManifestTest : public testing::Test {
 protected:
  Result<Manifest> read(const std::string& text, const std::string& name = "sinew-test.toml") {
    return readManifest(folder_.write(name, text));
  }
  std::vector<TestCase> cases(const std::string& text,
                              const std::string& name = "sinew-test.toml") {
    const auto manifest = read(text, name);
    EXPECT_TRUE(manifest) << (manifest ? "" : describe(manifest.error()));
    return manifest ? manifest->cases : std::vector<TestCase>{};
  }
  /// "12:5: MESSAGE"
  std::string problem(const std::string& text, const std::string& name = "sinew-test.toml") {
    const auto manifest = read(text, name);
    if (manifest) return "none";
    const std::string said = describe(manifest.error());
    const std::string path = folder_ / name;
    EXPECT_EQ(said.substr(0, path.size()), path) << said;
    return said.size() > path.size() ? said.substr(path.size() + 1) : said;
  }
  static std::vector<std::string> names(const std::vector<TestCase>& cases) {
    std::vector<std::string> out;
    for (const TestCase& one : cases)
      out.push_back(one.name);
    return out;
  }

  TempFolder folder_;
};

TEST_F(ManifestTest, AShotBecomesArgumentsOfShot) {
  const auto made = cases(R"(
    [[shots]]
    name = "walk"
    model = "models/fox.bmd"
    animation = "walk"
    time = 0.25
    view = "left"
    lod = 1
    shading = "flat"
    overlays = ["edges", "bone_axes"]
    solids = "wire"
    resolution = [64, 48]
    background = [0, 0.5, 1]
    texture_filter = "nearest"
    msaa = 4
    strict = true
    reading = { shade = "bgr" }
    texture_paths = ["skins", "/abs"]
    camera = { zoom_factor = 1.5, orthographic = true }
  )");
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made[0].model, "models/fox.bmd");
  EXPECT_EQ(made[0].model_path, folder_ / "models/fox.bmd");
  EXPECT_THAT(made[0].arguments,
              testing::UnorderedElementsAre(
                  "--animation=walk", "--animation-time=0.25", "--view=left", "--lod=1",
                  "--shading=flat", "--edges", "--bone-axes", "--solids=wire", "--resolution=64,48",
                  "--background-color=0,0.5,1", "--texture-filter=nearest", "--msaa=4", "--strict",
                  "--reading=shade=bgr", "--texture-path=" + (folder_ / "skins"),
                  "--texture-path=/abs", "--camera-zoom-factor=1.5", "--camera-orthographic"));
  EXPECT_THAT(made[0].judging, IsEmpty());
  EXPECT_TRUE(made[0].exact);
  // A receipt has paths as the manifest has them, and none of one machine.
  EXPECT_THAT(made[0].receipt, testing::Contains("--texture-path=skins"));
  EXPECT_THAT(made[0].receipt, testing::Not(testing::Contains("--texture-path=/abs")));
  EXPECT_EQ(made[0].shot,
            "walk, at 0.25 s, left, level 1, flat shading, edges, bone-axes, solids wire");
}

TEST_F(ManifestTest, TomlAndJsonMeanTheSame) {
  const auto toml = cases(R"(
    [defaults]
    resolution = [64, 48]
    [[shots]]
    model = "a.bmd"
    animation = "walk"
    times = [0, 0.25, 1e0]
    views = ["front", "iso"]
    ignore = [[0, 0, 9, 9]]
  )");
  const auto json = cases(R"({
    "defaults": {"resolution": [64, 48]},
    "shots": [{"model": "a.bmd", "animation": "walk", "times": [0, 0.25, 1.0],
               "views": ["front", "iso"], "ignore": [[0, 0, 9, 9]]}]
  })",
                          "sinew-test.json");
  EXPECT_EQ(names(toml), names(json));
  EXPECT_THAT(names(toml), ElementsAre("a-t0-front", "a-t0-iso", "a-t0.25-front", "a-t0.25-iso",
                                       "a-t1-front", "a-t1-iso"));
  ASSERT_EQ(toml.size(), json.size());
  for (std::size_t i = 0; i < toml.size(); ++i) {
    EXPECT_EQ(toml[i].arguments, json[i].arguments);
    EXPECT_EQ(toml[i].receipt, json[i].receipt);
    EXPECT_THAT(toml[i].judging, ElementsAre("--ignore=0,0,9,9"));
    EXPECT_TRUE(toml[i].exact);  // leaving pixels out is no tolerance
  }
}

TEST_F(ManifestTest, ListsMultiplyAndShowInTheNames) {
  EXPECT_EQ(problem("[[shots]]\nmodel = \"a.bmd\"\nlods = [0]\nlod_distances = [2.5]\n"),
            "4:18: lod_distances needs lods=auto");
  EXPECT_THAT(
      names(cases(R"(
    [[shots]]
    name = "m"
    models = ["x/a.bmd", "x/b.bmd"]
    animations = ["#0"]
    frames = [-1, 2.5]
    shadings = ["flat", "bone"]
  )")),
      ElementsAre("m-a-_0-f-1-flat", "m-a-_0-f-1-bone", "m-a-_0-f2.5-flat", "m-a-_0-f2.5-bone",
                  "m-b-_0-f-1-flat", "m-b-_0-f-1-bone", "m-b-_0-f2.5-flat", "m-b-_0-f2.5-bone"));
}

TEST_F(ManifestTest, AShotsOwnKeysReplaceDefaults) {
  const auto made = cases(R"(
    [defaults]
    model = "a.bmd"
    views = ["front", "top"]
    lod = 1
    metric = "flip"
    pixel_threshold = 0.2
    overlays = ["grid"]
    [[shots]]
    name = "one"
    view = "left"
    [[shots]]
    name = "eye"
    camera = { position = [1, 2, 3] }
    lod_distance = 4
    overlays = []
    metric = "delta"
  )");
  ASSERT_THAT(names(made), ElementsAre("one", "eye"));
  EXPECT_THAT(made[0].arguments,
              testing::UnorderedElementsAre("--view=left", "--lod=1", "--metric=flip",
                                            "--pixel-threshold=0.2", "--grid"));
  EXPECT_FALSE(made[0].exact);
  // An own place of the eye leaves no view, an own distance no level.
  EXPECT_THAT(made[1].arguments,
              testing::UnorderedElementsAre("--camera-position=1,2,3", "--lod-distance=4",
                                            "--metric=delta", "--pixel-threshold=0.2"));
}

TEST_F(ManifestTest, ModelsWithAStarAreThoseThatAreThere) {
  folder_.write("m/b.bmd", "");
  folder_.write("m/a.bmd", "");
  folder_.write("m/.hidden.bmd", "");
  folder_.write("m/c.txt", "");
  const auto made = cases("[[shots]]\nmodel = \"m/*.bmd\"\n");
  ASSERT_THAT(names(made), ElementsAre("a", "b"));
  EXPECT_EQ(made[0].model, "m/a.bmd");
  EXPECT_EQ(problem("[[shots]]\nmodel = \"m/*.obj\"\n"), "2:9: no file matches \"m/*.obj\"");
}

TEST_F(ManifestTest, AFolderWithoutManifestHasACaseAModel) {
  folder_.write("b c.bmd", "");
  folder_.write("A.BMD", "");
  folder_.write("b?c.bmd", "");
  folder_.write("тест.bmd", "");
  folder_.write("wolf.glb", "");
  folder_.write("notes.txt", "");
  const auto manifest = readManifest(folder_.path().string());
  ASSERT_TRUE(manifest);
  EXPECT_THAT(names(manifest->cases), ElementsAre("A", "b_c", "b_c_2", "wolf", "тест"));
  EXPECT_EQ(manifest->cases[1].model_path, folder_ / "b c.bmd");
}

TEST_F(ManifestTest, NothingToReadIsSaid) {
  const auto empty = readManifest(folder_.path().string());
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, "input.read");
  EXPECT_THAT(empty.error().message,
              HasSubstr("holds neither sinew-test.toml, sinew-test.json nor"));
  const auto other = readManifest(folder_.write("cases.txt", ""));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "usage");
  folder_.write("sinew-test.toml", "");
  folder_.write("sinew-test.json", "");
  const auto both = readManifest(folder_.path().string());
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().message, HasSubstr("which of both"));
}

struct BadManifest {
  const char* name;
  const char* toml;
  const char* message;
};

class BadToml : public ManifestTest, public testing::WithParamInterface<BadManifest> {};

TEST_P(BadToml, SaysWhatAndWhere) {
  EXPECT_EQ(problem(GetParam().toml), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Manifest, BadToml,
    testing::Values(
        BadManifest{"UnknownKey", "[[shots]]\nmodel = \"a.bmd\"\n  resolutoin = [1, 2]\n",
                    "3:3: unknown key \"resolutoin\", did you mean \"resolution\"?"},
        BadManifest{"UnknownKeyOfTheRoot", "shot = 1\n",
                    "1:1: unknown key \"shot\", did you mean \"shots\"?"},
        BadManifest{"NameInDefaults", "[defaults]\nname = \"a\"\n", "2:1: unknown key \"name\""},
        BadManifest{"UnknownCameraKey", "[[shots]]\nmodel = \"a\"\ncamera = { fokal_point = 1 }\n",
                    "3:12: unknown key \"fokal_point\" of camera, did you mean \"focal_point\"?"},
        BadManifest{"UnknownOverlay", "[[shots]]\nmodel = \"a\"\noverlays = [\"gird\"]\n",
                    "3:13: unknown overlay \"gird\", did you mean \"grid\"? (edges, grid, axis, "
                    "armature, bone_axes, normals)"},
        BadManifest{"BadWord", "[[shots]]\nmodel = \"a\"\nviews = [\"front\", \"fornt\"]\n",
                    "3:19: views: 'fornt' is not one of front, back, left, right, top, bottom, "
                    "iso"},
        BadManifest{"WrongKind", "[[shots]]\nmodel = \"a\"\ntime = \"1\"\n",
                    "3:8: time is a number, not a text"},
        BadManifest{"NotFinite", "[[shots]]\nmodel = \"a\"\nanimation = \"w\"\ntime = inf\n",
                    "4:8: time: 'inf' is not a number of seconds within ±1000000000"},
        BadManifest{"TimeAndFrame", "[[shots]]\nmodel = \"a\"\ntime = 1\nframe = 1\n",
                    "4:1: frame says again what line 3 says"},
        BadManifest{"TimeWithoutAnimation", "[[shots]]\nmodel = \"a\"\ntime = 1\n",
                    "3:8: time needs --animation"},
        BadManifest{"NoModel", "[[shots]]\nname = \"a\"\n", "1:1: a shot without a model"},
        BadManifest{"NoShots", "schema = 1\n", " there is no list of shots"},
        BadManifest{"EmptyShots", "shots = []\n", "1:9: shots is an empty list"},
        BadManifest{"EmptyMatrix", "[[shots]]\nmodel = \"a\"\nviews = []\n",
                    "3:9: views is an empty list"},
        BadManifest{"Schema", "schema = 2\n", "1:10: schema is 1, nothing else is known"},
        BadManifest{"Date", "schema = 2020-01-01\n",
                    "1:10: a date or a time of day means nothing here"},
        BadManifest{"Device", "gl_device = \"fast\"\n",
                    "1:13: gl_device: 'fast' is not auto, software or a number of "
                    "--list-gl-devices"},
        BadManifest{"NameTwice",
                    "[[shots]]\nname = \"Fox\"\nmodel = \"a\"\n[[shots]]\nname = \"fox\"\nmodel = "
                    "\"b\"\n",
                    "4:1: a second case named \"fox\" (the first is of line 1)"},
        BadManifest{"NameOfAnotherFolder", "[[shots]]\nname = \"../x\"\nmodel = \"a\"\n",
                    "1:1: the name \"../x\" is no file name everywhere: letters, digits, _ - and "
                    ". are"},
        BadManifest{"Nul", "[[shots]]\nmodel = \"a\\u0000b\"\n",
                    "2:9: model holds a NUL character"},
        BadManifest{"Rectangle", "[[shots]]\nmodel = \"a\"\nignore = [[5, 0, 1, 9]]\n",
                    "3:11: ignore: '5,0,1,9' is not x1,y1,x2,y2 in pixels from the upper left "
                    "corner, with x1 <= x2 and y1 <= y2"}),
    [](const auto& tested) { return std::string(tested.param.name); });

class BadJson : public ManifestTest, public testing::WithParamInterface<BadManifest> {};

TEST_P(BadJson, SaysWhatAndWhere) {
  EXPECT_EQ(problem(GetParam().toml, "sinew-test.json"), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Manifest, BadJson,
    testing::Values(BadManifest{"UnknownKey",
                                "{\"shots\": [{\"model\": \"ä.bmd\",\n  \"vieww\": \"front\"}]}",
                                "2:3: unknown key \"vieww\", did you mean \"view\"?"},
                    // The ä is one character of two bytes.
                    BadManifest{"BehindUmlauts", "{\"shots\": [{\"model\": \"ä\", \"viewz\" : 1}]}",
                                "1:27: unknown key \"viewz\", did you mean \"view\"?"},
                    BadManifest{"WrongKind",
                                "{\"shots\": [{\"model\": \"a\", \"time\" :\n  \"1\"}]}",
                                "2:3: time is a number, not a text"},
                    BadManifest{"ValueBehindANumber", "{\"schema\": 1, \"shots\": [ true ]}",
                                "1:26: a shot is a table, not true or false"},
                    BadManifest{"KeyTwice", "{\"schema\": 1,\n\"schema\": 1}",
                                "2:1: the key \"schema\" is there twice"},
                    BadManifest{"Null", "{\"shots\": null}", "1:11: null means nothing here"},
                    BadManifest{"Root", "[1]", "1:1: a manifest is a table, not a list"},
                    BadManifest{"Empty", "{}", " there is no list of shots"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(ManifestTest, BrokenSyntaxHasItsPlace) {
  EXPECT_THAT(problem("schema = 1\nshots = [\n"), testing::StartsWith("2:"));
  EXPECT_THAT(problem("schema = 1\nschema = 1\n"), testing::StartsWith("2:"));
  EXPECT_THAT(problem("{\n  \"schema\": 1,,\n}", "sinew-test.json"), testing::StartsWith("2:15: "));
  EXPECT_THAT(problem("{\"a\": \"\x01\"}", "sinew-test.json"), testing::StartsWith("1:8: "));
  EXPECT_THAT(problem("", "sinew-test.json"), testing::StartsWith("1:1: "));
}

TEST_F(ManifestTest, ExplosionsAreStopped) {
  std::string numbers = "[0";
  for (int i = 1; i < 400; ++i)
    numbers += "," + std::to_string(i);
  numbers += "]";
  EXPECT_EQ(problem("[[shots]]\nmodel = \"a\"\nanimation = \"w\"\nframes = " + numbers +
                    "\nshadings = [\"flat\",\"bone\"]\nlods = " + numbers + "\n"),
            "1:1: more than 20000 cases");
  const std::string deep = std::string(100000, '[');
  EXPECT_THAT(problem("{\"shots\": " + deep, "sinew-test.json"), HasSubstr("nested more than 32"));
  EXPECT_THAT(problem("shots = " + deep), testing::Not("none"));
}

/// Damaged manifests are refused or read, but nothing else happens.
TEST_F(ManifestTest, DamagedBytesDoNoHarm) {
  const std::string toml = R"(schema = 1
[defaults]
resolution = [64, 48]
camera = { zoom_factor = 2, position = [1, 2, 3] }
[[shots]]
name = "x"
models = ["a.bmd", "b*.bmd"]
times = [0, 0.5]
animation = "walk"
ignore = [[1, 2, 3, 4]]
)";
  const std::string json = R"({"schema": 1, "defaults": {"camera": {"position": [1, 2, 3]}},
"shots": [{"name": "x", "models": ["a.bmd"], "times": [0, 0.5], "animation": "w\u00e4", "strict": true}]})";
  std::mt19937 random(7);
  const auto pick = [&random](std::size_t below) {
    return static_cast<std::size_t>(random() % below);
  };
  for (const auto& [name, whole] :
       {std::pair<std::string, std::string>{"f.toml", toml}, {"f.json", json}}) {
    for (int round = 0; round < 300; ++round) {
      std::string text = whole;
      for (std::size_t change = 0; change <= pick(3); ++change) {
        const std::size_t at = pick(text.size());
        switch (pick(3)) {
          case 0:
            text[at] = static_cast<char>(pick(256));
            break;
          case 1:
            text.erase(at, pick(12));
            break;
          default:
            text.insert(at, text.substr(pick(text.size()), pick(20)));
        }
        if (text.empty()) break;
      }
      const auto manifest = readManifest(folder_.write(name, text));
      if (!manifest) {
        EXPECT_FALSE(manifest.error().message.empty());
      }
    }
    for (std::size_t size = 0; size < whole.size(); size += 3) {
      const auto manifest = readManifest(folder_.write(name, whole.substr(0, size)));
      if (!manifest) {
        EXPECT_FALSE(manifest.error().message.empty());
      }
    }
  }
}

TEST(SafeName, KeepsWhatEveryFileSystemTakes) {
  EXPECT_EQ(safeName("Fox_1-a.b"), "Fox_1-a.b");
  EXPECT_EQ(safeName("a/b\\c:d e"), "a_b_c_d_e");
  EXPECT_EQ(safeName(".."), "_..");
  EXPECT_EQ(safeName("-x"), "_-x");
  EXPECT_EQ(safeName("тест"), "тест");
  EXPECT_EQ(safeName(""), "_");
  EXPECT_EQ(nameProblem("a-b_c.9"), "");
  EXPECT_EQ(nameProblem(std::string(151, 'a')), "has more than 150 bytes");
  EXPECT_NE(nameProblem("a\nb"), "");
  EXPECT_NE(nameProblem("\xFF"), "");
}

}  // namespace
}  // namespace sinew::app::regress
