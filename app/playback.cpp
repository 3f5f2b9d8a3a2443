#include "app/playback.h"

#include <algorithm>
#include <cmath>

namespace sinew::app {
namespace {

/// Frames this close to a whole number count as that one when stepping: they come from seconds
/// times rate.
constexpr double kWholeTolerance = 1e-6;

/// Ping-pong as a walk around a circle of twice the range: the second half runs backwards. The
/// phase makes the result independent of how the time was cut into steps.
void advancePingPong(Playback& playback, const FrameRange& range, double delta) {
  const double span = range.last - range.first;
  const double circle = 2.0 * span;
  const double from_first = playback.frame - range.first;
  double phase = playback.forward ? from_first : circle - from_first;
  phase = std::fmod(phase + std::fmod(delta, circle), circle);
  if (phase < 0.0) phase += circle;
  playback.forward = phase < span;
  playback.frame = std::clamp(range.first + (playback.forward ? phase : circle - phase),
                              range.first, range.last);
}

/// Wraps from the range's one end straight to the other.
void advanceInRange(Playback& playback, const FrameRange& range, double delta) {
  const double span = range.last - range.first;
  double phase = std::fmod(playback.frame - range.first + std::fmod(delta, span), span);
  if (phase < 0.0) phase += span;
  playback.frame = std::clamp(range.first + phase, range.first, range.last);
}

/// A clock outside of the range enters it at the end where it starts.
void enterRange(Playback& playback, const FrameRange& range) {
  if (playback.frame >= range.first && playback.frame <= range.last) return;
  playback.frame = playback.speed < 0.0 ? range.last : range.first;
  playback.forward = true;
}

}  // namespace

double lastFrame(const Clip& clip) {
  return std::max(clip.frame_count - 1.0, 0.0);
}

pose::LoopMode poseLoopMode(LoopMode mode) {
  switch (mode) {
    case LoopMode::File:
      return pose::LoopMode::File;
    case LoopMode::On:
      return pose::LoopMode::On;
    case LoopMode::Off:
    case LoopMode::PingPong:
      return pose::LoopMode::Off;
  }
  return pose::LoopMode::File;
}

FrameRange playedRange(const Playback& playback, const Clip& clip) {
  const double last = lastFrame(clip);
  if (!playback.range) return {0.0, last};
  const double first = std::clamp(playback.range->first, 0.0, last);
  return {first, std::clamp(playback.range->last, first, last)};
}

void advance(Playback& playback, const Clip& clip, double dt_s) {
  if (!playback.playing) return;
  if (clip.rate_hz <= 0.0 || lastFrame(clip) <= 0.0) {
    playback.frame = 0.0;
    return;
  }
  const double delta = dt_s * playback.speed * clip.rate_hz;
  if (!std::isfinite(delta)) return;
  const FrameRange range = playedRange(playback, clip);
  const pose::LoopMode mode = poseLoopMode(playback.loop);
  const bool ping_pong = playback.loop == LoopMode::PingPong;
  if (playback.range) {
    enterRange(playback, range);
    // A range of one frame holds it.
    if (range.last <= range.first) return;
  }
  if (ping_pong) {
    advancePingPong(playback, range, delta);
    return;
  }
  if (pose::loops(clip, mode)) {
    if (playback.range) {
      advanceInRange(playback, range, delta);
    } else {
      playback.frame = pose::resolveFrame(clip, playback.frame + delta, mode);
    }
    return;
  }
  const double frame = playback.frame + delta;
  playback.frame = std::clamp(frame, range.first, range.last);
  if ((delta > 0.0 && frame >= range.last) || (delta < 0.0 && frame <= range.first)) {
    playback.playing = false;
  }
}

void play(Playback& playback, const Clip& clip) {
  playback.playing = true;
  const bool held =
      playback.loop != LoopMode::PingPong && !pose::loops(clip, poseLoopMode(playback.loop));
  if (!held) return;
  const FrameRange range = playedRange(playback, clip);
  if (playback.speed >= 0.0 && playback.frame >= range.last)
    playback.frame = range.first;
  else if (playback.speed < 0.0 && playback.frame <= range.first)
    playback.frame = range.last;
}

void step(Playback& playback, const Clip& clip, int frames) {
  playback.playing = false;
  if (frames == 0) return;
  const double nearest = std::round(playback.frame);
  double base = frames > 0 ? std::floor(playback.frame) : std::ceil(playback.frame);
  if (std::abs(playback.frame - nearest) < kWholeTolerance) base = nearest;
  playback.frame = pose::resolveFrame(clip, base + frames, poseLoopMode(playback.loop));
}

void seekStart(Playback& playback, const Clip& clip) {
  playback.frame = playedRange(playback, clip).first;
}

void seekEnd(Playback& playback, const Clip& clip) {
  playback.frame = playedRange(playback, clip).last;
}

void seekTime(Playback& playback, const Clip& clip, double time_s) {
  Playback clock;
  clock.loop = playback.loop;
  clock.playing = true;
  advance(clock, clip, time_s);
  playback.frame = clock.frame;
  playback.forward = clock.forward;
}

void seek(Playback& playback, const Clip& clip, double frame) {
  if (!std::isfinite(frame)) return;
  playback.frame = pose::resolveFrame(clip, frame, poseLoopMode(playback.loop));
}

}  // namespace sinew::app
