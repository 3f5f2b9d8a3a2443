#pragma once

// A skeleton in the making: bones in model space, their stored (rounded) transforms, and the blends
// at joints.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "format/bmd1/write.h"

namespace sinew::assets {

/// The quaternion, of any length, whose F8A components point closest to `rotation`: a longer or
/// shorter one often rounds better than the unit one, and readers normalise.
[[nodiscard]] glm::dquat bestStoredRotation(const glm::dquat& rotation);

/// What a reader makes of a stored rotation.
[[nodiscard]] glm::dquat readBack(const glm::dquat& stored);

/// The vector along `direction`, of any length, whose F8A components point closest to it.
[[nodiscard]] glm::dvec3 bestStoredNormal(const glm::dvec3& direction);

struct RigBone {
  std::string name;
  int parent = 0;
  int hold = -1;  ///< its twin that stays at rest, -1 without one
  glm::dquat stored_rotation{1.0, 0.0, 0.0, 0.0};
  glm::dquat local_rotation{1.0, 0.0, 0.0, 0.0};  ///< as read back
  glm::dvec3 local_translation{0.0};              ///< as read back
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};        ///< bone -> model, at rest
  glm::dvec3 origin{0.0};                         ///< model space, at rest
};

/// Bones first, then blends.
///
/// A blend mixes a bone with its twin `NAME.hold`: same parent, same rest transform, never
/// animated. Both have their origin in the joint and the same axes at rest, so the mix of their
/// matrices is exactly the usual linear blend of "still with the parent" and "already with the
/// bone". (Mixing the parent's own matrix instead would swing the joint about a point half-way up
/// the parent.)
class Rig {
 public:
  Rig();  ///< has the root, bone 0

  /// Adds a bone whose origin and axes are given in model space; both are rounded to what the file
  /// holds. With `jointed`, its twin follows it.
  int add(const std::string& name, const std::string& parent, const glm::dvec3& origin,
          const glm::dquat& rotation, bool jointed = false);

  [[nodiscard]] int find(const std::string& name) const;
  [[nodiscard]] const std::vector<RigBone>& bones() const { return bones_; }

  /// The bone of a vertex that follows `name` by `weight` (rounded to eighths) and its parent by
  /// the rest. Adds a blend where there is none yet; no bones may be added afterwards.
  std::uint8_t blend(const std::string& name, double weight);

  /// Bone or blend -> model, at rest, exactly as readers compute it.
  [[nodiscard]] glm::dmat4 restMatrix(std::uint8_t bone) const;

  void setSolid(const std::string& name, std::uint8_t mesh) { solids_[find(name)] = mesh; }
  void write(bmd1::FileSpec& spec) const;

 private:
  struct Blend {
    int bone = 0;
    int eighths = 0;
  };
  std::vector<RigBone> bones_;
  std::vector<Blend> blends_;
  std::map<int, std::uint8_t> solids_;
};

}  // namespace sinew::assets
