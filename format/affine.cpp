#include "format/affine.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace sinew {
namespace {

glm::dvec3 column(const Mat34d& m, std::size_t c) {
  return {m.m[c], m.m[4 + c], m.m[8 + c]};
}

/// An axis perpendicular to a unit vector.
glm::dvec3 anyAcross(const glm::dvec3& axis) {
  const glm::dvec3 other = std::abs(axis.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(glm::cross(axis, other));
}

}  // namespace

Mat34d matrixOf(const Transform& transform) {
  const glm::dmat3 r = glm::mat3_cast(transform.rotation);
  Mat34d out;
  for (std::size_t row = 0; row < 3; ++row) {
    const auto i = static_cast<glm::length_t>(row);
    for (std::size_t col = 0; col < 3; ++col) {
      const auto k = static_cast<glm::length_t>(col);
      out.m[4 * row + col] = r[k][i] * transform.scale[k];
    }
    out.m[4 * row + 3] = transform.translation[i];
  }
  return out;
}

double determinant(const Mat34d& m) {
  return glm::dot(column(m, 0), glm::cross(column(m, 1), column(m, 2)));
}

std::optional<Mat34d> inverseOf(const Mat34d& m) {
  const glm::dmat3 linear(column(m, 0), column(m, 1), column(m, 2));
  const double size = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
  if (!std::isfinite(size) || size <= 0.0) return std::nullopt;
  if (std::abs(glm::determinant(linear)) <= 1e-6 * size) return std::nullopt;
  const glm::dmat3 i = glm::inverse(linear);
  const glm::dvec3 t = -(i * column(m, 3));
  return Mat34d{{i[0][0], i[1][0], i[2][0], t.x, i[0][1], i[1][1], i[2][1], t.y, i[0][2], i[1][2],
                 i[2][2], t.z}};
}

Decomposed decompose(const Mat34d& m) {
  Decomposed out;
  Transform& t = out.transform;
  t.translation = column(m, 3);
  t.scale = {glm::length(column(m, 0)), glm::length(column(m, 1)), glm::length(column(m, 2))};
  if (determinant(m) < 0.0) t.scale.x = -t.scale.x;
  const double largest =
      std::max({std::abs(t.scale.x), std::abs(t.scale.y), std::abs(t.scale.z), 1e-300});
  // Axes that are scaled to nothing follow from the others; all of them: no rotation.
  glm::dvec3 axes[3];
  bool known[3];
  for (std::size_t c = 0; c < 3; ++c) {
    const double scale = t.scale[static_cast<glm::length_t>(c)];
    known[c] = std::abs(scale) > largest * 1e-12;
    if (known[c]) axes[c] = column(m, c) / scale;
  }
  if (!known[0] && !known[1] && !known[2]) return out;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t next = (c + 1) % 3;
    const std::size_t last = (c + 2) % 3;
    if (known[c]) continue;
    if (!known[next] && !known[last]) {
      continue;  // filled by the axis that is known, below
    }
    if (!known[next]) axes[next] = anyAcross(axes[last]);
    if (!known[last]) axes[last] = anyAcross(axes[next]);
    known[next] = known[last] = known[c] = true;
    axes[c] = glm::normalize(glm::cross(axes[next], axes[last]));
  }
  // Gram-Schmidt keeps the z axis, then y: a rotation even where there is shear.
  const glm::dvec3 z = glm::normalize(axes[2]);
  glm::dvec3 y = axes[1] - z * glm::dot(axes[1], z);
  y = glm::length(y) > 1e-12 ? glm::normalize(y) : anyAcross(z);
  const glm::dvec3 x = glm::cross(y, z);
  t.rotation = glm::normalize(glm::quat_cast(glm::dmat3(x, y, z)));
  const Mat34d back = matrixOf(t);
  for (std::size_t i = 0; i < 12; ++i)
    out.shear = std::max(out.shear, std::abs(back.m[i] - m.m[i]) / largest);
  return out;
}

}  // namespace sinew
