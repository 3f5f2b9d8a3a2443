// Files that change on disk while they are shown.

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

class WatchTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    path_ = folder_.write("a model.bmd", bytesOf(walkingSquare()));
    run("watch on");
    run("open " + quoteArgument(path_));
    run("pause");
  }
  /// Lets the clock tick until something holds, at most 20 s.
  bool until(const std::function<bool()>& holds) {
    for (int i = 0; i < 2000; ++i) {
      viewer().tick(0.0);
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  [[nodiscard]] const Document* document() { return &viewer().scene()->document(); }
  /// The square with another clip rate, so that the new one is told from the old one.
  [[nodiscard]] static std::string changed(double hz) {
    bmd1::FileSpec spec = walkingSquare();
    spec.anims[0].hz = hz;
    return bytesOf(spec);
  }
  [[nodiscard]] double hz() { return viewer().scene()->model().clips[0].rate_hz; }

  TempFolder folder_;
  std::string path_;
};

TEST_F(WatchTest, ANewVersionKeepsCameraClipAndTime) {
  run("clip mirror");
  run("frame 1");
  run("view top");
  run("bone body");
  const Camera camera = state().camera;
  folder_.write("a model.bmd", changed(8.0));
  ASSERT_TRUE(until([&] { return hz() == 8.0; }));
  EXPECT_EQ(state().camera.position, camera.position);
  EXPECT_EQ(state().playback.clip, 1u);
  EXPECT_EQ(state().playback.frame, 1.0);
  EXPECT_EQ(state().selection.bone, 1u);
}

TEST_F(WatchTest, ABrokenVersionLeavesTheModelAndSaysSo) {
  const Document* before = document();
  const std::string whole = changed(2.0);
  // Half of the new file: a program that writes slowly, or fell over.
  folder_.write("a model.bmd", std::string_view(whole).substr(0, whole.size() / 2));
  ASSERT_TRUE(until([&] { return !viewer().messages.empty(); }));
  EXPECT_EQ(document(), before);
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("\"a model.bmd\" has changed"));
  folder_.write("a model.bmd", "nothing of the kind");
  ASSERT_TRUE(until([&] {
    return viewer().messages.back().text.find("cannot be read now") != std::string::npos;
  }));
  EXPECT_EQ(document(), before);
  folder_.write("a model.bmd", whole);
  ASSERT_TRUE(until([&] { return hz() == 2.0; }));
  EXPECT_TRUE(viewer().messages.empty());
}

TEST_F(WatchTest, AReplacedFileCountsToo) {
  const std::string other = folder_.write("new.tmp", changed(16.0));
  std::filesystem::rename(other, path_);
  EXPECT_TRUE(until([&] { return hz() == 16.0; }));
}

TEST_F(WatchTest, OtherTabsAreWatchedAndThePresentOneStays) {
  run("open " + quoteArgument(folder_.write("red.bmd", bytesOf(redSquare()))) + " tab");
  folder_.write("a model.bmd", changed(8.0));
  ASSERT_TRUE(until([&] { return viewer().sceneOf(0)->model().clips[0].rate_hz == 8.0; }));
  EXPECT_EQ(viewer().tab(), 1u);
}

TEST_F(WatchTest, OffMeansOff) {
  run("watch off");
  EXPECT_FALSE(viewer().settings.watch);
  const Document* before = document();
  folder_.write("a model.bmd", changed(8.0));
  std::this_thread::sleep_for(std::chrono::milliseconds(900));
  viewer().tick(0.0);
  EXPECT_EQ(document(), before);
  run("watch");
  EXPECT_TRUE(until([&] { return hz() == 8.0; })) << "what was missed is made up for";
}

TEST_F(WatchTest, InTheBackgroundToo) {
  viewer().loadInBackground({});
  folder_.write("a model.bmd", changed(8.0));
  EXPECT_TRUE(until([&] { return hz() == 8.0; }));
}

}  // namespace
}  // namespace sinew::app::test
