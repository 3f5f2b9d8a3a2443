#pragma once

#include <array>
#include <string>

#include <glm/vec3.hpp>

#include "assets/generator/animator.h"

namespace sinew::assets {

/// Upper, lower, foot and toe bone of a leg.
using LegBones = std::array<std::string, 4>;

/// Where a foot should be.
struct FootGoal {
  glm::dvec3 toes{0.0};  ///< origin of the toe bone, model space
  double foot_pitch =
      0.0;  ///< radians the foot bone turns from rest about +x: below 0 lifts the heel
  double toe_pitch = 0.0;  ///< the same for the toes
};

/// Keys a leg's four bones at `frame` so that its toe bone reaches the goal (or as near as the leg
/// is long). The keys of the bones above must be set before. Model space throughout.
void keyLeg(Animator& animator, const LegBones& leg, int frame, const FootGoal& goal);

}  // namespace sinew::assets
