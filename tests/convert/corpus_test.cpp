// Every test file, sound or broken, as a source: it becomes a sound file, or is refused by name.

#include "tests/format/corpus.h"

#include <set>
#include <string>

#include "tests/convert/models.h"

namespace sinew::convert {
namespace {

class CorpusEncode : public testing::TestWithParam<const char*> {};

TEST_P(CorpusEncode, MakesSoundFilesOrRefuses) {
  const std::set<std::string> refusals{"convert.empty", "convert.limit", "convert.value",
                                       "write.value", "write.limit"};
  std::size_t encoded = 0;
  for (const auto& path : test::filesIn(test::corpusDir() / GetParam(), ".bmd")) {
    SCOPED_TRACE(path.filename().string());
    const auto loaded = loadModel(test::readBytes(path), {});
    if (!loaded) continue;
    for (const SizeGoal goal : {SizeGoal::Smallest, SizeGoal::Best}) {
      EncodeOptions options;
      options.size = goal;
      options.lods = goal == SizeGoal::Smallest ? 2 : 0;
      options.solids = goal == SizeGoal::Smallest ? SolidChoice::Hull : SolidChoice::Named;
      const auto out = encodeBmd1(loaded->model, options);
      if (!out) {
        EXPECT_TRUE(refusals.count(out.error().code) > 0) << describe(out.error());
        continue;
      }
      ++encoded;
      LoadOptions strict;
      strict.mode = Mode::Strict;
      const auto again =
          loadModel(std::make_shared<const std::vector<std::byte>>(out->bytes), strict);
      ASSERT_TRUE(again) << describe(again.error());
      for (const Diagnostic& d : again->diagnostics)
        EXPECT_EQ(d.severity, Severity::Note) << describe(d);
      ASSERT_TRUE(out->report.rest);
      EXPECT_LE(out->report.rest->max_percent, limitsOf(goal).position_percent * 1.0001);
    }
  }
  EXPECT_GT(encoded, 10u);
}

INSTANTIATE_TEST_SUITE_P(Folders, CorpusEncode, testing::Values("valid", "invalid"),
                         [](const auto& folder) { return std::string(folder.param); });

}  // namespace
}  // namespace sinew::convert
