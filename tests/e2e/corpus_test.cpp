// Every file of the BMD1 corpus against its expectations.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "json_compare.h"
#include "sinew_process.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kCorpus = fs::path(SINEW_TEST_DATA) / "bmd1";

json readJson(const fs::path& path) {
  std::ifstream file(path);
  return json::parse(file);
}

/// The corpus files of a folder, in order.
std::vector<fs::path> models(const char* folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kCorpus / folder)) {
    if (entry.path().extension() == ".bmd") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The expectation beside a model, e.g. "cube.dump.json".
fs::path beside(fs::path model, const std::string& extension) {
  return model.replace_extension(extension);
}

/// Runs a command and compares its output and exit status.
void expectOutput(const std::vector<std::string>& arguments, const json& expected, int exit) {
  const Finished run = runSinew(arguments);
  EXPECT_EQ(run.exit, exit) << run.err;
  const json actual = json::parse(run.out, nullptr, false);
  ASSERT_FALSE(actual.is_discarded()) << run.out.substr(0, 400) << run.err;
  EXPECT_EQ(difference(expected, actual), "");
}

void expectAll(const char* command, const std::string& extension) {
  const auto files = models("valid");
  ASSERT_GE(files.size(), 44u);
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename());
    expectOutput({command, file, "--json"}, readJson(beside(file, extension)), 0);
  }
}

TEST(ValidCorpus, Dump) {
  expectAll("dump", ".dump.json");
}
TEST(ValidCorpus, Info) {
  expectAll("info", ".info.json");
}
TEST(ValidCorpus, CheckStrict) {
  expectAll("check", ".check.json");
}

TEST(ValidCorpus, DumpUnderNamedReadings) {
  std::size_t compared = 0;
  for (const auto& entry : fs::directory_iterator(kCorpus / "valid")) {
    // NAME.dump.READING-VALUE.json
    const std::string name = entry.path().filename();
    const std::size_t dump = name.find(".dump.");
    const std::size_t dash = name.find('-', dump == std::string::npos ? 0 : dump);
    if (dump == std::string::npos || dash == std::string::npos) continue;
    SCOPED_TRACE(name);
    const std::size_t begin = dump + std::string(".dump.").size();
    std::string reading = name.substr(begin, name.rfind('.') - begin);
    reading[dash - begin] = '=';
    const fs::path model = kCorpus / "valid" / (name.substr(0, dump) + ".bmd");
    expectOutput({"dump", "--reading=" + reading, model, "--json"}, readJson(entry.path()), 0);
    expectOutput({"dump", "--reading=bmd1." + reading, model, "--json"}, readJson(entry.path()), 0);
    ++compared;
  }
  EXPECT_GE(compared, 6u);
}

TEST(ValidCorpus, Poses) {
  std::size_t compared = 0;
  for (const fs::path& file : models("valid")) {
    const fs::path expectations = beside(file, ".pose.json");
    if (!fs::exists(expectations)) continue;
    for (const json& pose : readJson(expectations)) {
      std::vector<std::string> arguments{"pose", file, "--json"};
      if (!pose["anim"].is_null()) {
        arguments.insert(arguments.end(), {"--anim", pose["anim"].get<std::string>()});
      }
      for (const char* when : {"time", "frame"}) {
        if (!pose.contains(when) || pose[when].is_null()) continue;
        arguments.push_back(std::string("--") + when + "=" + pose[when].dump());
      }
      if (pose.value("vertices", false)) arguments.push_back("--vertices");
      SCOPED_TRACE(testing::PrintToString(arguments));
      expectOutput(arguments, pose["result"], 0);
      ++compared;
    }
  }
  EXPECT_GE(compared, 44u);
}

/// The manifest's diagnostics as `check` prints them in a mode, without the sentences.
json diagnosticsIn(const json& entry, const std::string& mode) {
  json list = json::array();
  for (json diagnostic : entry["diagnostics"]) {
    diagnostic["severity"] = diagnostic[mode];
    diagnostic.erase("strict");
    diagnostic.erase("lenient");
    list.push_back(std::move(diagnostic));
  }
  return list;
}

void expectVerdicts(const std::string& mode) {
  const json manifest = readJson(kCorpus / "invalid" / "manifest.json");
  ASSERT_GE(manifest["files"].size(), 110u);
  for (const auto& [name, entry] : manifest["files"].items()) {
    SCOPED_TRACE(name);
    const json diagnostics = diagnosticsIn(entry, mode);
    json counts = {{"error", 0}, {"warning", 0}, {"note", 0}};
    for (const json& diagnostic : diagnostics) {
      json& count = counts[diagnostic["severity"].get<std::string>()];
      count = count.get<int>() + 1;
    }
    const json expected = {{"schema", 1},
                           {"command", "check"},
                           {"format", "bmd1"},
                           {"mode", mode},
                           {"counts", counts},
                           {"exit", entry["exit"][mode]},
                           {"diagnostics", diagnostics}};
    expectOutput({"check", "--" + mode, kCorpus / "invalid" / name, "--json"}, expected,
                 entry["exit"][mode].get<int>());
  }
}

TEST(InvalidCorpus, CheckStrict) {
  expectVerdicts("strict");
}
TEST(InvalidCorpus, CheckLenient) {
  expectVerdicts("lenient");
}

TEST(InvalidCorpus, LenientDumps) {
  std::size_t compared = 0;
  for (const fs::path& file : models("invalid")) {
    const fs::path expectation = beside(file, ".dump.json");
    if (!fs::exists(expectation)) continue;
    SCOPED_TRACE(file.filename());
    expectOutput({"dump", file, "--json"}, readJson(expectation), 0);
    ++compared;
  }
  EXPECT_GE(compared, 40u);
}

TEST(InvalidCorpus, OtherCommandsExitAlike) {
  const json manifest = readJson(kCorpus / "invalid" / "manifest.json");
  for (const auto& [name, entry] : manifest["files"].items()) {
    SCOPED_TRACE(name);
    const std::string path = kCorpus / "invalid" / name;
    const std::vector<std::vector<std::string>> runs = {
        {"info", path}, {"dump", path}, {"pose", path, "--vertices"}};
    for (std::vector<std::string> run : runs) {
      for (const char* mode : {"lenient", "strict"}) {
        std::vector<std::string> arguments = run;
        arguments.push_back(std::string("--") + mode);
        const Finished finished = runSinew(arguments);
        EXPECT_EQ(finished.exit, entry["exit"][mode].get<int>())
            << run.front() << " " << mode << ": " << finished.err;
        // Errors are said, whatever the output.
        if (finished.exit != 0) {
          EXPECT_NE(finished.err, "") << run.front();
        }
      }
    }
  }
}

TEST(InvalidCorpus, AnimationsThatCanBeNamed) {
  const json manifest = readJson(kCorpus / "invalid" / "manifest.json");
  for (const auto& [name, entry] : manifest["files"].items()) {
    SCOPED_TRACE(name);
    const std::string path = kCorpus / "invalid" / name;
    const int exit = entry["exit"]["lenient"].get<int>();
    if (exit == 3) continue;
    const int count = entry["anims"].get<int>();
    for (int i = 0; i <= count; ++i) {
      const Finished run = runSinew({"pose", path, "--anim=#" + std::to_string(i), "--json"});
      EXPECT_EQ(run.exit, i < count ? exit : 2) << i << ": " << run.err;
    }
  }
}

}  // namespace
}  // namespace sinew::e2e
