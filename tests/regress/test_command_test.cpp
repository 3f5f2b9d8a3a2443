// `sinew test` as CI runs it: baselines, verdicts, exit codes, selection, reports.

#include <cstdlib>

#include "tests/regress/test_run_fixture.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::UnorderedElementsAre;

class TestCommand : public TestRunFixture {};

TEST_F(TestCommand, WithoutBaselinesItFailsAndWritesNothing) {
  const Finished first = run();
  EXPECT_EQ(first.exit, 1);
  EXPECT_THAT(first.out, HasSubstr("no baseline   red: there is no baseline\n"));
  EXPECT_THAT(first.out, HasSubstr("3 cases: 3 no baseline; "));
  EXPECT_FALSE(fs::exists(folder_ / "baselines"));
}

TEST_F(TestCommand, UpdateMakesBaselinesThatPass) {
  EXPECT_THAT(statuses({"--update"}),
              ElementsAre(Pair("red", "updated"), Pair("walk-t0", "updated"),
                          Pair("walk-t0.1", "updated")));
  EXPECT_EQ(last_.exit, 0);
  const std::string key = fs::path(keyFolder()).filename();
  EXPECT_EQ(json_["renderer_key"], key);
  EXPECT_THAT(key, HasSubstr("llvmpipe"));
  EXPECT_THAT(key, testing::EndsWith("_software"));
  EXPECT_THAT(filesIn("baselines"),
              ElementsAre(key + "/red.png", key + "/walk-t0.1.png", key + "/walk-t0.png"));
  EXPECT_THAT(statuses(), ElementsAre(Pair("red", "passed"), Pair("walk-t0", "passed"),
                                      Pair("walk-t0.1", "passed")));
  EXPECT_EQ(last_.exit, 0);
  EXPECT_EQ(json_["cases"][0]["comparison"]["identical"], true);
  EXPECT_EQ(json_["cases"][0]["comparison"]["metric"], "exact");
  // Nothing is written where all passes.
  const auto before = fs::last_write_time(baseline("red"));
  EXPECT_EQ(run({"--update"}).exit, 0);
  EXPECT_EQ(fs::last_write_time(baseline("red")), before);
}

TEST_F(TestCommand, TheSamePicturesAsShot) {
  makeBaselines();
  const std::string out = folder_ / "shot.png";
  ASSERT_EQ(runSinew({"shot", folder_ / "walk.bmd", "--gl-device=software", "--resolution=64,48",
                      "--view=front", "--animation=walk", "--animation-time=0.1", "-o", out})
                .exit,
            0);
  EXPECT_EQ(image(out).rgba, image(baseline("walk-t0.1")).rgba);
  // A baseline's receipt repeats it, wherever the run was started.
  const std::string again = folder_ / "again.png";
  const Finished repeated = runSinew({"shot", "--from", baseline("walk-t0.1"), "-o", again});
  EXPECT_EQ(repeated.exit, 0) << repeated.err;
  EXPECT_EQ(repeated.err, "");
  EXPECT_EQ(image(again).rgba, image(baseline("walk-t0.1")).rgba);
  // The command that the run tells draws it too.
  statuses();
  const std::string command = json_["cases"][2]["command"];
  ASSERT_THAT(command, testing::StartsWith("sinew shot "));
  ASSERT_EQ(std::system(("cd " + folder() + " && " SINEW_BINARY + command.substr(5)).c_str()), 0);
  EXPECT_EQ(image(folder_ / "walk-t0.1.png").rgba, image(out).rgba);
}

TEST_F(TestCommand, AChangedModelFailsAlone) {
  makeBaselines();
  changeRed();
  EXPECT_THAT(statuses(), ElementsAre(Pair("red", "changed"), Pair("walk-t0", "passed"),
                                      Pair("walk-t0.1", "passed")));
  EXPECT_EQ(last_.exit, 1);
  // The square fills 48 / 1.06 = 45.28 pixels of the height: 46 x 46 or so, by where edges fall.
  EXPECT_NEAR(json_["cases"][0]["comparison"]["differing"].get<double>(), 45.28 * 45.28, 100.0);
  EXPECT_THAT(json_["cases"][0]["message"].get<std::string>(), HasSubstr("pixels differ"));
  const std::string before = bytes(baseline("walk-t0"));
  // Approving by name changes that one alone.
  EXPECT_THAT(statuses({"--approve", "red"}), ElementsAre(Pair("red", "updated")));
  EXPECT_EQ(bytes(baseline("walk-t0")), before);
  EXPECT_EQ(run().exit, 0);
}

TEST_F(TestCommand, ApproveAllAndWrongNames) {
  EXPECT_EQ(run({"--approve=all"}).exit, 0);
  EXPECT_EQ(run().exit, 0);
  const Finished wrong = run({"--approve", "rad"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, HasSubstr("there is no case \"rad\", did you mean \"red\"?"));
}

TEST_F(TestCommand, OnePixelByOneLevelIsAChangeOnTheSameRenderer) {
  makeBaselines();
  renderer::Image altered = image(baseline("red"));
  altered.rgba[0] = static_cast<std::uint8_t>(altered.rgba[0] + 1);
  writeImage(baseline("red"), altered);
  EXPECT_EQ(statuses()["red"], "changed");
  EXPECT_EQ(json_["cases"][0]["comparison"]["differing"], 1);
  // A tolerance in the manifest holds there too.
  manifest("[[shots]]\nname = \"red\"\nmodel = \"red.bmd\"\nmetric = \"delta\"\n");
  EXPECT_EQ(statuses()["red"], "passed");
  // Left out, the pixel does not count, and the others still do exactly.
  manifest("[[shots]]\nname = \"red\"\nmodel = \"red.bmd\"\nignore = [[0, 0, 0, 0]]\n");
  EXPECT_EQ(statuses()["red"], "passed");
  EXPECT_EQ(json_["cases"][0]["comparison"]["ignored"], 1);
  changeRed();
  EXPECT_EQ(statuses()["red"], "changed");
}

TEST_F(TestCommand, AMaskLeavesOutWhatIsBright) {
  makeBaselines();
  renderer::Image mask = image(baseline("red"));
  std::fill(mask.rgba.begin(), mask.rgba.end(), std::uint8_t{255});
  for (std::size_t i = 0; i < 4 * 64; i += 4)
    mask.rgba[i] = mask.rgba[i + 1] = mask.rgba[i + 2] = 0;  // all but the first row
  writeImage(folder_ / "mask.png", mask);
  manifest("[[shots]]\nname = \"red\"\nmodel = \"red.bmd\"\nmask = \"mask.png\"\n");
  changeRed();
  EXPECT_EQ(statuses()["red"], "passed");
  EXPECT_EQ(json_["cases"][0]["comparison"]["ignored"], 64 * 47);
  mask.height = 24;
  mask.rgba.resize(mask.rgba.size() / 2);
  writeImage(folder_ / "mask.png", mask);
  EXPECT_EQ(statuses()["red"], "size");
  EXPECT_EQ(last_.exit, 6);
  // Such a case is not updated: its mask is wrong, not its baseline.
  EXPECT_EQ(statuses({"--update"})["red"], "size");
}

TEST_F(TestCommand, AnotherRendererIsToldFromAChange) {
  makeBaselines();
  fs::rename(keyFolder(), folder_ / "baselines/mesa_llvmpipe-old_mesa-1_software");
  fs::create_directories(folder_ / "baselines/nvidia_gpu_1_gpu");
  fs::copy_file(folder_ / "baselines/mesa_llvmpipe-old_mesa-1_software/walk-t0.png",
                folder_ / "baselines/nvidia_gpu_1_gpu/red.png");  // less alike, and wrong
  EXPECT_THAT(statuses(), ElementsAre(Pair("red", "new renderer"), Pair("walk-t0", "new renderer"),
                                      Pair("walk-t0.1", "new renderer")));
  EXPECT_EQ(last_.exit, 0);
  EXPECT_EQ(json_["cases"][0]["baseline_renderer"], "mesa_llvmpipe-old_mesa-1_software");
  EXPECT_EQ(json_["cases"][0]["comparison"]["metric"], "delta");
  EXPECT_THAT(run().out, HasSubstr("note: this renderer has no baselines of its own yet"));
  changeRed();
  EXPECT_EQ(statuses()["red"], "changed");
  EXPECT_EQ(last_.exit, 1);
  EXPECT_THAT(json_["cases"][0]["message"].get<std::string>(),
              HasSubstr("compared with mesa_llvmpipe-old_mesa-1_software: this renderer has no"));
  // An update makes this renderer's own, and leaves the others as they are.
  EXPECT_EQ(run({"--update"}).exit, 0);
  EXPECT_EQ(filesIn("baselines").size(), 7u);
  EXPECT_THAT(statuses(), Not(testing::Contains(Pair(testing::_, Not("passed")))));
}

TEST_F(TestCommand, OtherSizesHaveTheirOwnStatus) {
  makeBaselines();
  renderer::Image half = image(baseline("red"));
  half.height = 24;
  half.rgba.resize(half.rgba.size() / 2);
  writeImage(baseline("red"), half);
  EXPECT_EQ(statuses()["red"], "size");
  EXPECT_EQ(last_.exit, 6);
  EXPECT_EQ(json_["cases"][0]["message"], "the picture has 64x48 pixels, the baseline has 64x24");
  EXPECT_EQ(statuses({"--update"})["red"], "updated");
  EXPECT_EQ(run().exit, 0);
}

TEST_F(TestCommand, WhatCannotBeDrawnFailsAlone) {
  makeBaselines();
  fs::remove(folder_ / "red.bmd");
  EXPECT_THAT(statuses(), ElementsAre(Pair("red", "error"), Pair("walk-t0", "passed"),
                                      Pair("walk-t0.1", "passed")));
  EXPECT_EQ(last_.exit, 3);
  folder_.write("red.bmd", "no model");
  EXPECT_EQ(statuses()["red"], "error");
  EXPECT_EQ(last_.exit, 3);
  // An error is never made a baseline.
  EXPECT_EQ(statuses({"--update"})["red"], "error");
  manifest("[[shots]]\nname = \"walk\"\nmodel = \"walk.bmd\"\nanimation = \"run\"\n");
  EXPECT_EQ(statuses()["walk"], "error");
  EXPECT_EQ(last_.exit, 2);
  EXPECT_THAT(json_["cases"][0]["message"].get<std::string>(),
              HasSubstr("there is no animation \"run\""));
}

TEST_F(TestCommand, ADamagedBaselineIsAnErrorThatAnUpdateMends) {
  makeBaselines();
  fs::resize_file(baseline("red"), 100);
  EXPECT_EQ(statuses()["red"], "error");
  EXPECT_EQ(last_.exit, 3);
  EXPECT_EQ(statuses({"--update"})["red"], "updated");
  EXPECT_EQ(run().exit, 0);
}

TEST_F(TestCommand, StaleBaselinesAreToldAndPruned) {
  makeBaselines();
  fs::copy_file(baseline("red"), keyFolder() + "/gone.png");
  folder_.write("baselines/readme.txt", "kept");
  statuses();
  EXPECT_EQ(json_["stale"], nlohmann::json::array({keyFolder() + "/gone.png"}));
  EXPECT_EQ(last_.exit, 0);
  EXPECT_TRUE(fs::exists(keyFolder() + "/gone.png"));
  EXPECT_EQ(run({"--prune"}).exit, 2);  // not without --update
  const Finished pruned = run({"--update", "--prune", "--filter=red"});
  EXPECT_EQ(pruned.exit, 0);
  EXPECT_THAT(pruned.out, HasSubstr("pruned"));
  EXPECT_FALSE(fs::exists(keyFolder() + "/gone.png"));
  EXPECT_TRUE(fs::exists(baseline("walk-t0")));
  EXPECT_TRUE(fs::exists(folder_ / "baselines/readme.txt"));
}

TEST_F(TestCommand, FilterSelectsByName) {
  EXPECT_THAT(statuses({"--filter=^walk"}),
              ElementsAre(Pair("walk-t0", "no baseline"), Pair("walk-t0.1", "no baseline")));
  EXPECT_THAT(statuses({"--filter=0[.]1$"}), ElementsAre(Pair("walk-t0.1", "no baseline")));
  EXPECT_EQ(run({"--filter=nothing"}).exit, 2);
  EXPECT_EQ(run({"--filter=["}).exit, 2);
}

TEST_F(TestCommand, ShardsAreAPartitionThatStays) {
  manifest(R"(
    [[shots]]
    name = "w"
    model = "walk.bmd"
    animation = "walk"
    frames = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]
  )");
  std::map<std::string, std::string> home;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    for (const auto& entry : statuses({std::string("--shard=") + shard})) {
      EXPECT_TRUE(home.emplace(entry.first, shard).second) << entry.first;
    }
  }
  EXPECT_EQ(home.size(), 9u);
  // With another case before them, all stay where they were.
  manifest(R"(
    [[shots]]
    name = "w"
    model = "walk.bmd"
    animation = "walk"
    frames = [-1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]
  )");
  for (const auto& entry : statuses({"--shard=2/3"})) {
    if (entry.first != "w-f-1") {
      EXPECT_EQ(home[entry.first], "2/3") << entry.first;
    }
  }
  EXPECT_EQ(run({"--shard=4/3"}).exit, 2);
  EXPECT_EQ(run({"--shard=0/3"}).exit, 2);
}

TEST_F(TestCommand, FailFastBeginsNoOthers) {
  manifest(R"(
    [[shots]]
    name = "w"
    model = "walk.bmd"
    animation = "walk"
    frames = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5]
  )");
  const auto got = statuses({"--fail-fast", "--jobs=1"});
  EXPECT_EQ(got.size(), 20u);
  const auto count = [&got](const std::string& status) {
    return std::count_if(got.begin(), got.end(),
                         [&status](const auto& entry) { return entry.second == status; });
  };
  EXPECT_GE(count("no baseline"), 1);
  EXPECT_GE(count("skipped"), 10);  // what was under way may end
  EXPECT_EQ(count("no baseline") + count("skipped"), 20);
  EXPECT_EQ(last_.exit, 1);
}

TEST_F(TestCommand, TheNumberOfJobsChangesNoResult) {
  makeBaselines();
  changeRed();
  const auto one = statuses({"--jobs=1"});
  const auto json_one = json_;
  EXPECT_EQ(statuses({"--jobs=3"}), one);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(json_["cases"][i]["comparison"], json_one["cases"][i]["comparison"]);
}

TEST_F(TestCommand, TheReportHasPicturesJsonAndJunit) {
  makeBaselines();
  changeRed();
  const std::string report = folder_ / "out/report";
  EXPECT_EQ(statuses({"--report", report})["red"], "changed");
  EXPECT_EQ(json_["cases"][0]["actual"], report + "/actual/red.png");
  EXPECT_EQ(json_["cases"][0]["diff"], report + "/diff/red.png");
  EXPECT_EQ(json_["cases"][1]["actual"], nullptr);
  EXPECT_EQ(nlohmann::json::parse(bytes(report + "/report.json")), json_);
  EXPECT_EQ(image(report + "/actual/red.png").width, 64);
  EXPECT_NE(image(report + "/actual/red.png").rgba, image(baseline("red")).rgba);
  // The middle of the difference is painted red.
  const renderer::Image difference = image(report + "/diff/red.png");
  EXPECT_GT(difference.rgba[(24 * 64 + 32) * 4], 200);
  EXPECT_EQ(std::system(("python3 -c 'import sys, xml.dom.minidom as m; "
                         "d = m.parse(sys.argv[1]); s = d.getElementsByTagName(\"testsuite\")[0]; "
                         "assert (s.getAttribute(\"tests\"), s.getAttribute(\"failures\")) == "
                         "(\"3\", \"1\"), s.toxml(); "
                         "f = d.getElementsByTagName(\"failure\"); "
                         "assert len(f) == 1 and "
                         "f[0].parentNode.getAttribute(\"name\") == \"red\"' " +
                         report + "/junit.xml")
                            .c_str()),
            0);
  // The next report leaves nothing of this one.
  EXPECT_EQ(run({"--update"}).exit, 0);
  EXPECT_EQ(statuses({"--report", report})["red"], "passed");
  EXPECT_FALSE(fs::exists(report + "/actual/red.png"));
  EXPECT_FALSE(fs::exists(report + "/diff/red.png"));
  EXPECT_THAT(filesIn("out"), Not(testing::Contains(HasSubstr(".sinew-test-"))));
}

TEST_F(TestCommand, JunitGoesWhereItIsWanted) {
  const std::string junit = folder_ / "results.xml";
  EXPECT_EQ(run({"--junit", junit}).exit, 1);
  EXPECT_THAT(bytes(junit), HasSubstr("tests=\"3\" failures=\"3\" errors=\"0\" skipped=\"0\""));
  EXPECT_THAT(bytes(junit), HasSubstr("<failure type=\"no baseline\""));
}

TEST_F(TestCommand, AFolderOfModelsNeedsNoManifest) {
  fs::remove(folder_ / "sinew-test.toml");
  EXPECT_THAT(statuses({"--update", "--gl-device=software"}),
              UnorderedElementsAre(Pair("red", "updated"), Pair("walk", "updated")));
  EXPECT_EQ(image(baseline("red")).width, 1280);
  EXPECT_EQ(run({"--gl-device=software"}).exit, 0);
}

TEST_F(TestCommand, BadManifestsEndWithTheirPlace) {
  folder_.write("sinew-test.toml", "[[shots]]\nmodel = 3\n");
  const Finished bad = run();
  EXPECT_EQ(bad.exit, 3);
  EXPECT_EQ(bad.err, "sinew: error: " + (folder_ / "sinew-test.toml") +
                         ":2:9: model is a text, not a number\n");
  EXPECT_EQ(bad.out, "");
}

TEST_F(TestCommand, ExitStatusesOfWhatCannotBe) {
  EXPECT_EQ(run({"--gl-device=99"}).exit, 4);
  EXPECT_EQ(runSinew({"test", folder_ / "nowhere.toml"}).exit, 3);
  EXPECT_EQ(runSinew({"test"}).exit, 2);
  EXPECT_EQ(runSinew({"test", "-"}).exit, 2);
  EXPECT_EQ(run({"--update", "--approve=red"}).exit, 2);
  EXPECT_EQ(run({"--report", "/dev/null/x"}).exit, 5);
  EXPECT_EQ(run({"--junit", "/dev/null/x.xml"}).exit, 5);
  makeBaselines();
  EXPECT_EQ(runSinewInto("/dev/full", {"test", folder()}).exit, 5);
  EXPECT_EQ(runSinewIntoClosedPipe({"test", folder()}).exit, 5);
}

TEST_F(TestCommand, BaselinesThatCannotBeWrittenAreAnError) {
  statuses();
  folder_.write("baselines/" + json_["renderer_key"].get<std::string>(), "a file");
  EXPECT_EQ(statuses({"--update"})["red"], "error");
  EXPECT_EQ(last_.exit, 5);
  fs::remove_all(folder_ / "baselines");
  folder_.write("baselines", "a file");
  EXPECT_EQ(run({"--update"}).exit, 3);
}

TEST_F(TestCommand, AWorkerTakesNoNonsense) {
  // What users could send it by mistake; it ends by itself.
  EXPECT_NE(runSinew({"--test-worker"}, "").exit, 0);
  EXPECT_NE(runSinew({"--test-worker"}, std::string(100, '\xFF')).exit, 0);
  EXPECT_NE(runSinew({"--test-worker"}, std::string("\x08\0\0\0\0\0\0\0garbage!", 16)).exit, 0);
}

}  // namespace
}  // namespace sinew::e2e
