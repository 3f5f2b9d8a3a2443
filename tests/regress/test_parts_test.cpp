// The parts of a test run that need no process: keys, shards, frames, reports.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/regress/baselines.h"
#include "app/regress/junit.h"
#include "app/regress/progress.h"
#include "app/regress/test_json.h"
#include "app/regress/test_plan.h"
#include "app/regress/wire.h"
#include "app/regress/worker_messages.h"
#include "tests/app/temp_folder.h"

namespace sinew::app::regress {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(RendererKey, NamesVendorRendererAndDriver) {
  EXPECT_EQ(rendererKey({"Mesa", "llvmpipe (LLVM 15.0.6, 256 bits)",
                         "4.5 (Core Profile) Mesa 22.3.6", true}),
            "mesa_llvmpipe-llvm-15.0.6-256-bits_mesa-22.3.6_software");
  // The version of OpenGL that was asked for makes no other renderer.
  EXPECT_EQ(rendererKey({"Mesa", "llvmpipe (LLVM 15.0.6, 256 bits)",
                         "3.3 (Core Profile) Mesa 22.3.6", true}),
            rendererKey({"Mesa", "llvmpipe (LLVM 15.0.6, 256 bits)",
                         "4.5 (Core Profile) Mesa 22.3.6", true}));
  EXPECT_EQ(
      rendererKey({"NVIDIA Corporation", "NVIDIA H200/PCIe/SSE2", "3.3.0 NVIDIA 535.54.03", false}),
      "nvidia-corporation_nvidia-h200-pcie-sse2_nvidia-535.54.03_gpu");
  EXPECT_EQ(rendererKey({"", "../../etc", "3.3", false}), "unknown_..-..-etc_3.3_gpu");
  const std::string key = rendererKey({std::string(1000, 'x'), "a_b/c\n", "1 \xFF", true});
  EXPECT_EQ(key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-_"), std::string::npos);
  EXPECT_LT(key.size(), 255u);
}

TEST(Baselines, TheNearestRendererIsTaken) {
  const TempFolder folder;
  const auto add = [&folder](const std::string& key, const std::string& name) {
    folder.write("baselines/" + key + "/" + name + ".png", "");
  };
  add("mesa_llvmpipe-llvm-15_mesa-22.3.6_software", "a");
  add("mesa_llvmpipe-llvm-15_mesa-22.3.6_software", "b");
  add("mesa_llvmpipe-llvm-17_mesa-24.0.1_software", "a");
  add("mesa_iris_mesa-25.0_gpu", "a");
  add("mesa_iris_mesa-25.0_gpu", "c");
  folder.write("baselines/mesa_iris_mesa-25.0_gpu/.hidden.png", "");
  const auto listed = Baselines::list(folder / "baselines");
  ASSERT_TRUE(listed);
  const auto keyFor = [&listed](const std::string& name, const std::string& key) {
    const auto found = listed->find(name, key);
    return found ? found->key : std::string("none");
  };
  const std::string here = "mesa_llvmpipe-llvm-17_mesa-25.1_software";
  EXPECT_EQ(keyFor("a", "mesa_iris_mesa-25.0_gpu"), "mesa_iris_mesa-25.0_gpu");
  EXPECT_EQ(keyFor("a", here), "mesa_llvmpipe-llvm-17_mesa-24.0.1_software");
  EXPECT_EQ(keyFor("b", here), "mesa_llvmpipe-llvm-15_mesa-22.3.6_software");
  EXPECT_EQ(keyFor("c", here), "mesa_iris_mesa-25.0_gpu");
  EXPECT_EQ(keyFor("a", "nvidia_x_y_gpu"), "mesa_iris_mesa-25.0_gpu");
  EXPECT_EQ(keyFor("d", here), "none");
  EXPECT_EQ(keyFor(".hidden", here), "none");
  Manifest manifest;
  manifest.cases.resize(2);
  manifest.cases[0].name = "a";
  manifest.cases[1].name = "c";
  EXPECT_THAT(listed->stale(manifest),
              ElementsAre(folder / "baselines/mesa_llvmpipe-llvm-15_mesa-22.3.6_software/b.png"));
}

TEST(Baselines, NoFolderHoldsNone) {
  const TempFolder folder;
  const auto listed = Baselines::list(folder / "baselines");
  ASSERT_TRUE(listed);
  EXPECT_FALSE(listed->find("a", "key"));
  EXPECT_FALSE(Baselines::list(folder.write("file", "")));
}

TEST(Shards, AreBalancedAndKnown) {
  // FNV-1a of "a" is 0xaf63dc4c8601ec8c (the authors' test vector); with its upper half folded in
  // 0x86 01 ec 8c xor af 63 dc 4c = 29 62 30 c0, and 0xaf63dc4c296230c0 mod 7 is 3.
  EXPECT_EQ(shardOf("a", 1), 0u);
  EXPECT_EQ(shardOf("a", 7), 0xaf63dc4c296230c0u % 7);
  std::vector<int> count(8);
  for (int i = 0; i < 4000; ++i)
    ++count[shardOf("fox_walk-t" + std::to_string(i) + "-front", 8)];
  for (const int one : count)
    EXPECT_NEAR(one, 500, 100);
}

TEST(Wire, ValuesComeBack) {
  std::string frame = FrameWriter()
                          .add(std::uint64_t{7})
                          .add(std::string("a\0b", 3))
                          .add(std::vector<std::string>{"x", ""})
                          .add(std::optional<double>(0.5))
                          .add(std::optional<double>())
                          .add(true)
                          .take();
  std::uint64_t size = 0;
  std::memcpy(&size, frame.data(), sizeof(size));
  EXPECT_EQ(size, frame.size() - sizeof(size));
  frame.erase(0, sizeof(size));
  const auto readAll = [](std::string_view bytes) {
    FrameReader reader(bytes);
    std::uint64_t number = 0;
    std::string text;
    std::vector<std::string> texts;
    std::optional<double> some;
    std::optional<double> none;
    bool flag = false;
    reader.get(number);
    reader.get(text);
    reader.get(texts);
    reader.get(some);
    reader.get(none);
    reader.get(flag);
    if (reader.complete()) {
      EXPECT_EQ(number, 7u);
      EXPECT_EQ(text, std::string("a\0b", 3));
      EXPECT_EQ(texts, (std::vector<std::string>{"x", ""}));
      EXPECT_EQ(some, 0.5);
      EXPECT_FALSE(none);
      EXPECT_TRUE(flag);
    }
    return reader.complete();
  };
  EXPECT_TRUE(readAll(frame));
  for (std::size_t cut = 0; cut < frame.size(); ++cut)
    EXPECT_FALSE(readAll(frame.substr(0, cut)));
  EXPECT_FALSE(readAll(frame + "x"));
}

CaseReply fullReply() {
  CaseReply reply;
  reply.id = 5;
  reply.error_code = "code";
  reply.error = "text";
  reply.other_size = true;
  reply.actual = std::string(1000, 'p');
  reply.warnings = {"one", "two"};
  reply.wall_ms = 12.5;
  Findings findings;
  findings.metric = Metric::Flip;
  findings.limits.window = WindowLimit{8, 0.1};
  findings.limits.run = 6;
  findings.width = 64;
  findings.differing = 12;
  findings.fullest = FullestWindow{3, 6, 8, 8, 1, 2};
  findings.mean = 0.25;
  findings.bounds = Rect{1, 2, 3, 4};
  findings.exceeded = {"too many"};
  reply.findings = findings;
  return reply;
}

TEST(WorkerMessages, ComeBackWhole) {
  const std::string frame = packed(fullReply()).substr(8);
  const auto reply = unpackReply(frame);
  ASSERT_TRUE(reply);
  ASSERT_EQ(reply->kind, ReplyKind::Case);
  const CaseReply& result = reply->result;
  EXPECT_EQ(result.id, 5u);
  EXPECT_EQ(result.error_code, "code");
  EXPECT_TRUE(result.other_size);
  EXPECT_FALSE(result.baseline_broken);
  EXPECT_EQ(result.actual.size(), 1000u);
  EXPECT_EQ(result.difference, "");
  EXPECT_THAT(result.warnings, ElementsAre("one", "two"));
  ASSERT_TRUE(result.findings);
  EXPECT_EQ(result.findings->metric, Metric::Flip);
  EXPECT_EQ(result.findings->limits.window->density, 0.1);
  EXPECT_EQ(result.findings->limits.run, 6u);
  EXPECT_FALSE(result.findings->limits.ratio);
  EXPECT_EQ(result.findings->fullest->y, 2);
  EXPECT_EQ(result.findings->bounds->x2, 3);
  EXPECT_EQ(result.findings->mean, 0.25);
  EXPECT_THAT(result.findings->exceeded, ElementsAre("too many"));
}

TEST(WorkerMessages, BrokenOnesAreNone) {
  const std::string frame = packed(fullReply()).substr(8);
  for (std::size_t cut = 0; cut < frame.size(); ++cut)
    EXPECT_FALSE(unpackReply(std::string_view(frame).substr(0, cut)));
  EXPECT_FALSE(unpackReply(std::string_view(frame + "x")));
  EXPECT_FALSE(unpackReply("\x09"));
  EXPECT_FALSE(unpackRequest("x"));
  EXPECT_FALSE(unpackSetup(""));
}

CaseResult result(const std::string& name, CaseStatus status, const std::string& message = {}) {
  CaseResult out;
  out.name = name;
  out.status = status;
  out.message = message;
  return out;
}

TEST(Junit, CountsAndEscapes) {
  TestRun run;
  run.manifest = "a&b";
  run.started = "2026-11-30T16:05:00Z";
  run.cases = {result("ok", CaseStatus::Passed),
               result("<x>", CaseStatus::Changed, "\"1\" \x01 \xFF"),
               result("late", CaseStatus::TimedOut), result("not", CaseStatus::Skipped)};
  const std::string xml = junitXml(run);
  EXPECT_THAT(xml, HasSubstr("<testsuites tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"a&amp;b\""));
  EXPECT_THAT(xml, HasSubstr("timestamp=\"2026-11-30T16:05:00\""));
  EXPECT_THAT(xml, HasSubstr("name=\"&lt;x&gt;\""));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"changed\" message=\"&quot;1&quot; \xEF\xBF\xBD "
                             "\xEF\xBF\xBD\">"));
  EXPECT_THAT(xml, HasSubstr("<error type=\"timed out\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message"));
}

TEST(TestRunExit, IsTheWorstOfItsCases) {
  TestRun run;
  EXPECT_EQ(exitOf(run), 0);
  run.cases = {result("a", CaseStatus::Changed), result("b", CaseStatus::SizeMismatch)};
  run.cases[0].exit = 1;
  run.cases[1].exit = 6;
  EXPECT_EQ(exitOf(run), 6);
  const auto counts = countByStatus(run);
  EXPECT_EQ(counts.size(), 10u);
  EXPECT_EQ(counts[static_cast<std::size_t>(CaseStatus::Changed)].count, 1u);
}

TEST(Progress, TellsCountsAndTimeLeft) {
  EXPECT_EQ(progressText(0, 200, 0, 1.0), "0/200");
  EXPECT_EQ(progressText(50, 200, 0, 5.0), "50/200, 15 s left");
  EXPECT_EQ(progressText(50, 200, 2, 60.0), "50/200, 2 failed, 3 min left");
  EXPECT_EQ(progressText(200, 200, 1, 60.0), "200/200, 1 failed");
}

}  // namespace
}  // namespace sinew::app::regress
