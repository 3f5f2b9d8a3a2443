#include "format/gltf/axes.h"

#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "format/affine.h"

namespace sinew::gltf {
namespace {

bool isAxis(const glm::dvec3& v) {
  return std::abs(std::abs(v.x) + std::abs(v.y) + std::abs(v.z) - 1.0) < 1e-9 &&
         std::abs(glm::length(v) - 1.0) < 1e-9;
}

glm::dmat3 linearOf(const Mat34d& m) {
  return {m.m[0], m.m[4], m.m[8], m.m[1], m.m[5], m.m[9], m.m[2], m.m[6], m.m[10]};
}

}  // namespace

Axes::Axes(const Conventions& conventions) {
  const bool y_up = conventions.up == UpAxis::Y;
  const glm::dvec3 up = y_up ? glm::dvec3(0, 1, 0) : glm::dvec3(0, 0, 1);
  glm::dvec3 front(conventions.front);
  if (!isAxis(front) || std::abs(glm::dot(front, up)) > 1e-9) {
    front = y_up ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0);
  }
  // Rows are the old axes that become x, y and z.
  turn_ = glm::transpose(glm::dmat3(glm::cross(up, front), up, front));
  if (conventions.units_per_metre > 0.0) scale_ = 1.0 / conventions.units_per_metre;
  change_ = turn_ != glm::dmat3(1.0) || scale_ != 1.0;
}

glm::dquat Axes::rotation(const glm::dquat& q) const {
  // The axis turns along; the angle stays, because the change is a rotation itself.
  const glm::dvec3 axis = turn_ * glm::dvec3(q.x, q.y, q.z);
  return {q.w, axis.x, axis.y, axis.z};
}

glm::dvec3 Axes::scales(const glm::dvec3& s) const {
  return glm::dmat3(glm::abs(turn_[0]), glm::abs(turn_[1]), glm::abs(turn_[2])) * s;
}

Transform Axes::transform(const Transform& t) const {
  return {point(t.translation), rotation(t.rotation), scales(t.scale)};
}

Mat34d Axes::matrix(const Mat34d& m) const {
  const glm::dmat3 linear = turn_ * linearOf(m) * glm::transpose(turn_);
  const glm::dvec3 origin = point({m.m[3], m.m[7], m.m[11]});
  return {{linear[0][0], linear[1][0], linear[2][0], origin.x, linear[0][1], linear[1][1],
           linear[2][1], origin.y, linear[0][2], linear[1][2], linear[2][2], origin.z}};
}

glm::dvec3 transformPoint(const Mat34d& m, const glm::dvec3& p) {
  return {m.m[0] * p.x + m.m[1] * p.y + m.m[2] * p.z + m.m[3],
          m.m[4] * p.x + m.m[5] * p.y + m.m[6] * p.z + m.m[7],
          m.m[8] * p.x + m.m[9] * p.y + m.m[10] * p.z + m.m[11]};
}

glm::dvec3 transformNormal(const Mat34d& m, const glm::dvec3& n) {
  const glm::dmat3 a = linearOf(m);
  const glm::dmat3 cofactors(glm::cross(a[1], a[2]), glm::cross(a[2], a[0]),
                             glm::cross(a[0], a[1]));
  const glm::dvec3 out = cofactors * n * (glm::determinant(a) < 0.0 ? -1.0 : 1.0);
  const double length = glm::length(out);
  return length > 1e-300 && std::isfinite(length) ? out / length : glm::dvec3(0.0);
}

std::vector<Mat34d> restWorlds(const Skeleton& skeleton) {
  std::vector<Mat34d> out(skeleton.bones.size());
  for (const std::uint32_t b : skeleton.order) {
    const Bone& bone = skeleton.bones[b];
    const Mat34d local = matrixOf(bone.rest);
    out[b] = bone.parent == kNone ? local : out[bone.parent] * local;
  }
  return out;
}

}  // namespace sinew::gltf
