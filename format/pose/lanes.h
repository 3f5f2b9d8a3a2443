#pragma once

// Four floats at a time, in the vector types that GCC and clang share. The baseline instruction set
// of x86-64 has them, and other targets get whatever the compiler makes of it.

#include <array>
#include <cstdint>
#include <cstring>

#include "format/mat34.h"

namespace sinew::pose {

using Lanes = float __attribute__((vector_size(16)));

/// Any alignment; reads 16 bytes.
[[nodiscard]] inline Lanes loadLanes(const float* from) {
  Lanes out;
  std::memcpy(&out, from, sizeof(out));
  return out;
}

inline void storeLanes(float* to, Lanes value) {
  std::memcpy(to, &value, sizeof(value));
}

template <int kLane>
[[nodiscard]] inline Lanes splat(Lanes v) {
  return __builtin_shufflevector(v, v, kLane, kLane, kLane, kLane);
}

/// (0, 0, 0, v[3])
[[nodiscard]] inline Lanes keepLast(Lanes v) {
  using Bits = std::int32_t __attribute__((vector_size(16)));
  Bits bits;
  std::memcpy(&bits, &v, sizeof(bits));
  bits &= Bits{0, 0, 0, -1};
  std::memcpy(&v, &bits, sizeof(v));
  return v;
}

/// True where a comparison holds in any lane.
template <class Mask>
[[nodiscard]] inline bool anyLane(Mask mask) {
  std::array<std::uint64_t, 2> halves;
  static_assert(sizeof(halves) == sizeof(mask));
  std::memcpy(&halves, &mask, sizeof(mask));
  return (halves[0] | halves[1]) != 0;
}

/// Rows become columns.
inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
  const Lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Lanes cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Lanes ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Lanes cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// An affine matrix in registers.
struct LaneMatrix {
  Lanes row0;
  Lanes row1;
  Lanes row2;
};

[[nodiscard]] inline LaneMatrix loadMatrix(const Mat34f& m) {
  return {loadLanes(m.m.data()), loadLanes(m.m.data() + 4), loadLanes(m.m.data() + 8)};
}

inline void storeMatrix(Mat34f& to, const LaneMatrix& m) {
  storeLanes(to.m.data(), m.row0);
  storeLanes(to.m.data() + 4, m.row1);
  storeLanes(to.m.data() + 8, m.row2);
}

/// One row of a * b; `row` is a's.
[[nodiscard]] inline Lanes multiplyRow(Lanes row, const LaneMatrix& b) {
  const Lanes origin = keepLast(row);
  return splat<0>(row) * b.row0 + splat<1>(row) * b.row1 + (splat<2>(row) * b.row2 + origin);
}

[[nodiscard]] inline LaneMatrix multiply(const LaneMatrix& a, const LaneMatrix& b) {
  return {multiplyRow(a.row0, b), multiplyRow(a.row1, b), multiplyRow(a.row2, b)};
}

}  // namespace sinew::pose
