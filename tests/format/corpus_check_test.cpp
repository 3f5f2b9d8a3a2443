// Every file of the corpus gives exactly the diagnostics that were worked out for it by another
// decoder.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/load.h"
#include "tests/format/corpus.h"

namespace sinew {
namespace {

using nlohmann::json;

/// One line a diagnostic, so that a failure shows both lists.
std::vector<std::string> linesOf(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& d : diagnostics) {
    lines.push_back(std::string(d.rule) + " " + std::string(toString(d.severity)) + " " +
                    std::to_string(d.offset) + " " + d.path + " x" + std::to_string(d.count));
  }
  return lines;
}

std::vector<std::string> linesOf(const json& diagnostics, const std::string& severity_key) {
  std::vector<std::string> lines;
  for (const json& d : diagnostics) {
    lines.push_back(d["rule"].get<std::string>() + " " + d[severity_key].get<std::string>() + " " +
                    std::to_string(d["offset"].get<std::uint64_t>()) + " " +
                    d["path"].get<std::string>() + " x" +
                    std::to_string(d["count"].get<std::uint64_t>()));
  }
  return lines;
}

/// What `check` reports: a file that cannot be read at all has its one error as diagnostic.
std::vector<std::string> checkLines(const SharedBytes& bytes, Mode mode) {
  const auto loaded = loadModel(bytes, {.mode = mode});
  if (loaded) return linesOf(loaded->diagnostics);
  const Error& error = loaded.error();
  return {error.code + " error " + std::to_string(error.offset.value_or(0)) + " " + error.path +
          " x1"};
}

TEST(CorpusCheck, ValidFilesGiveTheirDiagnosticsInStrictMode) {
  const auto files = test::filesIn(test::corpusDir() / "valid", ".bmd");
  ASSERT_EQ(files.size(), 44u);
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename().string());
    auto expected_path = file;
    const json expected = test::readJson(expected_path.replace_extension(".check.json"));
    EXPECT_EQ(checkLines(test::readBytes(file), Mode::Strict),
              linesOf(expected["diagnostics"], "severity"));
  }
}

TEST(CorpusCheck, InvalidFilesGiveTheirDiagnosticsInBothModes) {
  const json manifest = test::readJson(test::corpusDir() / "invalid" / "manifest.json");
  ASSERT_EQ(manifest["files"].size(), 110u);
  for (const auto& [name, expected] : manifest["files"].items()) {
    SCOPED_TRACE(name);
    const SharedBytes bytes = test::readBytes(test::corpusDir() / "invalid" / name);
    for (const Mode mode : {Mode::Strict, Mode::Lenient}) {
      const std::string key(toString(mode));
      EXPECT_EQ(checkLines(bytes, mode), linesOf(expected["diagnostics"], key));
      const auto loaded = loadModel(bytes, {.mode = mode});
      const int exit = !loaded ? 3 : countBySeverity(loaded->diagnostics).errors != 0 ? 1 : 0;
      EXPECT_EQ(exit, expected["exit"][key].get<int>());
      if (loaded) {
        EXPECT_EQ(loaded->model.clips.size(), expected["anims"].get<std::size_t>());
      }
    }
  }
}

}  // namespace
}  // namespace sinew
