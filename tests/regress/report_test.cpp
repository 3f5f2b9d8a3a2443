// The report's folder: what is in it, and what it replaces.

#include "app/regress/report/report.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/temp_folder.h"

namespace sinew::app::regress {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::string contentOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> namesIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  return names;
}

json dataOf(const fs::path& folder) {
  std::string text = contentOf(folder / "data.js");
  const std::string start = "window.sinewReportData =\n";
  EXPECT_EQ(text.substr(0, start.size()), start);
  EXPECT_EQ(text.substr(text.size() - 2), ";\n");
  return json::parse(text.substr(start.size(), text.size() - start.size() - 2));
}

class ReportFolder : public testing::Test {
 protected:
  /// A report of one case whose pictures hold these words.
  [[nodiscard]] Report oneCase(const std::string& before, const std::string& after) const {
    Report report;
    report.title = "shots";
    ReportCase item;
    item.name = "../</script>\n\"fox\"";
    item.status = "changed";
    item.expected.path = folder_.write("in/before.png", before);
    item.actual.bytes =
        std::make_shared<const std::vector<std::uint8_t>>(after.begin(), after.end());
    report.cases.push_back(item);
    return report;
  }

  TempFolder folder_;
};

TEST_F(ReportFolder, HoldsAllOfIt) {
  const std::string out = folder_ / "deep/er/out";
  const auto written = writeReport(oneCase("one", "two"), out);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(namesIn(out),
              UnorderedElementsAre("core.js", "data.js", "index.html", "list.js", "main.js",
                                   "pictures", "report.css", "sinew-report.txt", "stage.js",
                                   "theme.js", "viewer.css", "viewer.js"));
  EXPECT_THAT(namesIn(folder_ / "deep/er"), UnorderedElementsAre("out"));
  const json data = dataOf(out);
  const json& item = data["cases"][0];
  EXPECT_EQ(item["name"], "../</script>\n\"fox\"");
  EXPECT_EQ(contentOf(fs::path(out) / item["expected"].get<std::string>()), "one");
  EXPECT_EQ(contentOf(fs::path(out) / item["actual"].get<std::string>()), "two");
  EXPECT_EQ(item["diff"], "");
  // Every file that the page names is there.
  const std::string page = contentOf(fs::path(out) / "index.html");
  for (const std::string& name : namesIn(out)) {
    if (name == "index.html" || name == "pictures" || name == "sinew-report.txt") continue;
    EXPECT_THAT(page, HasSubstr('"' + name + '"'));
  }
}

TEST_F(ReportFolder, ReplacesAnEarlierReportAndNothingElse) {
  const std::string out = folder_ / "out";
  Report two = oneCase("one", "two");
  two.cases.push_back(two.cases[0]);
  ASSERT_TRUE(writeReport(two, out));
  EXPECT_EQ(namesIn(fs::path(out) / "pictures").size(), 4u);
  folder_.write("out/junit.xml", "results");
  folder_.write("out/notes/mine.txt", "mine");
  ASSERT_TRUE(writeReport(oneCase("three", "four"), out + "/"));
  EXPECT_EQ(namesIn(fs::path(out) / "pictures").size(), 2u);
  EXPECT_EQ(contentOf(fs::path(out) / "pictures/0001_expected.png"), "three");
  EXPECT_EQ(contentOf(fs::path(out) / "junit.xml"), "results");
  EXPECT_EQ(contentOf(fs::path(out) / "notes/mine.txt"), "mine");
  EXPECT_THAT(namesIn(folder_.path()), UnorderedElementsAre("in", "out"));
}

TEST_F(ReportFolder, RelativePathsStartAtTheWorkingFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  for (const char* name : {"out", "out", "deep/out", "./other/"}) {
    const auto written = writeReport(oneCase("one", "two"), name);
    EXPECT_TRUE(written) << name << ": " << written.error().message;
    EXPECT_TRUE(fs::exists(folder_.path() / name / "index.html")) << name;
  }
  fs::current_path(before);
}

TEST_F(ReportFolder, AnEmptyFolderAndALinkAreFollowed) {
  fs::create_directory(folder_ / "empty");
  fs::create_directory_symlink("empty", folder_ / "link");
  ASSERT_TRUE(checkReportFolder(folder_ / "link"));
  ASSERT_TRUE(writeReport(oneCase("one", "two"), folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::exists(folder_ / "empty/index.html"));
  ASSERT_TRUE(writeReport(oneCase("three", "four"), folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(contentOf(folder_ / "empty/pictures/0001_expected.png"), "three");
}

TEST_F(ReportFolder, OtherFoldersAndFilesAreRefused) {
  folder_.write("home/letter.txt", "dear");
  folder_.write("file", "text");
  for (const char* name : {"home", "file"}) {
    const auto refused = writeReport(oneCase("one", "two"), folder_ / name);
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().code, "output.exists");
    EXPECT_THAT(refused.error().message, HasSubstr(name));
    EXPECT_FALSE(checkReportFolder(folder_ / name));
  }
  EXPECT_EQ(contentOf(folder_ / "home/letter.txt"), "dear");
  EXPECT_EQ(contentOf(folder_ / "file"), "text");
  EXPECT_THAT(namesIn(folder_.path()), UnorderedElementsAre("in", "home", "file"));
  const auto below = writeReport(oneCase("one", "two"), folder_ / "file/below");
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error().code, "output.write");
}

TEST_F(ReportFolder, APictureThatCannotBeReadChangesNothing) {
  const std::string out = folder_ / "out";
  ASSERT_TRUE(writeReport(oneCase("one", "two"), out));
  Report report = oneCase("three", "four");
  report.cases[0].diff.path = folder_ / "none.png";
  const auto failed = writeReport(report, out);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, "output.write");
  EXPECT_THAT(failed.error().message, HasSubstr("none.png"));
  EXPECT_EQ(contentOf(fs::path(out) / "pictures/0001_expected.png"), "one");
  EXPECT_THAT(namesIn(folder_.path()), UnorderedElementsAre("in", "out"));
}

CaseResult changedCase() {
  CaseResult result;
  result.name = "fox";
  result.model = "fox.bmd";
  result.shot = "at rest, iso";
  result.status = CaseStatus::Changed;
  result.message = "it differs";
  result.baseline = "fox.png";
  result.baseline_renderer = "mesa";
  result.actual = "now.png";
  result.diff = "diff.png";
  result.command = "sinew shot fox.bmd";
  result.approve = "sinew test shots --approve=fox";
  result.wall_ms = 12.4;
  Findings findings;
  findings.width = 320;
  findings.height = 240;
  findings.differing = 1234;
  findings.compared = 76800;
  findings.ratio = 0.25;
  findings.longest_run = 5;
  findings.limits = {0.01, {}, 0.005, 6, WindowLimit{8, 0.1}};
  findings.fullest = FullestWindow{7, 6, 8, 8, 20, 30};
  findings.largest = 0.5;
  findings.edges = 3;
  findings.bounds = Rect{1, 2, 3, 4};
  findings.exceeded = {"25 % of the pixels differ"};
  result.findings = findings;
  return result;
}

TEST(ReportOfARun, SaysWhatWasFound) {
  TestRun run;
  run.manifest = "shots";
  run.renderer_key = "mesa";
  run.cases = {changedCase()};
  const Report report = reportOf(run);
  EXPECT_EQ(report.title, "shots");
  EXPECT_EQ(report.approve_command, "sinew test shots");
  EXPECT_EQ(report.approve_all, "--approve=all");
  const ReportCase& item = report.cases.at(0);
  EXPECT_EQ(item.status, "changed");
  EXPECT_EQ(item.approve, "--approve=fox");
  EXPECT_EQ(item.note, "1,234 pixels differ (25 %)");
  EXPECT_EQ(item.width, 320);
  EXPECT_FALSE(item.same_picture);
  ASSERT_EQ(item.measures.size(), 5u);
  EXPECT_EQ(item.measures[0].value, "1,234 (25 %)");
  EXPECT_EQ(item.measures[0].limit, "0.5 %");
  EXPECT_TRUE(item.measures[0].over);
  EXPECT_EQ(item.measures[1].value, "5");
  EXPECT_FALSE(item.measures[1].over);
  EXPECT_EQ(item.measures[2].label, "… in 8 x 8 at 20, 30");
  EXPECT_TRUE(item.measures[2].over);
  EXPECT_EQ(item.measures[3].limit, "counts above 0.01");
  EXPECT_EQ(item.measures[4].value, "3");
  ASSERT_EQ(item.commands.size(), 1u);
  EXPECT_EQ(item.commands[0].value, "sinew shot fox.bmd");
}

TEST(ReportOfARun, APictureThatEqualsItsBaselineIsShownAsOne) {
  TestRun run;
  run.cases = {changedCase(), changedCase()};
  for (CaseResult& result : run.cases) {
    result.status = CaseStatus::Passed;
    result.actual.clear();
    result.diff.clear();
    result.approve.clear();
  }
  run.cases[1].status = CaseStatus::Crashed;
  const Report report = reportOf(run);
  EXPECT_TRUE(report.cases[0].same_picture);
  EXPECT_EQ(report.cases[0].status, "same");
  EXPECT_FALSE(report.cases[1].same_picture);
  EXPECT_EQ(report.cases[1].status, "crashed");
  EXPECT_EQ(report.approve_command, "");
}

TEST(ReportOfARun, LinesThatApproveAreOnlyJoinedWhereTheyStartAlike) {
  TestRun run;
  run.cases = {changedCase(), changedCase()};
  run.cases[1].approve = "sinew test elsewhere --approve=fox";
  const Report report = reportOf(run);
  EXPECT_EQ(report.approve_command, "");
  EXPECT_EQ(report.cases[0].approve, "");
  ASSERT_EQ(report.cases[1].commands.size(), 2u);
  EXPECT_EQ(report.cases[1].commands[1].value, "sinew test elsewhere --approve=fox");
}

}  // namespace
}  // namespace sinew::app::regress
