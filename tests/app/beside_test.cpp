// Two models side by side.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

class BesideTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    bmd1::FileSpec slow = walkingSquare();
    slow.anims[0].hz = 2.0;
    for (const auto& [name, spec] :
         {std::pair{"fast.bmd", walkingSquare()}, std::pair{"slow.bmd", slow}}) {
      run("open " + quoteArgument(folder_.write(name, bytesOf(spec))) + " tab");
      run("pause");
    }
    run("tab 0");
    settle();
  }
  [[nodiscard]] const State& other() { return viewer().tabs()[*viewer().beside()].state; }
  [[nodiscard]] Camera camera() { return state().camera; }
  TempFolder folder_;
};

TEST_F(BesideTest, ShowsBothAndFollowsCameraAndClock) {
  run("side-by-side on");
  settle();
  ASSERT_TRUE(viewer().beside().has_value());
  const WidgetRect left = widget("view");
  const WidgetRect right = widget("beside");
  EXPECT_LT(left.x, right.x);
  EXPECT_EQ(left.width, right.width);
  keepPicture(windowPicture(), "ui_beside");
  run("orbit 40 10");
  run("frame 2");  // of 4 Hz: half a second; of 2 Hz: frame 1
  settle();
  EXPECT_EQ(other().camera.position, camera().position);
  EXPECT_NEAR(other().playback.frame, 1.0, 1e-9);
  run("clip mirror");
  run("frame 1");
  settle();
  EXPECT_EQ(other().playback.clip, 1u);
  EXPECT_EQ(other().playback.frame, 1.0);
}

TEST_F(BesideTest, LinksAreUndone) {
  run("side-by-side on");
  run("link camera off");
  run("link time off");
  settle();
  const Camera before = other().camera;
  run("orbit 40 10");
  run("frame 3");
  settle();
  EXPECT_EQ(other().camera.position, before.position);
  EXPECT_EQ(other().playback.frame, 0.0);
  run("link camera");
  settle();
  EXPECT_EQ(other().camera.position, camera().position);
  EXPECT_THAT(refused("link feet"), HasSubstr("expected camera or time"));
}

TEST_F(BesideTest, WhatIsClickedIsThePresentOne) {
  run("side-by-side on");
  settle();
  const WidgetRect right = widget("beside");
  const Camera before = camera();
  move(static_cast<double>(right.x) + 30.0, static_cast<double>(right.y) + 60.0);
  button(true);
  settle();
  EXPECT_EQ(viewer().tab(), 1u);
  EXPECT_FALSE(viewer().presentIsLeft());
  EXPECT_EQ(widget("view").x, right.x) << "it stays where it is";
  move(static_cast<double>(right.x) + 90.0, static_cast<double>(right.y) + 60.0);
  button(false);
  settle();
  EXPECT_NE(camera().position, before.position) << "the same drag turns it";
  EXPECT_EQ(other().camera.position, camera().position);
}

TEST_F(BesideTest, AThirdTabShowsAloneAndClosingEndsIt) {
  run("side-by-side 1");
  run("tab new");
  settle();
  EXPECT_FALSE(viewer().beside().has_value());
  run("tab 0");
  settle();
  EXPECT_TRUE(viewer().beside().has_value());
  run("close 2");
  settle();
  EXPECT_FALSE(viewer().beside().has_value());
  run("side-by-side off");
  run("tab 0");
  run("close 1");
  EXPECT_THAT(refused("side-by-side on"), HasSubstr("one model is open"));
}

TEST_F(BesideTest, AnUnlinkedClockRunsByItself) {
  run("tab 1");
  run("play");
  run("tab 0");
  run("side-by-side on");
  run("link time off");
  frame(0.5);
  EXPECT_TRUE(viewer().playing());
  EXPECT_NEAR(other().playback.frame, 1.0, 1e-9) << "2 Hz";
  EXPECT_EQ(state().playback.frame, 0.0);
}

}  // namespace
}  // namespace sinew::app::test
