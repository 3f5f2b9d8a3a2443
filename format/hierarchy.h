#pragma once

// Local transforms -> model space, and influences. Scalar code for any precision; the Poser has a
// faster path for skeletons whose scale is inherited in full.
//
// With M(b) the bone's frame without its own scale and S(b) the scale still to apply (identity and
// 1 above a root), R, t and s the local rotation, translation and scale:
//     Full           M = M(p) diag(S(p)) [R | t]      S = s
//     Compensate     M = M(p) [R | S(p) * t]          S = s
//     Componentwise  M = M(p) [R | S(p) * t]          S = S(p) * s
// and always World = M diag(S). As World(p) t = M(p) (S(p) * t), the origin is World(p) t in all
// three.

#include <array>
#include <cmath>
#include <cstddef>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "format/mat34.h"
#include "format/model.h"

namespace sinew {

/// A bone's frame on its way down the hierarchy.
template <class T>
struct BoneFrame {
  Mat34<T> unscaled;           ///< M
  glm::vec<3, T> scale{T(1)};  ///< S
};

/// [R | t] of a unit quaternion.
template <class T>
[[nodiscard]] Mat34<T> rigidMatrix(const glm::qua<T>& q, const glm::vec<3, T>& t) {
  const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const T xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const T wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy), t.x,  //
           2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx), t.y,  //
           2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy), t.z}};
}

/// m * diag(s).
template <class T>
[[nodiscard]] Mat34<T> scaled(const Mat34<T>& m, const glm::vec<3, T>& s) {
  Mat34<T> out = m;
  for (std::size_t r = 0; r < 3; ++r) {
    out.m[4 * r] *= s.x;
    out.m[4 * r + 1] *= s.y;
    out.m[4 * r + 2] *= s.z;
  }
  return out;
}

/// The child's frame. `parent_world` is scaled(parent.unscaled, parent.scale).
template <class T>
[[nodiscard]] BoneFrame<T> childFrame(const BoneFrame<T>& parent, const Mat34<T>& parent_world,
                                      const Mat34<T>& local, const glm::vec<3, T>& scale,
                                      ScaleInheritance inherit) {
  BoneFrame<T> out;
  if (inherit == ScaleInheritance::Full) {
    out.unscaled = parent_world * local;
    out.scale = scale;
    return out;
  }
  Mat34<T> moved = local;
  for (std::size_t r = 0; r < 3; ++r) {
    moved.m[4 * r + 3] *= parent.scale[static_cast<glm::length_t>(r)];
  }
  out.unscaled = parent.unscaled * moved;
  out.scale = inherit == ScaleInheritance::Componentwise ? parent.scale * scale : scale;
  return out;
}

/// sum += weight * m.
template <class T>
void addWeighted(Mat34<T>& sum, T weight, const Mat34<T>& m) {
  for (std::size_t i = 0; i < 12; ++i)
    sum.m[i] += weight * m.m[i];
}

template <class To, class From>
[[nodiscard]] Mat34<To> convertMatrix(const Mat34<From>& m) {
  Mat34<To> out;
  for (std::size_t i = 0; i < 12; ++i)
    out.m[i] = static_cast<To>(m.m[i]);
  return out;
}

}  // namespace sinew
