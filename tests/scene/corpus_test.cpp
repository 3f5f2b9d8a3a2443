// The corpora of the scene formats, through the program: every valid file prints what it holds,
// every broken one says what is wrong and keeps the rest. tests/data/FORMAT/ has the files with
// their expectations; their forms are in tests/data/README.md.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/sinew_process.h"
#include "tests/scene/compare.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

fs::path dataOf(const std::string& format) {
  return fs::path(SINEW_TEST_DATA) / format;
}

Json readJson(const fs::path& file) {
  std::ifstream in(file);
  return Json::parse(in);
}

std::string printed(const Differences& differences) {
  std::string text;
  for (const std::string& line : differences)
    text += line + "\n";
  return text;
}

struct Result {
  Json json;
  int exit = 0;
};

Result run(std::vector<std::string> arguments) {
  const e2e::Finished finished = e2e::runSinew(arguments);
  Result out;
  out.exit = finished.exit;
  out.json = Json::parse(finished.out, nullptr, false);
  EXPECT_FALSE(out.json.is_discarded()) << finished.out.substr(0, 200) << finished.err;
  if (out.json.is_discarded()) out.json = Json::object();
  return out;
}

Result dump(const fs::path& file, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"dump", file.string(), "--scene", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

bool hasFormat(const std::string& format) {
  return fs::exists(dataOf(format));
}

/// A valid file with its expectation.
struct Case {
  std::string format;
  fs::path file;
  fs::path scene;      ///< expected dump
  fs::path anim_file;  ///< or empty

  [[nodiscard]] std::string name() const {
    std::string text = format + "_" + scene.filename().string();
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return text;
  }
};

/// For ctest's listing.
void PrintTo(const Case& each, std::ostream* stream) {
  *stream << each.name();
}

/// The model file that NAME.scene.json is about: NAME with any other extension.
fs::path modelBeside(const fs::path& folder, const std::string& name) {
  for (const char* extension : {".bbm", ".3daf", ".big", ".mdl", ".brres", ".szs", ".szp", ".arc",
                                ".brres.lz", ".mdl0", ".tex0", ".chr0"}) {
    if (fs::exists(folder / (name + extension))) return folder / (name + extension);
  }
  return {};
}

void addCases(const std::string& format, const fs::path& folder, std::vector<Case>& cases) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory()) {
      addCases(format, entry.path(), cases);
      continue;
    }
    const std::size_t at = name.find(".scene.");
    if (at == name.npos || !name.ends_with(".json")) continue;
    Case each{format, modelBeside(folder, name.substr(0, at)), entry.path(), {}};
    const std::string rest = name.substr(at + 7);  // "json", or "CLIP.json"
    if (rest != "json") each.anim_file = folder / (rest.substr(0, rest.size() - 5) + ".3daf");
    cases.push_back(std::move(each));
  }
}

std::vector<Case> validCases() {
  std::vector<Case> cases;
  for (const char* format : {"mdl0", "bbm", "jade"}) {
    if (hasFormat(format)) addCases(format, dataOf(format) / "valid", cases);
  }
  std::sort(cases.begin(), cases.end(),
            [](const Case& a, const Case& b) { return a.name() < b.name(); });
  return cases;
}

std::vector<std::string> animFile(const fs::path& file) {
  return file.empty() ? std::vector<std::string>{}
                      : std::vector<std::string>{"--anim-file=" + file.string()};
}

class ValidScene : public testing::TestWithParam<Case> {};

TEST_P(ValidScene, DumpMatches) {
  const Case& each = GetParam();
  ASSERT_FALSE(each.file.empty());
  const Result result = dump(each.file, animFile(each.anim_file));
  EXPECT_EQ(result.exit, 0) << result.json.value("diagnostics", Json()).dump(1);
  EXPECT_EQ(printed(compareScene(readJson(each.scene), result.json)), "");
}

/// The arguments of one entry of NAME.pose.json, which comes in two forms.
std::vector<std::string> poseArguments(const Json& entry, const fs::path& folder) {
  std::vector<std::string> out;
  if (entry.contains("args")) {
    for (const Json& argument : entry["args"])
      out.push_back(argument.get<std::string>());
    out.emplace_back("--vertices");
    return out;
  }
  if (!entry["anim"].is_null()) out.push_back("--anim=" + entry["anim"].get<std::string>());
  if (!entry["time"].is_null()) out.push_back("--time=" + entry["time"].dump());
  if (!entry["anim_file"].is_null())
    out.push_back("--anim-file=" + (folder / entry["anim_file"].get<std::string>()).string());
  if (entry["vertices"].get<bool>()) out.emplace_back("--vertices");
  return out;
}

TEST_P(ValidScene, PosesMatch) {
  const Case& each = GetParam();
  const std::string scene_name = each.scene.filename().string();
  const fs::path folder = each.scene.parent_path();
  const fs::path poses = folder / (scene_name.substr(0, scene_name.find(".scene.")) + ".pose.json");
  if (!fs::exists(poses) || !each.anim_file.empty()) GTEST_SKIP() << "has no poses of its own";
  const Json expected_scene = readJson(each.scene);
  const Result scene = dump(each.file);
  for (const Json& entry : readJson(poses)) {
    std::vector<std::string> arguments{"pose", each.file.string(), "--json"};
    const auto more = poseArguments(entry, folder);
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.exit, 0);
    EXPECT_EQ(printed(comparePose(entry["result"], result.json, expected_scene, scene.json)), "")
        << Json(more).dump();
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, ValidScene, testing::ValuesIn(validCases()),
                         [](const auto& each) { return each.param.name(); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ValidScene);

// ---------------------------------------------------------------- broken files

bool contains(const Json& list, const Json& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// A broken BRRES with what is expected of it.
class BrokenMdl0 : public testing::TestWithParam<std::string> {};

bool fits(const Json& wanted, const Json& found) {
  if (!contains(wanted["kinds"], found["kind"])) return false;
  if (!wanted["severity"].is_null() && wanted["severity"] != found["severity"]) return false;
  const Json& offset = wanted["offset"];
  if (offset.is_number() && offset != found["offset"]) return false;
  if (offset.is_array() && (found["offset"] < offset[0] || found["offset"] > offset[1]))
    return false;
  const auto path = found["path"].get<std::string>();
  return std::all_of(wanted["path"].begin(), wanted["path"].end(), [&](const Json& part) {
    return path.find(part.get<std::string>()) != path.npos;
  });
}

const Json* named(const Json& list, const Json& name) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Json& each) { return each["name"] == name; });
  return found == list.end() ? nullptr : &*found;
}

void expectSame(const std::string& what, const Json& expected_list, const Json& actual_list,
                const Json& names, const std::vector<std::string>& without) {
  for (const Json& name : names) {
    const Json* actual = named(actual_list, name);
    ASSERT_NE(actual, nullptr) << what << " " << name;
    EXPECT_EQ(printed(compareValues(*named(expected_list, name), *actual, without)), "")
        << what << " " << name;
  }
}

std::size_t clipNumber(const Json& scene, const Json& name) {
  const Json& clips = scene["clips"];
  return static_cast<std::size_t>(named(clips, name) - &clips[0]);
}

void expectIntact(const Json& intact, const Json& base, const Json& actual) {
  const Json& models = base["models"];
  if (intact.value("bones", false)) {
    EXPECT_EQ(printed(compareValues(models[0]["bones"], actual["models"][0]["bones"])), "");
  }
  for (const Json& name : intact.value("meshes", Json::array())) {
    const Json* mesh = named(actual["models"][0]["meshes"], name);
    ASSERT_NE(mesh, nullptr) << name;
    EXPECT_EQ(printed(compareMesh(models[0], *named(models[0]["meshes"], name), actual["models"][0],
                                  *mesh, {"material"})),
              "");
  }
  if (intact.contains("materials"))
    expectSame("material", models[0]["materials"], actual["models"][0]["materials"],
               intact["materials"], {"texture"});
  // The base lies in no archive.
  expectSame("texture", base["textures"], actual["textures"],
             intact.value("textures", Json::array()), {"member"});
  expectSame("clip", base["clips"], actual["clips"], intact.value("clips", Json::array()), {});
  for (const Json& name : intact.value("samples", Json::array())) {
    const auto row = [&](const Json& scene) {
      for (const Json& each : scene["models"][0]["samples"]) {
        if (each["clip"] == clipNumber(scene, name)) return each["bones"];
      }
      return Json();
    };
    EXPECT_EQ(printed(compareValues(row(base), row(actual))), "") << "samples of " << name;
  }
}

TEST_P(BrokenMdl0, SaysWhatIsWrongAndKeepsTheRest) {
  const fs::path folder = dataOf("mdl0") / "invalid";
  const Json expected = readJson(folder / (GetParam() + ".expect.json"));
  const fs::path file = folder / expected["file"].get<std::string>();
  for (const char* mode : {"lenient", "strict"}) {
    const Result result = dump(file, {std::string("--") + mode});
    EXPECT_TRUE(contains(expected["exit"][mode], result.exit))
        << mode << " " << result.exit << ", expected " << expected["exit"][mode];
  }
  const Result result = dump(file);
  const Json found = result.json.value("diagnostics", Json::array());
  for (const Json& wanted : expected["must"]) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const Json& each) { return fits(wanted, each); }))
        << wanted << "\nfound: " << found.dump(1);
  }
  if (expected["intact"].is_object() && expected["base"].is_string()) {
    const std::string base = expected["base"].get<std::string>();
    expectIntact(expected["intact"], readJson(dataOf("mdl0") / "valid" / (base + ".scene.json")),
                 result.json);
  }
  if (!expected["drawn"].is_null()) {
    Json drawn = Json::array();
    for (const Json& draw : result.json["models"][0]["draws"])
      drawn.push_back(result.json["models"][0]["meshes"][draw["mesh"].get<std::size_t>()]["name"]);
    EXPECT_EQ(drawn, expected["drawn"]);
  }
  if (!expected["triangles"].is_null()) {
    for (const auto& [name, count] : expected["triangles"].items())
      EXPECT_EQ((*named(result.json["models"][0]["meshes"], name))["triangles"].size(), count);
  }
  if (!expected["hashes"].is_null()) {
    Json hashes = Json::array();
    for (const Json& texture : result.json["textures"])
      hashes.push_back(texture["sha256"]);
    EXPECT_EQ(hashes, expected["hashes"]);
  }
}

std::vector<std::string> brokenMdl0() {
  std::vector<std::string> names;
  if (!hasFormat("mdl0")) return names;
  for (const auto& entry : fs::directory_iterator(dataOf("mdl0") / "invalid")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".expect.json")) names.push_back(name.substr(0, name.size() - 12));
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Corpus, BrokenMdl0, testing::ValuesIn(brokenMdl0()),
                         [](const auto& each) { return each.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BrokenMdl0);

/// A broken BBM or Jade file: a row of a manifest.
struct Row {
  std::string format;
  std::size_t index = 0;
  std::string name;
};

void PrintTo(const Row& row, std::ostream* stream) {
  *stream << row.name;
}

void expectRow(const Json& row, const Result& result) {
  EXPECT_TRUE(contains(row["exit"], result.exit)) << result.exit << ", expected " << row["exit"];
  const Json found = result.json.value("diagnostics", Json::array());
  if (row.contains("kinds") && !row["kinds"].empty() &&
      (result.exit != 0 || !row.contains("next"))) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const Json& each) { return contains(row["kinds"], each["kind"]); }))
        << row["kinds"] << "\nfound: " << found.dump(1);
  }
  const Json at_least = row.value("at_least", Json::object());
  for (const auto& [what, least] : at_least.items()) {
    std::size_t count = result.json.value(what, Json::array()).size();
    for (const Json& model : result.json.value("models", Json::array()))
      count += model.value(what, Json::array()).size();
    EXPECT_GE(count, least.get<std::size_t>()) << what;
  }
}

class BrokenFile : public testing::TestWithParam<Row> {};

TEST_P(BrokenFile, SaysWhatIsWrongAndKeepsTheRest) {
  const fs::path folder = dataOf(GetParam().format) / "invalid";
  const Json row = readJson(folder / "manifest.json")[GetParam().index];
  const fs::path file = folder / row["file"].get<std::string>();
  const Result result = dump(file);
  expectRow(row, result);
  if (row.contains("scene")) {
    EXPECT_EQ(
        printed(compareScene(readJson(folder / row["scene"].get<std::string>()), result.json)), "");
  }
  const Json found = result.json.value("diagnostics", Json::array());
  const bool warned = std::any_of(found.begin(), found.end(),
                                  [](const Json& each) { return each["severity"] == "warning"; });
  if (warned) {
    EXPECT_NE(dump(file, {"--strict"}).exit, 0);
  }
}

std::vector<Row> brokenFiles() {
  std::vector<Row> rows;
  for (const char* format : {"bbm", "jade"}) {
    if (!hasFormat(format)) continue;
    const Json manifest = readJson(dataOf(format) / "invalid" / "manifest.json");
    for (std::size_t i = 0; i < manifest.size(); ++i) {
      std::string name = std::string(format) + "_" + manifest[i]["file"].get<std::string>();
      std::replace_if(
          name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      rows.push_back({format, i, name});
    }
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Corpus, BrokenFile, testing::ValuesIn(brokenFiles()),
                         [](const auto& each) { return each.param.name; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BrokenFile);

/// Valid files that end early, at every boundary of their structures.
class CutFile : public testing::TestWithParam<Row> {};

TEST_P(CutFile, KeepsWhatCameBefore) {
  const fs::path folder = dataOf(GetParam().format) / "invalid";
  const Json row = readJson(folder / "cuts.json")[GetParam().index];
  const fs::path source = fs::weakly_canonical(folder / row["file"].get<std::string>());
  std::ifstream in(source, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  const fs::path copy = fs::path(testing::TempDir()) / ("cut_" + GetParam().name);
  fs::remove_all(copy);
  fs::create_directories(copy);
  for (const auto& beside : fs::directory_iterator(source.parent_path())) {
    if (beside.path() != source && !beside.is_directory())
      fs::copy_file(beside.path(), copy / beside.path().filename());
  }
  for (Json cut : row["cuts"]) {
    SCOPED_TRACE(cut.dump());
    std::ofstream(copy / source.filename(), std::ios::binary)
        .write(bytes.data(), cut["at"].get<std::streamsize>());
    cut["kinds"] = row["kinds"];
    // Where the second file of a pair is cut, the first is what is opened.
    fs::path opened = copy / source.filename();
    if (GetParam().format == "jade") opened.replace_extension(".mdl");
    expectRow(cut, dump(opened));
  }
  fs::remove_all(copy);
}

std::vector<Row> cutFiles() {
  std::vector<Row> rows;
  for (const char* format : {"bbm", "jade"}) {
    if (!hasFormat(format)) continue;
    const Json cuts = readJson(dataOf(format) / "invalid" / "cuts.json");
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      std::string name = fs::path(cuts[i]["file"].get<std::string>()).filename().string();
      std::replace_if(
          name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      rows.push_back({format, i, std::string(format) + "_" + name + "_" + std::to_string(i)});
    }
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CutFile, testing::ValuesIn(cutFiles()),
                         [](const auto& each) { return each.param.name; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CutFile);

}  // namespace
}  // namespace sinew::test
