// Commands of the timeline: stored keys, range, zoom.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

class TimelineCommandTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    run("open " + quoteArgument(validFile("character.bmd")));
    run("pause");
  }
  [[nodiscard]] double frame() { return state().playback.frame; }
  [[nodiscard]] const TimelineState& timeline() { return viewer().window.timeline; }
};

TEST_F(TimelineCommandTest, KeysOfTheSelectedBoneElseOfAll) {
  // walk: bone 1 has keys at 0 and 4, bone 2 at 0, 3 and 7, bone 3 at 2; it loops.
  run("play");
  run("key next");
  EXPECT_EQ(frame(), 2.0);
  EXPECT_FALSE(state().playback.playing);
  run("key next");
  EXPECT_EQ(frame(), 3.0);
  run("bone #2");
  run("key next");
  EXPECT_EQ(frame(), 7.0);
  run("key next");
  EXPECT_EQ(frame(), 0.0);
  run("key previous");
  EXPECT_EQ(frame(), 7.0);
  run("bone elbow");  // a pseudo-bone has no keys of its own
  run("key previous");
  EXPECT_EQ(frame(), 4.0);
}

TEST_F(TimelineCommandTest, KeysDoNotWrapWhereTheClipIsHeld) {
  run("clip wave");  // keys at 0 and 50, no loop
  run("key next");
  EXPECT_EQ(frame(), 50.0);
  run("key next");
  EXPECT_EQ(frame(), 50.0);
  run("key previous");
  run("key previous");
  EXPECT_EQ(frame(), 0.0);
  run("loop on");
  run("key previous");
  EXPECT_EQ(frame(), 50.0);
}

TEST_F(TimelineCommandTest, KeysThatAreNotThere) {
  EXPECT_EQ(refused("key first"), "\"first\" is no direction: expected next or previous");
  run("clip none");
  EXPECT_EQ(refused("key next"), "no clip is chosen, so there is no time to change");
  run("open " + quoteArgument(validFile("empty.bmd")));
  EXPECT_EQ(refused("key next"), "no clip is chosen, so there is no time to change");
}

TEST_F(TimelineCommandTest, RangePlaysAndHoldsItsEnds) {
  run("range 2 5");
  run("last");
  EXPECT_EQ(frame(), 5.0);
  run("first");
  EXPECT_EQ(frame(), 2.0);
  run("play");
  viewer().tick(0.4);  // 10 Hz, 2 + 4 = 6, wrapped by 3 frames
  EXPECT_NEAR(frame(), 3.0, 1e-9);
  run("frame 7");  // outside: it enters at the start
  viewer().tick(0.1);
  EXPECT_NEAR(frame(), 3.0, 1e-9);
  run("range off");
  EXPECT_FALSE(state().playback.range.has_value());
  run("last");
  EXPECT_EQ(frame(), 7.0);
  EXPECT_EQ(refused("range 5 2"), "2 is out of range: the range's last frame is 5 to 7");
  EXPECT_EQ(refused("range 0 8"), "8 is out of range: the range's last frame is 0 to 7");
  EXPECT_EQ(refused("range half"), "\"half\" is no range, it goes: range FIRST LAST|start|end|off");
}

TEST_F(TimelineCommandTest, RangeEndsAtThePresentFrame) {
  run("frame 3");
  run("range start");
  EXPECT_EQ(state().playback.range, (FrameRange{3.0, 7.0}));
  run("frame 5");
  run("range end");
  EXPECT_EQ(state().playback.range, (FrameRange{3.0, 5.0}));
  run("frame 6");
  run("range start");  // beyond the end: that goes to the clip's
  EXPECT_EQ(state().playback.range, (FrameRange{6.0, 7.0}));
  run("frame 1");
  run("range end");
  EXPECT_EQ(state().playback.range, (FrameRange{0.0, 1.0}));
  run("clip wave");
  EXPECT_FALSE(state().playback.range.has_value()) << "a range belongs to its clip";
}

TEST_F(TimelineCommandTest, ReloadKeepsTheRange) {
  run("range 2 5");
  run("reload");
  EXPECT_EQ(state().playback.range, (FrameRange{2.0, 5.0}));
}

TEST_F(TimelineCommandTest, ZoomKeepsTheFrameUnderThePointer) {
  run("clip wave");  // frames 0 to 59
  run("timeline-zoom 2 20");
  // 29.5 frames; frame 20 stays at 20/59 of the width: 20 - 29.5 * 20 / 59 = 10.
  ASSERT_TRUE(timeline().shown.has_value());
  EXPECT_NEAR(timeline().shown->first, 10.0, 1e-9);
  EXPECT_NEAR(timeline().shown->last, 39.5, 1e-9);
  run("timeline-pan 100");  // held at the clip's end
  EXPECT_NEAR(timeline().shown->first, 29.5, 1e-9);
  EXPECT_NEAR(timeline().shown->last, 59.0, 1e-9);
  run("timeline-pan -100");
  EXPECT_NEAR(timeline().shown->first, 0.0, 1e-9);
  run("timeline-zoom 1000");
  EXPECT_NEAR(timeline().shown->last - timeline().shown->first, 2.0, 1e-9);
  run("timeline-zoom 0.001");
  EXPECT_FALSE(timeline().shown.has_value());
  run("timeline-zoom in");
  EXPECT_NEAR(timeline().shown->last - timeline().shown->first, 59.0 / 1.5, 1e-9);
  run("clip walk");
  EXPECT_FALSE(timeline().shown.has_value());
  EXPECT_EQ(refused("timeline-zoom 0"), "0 is out of range: the zoom factor is 0.001 to 1000");
}

TEST_F(TimelineCommandTest, ClipsOfOneFrameCannotBeZoomed) {
  for (const std::string name : {"anim_rates.bmd", "anim_oddities.bmd", "anim_only_root.bmd"}) {
    run("open " + quoteArgument(validFile(name)));
    for (std::size_t clip = 0; clip < viewer().scene()->model().clips.size(); ++clip) {
      run("clip #" + std::to_string(clip));
      run("timeline-zoom in");
      run("timeline-pan 1");
      run("timeline-zoom out");
      run("range start");
      run("play");
      viewer().tick(0.3);
      EXPECT_GE(frame(), 0.0);
    }
  }
}

TEST_F(TimelineCommandTest, ViewsAndChannels) {
  EXPECT_EQ(timeline().view, TimelineView::Keys);
  run("timeline next");
  EXPECT_EQ(timeline().view, TimelineView::Curves);
  run("timeline slider");
  EXPECT_EQ(timeline().view, TimelineView::Slider);
  run("curve scale");
  EXPECT_EQ(timeline().channel, Channel::Scale);
  run("curve next");
  EXPECT_EQ(timeline().channel, Channel::Rotation);
  run("timeline-height 200");
  EXPECT_EQ(timeline().height, 200.0);
  EXPECT_EQ(refused("timeline-height 5"), "5 is out of range: the timeline's height is 60 to 1000");
}

}  // namespace
}  // namespace sinew::app::test
