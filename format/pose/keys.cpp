#include "format/pose/keys.h"

#include <algorithm>
#include <cmath>

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
  KeySegment out;
  if ((before_first || after_last) && (!line.loops || range.size() == 1)) {
    out.a = out.b = before_first ? range.first : range.last - 1;
    return out;
  }
  out.a = before_first || after_last ? range.last - 1 : range.first + reached - 1;
  out.b = before_first || after_last ? range.first : range.first + reached;
  const auto begin = static_cast<double>(pool.frame(out.a));
  const auto end = static_cast<double>(pool.frame(out.b));
  out.begin = before_first ? begin - line.frame_count : begin;
  const double span = (after_last ? end + line.frame_count : end) - out.begin;
  // Keys past the last frame can meet the first one across the seam; then the first one rules.
  if (span > 0.0) {
    out.span = span;
  } else {
    out.a = out.b;
  }
  if (line.steps) out.b = out.a;
  return out;
}

template std::uint32_t keysUpTo(const KeyPool<glm::quat>&, KeyRange, double);
template std::uint32_t keysUpTo(const KeyPool<glm::vec3>&, KeyRange, double);
template KeySegment findSegment(const KeyPool<glm::quat>&, KeyRange, double, const TimeLine&);
template KeySegment findSegment(const KeyPool<glm::vec3>&, KeyRange, double, const TimeLine&);

bool flipsSign(const glm::quat& a, const glm::quat& b) {
  const double dot = double{a.x} * double{b.x} + double{a.y} * double{b.y} +
                     double{a.z} * double{b.z} + double{a.w} * double{b.w};
  constexpr double kRounding = 1.25e-7;
  return dot < -kRounding;
}

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
