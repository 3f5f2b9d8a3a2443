// Tabs, files of a folder, loading in the background: by commands, without panels.

#include <chrono>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

class TabsTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    walking_ = folder_.write("walking.bmd", bytesOf(walkingSquare()));
    levels_ = folder_.write("levels.bmd", bytesOf(threeLevels()));
    red_ = folder_.write("red.bmd", bytesOf(redSquare()));
  }
  void open(const std::string& path, const std::string& more = "") {
    run("open " + quoteArgument(path) + more);
  }
  [[nodiscard]] std::string shown() {
    return viewer().scene() != nullptr ? viewer().scene()->document().path : std::string("none");
  }
  /// Lets loads come in, at most 20 s.
  void waitForLoads() {
    for (int i = 0; i < 2000 && viewer().loading(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      viewer().tick(0.0);
    }
    EXPECT_FALSE(viewer().loading());
  }

  TempFolder folder_;
  std::string walking_, levels_, red_;
};

TEST_F(TabsTest, EachTabKeepsItsCameraClipTimeAndSelection) {
  open(walking_);
  run("pause");
  run("frame 3");
  run("bone body");
  run("view top");
  const Camera camera = state().camera;
  open(levels_, " tab");
  ASSERT_EQ(viewer().tabs().size(), 2u);
  EXPECT_EQ(viewer().tab(), 1u);
  EXPECT_EQ(shown(), levels_);
  EXPECT_FALSE(state().playback.clip.has_value());
  EXPECT_EQ(state().selection.bone, kNone);
  run("lod 2");
  run("grid on");

  run("tab previous");
  EXPECT_EQ(shown(), walking_);
  EXPECT_EQ(state().playback.clip, 0u);
  EXPECT_EQ(state().playback.frame, 3.0);
  EXPECT_EQ(state().selection.bone, 1u);
  EXPECT_EQ(state().camera.position, camera.position);
  EXPECT_EQ(state().lod.mode, LodMode::Auto);
  EXPECT_TRUE(state().view.display.grid) << "what is drawn is the window's";
  run("tab next");
  EXPECT_EQ(shown(), levels_);
  EXPECT_EQ(state().lod.forced, 2u);
  run("tab next");
  EXPECT_EQ(shown(), walking_);
}

TEST_F(TabsTest, AnEmptyTabTakesTheFirstFile) {
  open(walking_, " tab");
  EXPECT_EQ(viewer().tabs().size(), 1u);
  run("tab new");
  EXPECT_EQ(shown(), "none");
  open(levels_, " tab");
  EXPECT_EQ(viewer().tabs().size(), 2u);
}

TEST_F(TabsTest, ClosingGoesToTheNeighbour) {
  open(walking_);
  open(levels_, " tab");
  open(red_, " tab");
  run("tab 1");
  run("close");
  EXPECT_EQ(shown(), red_);
  EXPECT_EQ(viewer().tab(), 1u);
  run("close");
  EXPECT_EQ(shown(), walking_);
  run("close");
  ASSERT_EQ(viewer().tabs().size(), 1u) << "the window stays, empty";
  EXPECT_EQ(shown(), "none");
  run("close");
  EXPECT_EQ(viewer().tabs().size(), 1u);
}

TEST_F(TabsTest, AnotherTabIsClosedWithoutLeavingThePresentOne) {
  open(walking_);
  open(levels_, " tab");
  run("close 0");
  EXPECT_EQ(shown(), levels_);
  EXPECT_EQ(viewer().tab(), 0u);
  EXPECT_EQ(refused("close 1"), "1 is out of range: the tab is 0 to 0");
}

TEST_F(TabsTest, TabsAreReordered) {
  open(walking_);
  open(levels_, " tab");
  open(red_, " tab");
  run("tab move 2 0");
  EXPECT_EQ(shown(), red_) << "the present one goes along";
  EXPECT_EQ(viewer().tab(), 0u);
  EXPECT_EQ(viewer().tabs()[1].path, walking_);
  run("tab move 1 2");
  EXPECT_EQ(viewer().tabs()[2].path, walking_);
  EXPECT_EQ(viewer().tab(), 0u);
  run("tab 2");
  EXPECT_EQ(shown(), walking_);
  EXPECT_THAT(refused("tab move 0 3"), HasSubstr("out of range"));
  EXPECT_THAT(refused("tab move 0"), HasSubstr("it goes"));
  EXPECT_THAT(refused("tab sideways"), HasSubstr("sideways"));
}

TEST_F(TabsTest, EditsAreNotLostWithoutAsking) {
  open(validFile("character.bmd"));
  run("weight elbow 0 0.25");
  open(red_, " tab");
  EXPECT_TRUE(viewer().hasEdits(0));
  EXPECT_FALSE(viewer().hasEdits(1));
  run("quit");
  EXPECT_FALSE(viewer().quit_requested);
  EXPECT_EQ(viewer().window.popup, Popup::Unsaved);
  EXPECT_EQ(viewer().window.unsaved.names, "character.bmd");
  run("cancel");
  EXPECT_EQ(viewer().window.popup, Popup::None);
  run("close 0");
  ASSERT_EQ(viewer().tabs().size(), 2u);
  run("unsaved discard");
  EXPECT_EQ(viewer().tabs().size(), 1u);
  run("quit");
  EXPECT_TRUE(viewer().quit_requested);
  EXPECT_THAT(refused("close 0 perhaps"), HasSubstr("expected discard"));
}

TEST_F(TabsTest, MessagesBelongToTheirTab) {
  open(walking_);
  viewer().run("frame soon");
  open(levels_, " tab");
  EXPECT_TRUE(viewer().messages.empty());
  run("tab 0");
  ASSERT_EQ(viewer().messages.size(), 1u);
}

TEST_F(TabsTest, NextAndPreviousGoThroughTheFolder) {
  open(levels_);
  run("file next");
  EXPECT_EQ(shown(), red_);
  run("file next");
  EXPECT_EQ(shown(), walking_);
  run("file next");
  EXPECT_EQ(shown(), levels_);
  run("file previous");
  EXPECT_EQ(shown(), walking_);
}

TEST_F(TabsTest, NextKeepsTheCameraIfAsked) {
  open(levels_);
  run("view top");
  run("zoom 1.7");
  const Camera camera = state().camera;
  run("file next keep-camera");
  EXPECT_EQ(shown(), red_);
  EXPECT_EQ(state().camera.position, camera.position);
  run("file next");
  EXPECT_NE(state().camera.position, camera.position);
}

TEST_F(TabsTest, ABrokenFileOfTheFolderIsPassedBy) {
  const std::string broken = folder_.write("m.bmd", "no model");
  open(levels_);
  EXPECT_THAT(refused("file next"), HasSubstr("m.bmd"));
  EXPECT_EQ(shown(), levels_);
  run("file next");
  EXPECT_EQ(shown(), red_);
}

TEST_F(TabsTest, FilesOfTheCommandLineGoFirst) {
  Options options;
  options.files = {walking_, red_};
  start(options);
  open(walking_);
  run("file next");
  EXPECT_EQ(shown(), red_);
  run("file next");
  EXPECT_EQ(shown(), walking_) << "levels.bmd was not named";
}

TEST_F(TabsTest, LoadsInTheBackgroundAndStaysWithTheTabThatAsked) {
  viewer().loadInBackground({});
  open(walking_);
  EXPECT_TRUE(viewer().loading());
  EXPECT_EQ(shown(), "none") << "the window goes on";
  run("tab new");
  waitForLoads();
  EXPECT_EQ(shown(), "none");
  EXPECT_EQ(viewer().tab(), 1u);
  run("tab 0");
  EXPECT_EQ(shown(), walking_);
  EXPECT_TRUE(state().playback.playing);
}

TEST_F(TabsTest, AFailedLoadIsAMessageOfItsTab) {
  viewer().loadInBackground({});
  open(walking_);
  waitForLoads();
  open("/nowhere/at/all.bmd");
  waitForLoads();
  EXPECT_EQ(shown(), walking_);
  ASSERT_FALSE(viewer().messages.empty());
  EXPECT_THAT(viewer().messages.back().text, HasSubstr("/nowhere/at/all.bmd"));
}

TEST_F(TabsTest, AnotherOpenTakesThePlaceOfTheFirst) {
  viewer().loadInBackground({});
  open(walking_);
  open(red_);
  waitForLoads();
  EXPECT_EQ(shown(), red_);
}

TEST_F(TabsTest, ALoadIsGivenUp) {
  viewer().loadInBackground({});
  const std::string large = folder_.write("large.bmd", "BMD1");
  std::filesystem::resize_file(large, std::uintmax_t{256} << 20);
  open(large);
  run("stop-loading");
  EXPECT_FALSE(viewer().loading());
  EXPECT_EQ(refused("stop-loading"), "nothing is being loaded here");
  viewer().tick(0.0);
  EXPECT_EQ(shown(), "none");
  // Closing a tab that loads stops it too.
  run("tab new");
  open(large);
  run("close");
  EXPECT_FALSE(viewer().loading());
}

TEST_F(TabsTest, ReloadInTheBackgroundKeepsCameraClipAndTime) {
  viewer().loadInBackground({});
  open(walking_);
  waitForLoads();
  run("pause");
  run("clip mirror");
  run("frame 1");
  run("view top");
  const Camera camera = state().camera;
  const Document* before = &viewer().scene()->document();
  run("reload");
  waitForLoads();
  EXPECT_NE(&viewer().scene()->document(), before);
  EXPECT_EQ(state().playback.clip, 1u);
  EXPECT_EQ(state().playback.frame, 1.0);
  EXPECT_EQ(state().camera.position, camera.position);
}

}  // namespace
}  // namespace sinew::app::test
