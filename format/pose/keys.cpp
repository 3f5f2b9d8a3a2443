#include "format/pose/keys.h"

#include <algorithm>
#include <limits>

namespace sinew::pose {

double KeySegment::phase(double frame) const {
  return std::clamp((frame - begin) / span, 0.0, 1.0);
}

template <class V>
std::uint32_t keysUpTo(const KeyPool<V>& pool, KeyRange range, double frame) {
  const auto count = [&](const auto& frames) {
    const auto first = frames.begin() + static_cast<std::ptrdiff_t>(range.first);
    const auto last = frames.begin() + static_cast<std::ptrdiff_t>(range.last);
    const auto later = std::upper_bound(
        first, last, frame, [](double at, auto key) { return at < static_cast<double>(key); });
    return static_cast<std::uint32_t>(later - first);
  };
  return pool.fine_frames.empty() ? count(pool.whole_frames) : count(pool.fine_frames);
}

template <class V>
KeySegment findSegment(const KeyPool<V>& pool, KeyRange range, double frame, const TimeLine& line) {
  const std::uint32_t reached = keysUpTo(pool, range, frame);
  const bool before_first = reached == 0;
  const bool after_last = reached == range.size();
  const bool at_seam = before_first || after_last;
  const std::uint32_t first = range.first;
  const std::uint32_t last = range.last - 1;
  const auto frameOf = [&](std::uint32_t key) { return static_cast<double>(pool.frame(key)); };
  // From the last key across the end of the round to the first one. Keys past the last frame can
  // leave no room for it.
  const double seam_span = frameOf(first) + line.frame_count - frameOf(last);
  KeySegment out;
  if (at_seam && (!line.loops || first == last || !(seam_span > 0.0))) {
    out.a = out.b = before_first ? first : last;
    out.begin = before_first ? 0.0 : frameOf(last);
    out.span = before_first ? frameOf(first) : std::numeric_limits<double>::infinity();
    return out;
  }
  out.a = at_seam ? last : first + reached - 1;
  out.b = at_seam ? first : first + reached;
  out.begin = before_first ? frameOf(last) - line.frame_count : frameOf(out.a);
  out.span = at_seam ? seam_span : frameOf(out.b) - out.begin;
  if (line.steps) out.b = out.a;
  return out;
}

template std::uint32_t keysUpTo(const KeyPool<glm::quat>&, KeyRange, double);
template std::uint32_t keysUpTo(const KeyPool<glm::vec3>&, KeyRange, double);
template KeySegment findSegment(const KeyPool<glm::quat>&, KeyRange, double, const TimeLine&);
template KeySegment findSegment(const KeyPool<glm::vec3>&, KeyRange, double, const TimeLine&);

KeyRange rotationRange(const ClipKeys& keys, std::size_t index) {
  return {keys.tracks[index].first_rotation, keys.tracks[index + 1].first_rotation};
}

KeyRange translationRange(const ClipKeys& keys, std::size_t index) {
  return {keys.tracks[index].first_translation, keys.tracks[index + 1].first_translation};
}

KeyRange scaleRange(const ClipKeys& keys, std::size_t index) {
  return {keys.tracks[index].first_scale, keys.tracks[index + 1].first_scale};
}

std::size_t trackCount(const ClipKeys& keys) {
  return keys.tracks.empty() ? 0 : keys.tracks.size() - 1;
}

}  // namespace sinew::pose
