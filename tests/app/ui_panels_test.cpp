// Panels driven by mouse and keys, headless: what they change and what is seen.

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

class PanelTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    run("open " + quoteArgument(validFile("character.bmd")));
    run("pause");
    run("dismiss all");
    settle();
  }
};

TEST_F(PanelTest, PlayButtonPlaysAndPauses) {
  click("timeline.play");
  EXPECT_TRUE(state().playback.playing);
  const renderer::Image before = viewPicture();
  frame(0.25);  // walk: 10 Hz
  settle();
  EXPECT_NEAR(state().playback.frame, 2.5, 1e-6);
  EXPECT_GT(countDifferent(before, viewPicture()), 20);
  click("timeline.play");
  EXPECT_FALSE(state().playback.playing);
}

TEST_F(PanelTest, StepFirstAndLastButtons) {
  click("timeline.next");
  EXPECT_EQ(state().playback.frame, 1.0);
  click("timeline.last");
  EXPECT_EQ(state().playback.frame, 7.0);
  click("timeline.previous");
  EXPECT_EQ(state().playback.frame, 6.0);
  click("timeline.first");
  EXPECT_EQ(state().playback.frame, 0.0);
}

TEST_F(PanelTest, SliderEndShowsTheLastFrame) {
  dragInside("timeline.slider", 0.3, 1.2);
  EXPECT_EQ(state().playback.frame, 7.0);
  dragInside("timeline.slider", 0.3, -0.2);
  EXPECT_EQ(state().playback.frame, 0.0);
  button(false);
  settle();
}

TEST_F(PanelTest, ScrubbingPausesAndPlaysOn) {
  run("play");
  settle();
  const renderer::Image before = viewPicture();
  dragInside("timeline.slider", 0.1, 0.5);
  EXPECT_FALSE(state().playback.playing) << "the clock must not run against the hand";
  EXPECT_NEAR(state().playback.frame, 3.5, 0.1);
  EXPECT_GT(countDifferent(before, viewPicture()), 20);
  button(false);
  settle();
  EXPECT_TRUE(state().playback.playing);

  click("timeline.play");
  dragInside("timeline.slider", 0.1, 0.5);
  button(false);
  settle();
  EXPECT_FALSE(state().playback.playing) << "what stood still stays so";
}

TEST_F(PanelTest, SpeedSliderAndLoopMode) {
  dragInside("timeline.speed", 0.5, 1.3);
  button(false);
  settle();
  EXPECT_EQ(state().playback.speed, 4.0);
  click("timeline.speed1");
  EXPECT_EQ(state().playback.speed, 1.0);
  click("timeline.loop");
  click("timeline.loop pingpong");
  EXPECT_EQ(state().playback.loop, LoopMode::PingPong);
}

TEST_F(PanelTest, ClipListChoosesByLine) {
  click("clips.1");
  EXPECT_EQ(state().playback.clip, 1u);
  click("clips.none");
  EXPECT_FALSE(state().playback.clip.has_value());
  click("clips.0");
  EXPECT_EQ(state().playback.clip, 0u);
}

TEST_F(PanelTest, LevelsAreForcedAndReleased) {
  run("lod-distance 5");  // beyond level 0's 1.667 m
  settle();
  EXPECT_EQ(viewer().scene()->lod().shown, 1u);
  const renderer::Image far_level = viewPicture();
  click("lod.level.0");
  EXPECT_EQ(state().lod.mode, LodMode::Forced);
  EXPECT_EQ(state().lod.forced, 0u);
  EXPECT_EQ(viewer().scene()->lod().shown, 0u);
  EXPECT_GT(countDifferent(far_level, viewPicture()), 200);
  keepPicture(windowPicture(), "ui_lod_forced");
  click("lod.all");
  EXPECT_EQ(state().lod.mode, LodMode::All);
  click("lod.auto");
  EXPECT_EQ(state().lod.mode, LodMode::Auto);
  // The pointer rests on the button, whose tooltip lies over the view.
  move(2.0, 2.0);
  settle();
  EXPECT_EQ(countDifferent(far_level, viewPicture()), 0);
}

TEST_F(PanelTest, BoneListSelectsAndHighlights) {
  run("lod 0");
  run("armature on");
  settle();
  const renderer::Image before = viewPicture();
  click("bones.3");
  EXPECT_EQ(state().selection.bone, 3u);
  EXPECT_GT(countDifferent(before, viewPicture()), 5);
  frame(1.0);  // not a double click
  settle();
  click("bones.3");
  EXPECT_EQ(state().selection.bone, kNone);
}

TEST_F(PanelTest, SearchFindsBonesByName) {
  EXPECT_NE(ui().widget("bones.1"), nullptr);
  click("bones.search");
  type("ARM");
  EXPECT_NE(ui().widget("bones.2"), nullptr);
  EXPECT_NE(ui().widget("bones.1"), nullptr) << "what it hangs on";
  EXPECT_EQ(ui().widget("bones.3"), nullptr);
  EXPECT_EQ(ui().widget("bones.4"), nullptr);
  // Letters typed into the field are not commands: A, R and M are free, but so must be G and W.
  type("gw");
  EXPECT_FALSE(state().view.display.grid);
  EXPECT_EQ(state().playback.clip, 0u);
}

TEST_F(PanelTest, WeightSlidersMoveTheModel) {
  run("lod 0");
  settle();
  click("bones.4");
  EXPECT_EQ(state().selection.pseudo_bone, 0u);
  const renderer::Image before = viewPicture();
  dragInside("weights.1", 0.5, 0.0);
  button(false);
  settle();
  ASSERT_EQ(state().pseudo_edits.size(), 1u);
  EXPECT_EQ(state().pseudo_edits[0].weights[0], 0.5f);
  EXPECT_EQ(state().pseudo_edits[0].weights[1], 0.0f);
  keepPicture(windowPicture(), "ui_weights");
  EXPECT_GT(countDifferent(before, viewPicture()), 20);
  click("weights.reset");
  EXPECT_TRUE(state().pseudo_edits.empty());
  EXPECT_EQ(countDifferent(before, viewPicture()), 0);
}

TEST_F(PanelTest, DisplaySwitchesAndChoices) {
  scrollTo("display.grid");
  click("display.grid");
  EXPECT_TRUE(state().view.display.grid);
  scrollTo("display.shading");
  click("display.shading");
  click("display.shading.normals");
  EXPECT_EQ(state().view.display.shading, renderer::Shading::Normals);
}

TEST_F(PanelTest, MenusRunTheTable) {
  click("menu.Camera");
  const Camera before = state().camera;
  click("menu.Camera/Top");
  EXPECT_NE(state().camera.position, before.position);
  click("menu.View");
  // A submenu opens when the pointer rests on it.
  const WidgetRect& solids = widget("menu.Solids");
  move(static_cast<double>(solids.x) + 5.0, static_cast<double>(solids.y) + 5.0);
  settle();
  frame(0.5);
  settle();
  click("menu.View/Solids/Filled");
  EXPECT_EQ(state().view.display.solids, renderer::SolidMode::Fill);
}

TEST_F(PanelTest, MessagesAreShownAndTakenAway) {
  InputEvent drop;
  drop.kind = InputEvent::Kind::Drop;
  drop.path = "/nowhere/\"at all\".bmd";
  push(drop);
  settle();
  ASSERT_EQ(viewer().messages.size(), 1u);
  EXPECT_EQ(viewer().messages[0].kind, Message::Kind::Error);
  EXPECT_THAT(viewer().messages[0].text, HasSubstr(drop.path));
  keepPicture(windowPicture(), "ui_error");
  click("message.close.0");
  EXPECT_TRUE(viewer().messages.empty());
}

TEST_F(PanelTest, DroppingAFileOpensIt) {
  InputEvent drop;
  drop.kind = InputEvent::Kind::Drop;
  drop.path = validFile("pseudo_bones.bmd");
  push(drop);
  settle();
  EXPECT_EQ(viewer().scene()->document().path, drop.path);
}

TEST_F(PanelTest, HelpListsEveryKey) {
  key("F1");
  EXPECT_TRUE(viewer().window.help);
  keepPicture(windowPicture(), "ui_help");
  click("help.close");
  EXPECT_FALSE(viewer().window.help);
  key("H");
  EXPECT_TRUE(viewer().window.help);
  key("Escape");
  EXPECT_FALSE(viewer().window.help);
}

TEST_F(PanelTest, PanelsHideAndTheViewGrows) {
  const double before = ui().view().width;
  key("Tab");
  settle();
  EXPECT_GT(ui().view().width, before + 400.0);
  EXPECT_EQ(ui().widget("bones.1"), nullptr);
  EXPECT_NE(ui().widget("timeline.play"), nullptr) << "the timeline is always there";
  keepPicture(windowPicture(), "ui_no_panels");
}

TEST_F(PanelTest, FindingsOfABrokenFileAreListed) {
  run("open " + quoteArgument(invalidFile("bone_parent_far.bmd")));
  settle();
  const auto& findings = viewer().scene()->document().loaded.diagnostics;
  ASSERT_FALSE(findings.empty());
  EXPECT_NE(ui().widget("section.Diagnostics"), nullptr);
  keepPicture(windowPicture(), "ui_diagnostics");
}

TEST_F(PanelTest, WithoutAModelEverythingStillDraws) {
  run("close");
  settle();
  keepPicture(windowPicture(), "ui_empty");
  click("timeline.play");
  EXPECT_FALSE(state().playback.playing);
  EXPECT_TRUE(viewer().messages.empty()) << "a button that is greyed out does nothing";
}

// ---------------------------------------------------------------- scale and size

/// Widgets whose whole area must lie in the window.
void expectInside(const Ui& ui, float width, float height) {
  for (const WidgetRect& widget : ui.widgets()) {
    // Rows in lists that scroll may lie beyond their list.
    if (widget.name.rfind("timeline.", 0) != 0 && widget.name.rfind("status.", 0) != 0) continue;
    EXPECT_GE(widget.x, 0.0f) << widget.name;
    EXPECT_LE(widget.x + widget.width, width) << widget.name;
    EXPECT_LE(widget.y + widget.height, height) << widget.name;
  }
}

TEST_F(PanelTest, NothingIsCutOffAtEitherScale) {
  keepPicture(windowPicture(), "ui_scale1");
  expectInside(ui(), 1280.0f, 800.0f);
  resize(2560, 1600, 2.0);
  settle();
  keepPicture(windowPicture(), "ui_scale2");
  expectInside(ui(), 2560.0f, 1600.0f);
  resize(1280, 800, 2.0);
  settle();
  keepPicture(windowPicture(), "ui_scale2_small");
  expectInside(ui(), 1280.0f, 800.0f);
  resize(640, 400, 1.0);
  settle();
  keepPicture(windowPicture(), "ui_small");
  expectInside(ui(), 640.0f, 400.0f);
}

TEST_F(PanelTest, ContentScaleCountsOnce) {
  const float play_width = widget("timeline.play").width;
  const float play_height = widget("timeline.play").height;
  for (const double scale : {1.5, 2.0, 1.0, 2.0}) {
    resize(static_cast<int>(1280 * scale), static_cast<int>(800 * scale), scale);
    settle();
    // Fonts come in whole pixels: a pixel of each rounding.
    EXPECT_NEAR(widget("timeline.play").width, play_width * scale, 3.0) << scale;
    EXPECT_NEAR(widget("timeline.play").height, play_height * scale, 2.0) << scale;
    const bool before = state().playback.playing;
    click("timeline.play");
    EXPECT_NE(state().playback.playing, before) << "clicks hit the widget at scale " << scale;
    run("pause");
  }
}

TEST_F(PanelTest, UiScaleOverridesTheMonitor) {
  const float before = widget("timeline.play").height;
  run("ui-scale 2");
  settle();
  EXPECT_NEAR(widget("timeline.play").height, before * 2.0f, 2.0f);
  run("ui-scale auto");
  settle();
  EXPECT_EQ(widget("timeline.play").height, before);
}

}  // namespace
}  // namespace sinew::app::test
