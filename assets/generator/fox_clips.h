#pragma once

#include "assets/generator/animator.h"
#include "assets/generator/leg_solver.h"
#include "assets/generator/rig.h"
#include "format/bmd1/write.h"

namespace sinew::assets {

struct FoxLeg {
  LegBones bones;
  double phase = 0.0;  ///< of the walk's cycle at which the foot lands
  bool front = false;
};
/// Left hind, left front, right hind, right front: the order in which a walking fox sets them down.
[[nodiscard]] const std::array<FoxLeg, 4>& foxLegs();

/// Goal of a foot that stands where it stands at rest.
[[nodiscard]] FootGoal standingGoal(const Animator& animator, const FoxLeg& leg);
/// Keys all legs at `frame` so that the feet stay where they stand at rest.
void keyStanding(Animator& animator, int frame);

[[nodiscard]] bmd1::AnimSpec makeWalk(const Rig& rig);
[[nodiscard]] bmd1::AnimSpec makeIdle(const Rig& rig);
[[nodiscard]] bmd1::AnimSpec makeJump(const Rig& rig);
[[nodiscard]] bmd1::AnimSpec makePuff(const Rig& rig);
[[nodiscard]] bmd1::AnimSpec makeYip(const Rig& rig);

}  // namespace sinew::assets
