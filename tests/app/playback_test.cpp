#include "app/playback.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace sinew::app {
namespace {

Clip clipOf(double frames, double rate_hz, bool loop) {
  Clip clip;
  clip.frame_count = frames;
  clip.rate_hz = rate_hz;
  clip.loop = loop;
  return clip;
}

Playback playing(LoopMode loop = LoopMode::File, double speed = 1.0) {
  Playback playback;
  playback.clip = 0;
  playback.playing = true;
  playback.loop = loop;
  playback.speed = speed;
  return playback;
}

double frameAfter(Playback playback, const Clip& clip, double total_s, int steps) {
  for (int i = 0; i < steps; ++i)
    advance(playback, clip, total_s / steps);
  return playback.frame;
}

TEST(Playback, LoopsWithThePeriodOfAllFrames) {
  const Clip clip = clipOf(4, 8, true);  // 0.5 s a round
  EXPECT_NEAR(frameAfter(playing(), clip, 0.25, 1), 2.0, 1e-9);
  EXPECT_NEAR(frameAfter(playing(), clip, 0.4375, 1), 3.5, 1e-9);  // between the last and the first
  EXPECT_NEAR(frameAfter(playing(), clip, 0.5 * 7 + 0.125, 1), 1.0, 1e-9);
  EXPECT_NEAR(frameAfter(playing(LoopMode::File, -1.0), clip, 0.125, 1), 3.0, 1e-9);
}

TEST(Playback, EveryRefreshRateAndAStallReachTheSameFrame) {
  const Clip clip =
      clipOf(13, 7.3, true);  // no sum of steps ends on a seam, where 13 and 0 are one
  for (const LoopMode loop : {LoopMode::File, LoopMode::Off, LoopMode::PingPong}) {
    for (const double speed : {1.0, 0.37, -1.0, -4.0, 4.0}) {
      Playback start = playing(loop, speed);
      start.frame = 6.0;
      const double at_once = frameAfter(start, clip, 2.0, 1);  // one stall of 2 s
      for (const int hz : {30, 60, 144, 1000}) {
        EXPECT_NEAR(frameAfter(start, clip, 2.0, 2 * hz), at_once, 1e-6) << hz << ' ' << speed;
      }
    }
  }
}

TEST(Playback, SpeedScalesTime) {
  const Clip clip = clipOf(100, 10, true);
  EXPECT_NEAR(frameAfter(playing(LoopMode::File, 4.0), clip, 1.0, 1), 40.0, 1e-9);
  EXPECT_NEAR(frameAfter(playing(LoopMode::File, 0.25), clip, 1.0, 1), 2.5, 1e-9);
  EXPECT_NEAR(frameAfter(playing(LoopMode::File, 0.0), clip, 1.0, 1), 0.0, 1e-9);
}

TEST(Playback, HeldClipsStopAtTheirEnds) {
  const Clip clip = clipOf(5, 10, false);
  Playback forward = playing();
  advance(forward, clip, 0.3);
  EXPECT_TRUE(forward.playing);
  EXPECT_NEAR(forward.frame, 3.0, 1e-9);
  advance(forward, clip, 10.0);
  EXPECT_FALSE(forward.playing);
  EXPECT_EQ(forward.frame, 4.0);
  Playback backward = playing(LoopMode::File, -2.0);
  backward.frame = 3.0;
  advance(backward, clip, 1.0);
  EXPECT_FALSE(backward.playing);
  EXPECT_EQ(backward.frame, 0.0);
  // A looping clip that is told not to.
  Playback told = playing(LoopMode::Off);
  advance(told, clipOf(5, 10, true), 1.0);
  EXPECT_FALSE(told.playing);
  EXPECT_EQ(told.frame, 4.0);
  // A held clip that is told to loop.
  Playback looped = playing(LoopMode::On);
  advance(looped, clip, 0.6);
  EXPECT_TRUE(looped.playing);
  EXPECT_NEAR(looped.frame, 1.0, 1e-9);
}

TEST(Playback, PlayStartsAHeldClipOver) {
  const Clip clip = clipOf(5, 10, false);
  Playback playback = playing();
  advance(playback, clip, 10.0);
  play(playback, clip);
  EXPECT_TRUE(playback.playing);
  EXPECT_EQ(playback.frame, 0.0);
  playback.speed = -1.0;
  play(playback, clip);
  EXPECT_EQ(playback.frame, 4.0);
  playback.frame = 2.5;
  play(playback, clip);
  EXPECT_EQ(playback.frame, 2.5);
}

TEST(Playback, PingPongReflectsAtBothEnds) {
  const Clip clip = clipOf(5, 10, true);  // frames 0..4 and back: 8 frames a round
  const auto at = [&clip](double seconds) {
    Playback playback = playing(LoopMode::PingPong);
    advance(playback, clip, seconds);
    return playback.frame;
  };
  EXPECT_NEAR(at(0.3), 3.0, 1e-9);
  EXPECT_NEAR(at(0.5), 3.0, 1e-9);
  EXPECT_NEAR(at(0.75), 0.5, 1e-9);
  EXPECT_NEAR(at(0.9), 1.0, 1e-9);
  EXPECT_NEAR(at(8.0 * 1000 + 0.2), 2.0, 1e-6);
  Playback playback = playing(LoopMode::PingPong);
  advance(playback, clip, 0.5);
  EXPECT_FALSE(playback.forward);
  EXPECT_TRUE(playback.playing);
  Playback backward = playing(LoopMode::PingPong, -1.0);
  advance(backward, clip, 0.1);  // from 0 backwards is from 0 up again
  EXPECT_NEAR(backward.frame, 1.0, 1e-9);
}

TEST(Playback, ClipsWithoutTimeStayOnFrameZero) {
  for (const LoopMode loop : {LoopMode::File, LoopMode::On, LoopMode::Off, LoopMode::PingPong}) {
    for (const Clip& clip : {clipOf(10, 0, true), clipOf(1, 10, true), clipOf(0, 10, false)}) {
      Playback playback = playing(loop);
      for (int i = 0; i < 10; ++i)
        advance(playback, clip, 0.77);
      EXPECT_EQ(playback.frame, 0.0);
    }
  }
}

TEST(Playback, AnyTimeStepIsSafe) {
  const Clip clip = clipOf(7, 31.75, true);
  for (const LoopMode loop : {LoopMode::On, LoopMode::Off, LoopMode::PingPong}) {
    for (const double dt :
         {0.0, 86400.0 * 365, -86400.0, 1e300, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
      Playback playback = playing(loop, 4.0);
      advance(playback, clip, dt);
      EXPECT_TRUE(playback.frame >= 0.0 && playback.frame <= 7.0) << dt;
    }
  }
  Playback paused = playing();
  paused.playing = false;
  advance(paused, clip, 1.0);
  EXPECT_EQ(paused.frame, 0.0);
}

TEST(Playback, StepsByWholeFrames) {
  const Clip looping = clipOf(5, 10, true);
  Playback playback = playing();
  playback.frame = 2.4;
  step(playback, looping, 1);
  EXPECT_FALSE(playback.playing);
  EXPECT_EQ(playback.frame, 3.0);
  playback.frame = 2.4;
  step(playback, looping, -1);
  EXPECT_EQ(playback.frame, 2.0);
  playback.frame = 2.9999999999;  // 0.3 s times 10 Hz, more or less
  step(playback, looping, 1);
  EXPECT_EQ(playback.frame, 4.0);
  step(playback, looping, 1);
  EXPECT_EQ(playback.frame, 0.0);
  step(playback, looping, -1);
  EXPECT_EQ(playback.frame, 4.0);
  const Clip held = clipOf(5, 10, false);
  step(playback, held, 3);
  EXPECT_EQ(playback.frame, 4.0);
  step(playback, held, -9);
  EXPECT_EQ(playback.frame, 0.0);
}

TEST(Playback, TheSlidersEndShowsTheLastFrame) {
  for (const bool loop : {true, false}) {
    const Clip clip = clipOf(5, 10, loop);
    Playback playback = playing();
    seek(playback, clip, 4.0);
    EXPECT_EQ(playback.frame, 4.0);
    seekEnd(playback, clip);
    EXPECT_EQ(playback.frame, 4.0);
    seekStart(playback, clip);
    EXPECT_EQ(playback.frame, 0.0);
    seek(playback, clip, std::nan(""));
    EXPECT_EQ(playback.frame, 0.0);
  }
  EXPECT_EQ(lastFrame(clipOf(0, 10, true)), 0.0);
}

TEST(Playback, ARangeWrapsHoldsAndReflects) {
  const Clip clip = clipOf(11, 10, true);
  const auto at = [&clip](LoopMode loop, double speed, double frame, double seconds) {
    Playback playback = playing(loop, speed);
    playback.range = FrameRange{2.0, 6.0};
    playback.frame = frame;
    for (int i = 0; i < 16; ++i)
      advance(playback, clip, seconds / 16);
    return playback;
  };
  // 4 + 3 = 7, one round of 4 less.
  EXPECT_NEAR(at(LoopMode::On, 1.0, 4.0, 0.3).frame, 3.0, 1e-9);
  EXPECT_NEAR(at(LoopMode::File, -1.0, 4.0, 0.3).frame, 5.0, 1e-9);
  EXPECT_EQ(at(LoopMode::Off, 1.0, 4.0, 0.3).frame, 6.0);
  EXPECT_FALSE(at(LoopMode::Off, 1.0, 4.0, 0.3).playing);
  EXPECT_EQ(at(LoopMode::Off, -1.0, 4.0, 0.3).frame, 2.0);
  // 4, up to 6 and back to 5.
  EXPECT_NEAR(at(LoopMode::PingPong, 1.0, 4.0, 0.3).frame, 5.0, 1e-9);
  EXPECT_NEAR(at(LoopMode::PingPong, 1.0, 4.0, 0.7).frame, 3.0, 1e-9);
  // From outside it enters where it would start: 2 + 1, 6 - 1.
  EXPECT_NEAR(at(LoopMode::On, 1.0, 9.0, 0.1).frame, 3.0, 1e-9);
  EXPECT_NEAR(at(LoopMode::On, -1.0, 0.0, 0.1).frame, 5.0, 1e-9);
  Playback one = playing(LoopMode::On);
  one.range = FrameRange{4.0, 4.0};
  advance(one, clip, 0.77);
  EXPECT_EQ(one.frame, 4.0);
  Playback held = playing(LoopMode::Off);
  held.range = FrameRange{2.0, 6.0};
  held.frame = 6.0;
  play(held, clip);
  EXPECT_EQ(held.frame, 2.0);
  seekEnd(held, clip);
  EXPECT_EQ(held.frame, 6.0);
  seekStart(held, clip);
  EXPECT_EQ(held.frame, 2.0);
  held.range = FrameRange{20.0, 30.0};  // of a longer clip that was there before
  EXPECT_EQ(playedRange(held, clip), (FrameRange{10.0, 10.0}));
}

TEST(Playback, ATimeIsWhereTheClockWouldBe) {
  const Clip clip = clipOf(5, 4, true);  // frames 0 to 4
  const auto at = [&clip](LoopMode loop, double time_s) {
    Playback playback = playing(loop, -2.0);  // neither speed nor pause matter
    playback.playing = false;
    playback.frame = 3.0;
    seekTime(playback, clip, time_s);
    EXPECT_EQ(playback.speed, -2.0);
    EXPECT_FALSE(playback.playing);
    return playback;
  };
  EXPECT_NEAR(at(LoopMode::File, 1.5).frame, 1.0, 1e-9);  // 6 of 5
  EXPECT_NEAR(at(LoopMode::Off, 1.5).frame, 4.0, 1e-9);
  EXPECT_NEAR(at(LoopMode::Off, -1.0).frame, 0.0, 1e-9);
  // 6 of a way of 8 there and back: 2, on the way back.
  EXPECT_NEAR(at(LoopMode::PingPong, 1.5).frame, 2.0, 1e-9);
  EXPECT_FALSE(at(LoopMode::PingPong, 1.5).forward);
  EXPECT_TRUE(at(LoopMode::PingPong, 0.5).forward);
}

TEST(Playback, PingPongNeverWrapsInThePose) {
  EXPECT_EQ(poseLoopMode(LoopMode::PingPong), pose::LoopMode::Off);
  EXPECT_EQ(poseLoopMode(LoopMode::File), pose::LoopMode::File);
  EXPECT_EQ(poseLoopMode(LoopMode::On), pose::LoopMode::On);
  EXPECT_EQ(poseLoopMode(LoopMode::Off), pose::LoopMode::Off);
}

// ---------------------------------------------------------------- blends and fades

/// Three clips: 8 frames that loop, 4 frames that loop, 5 frames that are held; all at 8 Hz.
Model threeClips() {
  Model model;
  model.clips = {clipOf(8, 8, true), clipOf(4, 8, true), clipOf(5, 8, false)};
  return model;
}

std::vector<pose::MixPart> partsOf(const Model& model, const Playback& playback) {
  std::array<pose::MixPart, pose::kMostMixParts> parts;
  const std::size_t count = mixParts(model, playback, playback.frame, parts);
  return {parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Chooses a clip as the viewer does.
void change(Playback& playback, const Model& model, std::uint32_t clip) {
  startFade(playback, model);
  playback.clip = clip;
  playback.frame = 0.0;
}

TEST(Fades, TheOldClipPlaysOnAndGoesAway) {
  const Model model = threeClips();
  Playback playback = playing();
  playback.crossfade_s = 0.5;
  playback.frame = 2.0;
  change(playback, model, 1);
  auto parts = partsOf(model, playback);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].weight, 0.0f);  // the new one has not come in at all
  EXPECT_EQ(parts[1].weight, 1.0f);
  EXPECT_EQ(parts[1].clip, 0u);
  advanceFades(playback, model, 0.125);  // a quarter of the fade; one frame
  parts = partsOf(model, playback);
  EXPECT_NEAR(parts[0].weight, 0.25f, 1e-6f);
  EXPECT_NEAR(parts[1].weight, 0.75f, 1e-6f);
  EXPECT_NEAR(parts[1].frame, 3.0, 1e-9);
  advanceFades(playback, model, 0.375);
  EXPECT_TRUE(playback.fading.empty());
  EXPECT_EQ(partsOf(model, playback).size(), 1u);
  EXPECT_EQ(partsOf(model, playback)[0].weight, 1.0f);
}

TEST(Fades, AnotherChangeMeanwhileFadesBoth) {
  const Model model = threeClips();
  Playback playback = playing();
  playback.crossfade_s = 0.4;
  change(playback, model, 1);
  advanceFades(playback, model, 0.2);  // clip 1 has come in half
  change(playback, model, 2);
  advanceFades(playback, model, 0.1);  // clip 1 three quarters, clip 2 a quarter
  const auto parts = partsOf(model, playback);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].clip, 2u);
  EXPECT_NEAR(parts[0].weight, 0.25f, 1e-6f);
  EXPECT_EQ(parts[1].clip, 1u);
  EXPECT_NEAR(parts[1].weight, 0.75f * 0.75f, 1e-6f);
  EXPECT_EQ(parts[2].clip, 0u);
  EXPECT_NEAR(parts[2].weight, 0.25f * 0.75f, 1e-6f);
  advanceFades(playback, model, 0.1);  // clip 1 is all in: nothing is left of clip 0
  EXPECT_EQ(playback.fading.size(), 1u);
  EXPECT_EQ(partsOf(model, playback).size(), 2u);
}

TEST(Fades, ManyQuickChangesStayBoundedAndAddUpToOne) {
  const Model model = threeClips();
  Playback playback = playing();
  playback.crossfade_s = 1.0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    change(playback, model, i % 3);
    advanceFades(playback, model, 0.01);
    const auto parts = partsOf(model, playback);
    EXPECT_LE(parts.size(), pose::kMostMixParts);
    EXPECT_LT(playback.fading.size(), pose::kMostMixParts);
    float sum = 0.0f;
    for (const pose::MixPart& part : parts)
      sum += part.weight;
    EXPECT_LE(sum, 1.0f + 1e-5f);
    if (i < 6) {
      EXPECT_NEAR(sum, 1.0f, 1e-5f);
    }
  }
}

TEST(Fades, GoingToAFrameEndsThem) {
  const Model model = threeClips();
  const auto faded = [&] {
    Playback playback = playing();
    change(playback, model, 1);
    return playback;
  };
  Playback playback = faded();
  seek(playback, model.clips[1], 2.0);
  EXPECT_TRUE(playback.fading.empty());
  playback = faded();
  step(playback, model.clips[1], 1);
  EXPECT_TRUE(playback.fading.empty());
  playback = faded();
  seekStart(playback, model.clips[1]);
  EXPECT_TRUE(playback.fading.empty());
  playback = faded();
  seekEnd(playback, model.clips[1]);
  EXPECT_TRUE(playback.fading.empty());
}

TEST(Fades, NoTimeAndHugeStepsAreSafe) {
  const Model model = threeClips();
  Playback playback = playing();
  playback.crossfade_s = 0.0;
  change(playback, model, 1);
  advanceFades(playback, model, 0.0);
  EXPECT_TRUE(playback.fading.empty());
  playback.crossfade_s = 0.2;
  change(playback, model, 2);
  advanceFades(playback, model, 1e9);
  EXPECT_TRUE(playback.fading.empty());
}

TEST(Blends, LieAtTheSamePartOfTheirLength) {
  const Model model = threeClips();
  const auto& clips = model.clips;
  // A loop's length is all of its frames, a held clip's the way to its last one.
  EXPECT_EQ(frameAtSamePart(clips[0], 2.0, clips[1], LoopMode::File), 1.0);
  EXPECT_EQ(frameAtSamePart(clips[1], 1.0, clips[2], LoopMode::File), 1.0);
  EXPECT_EQ(frameAtSamePart(clips[2], 4.0, clips[1], LoopMode::File), 4.0);
  EXPECT_NEAR(frameAtSamePart(clips[0], 7.0, clips[1], LoopMode::Off), 3.0, 1e-12);
  EXPECT_EQ(frameAtSamePart(clipOf(0, 0, true), 0.0, clips[1], LoopMode::File), 0.0);
  EXPECT_EQ(frameAtSamePart(clipOf(1, 8, false), 0.0, clips[1], LoopMode::File), 0.0);
  EXPECT_EQ(frameAtSamePart(clips[0], 3.0, clipOf(0, 0, false), LoopMode::File), 0.0);
}

TEST(Blends, ShareThePoseWithTheChosenClip) {
  const Model model = threeClips();
  Playback playback = playing();
  playback.frame = 4.0;
  playback.blend = {{1, 0.25}, {2, 0.25}};
  playback.crossfade_s = 0.5;
  auto parts = partsOf(model, playback);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].weight, 0.5f);
  EXPECT_EQ(parts[1].weight, 0.25f);
  EXPECT_EQ(parts[1].frame, 2.0);
  EXPECT_EQ(parts[2].weight, 0.25f);
  EXPECT_EQ(parts[2].frame, 2.0);
  // Another clip: all three fade.
  change(playback, model, 2);
  playback.blend.clear();
  advanceFades(playback, model, 0.25);
  parts = partsOf(model, playback);
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(parts[0].weight, 0.5f);
  EXPECT_EQ(parts[1].weight, 0.25f);
  EXPECT_EQ(parts[2].weight, 0.125f);
  EXPECT_EQ(parts[3].weight, 0.125f);
}

}  // namespace
}  // namespace sinew::app
