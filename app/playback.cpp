#include "app/playback.h"

#include <algorithm>
#include <cmath>

namespace sinew::app {
namespace {

/// Frames this close to a whole number count as that one when stepping: they come from seconds
/// times rate.
constexpr double kWholeTolerance = 1e-6;

/// Ping-pong as a walk around a circle of 2 * last frames: the second half runs backwards. The
/// phase makes the result independent of how the time was cut into steps.
void advancePingPong(Playback& playback, double last, double delta) {
  const double circle = 2.0 * last;
  double phase = playback.forward ? playback.frame : circle - playback.frame;
  phase = std::fmod(phase + std::fmod(delta, circle), circle);
  if (phase < 0.0) phase += circle;
  playback.forward = phase < last;
  playback.frame = std::clamp(playback.forward ? phase : circle - phase, 0.0, last);
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

void advance(Playback& playback, const Clip& clip, double dt_s) {
  if (!playback.playing) return;
  const double last = lastFrame(clip);
  if (clip.rate_hz <= 0.0 || last <= 0.0) {
    playback.frame = 0.0;
    return;
  }
  const double delta = dt_s * playback.speed * clip.rate_hz;
  if (!std::isfinite(delta)) return;
  if (playback.loop == LoopMode::PingPong) {
    advancePingPong(playback, last, delta);
    return;
  }
  const pose::LoopMode mode = poseLoopMode(playback.loop);
  const double frame = playback.frame + delta;
  playback.frame = pose::resolveFrame(clip, frame, mode);
  if (pose::loops(clip, mode)) return;
  if ((delta > 0.0 && frame >= last) || (delta < 0.0 && frame <= 0.0)) playback.playing = false;
}

void play(Playback& playback, const Clip& clip) {
  playback.playing = true;
  const bool held =
      playback.loop != LoopMode::PingPong && !pose::loops(clip, poseLoopMode(playback.loop));
  if (!held) return;
  const double last = lastFrame(clip);
  if (playback.speed >= 0.0 && playback.frame >= last)
    playback.frame = 0.0;
  else if (playback.speed < 0.0 && playback.frame <= 0.0)
    playback.frame = last;
}

void step(Playback& playback, const Clip& clip, int frames) {
  playback.playing = false;
  if (frames == 0) return;
  const double nearest = std::round(playback.frame);
  double base = frames > 0 ? std::floor(playback.frame) : std::ceil(playback.frame);
  if (std::abs(playback.frame - nearest) < kWholeTolerance) base = nearest;
  playback.frame = pose::resolveFrame(clip, base + frames, poseLoopMode(playback.loop));
}

void seekStart(Playback& playback) {
  playback.frame = 0.0;
}

void seekEnd(Playback& playback, const Clip& clip) {
  playback.frame = lastFrame(clip);
}

void seek(Playback& playback, const Clip& clip, double frame) {
  if (!std::isfinite(frame)) return;
  playback.frame = pose::resolveFrame(clip, frame, poseLoopMode(playback.loop));
}

}  // namespace sinew::app
