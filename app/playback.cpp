#include "app/playback.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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
  playback.fading.clear();
  if (frames == 0) return;
  const double nearest = std::round(playback.frame);
  double base = frames > 0 ? std::floor(playback.frame) : std::ceil(playback.frame);
  if (std::abs(playback.frame - nearest) < kWholeTolerance) base = nearest;
  playback.frame = pose::resolveFrame(clip, base + frames, poseLoopMode(playback.loop));
}

void seekStart(Playback& playback, const Clip& clip) {
  playback.frame = playedRange(playback, clip).first;
  playback.fading.clear();
}

void seekEnd(Playback& playback, const Clip& clip) {
  playback.frame = playedRange(playback, clip).last;
  playback.fading.clear();
}

void seekTime(Playback& playback, const Clip& clip, double time_s) {
  Playback clock;
  clock.loop = playback.loop;
  clock.playing = true;
  advance(clock, clip, time_s);
  playback.fading.clear();
  playback.frame = clock.frame;
  playback.forward = clock.forward;
}

void seek(Playback& playback, const Clip& clip, double frame) {
  if (!std::isfinite(frame)) return;
  playback.fading.clear();
  playback.frame = pose::resolveFrame(clip, frame, poseLoopMode(playback.loop));
}

double frameAtSamePart(const Clip& clip, double frame, const Clip& other, LoopMode loop) {
  const pose::LoopMode mode = poseLoopMode(loop);
  const double length = pose::loops(clip, mode) ? clip.frame_count : lastFrame(clip);
  const double other_length = pose::loops(other, mode) ? other.frame_count : lastFrame(other);
  return length > 0.0 ? std::clamp(frame / length, 0.0, 1.0) * other_length : 0.0;
}

void startFade(Playback& playback, const Model& model) {
  std::array<pose::MixPart, pose::kMostMixParts> parts;
  Playback present = playback;
  present.fading.clear();
  const std::size_t count = mixParts(model, present, playback.frame, parts);
  Fade fade;
  for (std::size_t i = 0; i < count; ++i)
    fade.parts.push_back({parts[i].clip, parts[i].frame, double{parts[i].weight}});
  playback.fading.push_back(std::move(fade));
  // One place is for the clip that comes.
  std::size_t all = 1;
  for (const Fade& old : playback.fading)
    all += old.parts.size();
  while (all > pose::kMostMixParts && playback.fading.size() > 1) {
    all -= playback.fading.front().parts.size();
    playback.fading.erase(playback.fading.begin());
  }
}

void advanceFades(Playback& playback, const Model& model, double dt_s) {
  if (playback.fading.empty()) return;
  for (Fade& fade : playback.fading) {
    fade.progress =
        playback.crossfade_s > 0.0 ? fade.progress + std::abs(dt_s) / playback.crossfade_s : 1.0;
    for (Fade::Part& part : fade.parts) {
      if (!part.clip || *part.clip >= model.clips.size()) continue;
      const Clip& clip = model.clips[*part.clip];
      const double delta = dt_s * playback.speed * clip.rate_hz;
      part.frame = pose::resolveFrame(clip, part.frame + delta, poseLoopMode(playback.loop));
    }
  }
  // What came after one that is over hides it and all before it.
  const auto over = std::find_if(playback.fading.rbegin(), playback.fading.rend(),
                                 [](const Fade& fade) { return !(fade.progress < 1.0); });
  playback.fading.erase(playback.fading.begin(), over.base());
}

std::size_t mixParts(const Model& model, const Playback& playback, double frame,
                     std::span<pose::MixPart, pose::kMostMixParts> parts) {
  std::size_t count = 0;
  const auto add = [&](std::optional<std::uint32_t> clip, double at, double weight) {
    if (count < parts.size()) parts[count++] = {clip, at, static_cast<float>(weight)};
  };
  // What is left over by all that came later, from the newest to the oldest.
  const double present = playback.fading.empty() ? 1.0 : playback.fading.back().progress;
  double layers = 0.0;
  for (const BlendLayer& layer : playback.blend)
    layers += layer.weight;
  add(playback.clip, frame, present * (1.0 - layers));
  if (playback.clip && *playback.clip < model.clips.size()) {
    for (const BlendLayer& layer : playback.blend) {
      if (layer.clip >= model.clips.size()) continue;
      add(layer.clip,
          frameAtSamePart(model.clips[*playback.clip], frame, model.clips[layer.clip],
                          playback.loop),
          present * layer.weight);
    }
  }
  double left = 1.0;
  for (std::size_t i = playback.fading.size(); i-- > 0;) {
    left *= 1.0 - playback.fading[i].progress;
    const double came_in = i > 0 ? playback.fading[i - 1].progress : 1.0;
    for (const Fade::Part& part : playback.fading[i].parts)
      add(part.clip, part.frame, left * came_in * part.share);
  }
  return count;
}

}  // namespace sinew::app
