#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "format/pose/pose.h"

namespace sinew::pose {
namespace {

Clip clipOf(double frames, bool loop, double rate = 10.0) {
  Clip clip;
  clip.frame_count = frames;
  clip.loop = loop;
  clip.rate_hz = rate;
  return clip;
}

TEST(Timeline, LoopingFramesWrap) {
  const Clip clip = clipOf(4.0, true);
  EXPECT_EQ(resolveFrame(clip, 0.0), 0.0);
  EXPECT_EQ(resolveFrame(clip, 3.75), 3.75);
  EXPECT_EQ(resolveFrame(clip, 4.0), 0.0);
  EXPECT_EQ(resolveFrame(clip, 9.5), 1.5);
}

TEST(Timeline, NegativeFramesWrapFromTheEnd) {
  const Clip clip = clipOf(4.0, true);
  EXPECT_EQ(resolveFrame(clip, -0.5), 3.5);
  EXPECT_EQ(resolveFrame(clip, -4.0), 0.0);
  EXPECT_FALSE(std::signbit(resolveFrame(clip, -4.0)));
  EXPECT_FALSE(std::signbit(resolveFrame(clip, -0.0)));
  // -1e-20 + 4 rounds to 4, which must not be shown: frames lie below the count.
  EXPECT_EQ(resolveFrame(clip, -1e-20), 0.0);
}

TEST(Timeline, NoLoopHoldsBothEnds) {
  const Clip clip = clipOf(4.0, false);
  EXPECT_EQ(resolveFrame(clip, -7.0), 0.0);
  EXPECT_EQ(resolveFrame(clip, 2.25), 2.25);
  EXPECT_EQ(resolveFrame(clip, 3.5), 3.0);
  EXPECT_EQ(resolveFrame(clip, 1e300), 3.0);
}

TEST(Timeline, TheCallersLoopModeWins) {
  EXPECT_EQ(resolveFrame(clipOf(4.0, false), 5.0, LoopMode::On), 1.0);
  EXPECT_EQ(resolveFrame(clipOf(4.0, true), 5.0, LoopMode::Off), 3.0);
  EXPECT_TRUE(loops(clipOf(4.0, true), LoopMode::File));
  EXPECT_FALSE(loops(clipOf(4.0, false), LoopMode::File));
}

TEST(Timeline, EmptyAndOneFrameClipsShowFrameZero) {
  for (const bool loop : {false, true}) {
    for (const double frame : {-3.5, 0.0, 0.5, 1.0, 1e9}) {
      EXPECT_EQ(resolveFrame(clipOf(0.0, loop), frame), 0.0);
    }
    EXPECT_EQ(resolveFrame(clipOf(1.0, loop), 7.0), 0.0);
  }
  EXPECT_EQ(resolveFrame(clipOf(1.0, false), 0.5), 0.0);
}

TEST(Timeline, NoInputBreaksIt) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const bool loop : {false, true}) {
    for (const double count : {0.0, 1.0, 4.0, 1e300, inf, nan, -2.0}) {
      for (const double frame : {0.0, -1e308, 1e308, inf, -inf, nan}) {
        const double shown = resolveFrame(clipOf(count, loop), frame);
        EXPECT_TRUE(std::isfinite(shown)) << count << " " << frame;
        EXPECT_GE(shown, 0.0) << count << " " << frame;
      }
    }
  }
}

TEST(Timeline, TimeTimesRate) {
  EXPECT_EQ(frameAtTime(clipOf(4.0, true, 2.5), 2.0), 5.0);
  EXPECT_EQ(frameAtTime(clipOf(4.0, true, 2.5), -1.0), -2.5);
}

TEST(Timeline, RateZeroIsAlwaysFrameZero) {
  const Clip clip = clipOf(4.0, true, 0.0);
  for (const double time : {0.0, 1.0, -1.0, 1e300})
    EXPECT_EQ(frameAtTime(clip, time), 0.0);
  EXPECT_EQ(clip.duration_s(), 0.0);
  EXPECT_EQ(resolveFrame(clip, 2.5), 2.5);  // a frame asked for by number still shows
}

}  // namespace
}  // namespace sinew::pose
