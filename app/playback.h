#pragma once

#include <cstddef>
#include <span>

#include "app/state.h"

namespace sinew::app {

/// Moves the clock by `dt_s` seconds of real time: frame += dt * speed * rate, wrapped, held or
/// reflected by the loop mode. A held clip stops playing at its end. Any dt is safe (a stall of
/// hours, 0, negative speed); the result depends only on the sum of the steps. Clips of rate 0 or
/// one frame stay on frame 0. With a range the clock enters it at the end where it starts, and
/// loops with a period of last - first.
void advance(Playback& playback, const Clip& clip, double dt_s);

/// Starts playing. A held clip that stands at the end it would run into starts over from the other
/// end.
void play(Playback& playback, const Clip& clip);

/// The pose module's wrapping for a playback: ping-pong frames are already reflected and never
/// wrap.
[[nodiscard]] pose::LoopMode poseLoopMode(LoopMode mode);

/// Steps by whole frames from the present one (`,` and `.`), pausing. From between two frames one
/// step goes to the nearer of them in its direction. Wraps where the clip loops.
void step(Playback& playback, const Clip& clip, int frames);

/// First and last stored frame (Home, End), or the range's: the slider's end shows the last frame.
void seekStart(Playback& playback, const Clip& clip);
void seekEnd(Playback& playback, const Clip& clip);

/// What plays: the range as far as the clip has it, else all frames.
[[nodiscard]] FrameRange playedRange(const Playback& playback, const Clip& clip);

/// Goes to a frame at once, without fading, resolved by the loop mode without wrapping the last
/// frame to the first.
void seek(Playback& playback, const Clip& clip, double frame);

/// Goes to a time in the clip, in seconds from its first frame: where the clock would be that had
/// run so long at speed 1, wrapped, held or reflected by the loop mode.
void seekTime(Playback& playback, const Clip& clip, double time_s);

/// The frame of `other` that lies at the same part of its length as `frame` does of `clip`: of the
/// round where a clip loops, else of the way to its last frame.
[[nodiscard]] double frameAtSamePart(const Clip& clip, double frame, const Clip& other,
                                     LoopMode loop);

/// Keeps the present pose's clips to fade from, for a clip that is about to be chosen.
void startFade(Playback& playback, const Model& model);
/// Moves fades on by real time, and the clips in them at the playback's speed.
void advanceFades(Playback& playback, const Model& model, double dt_s);

/// What a playback shows, with the chosen clip at `frame`: chosen clip first, blended clips, then
/// what fades. \return how many parts there are; nothing is allocated.
std::size_t mixParts(const Model& model, const Playback& playback, double frame,
                     std::span<pose::MixPart, pose::kMostMixParts> parts);

/// The number of the last stored frame, 0 for a clip without frames.
[[nodiscard]] double lastFrame(const Clip& clip);

}  // namespace sinew::app
