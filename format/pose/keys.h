#pragma once

// Reading key pools: which two keys a frame lies between, and the blend of their values
// (docs/format-bmd1.md, section 8). Shared by every sampler, so that all of them agree on ends,
// seams and signs.

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"

namespace sinew::pose {

/// How a clip's time line behaves, apart from its keys.
struct TimeLine {
  double frame_count = 0.0;
  bool loops = false;
  bool steps = false;  ///< Interpolation::Step
};

/// One bone's keys in a pool: [first, last).
struct KeyRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  [[nodiscard]] std::uint32_t size() const { return last - first; }
};

/// The stretch of frames between two keys: value(frame) = blend(a, b, (frame - begin) / span). At
/// the seam of a loop `begin` may be negative; where one key is held, a == b.
struct KeySegment {
  std::uint32_t a = 0;  ///< index into the pool
  std::uint32_t b = 0;
  double begin = 0.0;
  double span = 1.0;  ///< > 0

  /// How far `frame` lies into the segment, 0..1.
  [[nodiscard]] double phase(double frame) const;
};

/// Keys among [range.first, range.last) at or before `frame`, counted from range.first.
template <class V>
[[nodiscard]] std::uint32_t keysUpTo(const KeyPool<V>& pool, KeyRange range, double frame);

/// The segment of a non-empty range that holds `frame`, which is resolved already.
template <class V>
[[nodiscard]] KeySegment findSegment(const KeyPool<V>& pool, KeyRange range, double frame,
                                     const TimeLine& line);

/// True where the shorter arc from a to b leads to -b: their dot product is negative. 0 does not
/// flip. Keys are floats, so a product within their rounding (1.25e-7) counts as 0: a half turn
/// stays the same half turn whatever the last bit says.
[[nodiscard]] inline bool flipsSign(const glm::quat& a, const glm::quat& b) {
  const float quick = a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w);
  constexpr float kClear = 1e-6f;  // beyond what summing floats can be off by
  if (std::abs(quick) > kClear) return quick < 0.0f;
  const double dot = double{a.x} * double{b.x} + double{a.y} * double{b.y} +
                     double{a.z} * double{b.z} + double{a.w} * double{b.w};
  constexpr double kRounding = 1.25e-7;
  return dot < -kRounding;
}

/// Shortest-arc nlerp of two keys, unit length.
template <class T>
[[nodiscard]] glm::qua<T> blendRotations(const glm::quat& a, const glm::quat& b, T t) {
  const T wa = T(1) - t;
  const T wb = flipsSign(a, b) ? -t : t;
  const T x = wa * T(a.x) + wb * T(b.x);
  const T y = wa * T(a.y) + wb * T(b.y);
  const T z = wa * T(a.z) + wb * T(b.z);
  const T w = wa * T(a.w) + wb * T(b.w);
  // Two unit quaternions whose dot product is not negative: the chord stays at least 0.7 from the
  // origin.
  const T scale = T(1) / std::sqrt(x * x + y * y + z * z + w * w);
  return glm::qua<T>(w * scale, x * scale, y * scale, z * scale);
}

template <class T>
[[nodiscard]] glm::vec<3, T> blendVectors(const glm::vec3& a, const glm::vec3& b, T t) {
  return glm::vec<3, T>(a) * (T(1) - t) + glm::vec<3, T>(b) * t;
}

/// The three ranges of track `index`, which is not the closing one.
[[nodiscard]] KeyRange rotationRange(const ClipKeys& keys, std::size_t index);
[[nodiscard]] KeyRange translationRange(const ClipKeys& keys, std::size_t index);
[[nodiscard]] KeyRange scaleRange(const ClipKeys& keys, std::size_t index);
/// Tracks without the closing entry.
[[nodiscard]] std::size_t trackCount(const ClipKeys& keys);

}  // namespace sinew::pose
