#include <algorithm>
#include <cmath>

#include "format/pose/pose.h"

namespace sinew::pose {

bool loops(const Clip& clip, LoopMode mode) {
  switch (mode) {
    case LoopMode::File:
      return clip.loop;
    case LoopMode::On:
      return true;
    case LoopMode::Off:
      return false;
  }
  return clip.loop;
}

double resolveFrame(const Clip& clip, double frame, LoopMode mode) {
  const double count = clip.frame_count;
  if (!std::isfinite(count) || count <= 0.0 || std::isnan(frame)) return 0.0;
  if (!loops(clip, mode)) return std::clamp(frame, 0.0, std::max(count - 1.0, 0.0)) + 0.0;
  if (frame >= 0.0 && frame < count) return frame + 0.0;  // most frames: fmod is slow
  if (std::isinf(frame)) return 0.0;
  double wrapped = std::fmod(frame, count);
  if (wrapped < 0.0) wrapped += count;
  // A frame just below 0 rounds up to the end, which is frame 0 of the next round. Adding 0 makes
  // -0 a 0.
  return wrapped < count ? wrapped + 0.0 : 0.0;
}

double frameAtTime(const Clip& clip, double time_s) {
  return clip.rate_hz > 0.0 ? time_s * clip.rate_hz : 0.0;
}

}  // namespace sinew::pose
