#include "format/convert/affine.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace sinew::convert {
namespace {

/// Columns of the linear part.
glm::dmat3 linear(const Mat34d& m) {
  return {glm::dvec3(m.m[0], m.m[4], m.m[8]), glm::dvec3(m.m[1], m.m[5], m.m[9]),
          glm::dvec3(m.m[2], m.m[6], m.m[10])};
}

/// The nearest rotation to a matrix of positive determinant and columns of length 1 (Higham's
/// iteration, which converges quadratically).
glm::dmat3 nearestRotation(glm::dmat3 m) {
  for (int i = 0; i < 20; ++i) {
    const glm::dmat3 next = 0.5 * (m + glm::transpose(glm::inverse(m)));
    double change = 0.0;
    for (int c = 0; c < 3; ++c)
      change = std::max(change, glm::length(next[c] - m[c]));
    m = next;
    if (change < 1e-14) break;
  }
  return m;
}

}  // namespace

glm::dvec3 transformPoint(const Mat34d& m, const glm::dvec3& p) {
  return transformVector(m, p) + originOf(m);
}

glm::dvec3 transformVector(const Mat34d& m, const glm::dvec3& v) {
  return {m.m[0] * v.x + m.m[1] * v.y + m.m[2] * v.z, m.m[4] * v.x + m.m[5] * v.y + m.m[6] * v.z,
          m.m[8] * v.x + m.m[9] * v.y + m.m[10] * v.z};
}

glm::dvec3 transformByTranspose(const Mat34d& m, const glm::dvec3& v) {
  return {m.m[0] * v.x + m.m[4] * v.y + m.m[8] * v.z, m.m[1] * v.x + m.m[5] * v.y + m.m[9] * v.z,
          m.m[2] * v.x + m.m[6] * v.y + m.m[10] * v.z};
}

glm::dvec3 originOf(const Mat34d& m) {
  return {m.m[3], m.m[7], m.m[11]};
}

Mat34d translationBy(const glm::dvec3& t) {
  Mat34d m;
  m.m[3] = t.x;
  m.m[7] = t.y;
  m.m[11] = t.z;
  return m;
}

Mat34d rigid(const glm::dquat& rotation, const glm::dvec3& translation) {
  const glm::dmat3 r = glm::mat3_cast(rotation);
  return {{r[0].x, r[1].x, r[2].x, translation.x,  //
           r[0].y, r[1].y, r[2].y, translation.y,  //
           r[0].z, r[1].z, r[2].z, translation.z}};
}

double determinant(const Mat34d& m) {
  return glm::determinant(linear(m));
}

std::optional<Mat34d> inverse(const Mat34d& m) {
  const glm::dmat3 l = linear(m);
  const double size = std::max({glm::length(l[0]), glm::length(l[1]), glm::length(l[2])});
  const double det = glm::determinant(l);
  if (!std::isfinite(det) || !(std::abs(det) > 1e-12 * size * size * size)) return std::nullopt;
  const glm::dmat3 i = glm::inverse(l);
  const glm::dvec3 t = -(i * originOf(m));
  return Mat34d{
      {i[0].x, i[1].x, i[2].x, t.x, i[0].y, i[1].y, i[2].y, t.y, i[0].z, i[1].z, i[2].z, t.z}};
}

void accumulate(Mat34d& sum, double weight, const Mat34d& m) {
  for (std::size_t i = 0; i < 12; ++i)
    sum.m[i] += weight * m.m[i];
}

Parts decompose(const Mat34d& m) {
  Parts out;
  out.translation = originOf(m);
  glm::dmat3 l = linear(m);
  const double mirror = glm::determinant(l) < 0.0 ? -1.0 : 1.0;
  for (int c = 0; c < 3; ++c)
    out.scale[c] = glm::length(l[c]);
  out.scale.x *= mirror;
  for (int c = 0; c < 3; ++c) {
    if (std::abs(out.scale[c]) < 1e-12) return out;  // flat: no directions to speak of
    l[c] /= out.scale[c];
  }
  out.shear = std::max({std::abs(glm::dot(l[0], l[1])), std::abs(glm::dot(l[1], l[2])),
                        std::abs(glm::dot(l[2], l[0]))});
  if (glm::determinant(l) < 1e-6) return out;
  const glm::dmat3 r = nearestRotation(l);
  // Along the rotation's own axes the scales fit best where there is shear.
  for (int c = 0; c < 3; ++c)
    out.scale[c] *= glm::dot(l[c], r[c]);
  out.rotation = glm::normalize(glm::quat_cast(r));
  return out;
}

double angleBetween(const glm::dquat& a, const glm::dquat& b) {
  const glm::dquat d = glm::conjugate(a) * b;
  return 2.0 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

double differenceOver(const Mat34d& a, const Mat34d& b, const glm::dvec3& center, double extent) {
  double worst = 0.0;
  for (std::size_t r = 0; r < 3; ++r) {
    const glm::dvec3 d(a.m[4 * r] - b.m[4 * r], a.m[4 * r + 1] - b.m[4 * r + 1],
                       a.m[4 * r + 2] - b.m[4 * r + 2]);
    const double at = glm::dot(d, center) + a.m[4 * r + 3] - b.m[4 * r + 3];
    const double row = std::abs(at) + extent * (std::abs(d.x) + std::abs(d.y) + std::abs(d.z));
    worst += row * row;
  }
  return std::sqrt(worst);
}

}  // namespace sinew::convert
