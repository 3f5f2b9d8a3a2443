#pragma once

// Keys for a clip, given in model space and stored relative to the base skeleton.

#include <cstdint>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "assets/generator/rig.h"
#include "format/bmd1/write.h"

namespace sinew::assets {

/// Where a bone is: model space.
struct BonePose {
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 origin{0.0};
};

class Animator {
 public:
  /// \param hz frames a second
  Animator(const Rig& rig, std::string name, int frames, double hz, bool loop);

  /// Turns a bone by `turn`, which is given in model axes as they lie at rest (the turn goes along
  /// when its parent turns).
  void turn(const std::string& bone, int frame, const glm::dquat& turn);
  /// Turns a bone so that its axes come to lie as `rotation` says, whatever its parent does at that
  /// frame. The parent's keys must all be set before.
  void face(const std::string& bone, int frame, const glm::dquat& rotation);
  /// Moves a bone's origin by `offset`, in model axes as they lie at rest.
  void move(const std::string& bone, int frame, const glm::dvec3& offset);
  void scale(const std::string& bone, int frame, const glm::dvec3& factors);

  /// A bone at a whole frame, as a reader poses it. Scale is left out: no clip that solves legs has
  /// any above them.
  [[nodiscard]] BonePose pose(const std::string& bone, int frame) const;
  [[nodiscard]] const RigBone& bone(const std::string& name) const;
  [[nodiscard]] int frames() const { return spec_.frames; }

  [[nodiscard]] bmd1::AnimSpec take() { return std::move(spec_); }

 private:
  [[nodiscard]] bmd1::KeySpec& key(int bone, int frame);
  [[nodiscard]] BonePose pose(int bone, int frame) const;

  const Rig& rig_;
  bmd1::AnimSpec spec_;
};

}  // namespace sinew::assets
