// The fox's walk: a four-beat gait in place, so that a planted foot moves back at a steady speed.

#include "assets/generator/fox_clips.h"
#include "assets/generator/numeric.h"

namespace sinew::assets {
namespace {

constexpr int kFrames = 24;
constexpr double kHz = 24.0;
constexpr double kDuty = 0.625;  // share of the cycle that a foot is on the ground
constexpr double kStep = 9.5;    // units it travels there
constexpr double kLift = 2.2;

glm::dquat about(const glm::dvec3& axis, double degrees) {
  return glm::angleAxis(radians(degrees), axis);
}
const glm::dvec3 kX(1.0, 0.0, 0.0);
const glm::dvec3 kY(0.0, 1.0, 0.0);
const glm::dvec3 kZ(0.0, 0.0, 1.0);

FootGoal walkingGoal(const Animator& animator, const FoxLeg& leg, double phase) {
  FootGoal goal = standingGoal(animator, leg);
  const double center = goal.toes.y + (leg.front ? 0.2 : -0.4);
  if (phase < kDuty) {
    const double t = phase / kDuty;
    goal.toes.y = center + kStep * (0.5 - t);
    // Reaches forward, rolls over, and leaves the ground heel first.
    goal.foot_pitch = radians(mixed(leg.front ? 14.0 : 8.0, leg.front ? -34.0 : -22.0, t * t));
    return goal;
  }
  const double t = (phase - kDuty) / (1.0 - kDuty);
  goal.toes.y = center + kStep * (smoothStep(-0.12, 1.06, t) - 0.5);
  goal.toes.z += kLift * std::sin(kPi * std::pow(t, 0.8));
  const double curl = std::sin(kPi * t);
  goal.foot_pitch = radians(mixed(leg.front ? -34.0 : -22.0, leg.front ? 14.0 : 8.0, t) -
                            curl * (leg.front ? 38.0 : 16.0));
  goal.toe_pitch = radians(-34.0 * curl * (1.0 - t) - 6.0 * curl);
  return goal;
}

void keyTrunk(Animator& walk) {
  // Twice a cycle the body sinks, as one hind and one front foot take the weight.
  for (int frame = 0; frame < kFrames; frame += 3) {
    const double cycle = 2.0 * kPi * frame / kFrames;
    walk.move("hips", frame,
              {0.28 * std::sin(cycle), 0.0, -0.35 - 0.32 * std::cos(2.0 * cycle - 0.9)});
  }
  for (int frame = 0; frame < kFrames; frame += 6) {
    const double cycle = 2.0 * kPi * frame / kFrames;
    const double side = std::sin(cycle + 0.5);
    walk.turn("hips", frame, about(kZ, 3.5 * std::cos(cycle)) * about(kY, 2.0 * side));
    walk.turn("spine", frame, about(kZ, -4.0 * std::cos(cycle - 0.5)) * about(kY, -1.5 * side));
    walk.turn("chest", frame, about(kZ, -3.5 * std::cos(cycle - 0.9)) * about(kX, 1.0 * side));
    walk.turn(
        "neck", frame,
        about(kZ, 2.5 * std::cos(cycle - 0.8)) * about(kX, -5.0 + 2.0 * std::cos(2.0 * cycle)));
    walk.turn(
        "head", frame,
        about(kZ, 2.0 * std::cos(cycle - 0.8)) * about(kX, 4.0 - 2.0 * std::cos(2.0 * cycle)));
    const char* const tail[] = {"tail1", "tail2", "tail3", "tail4", "tail5"};
    for (int i = 0; i < 5; ++i) {
      walk.turn(tail[i], frame,
                about(kZ, (3.0 + 1.5 * i) * std::sin(cycle - 0.7 * i)) * about(kX, i == 0   ? -8.0
                                                                                   : i == 4 ? 6.0
                                                                                            : 0.0));
    }
  }
  for (int frame = 0; frame < kFrames; frame += 6) {
    const double beat = (frame / 6) % 2 == 0 ? 1.0 : -1.0;
    walk.turn("ear.R", frame, about(kX, 3.0 * beat));
    walk.turn("ear.L", frame, about(kX, 3.0 * beat));
  }
}

}  // namespace

const std::array<FoxLeg, 4>& foxLegs() {
  static const std::array<FoxLeg, 4> legs = {{
      {{"thigh.L", "shin.L", "foot.L", "toes.L"}, 0.0, false},
      {{"upper_arm.L", "forearm.L", "hand.L", "fingers.L"}, 0.25, true},
      {{"thigh.R", "shin.R", "foot.R", "toes.R"}, 0.5, false},
      {{"upper_arm.R", "forearm.R", "hand.R", "fingers.R"}, 0.75, true},
  }};
  return legs;
}

FootGoal standingGoal(const Animator& animator, const FoxLeg& leg) {
  return {animator.bone(leg.bones[3]).origin, 0.0, 0.0};
}

void keyStanding(Animator& animator, int frame) {
  for (const FoxLeg& leg : foxLegs()) {
    keyLeg(animator, leg.bones, frame, standingGoal(animator, leg));
  }
}

bmd1::AnimSpec makeWalk(const Rig& rig) {
  Animator walk(rig, "walk", kFrames, kHz, true);
  keyTrunk(walk);
  for (const FoxLeg& leg : foxLegs()) {
    // Closer keys in the air, where the leg folds, and at both ends of the stance.
    for (const int since_landing : {0, 2, 5, 8, 11, 13, 15, 17, 19, 21}) {
      const int frame =
          (since_landing + static_cast<int>(std::lround(leg.phase * kFrames))) % kFrames;
      const double phase = static_cast<double>(since_landing) / kFrames;
      keyLeg(walk, leg.bones, frame, walkingGoal(walk, leg, phase));
    }
  }
  return walk.take();
}

}  // namespace sinew::assets
