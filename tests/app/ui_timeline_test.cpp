// The timeline's keys and curves, driven by the mouse.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"
#include "tests/renderer/count_new.h"

namespace sinew::app::test {
namespace {

class TimelineTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    run("open " + quoteArgument(validFile("character.bmd")));
    run("pause");
    run("dismiss all");
    settle();
  }
  /// Where a frame is in a widget that shows `first` to `last`, eight points in from its sides.
  [[nodiscard]] double xOf(const std::string& name, double frame, double first, double last) {
    const WidgetRect& at = widget(name);
    const double inset = 8.0;
    return static_cast<double>(at.x) + inset +
           (frame - first) / (last - first) * (static_cast<double>(at.width) - 2.0 * inset);
  }
  void clickAt(const std::string& name, double x) {
    const WidgetRect at = widget(name);
    move(x, static_cast<double>(at.y + at.height * 0.5f));
    settle();
    button(true);
    button(false);
    settle();
  }
  /// Pixels of a channel's mark colour within a part of a widget.
  [[nodiscard]] int marks(const std::string& name, double x, std::array<int, 3> color) {
    const WidgetRect at = widget(name);
    const renderer::Image picture = windowPicture();
    int count = 0;
    for (int y = static_cast<int>(at.y); y < static_cast<int>(at.y + at.height); ++y) {
      for (int dx = -2; dx <= 2; ++dx) {
        const std::size_t p =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
             static_cast<std::size_t>(static_cast<int>(x) + dx)) *
            4;
        bool same = true;
        for (std::size_t c = 0; c < 3; ++c)
          same = same && std::abs(int{picture.rgba[p + c]} - color[c]) < 24;
        count += same ? 1 : 0;
      }
    }
    return count;
  }
};

// app/ui/timeline_view.cpp: rotation is the theme's blue, 0.48 0.74 0.98, …
constexpr std::array<int, 3> kRotation{122, 189, 250};
constexpr std::array<int, 3> kTranslation{135, 212, 115};
constexpr std::array<int, 3> kScale{219, 143, 237};

TEST_F(TimelineTest, RowsAreTheBonesWithKeys) {
  // walk: bones 1, 2 and 3 have keys, the root has none.
  EXPECT_EQ(ui().widget("dope.0"), nullptr);
  for (const std::string bone : {"1", "2", "3"})
    EXPECT_NE(ui().widget("dope." + bone), nullptr) << bone;
  keepPicture(windowPicture(), "timeline_keys");
}

TEST_F(TimelineTest, MarksAreTheStoredChannels) {
  run("frame 1");  // the line of the present frame covers nothing
  settle();
  // Bone 3 has one key, at frame 2, of all three channels; bone 2 rotations at 0, 3 and 7.
  const double two = xOf("keys.3", 2.0, 0.0, 7.0);
  EXPECT_GT(marks("keys.3", two, kRotation), 5);
  EXPECT_GT(marks("keys.3", two, kTranslation), 5);
  EXPECT_GT(marks("keys.3", two, kScale), 5);
  const double five = xOf("keys.3", 5.0, 0.0, 7.0);
  EXPECT_EQ(marks("keys.3", five, kRotation), 0);
  for (const double frame : {0.0, 3.0, 7.0}) {
    EXPECT_GT(marks("keys.2", xOf("keys.2", frame, 0.0, 7.0), kRotation), 5) << frame;
    EXPECT_EQ(marks("keys.2", xOf("keys.2", frame, 0.0, 7.0), kTranslation), 0) << frame;
  }
  EXPECT_EQ(marks("keys.2", xOf("keys.2", 4.0, 0.0, 7.0), kRotation), 0);
  EXPECT_GT(marks("keys.1", xOf("keys.1", 4.0, 0.0, 7.0), kTranslation), 5);
}

TEST_F(TimelineTest, ClickingAKeyGoesThere) {
  run("play");
  clickAt("keys.2", xOf("keys.2", 3.0, 0.0, 7.0) + 3.0);
  EXPECT_EQ(state().playback.frame, 3.0);
  EXPECT_FALSE(state().playback.playing);
  EXPECT_EQ(state().selection.bone, 2u);
  clickAt("keys.2", xOf("keys.2", 5.0, 0.0, 7.0));
  EXPECT_EQ(state().playback.frame, 3.0) << "there is no key";
  key(".", {false, true, false});
  EXPECT_EQ(state().playback.frame, 7.0) << "the next key of the bone";
  key(",", {false, true, false});
  key(",", {false, true, false});
  EXPECT_EQ(state().playback.frame, 0.0);
}

TEST_F(TimelineTest, RulerScrubsAndPlaysOn) {
  run("play");
  settle();
  dragInside("dope.ruler", 0.1, 0.5);
  EXPECT_FALSE(state().playback.playing);
  EXPECT_NEAR(state().playback.frame, 3.5, 0.1);
  dragInside("dope.ruler", 0.5, 1.4);
  EXPECT_EQ(state().playback.frame, 7.0) << "its end shows the last frame";
  button(false);
  settle();
  EXPECT_TRUE(state().playback.playing);
}

TEST_F(TimelineTest, SearchFindsBonesAlsoWithoutKeys) {
  click("dope.search");
  type("AR");
  EXPECT_NE(ui().widget("dope.2"), nullptr);
  EXPECT_EQ(ui().widget("dope.1"), nullptr);
  EXPECT_EQ(ui().widget("dope.3"), nullptr);
  EXPECT_FALSE(state().view.display.armature) << "letters in a field are no commands";
  for (int i = 0; i < 2; ++i)
    key("Backspace");
  type("base");
  EXPECT_NE(ui().widget("dope.0"), nullptr);
  keepPicture(windowPicture(), "timeline_search");
}

TEST_F(TimelineTest, WheelZoomsAroundThePointer) {
  run("clip wave");
  settle();
  const double at = xOf("dope.ruler", 50.0, 0.0, 59.0);
  const WidgetRect ruler = widget("dope.ruler");
  move(at, static_cast<double>(ruler.y + 3.0f));
  settle();
  InputEvent hold;
  hold.kind = InputEvent::Kind::Key;
  hold.key = hold.us_key = "LeftCtrl";
  hold.modifiers.ctrl = true;
  hold.down = true;
  push(hold);
  settle();
  wheel(4);
  const auto shown = viewer().window.timeline.shown;
  ASSERT_TRUE(shown.has_value());
  EXPECT_NEAR(shown->last - shown->first, 59.0 / std::pow(1.25, 4), 1e-3);
  // The frame under the pointer is still there.
  EXPECT_NEAR(xOf("dope.ruler", 50.0, shown->first, shown->last), at, 2.0);
  keepPicture(windowPicture(), "timeline_zoomed");
}

TEST_F(TimelineTest, CtrlSnapsToKeys) {
  InputEvent hold;
  hold.kind = InputEvent::Kind::Key;
  hold.key = hold.us_key = "LeftCtrl";
  hold.modifiers.ctrl = true;
  hold.down = true;
  for (const std::string slider : {"timeline.slider", "dope.ruler"}) {
    // About frames 5.25 and 5.95: nearer to the key at 4, and to that at 7.
    for (const auto& [part, key_frame] : {std::pair{0.75, 4.0}, std::pair{0.85, 7.0}}) {
      dragInside(slider, 0.1, part);
      EXPECT_NEAR(state().playback.frame, 7.0 * part, 0.1) << slider;
      push(hold);
      settle();
      EXPECT_EQ(state().playback.frame, key_frame) << slider;
      button(false);
      settle();
    }
  }
}

TEST_F(TimelineTest, FramesInSightFollowTheClock) {
  run("clip wave");
  run("timeline-zoom 4 0");
  run("play");
  settle();
  EXPECT_EQ(viewer().window.timeline.shown->first, 0.0);
  frame(3.2);  // 5 Hz: frame 16, beyond 59 / 4 = 14.75
  settle();
  EXPECT_NEAR(viewer().window.timeline.shown->first, 16.0, 1e-3);
}

TEST_F(TimelineTest, ButtonsForKeysRangeAndViews) {
  click("timeline.key.next");
  EXPECT_EQ(state().playback.frame, 2.0);
  click("timeline.range.start");
  click("timeline.last");
  click("timeline.previous");
  click("timeline.range.end");
  EXPECT_EQ(state().playback.range, (FrameRange{2.0, 6.0}));
  keepPicture(windowPicture(), "timeline_range");
  click("timeline.range.off");
  EXPECT_FALSE(state().playback.range.has_value());
  EXPECT_EQ(ui().widget("timeline.range.off"), nullptr);
  const double with_keys = ui().view().height;
  click("timeline.view");
  click("timeline.timeline slider");
  EXPECT_EQ(ui().widget("dope.ruler"), nullptr);
  EXPECT_GT(ui().view().height, with_keys + 100.0);
  key("K");
  EXPECT_NE(ui().widget("dope.ruler"), nullptr);
}

TEST_F(TimelineTest, EdgeChangesTheHeight) {
  const double before = ui().view().height;
  const WidgetRect edge = widget("timeline.edge");
  const double x = static_cast<double>(edge.x) + 500.0;
  const double y = static_cast<double>(edge.y) + 2.0;
  move(x, y);
  button(true);
  settle();
  for (int step = 1; step <= 4; ++step) {
    move(x, y - step * 10.0);
    settle();
  }
  button(false);
  settle();
  EXPECT_NEAR(ui().view().height, before - 40.0, 4.0);
}

TEST_F(TimelineTest, CurvesShowTheSelectedBone) {
  run("timeline curves");
  settle();
  const renderer::Image empty = windowPicture();
  run("bone #2");
  settle();
  keepPicture(windowPicture(), "timeline_curves");
  EXPECT_GT(countDifferent(empty, windowPicture()), 500);
  // Rotation z is 0.25 at frame 0 and -0.25 at frame 3: clicking there goes there.
  run("frame 1");
  clickAt("curves.plot", xOf("curves.plot", 3.0, 0.0, 7.0));
  EXPECT_EQ(state().playback.frame, 3.0);
  click("curves.1");
  EXPECT_EQ(viewer().window.timeline.channel, Channel::Translation);
  run("bone #1");
  settle();
  keepPicture(windowPicture(), "timeline_curves_translation");
  clickAt("curves.plot", xOf("curves.plot", 4.0, 0.0, 7.0));
  EXPECT_EQ(state().playback.frame, 4.0);
}

/// Forty bones in two clips: one key each, and 200 each.
bmd1::FileSpec fewAndMany() {
  bmd1::FileSpec spec = walkingSquare();
  spec.bones.resize(40);
  spec.anims.clear();
  for (const std::uint32_t count : {1u, 200u}) {
    bmd1::AnimSpec anim;
    anim.name = count == 1 ? "few" : "many";
    anim.frames = 200;
    anim.hz = 10.0;
    anim.tracks.resize(40);
    for (std::size_t bone = 1; bone < 40; ++bone) {
      for (std::uint32_t frame = 0; frame < count; ++frame) {
        bmd1::KeySpec key;
        key.frame = frame;
        key.translation = glm::dvec3(0.0, 0.0, static_cast<double>(frame));
        anim.tracks[bone].push_back(key);
      }
    }
    spec.anims.push_back(anim);
  }
  return spec;
}

TEST_F(TimelineTest, FramesOfLongClipsAllocateNoMoreThanThoseOfShortOnes) {
  if (!renderer::test::countsAllocations()) GTEST_SKIP() << "sanitizers keep their own new";
  const TempFolder folder;
  run("open " + quoteArgument(folder.write("keys.bmd", bytesOf(fewAndMany()))));
  run("pause");
  run("bone #1");
  const auto allocations = [this](const std::string& clip, const std::string& view) {
    run("clip " + clip);
    run("timeline " + view);
    run("curve translation");
    settle();
    frameNow();
    const std::size_t before = renderer::test::allocationCount();
    frameNow();
    return renderer::test::allocationCount() - before;
  };
  for (const std::string view : {"keys", "curves"}) {
    const std::size_t few = allocations("few", view);
    const std::size_t many = allocations("many", view);
    // The read-out's text may be a letter longer.
    EXPECT_LE(many, few + 4) << view;
    keepPicture(windowPicture(), "timeline_many_" + view);
  }
}

TEST_F(TimelineTest, SkipsAndDenseKeysDraw) {
  for (const std::string name : {"anim_dense", "anim_long_skips", "anim_oddities"}) {
    run("open " + quoteArgument(validFile(name + ".bmd")));
    run("pause");
    settle();
    EXPECT_NE(ui().widget("dope.ruler"), nullptr);
    keepPicture(windowPicture(), "timeline_" + name);
  }
}

TEST_F(TimelineTest, EveryScaleAndSizeDraws) {
  for (const std::string view : {"keys", "curves"}) {
    run("timeline " + view);
    run("bone #2");
    resize(2560, 1600, 2.0);
    settle();
    keepPicture(windowPicture(), "timeline_" + view + "_scale2");
    resize(1280, 800, 2.0);
    settle();
    keepPicture(windowPicture(), "timeline_" + view + "_scale2_small");
    resize(500, 300, 1.0);
    settle();
    keepPicture(windowPicture(), "timeline_" + view + "_small");
    EXPECT_GT(ui().view().height, 50.0);
  }
}

TEST_F(TimelineTest, ShiftScrubsFinely) {
  for (const std::string name : {"timeline.slider", "dope.ruler"}) {
    run("frame 2");
    settle();
    const WidgetRect at = widget(name);
    const double inset = name == "dope.ruler" ? 8.0 : 7.0;
    const double per_pixel = 7.0 / (static_cast<double>(at.width) - 2.0 * inset);
    const double x = static_cast<double>(at.x) + 0.6 * static_cast<double>(at.width);
    move(x, static_cast<double>(at.y + at.height * 0.5f));
    settle();
    button(true, MouseButton::Left, {false, true, false});
    settle();
    EXPECT_EQ(state().playback.frame, 2.0) << name << ": the press itself moves nothing";
    move(x + 100.0, static_cast<double>(at.y + at.height * 0.5f));
    settle();
    EXPECT_NEAR(state().playback.frame, 2.0 + 100.0 * per_pixel * 0.1, 1e-3) << name;
    button(false);
    settle();
  }
}

TEST_F(TimelineTest, WhatHasNoRoomIsInAMenu) {
  EXPECT_EQ(ui().widget("timeline.more"), nullptr) << "there is room for all at scale 1";
  resize(1280, 800, 2.0);
  settle();
  ASSERT_NE(ui().widget("timeline.more"), nullptr);
  EXPECT_EQ(ui().widget("timeline.range.start"), nullptr);
  run("frame 0");
  click("timeline.more");
  keepPicture(windowPicture(), "timeline_more");
  click("timeline.more.range start");
  EXPECT_TRUE(state().playback.range.has_value());
  click("timeline.more");
  click("timeline.more.range off");
  EXPECT_FALSE(state().playback.range.has_value());
  resize(640, 400, 1.0);
  settle();
  click("timeline.more");
  click("timeline.more.key next");
  EXPECT_EQ(state().playback.frame, 2.0);
  click("timeline.more");
  click("timeline.more.timeline curves");
  EXPECT_EQ(viewer().window.timeline.view, TimelineView::Curves);
}

TEST_F(TimelineTest, EveryValueOfACurveIsSeen) {
  run("timeline curves");
  run("bone #2");
  for (const double scale : {1.0, 2.0}) {
    resize(1280, 800, scale);
    settle();
    for (const std::string component : {"0", "1", "2", "3"}) {
      const WidgetRect& value = widget("curves.value." + component);
      EXPECT_LE(value.y + value.height, 800.0f) << component << " at scale " << scale;
    }
    keepPicture(windowPicture(), scale == 1.0 ? "timeline_curves_1" : "timeline_curves_2");
  }
}

TEST_F(TimelineTest, KeysOfGltfClipsShowAndAreGoneTo) {
  run("open " + quoteArgument(std::string(SINEW_SOURCE_DIR) + "/tests/data/gltf/two_skins.glb"));
  run("pause");
  run("frame 0");
  settle();
  keepPicture(windowPicture(), "ui_gltf_keys");
  ASSERT_NE(viewer().clip(), nullptr);
  const ClipKeys& source = *viewer().clip()->keys;
  ASSERT_GE(source.tracks.size(), 2u);
  EXPECT_NE(ui().widget("dope." + std::to_string(source.tracks[0].bone)), nullptr);
  key(".", {false, true, false});
  EXPECT_GT(state().playback.frame, 0.0);
  run("open " + quoteArgument(validFile("character.bmd")));
  settle();
  EXPECT_NE(ui().widget("dope.3"), nullptr);
}

}  // namespace
}  // namespace sinew::app::test
