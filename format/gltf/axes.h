#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "format/mat34.h"
#include "format/model.h"

namespace sinew::gltf {

/// From a model's axes and unit to glTF's: Y up, front +Z, metres. A change of basis of everything,
/// each bone's own space included, so that no node has to carry it.
class Axes {
 public:
  explicit Axes(const Conventions& conventions);

  [[nodiscard]] bool change() const { return change_; }
  [[nodiscard]] glm::dvec3 point(const glm::dvec3& p) const { return turn_ * p * scale_; }
  [[nodiscard]] glm::dvec3 direction(const glm::dvec3& d) const { return turn_ * d; }
  [[nodiscard]] glm::dquat rotation(const glm::dquat& q) const;
  /// Scale factors along axes, which change places.
  [[nodiscard]] glm::dvec3 scales(const glm::dvec3& s) const;
  [[nodiscard]] Transform transform(const Transform& t) const;
  [[nodiscard]] Mat34d matrix(const Mat34d& m) const;

 private:
  glm::dmat3 turn_{1.0};  ///< a permutation of the axes with signs, determinant 1
  double scale_ = 1.0;
  bool change_ = false;
};

[[nodiscard]] glm::dvec3 transformPoint(const Mat34d& m, const glm::dvec3& p);
/// Unit length, by the rule of normals: sign(det) * cofactors; 0 where there is no direction.
[[nodiscard]] glm::dvec3 transformNormal(const Mat34d& m, const glm::dvec3& n);
/// Matrices of all bones at rest, bone space to model space.
[[nodiscard]] std::vector<Mat34d> restWorlds(const Skeleton& skeleton);

}  // namespace sinew::gltf
