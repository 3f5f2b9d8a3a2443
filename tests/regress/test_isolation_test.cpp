// Cases of `sinew test` that crash, hang or are interrupted. Nothing in the program helps here: a
// model that is a pipe nobody writes to holds its worker, and the test does the rest.

#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/regress/test_run_fixture.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class TestIsolation : public TestRunFixture {
 protected:
  void SetUp() override {
    TestRunFixture::SetUp();
    manifest(R"(
      [[shots]]
      name = "walk"
      model = "walk.bmd"
      animation = "walk"
      times = [0, 0.1]
      [[shots]]
      name = "held"
      model = "held.bmd"
      [[shots]]
      name = "red"
      model = "red.bmd"
    )");
    ASSERT_EQ(::mkfifo(held().c_str(), 0600), 0);
    // Open on both ends, so that whoever reads it waits in `read`, with the file open.
    pipe_ = ::open(held().c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(pipe_, 0);
  }
  void TearDown() override { ::close(pipe_); }

  [[nodiscard]] std::string held() const { return folder_ / "held.bmd"; }

  /// The worker that waits for the pipe, once there is one; 0 where the run ends without.
  pid_t holder(const Running& running) {
    for (int i = 0; i < 12'000 && !running.isOver(); ++i) {
      for (const pid_t child : running.children()) {
        if (hasOpen(child, held())) return child;
      }
      ::usleep(10'000);
    }
    return 0;
  }

  static bool isGone(pid_t process) {
    for (int i = 0; i < 1000 && ::kill(process, 0) == 0; ++i)
      ::usleep(10'000);
    return ::kill(process, 0) != 0;
  }

  int pipe_ = -1;
};

TEST_F(TestIsolation, ACrashFailsAlone) {
  Running running({"test", folder(), "--update", "--jobs=1", "--json"});
  // Others may be under way in the same worker: then each is tried again alone, and this one
  // crashes again.
  int crashes = 0;
  while (const pid_t worker = holder(running)) {
    ::kill(worker, SIGKILL);
    ASSERT_TRUE(isGone(worker));
    ASSERT_LE(++crashes, 2);
  }
  EXPECT_GE(crashes, 1);
  const Finished finished = running.wait();
  EXPECT_EQ(finished.exit, 70) << finished.err;
  const auto json = nlohmann::json::parse(finished.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << finished.out;
  std::map<std::string, std::string> got;
  for (const auto& one : json["cases"])
    got[one["name"]] = one["status"];
  EXPECT_THAT(got, ElementsAre(Pair("held", "crashed"), Pair("red", "updated"),
                               Pair("walk-t0", "updated"), Pair("walk-t0.1", "updated")));
  EXPECT_THAT(finished.out, HasSubstr("its worker ended with signal 9 (Killed)"));
}

TEST_F(TestIsolation, AHangFailsAlone) {
  EXPECT_THAT(statuses({"--update", "--case-timeout=5"}),
              ElementsAre(Pair("held", "timed out"), Pair("red", "updated"),
                          Pair("walk-t0", "updated"), Pair("walk-t0.1", "updated")));
  EXPECT_EQ(last_.exit, 1);
  EXPECT_THAT(json_["cases"][2]["message"].get<std::string>(),
              HasSubstr("took longer than 5 s (--case-timeout)"));
}

TEST_F(TestIsolation, AStoppedWorkerIsAHang) {
  Running running({"test", folder(), "--update", "--jobs=1", "--json", "--case-timeout=10"});
  const pid_t worker = holder(running);
  ASSERT_GT(worker, 0);
  ::kill(worker, SIGSTOP);
  const Finished finished = running.wait();
  EXPECT_EQ(finished.exit, 1) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("\"timed out\": 1"));
  EXPECT_THAT(finished.out, HasSubstr("\"updated\": 3"));
  EXPECT_TRUE(isGone(worker));
}

TEST_F(TestIsolation, AnInterruptLeavesNothingHalfDone) {
  for (const auto& [number, exit] : {std::pair(SIGINT, 130), std::pair(SIGTERM, 143)}) {
    Running running({"test", folder(), "--update", "--jobs=1", "--report", folder_ / "out"});
    const pid_t worker = holder(running);
    ASSERT_GT(worker, 0);
    running.signal(number);
    const Finished finished = running.wait(20.0);
    EXPECT_EQ(finished.exit, exit);
    EXPECT_THAT(finished.err, HasSubstr("interrupted: "));
    EXPECT_TRUE(isGone(worker));
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    // What was done is whole; nothing temporary lies about.
    for (const std::string& name : filesIn("")) {
      EXPECT_EQ(name.find(".sinew"), std::string::npos) << name;
      if (fs::path(name).extension() == ".png") {
        EXPECT_EQ(image(folder_ / name).width, 64);
      }
    }
  }
}

TEST_F(TestIsolation, WorkersEndWithTheirParent) {
  Running running({"test", folder(), "--update", "--jobs=1"});
  const pid_t worker = holder(running);
  ASSERT_GT(worker, 0);
  running.signal(SIGKILL);
  (void)running.wait();
  EXPECT_TRUE(isGone(worker));
}

}  // namespace
}  // namespace sinew::e2e
