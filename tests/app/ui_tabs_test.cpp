// The tab bar and the card of a load, with the mouse and keys.

#include <chrono>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

class UiTabsTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    for (const char* name : {"a.bmd", "b.bmd", "c.bmd"}) {
      run("open " + quoteArgument(folder_.write(name, bytesOf(redSquare()))) + " tab");
    }
    settle();
  }
  [[nodiscard]] std::string order() {
    std::string out;
    for (const Tab& tab : viewer().tabs())
      out += std::filesystem::path(tab.path).stem().string();
    return out;
  }
  TempFolder folder_;
};

TEST_F(UiTabsTest, AClickChoosesAndTheCrossCloses) {
  EXPECT_EQ(viewer().tab(), 2u);
  keepPicture(windowPicture(), "ui_tabs");
  click("tab.0");
  EXPECT_EQ(viewer().tab(), 0u);
  click("tab.close.1");
  EXPECT_EQ(order(), "ac");
  EXPECT_EQ(viewer().tab(), 0u);
}

TEST_F(UiTabsTest, AMiddleClickCloses) {
  const WidgetRect at = widget("tab.1");
  move(static_cast<double>(at.x) + 20.0, static_cast<double>(at.y) + 5.0);
  button(true, MouseButton::Middle);
  button(false, MouseButton::Middle);
  settle();
  EXPECT_EQ(order(), "ac");
}

TEST_F(UiTabsTest, DraggingReorders) {
  const WidgetRect first = widget("tab.0");
  const WidgetRect last = widget("tab.2");
  const auto y = static_cast<double>(first.y) + 6.0;
  move(static_cast<double>(first.x) + 20.0, y);
  button(true);
  settle();
  for (int step = 1; step <= 8; ++step) {
    move(static_cast<double>(first.x) + 20.0 + static_cast<double>(last.x - first.x) * step / 8.0,
         y);
    settle();
  }
  button(false);
  settle();
  EXPECT_EQ(order(), "bca");
  EXPECT_EQ(viewer().tab(), 2u) << "the dragged one is the present one";
}

TEST_F(UiTabsTest, KeysGoThroughTabs) {
  key("Tab", {true, false, false});
  EXPECT_EQ(viewer().tab(), 0u);
  key("Tab", {true, true, false});
  EXPECT_EQ(viewer().tab(), 2u);
  key("W", {true, false, false});
  EXPECT_EQ(order(), "ab");
}

TEST_F(UiTabsTest, OneTabNeedsNoBar) {
  EXPECT_NE(ui().widget("tab.0"), nullptr);
  const double height = ui().view().height;
  run("close");
  run("close");
  settle();
  EXPECT_EQ(ui().widget("tab.0"), nullptr);
  EXPECT_GT(ui().view().height, height);
}

TEST_F(UiTabsTest, DroppedWithCtrlComesBeside) {
  InputEvent drop;
  drop.kind = InputEvent::Kind::Drop;
  drop.path = folder_.write("d.bmd", bytesOf(threeLevels()));
  drop.modifiers.ctrl = true;
  push(drop);
  settle();
  EXPECT_EQ(order(), "abcd");
  drop.path = folder_.write("e.bmd", bytesOf(threeLevels()));
  drop.modifiers.ctrl = false;
  push(drop);
  settle();
  EXPECT_EQ(order(), "abce");
}

TEST_F(UiTabsTest, ALongLoadShowsHowFarItIsAndCanBeGivenUp) {
  viewer().loadInBackground({});
  const std::string large = folder_.write("large.bmd", "BMD1");
  std::filesystem::resize_file(large, std::uintmax_t{3} << 30);
  run("open " + quoteArgument(large));
  frame(0.01);
  EXPECT_EQ(ui().widget("load.cancel"), nullptr) << "a short load shows nothing";
  frame(0.2);
  frame(0.01);
  ASSERT_NE(ui().widget("load.cancel"), nullptr);
  keepPicture(windowPicture(), "ui_load");
  const WidgetRect at = widget("load.cancel");
  move(static_cast<double>(at.x) + 5.0, static_cast<double>(at.y) + 5.0);
  button(true);
  button(false);
  for (int i = 0; i < 6; ++i)
    frame(0.01);
  EXPECT_FALSE(viewer().loading());
  EXPECT_EQ(order(), "abc");
  EXPECT_EQ(ui().widget("load.cancel"), nullptr);
}

}  // namespace
}  // namespace sinew::app::test
