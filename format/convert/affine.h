#pragma once

// Affine maps in double precision, as the encoder needs them: inverses, and taking a map apart.

#include <optional>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "format/mat34.h"

namespace sinew::convert {

[[nodiscard]] glm::dvec3 transformPoint(const Mat34d& m, const glm::dvec3& p);
/// The linear part alone.
[[nodiscard]] glm::dvec3 transformVector(const Mat34d& m, const glm::dvec3& v);
/// The transposed linear part: what undoes a normal's map up to length.
[[nodiscard]] glm::dvec3 transformByTranspose(const Mat34d& m, const glm::dvec3& v);
[[nodiscard]] glm::dvec3 originOf(const Mat34d& m);
[[nodiscard]] Mat34d translationBy(const glm::dvec3& t);
[[nodiscard]] Mat34d rigid(const glm::dquat& rotation, const glm::dvec3& translation);
[[nodiscard]] double determinant(const Mat34d& m);

/// Empty where the linear part is flat for practical purposes or not finite.
[[nodiscard]] std::optional<Mat34d> inverse(const Mat34d& m);

/// sum += weight * m.
void accumulate(Mat34d& sum, double weight, const Mat34d& m);

/// m = T * R * diag(S) * shear, the rotation being the nearest one to the columns' directions. A
/// mirrored map has a negative x scale.
struct Parts {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
  double shear = 0.0;  ///< greatest cosine between two columns
};
[[nodiscard]] Parts decompose(const Mat34d& m);

/// Angle of the rotation between two unit quaternions, radians.
[[nodiscard]] double angleBetween(const glm::dquat& a, const glm::dquat& b);

/// Greatest distance that two maps move any point of the unit cube around `center` with half edge
/// `extent` apart.
[[nodiscard]] double differenceOver(const Mat34d& a, const Mat34d& b, const glm::dvec3& center,
                                    double extent);

}  // namespace sinew::convert
