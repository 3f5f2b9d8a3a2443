#include "assets/generator/leg_solver.h"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "assets/generator/numeric.h"

namespace sinew::assets {
namespace {

glm::dquat aboutX(double angle) {
  return glm::angleAxis(angle, glm::dvec3(1.0, 0.0, 0.0));
}

/// Angle in the yz plane, from +y towards +z: what a turn about +x adds to.
double angleOf(const glm::dvec3& v) {
  return std::atan2(v.z, v.y);
}

}  // namespace

void keyLeg(Animator& animator, const LegBones& leg, int frame, const FootGoal& goal) {
  const glm::dvec3 rest_upper = animator.bone(leg[0]).origin;
  const glm::dvec3 rest_lower = animator.bone(leg[1]).origin;
  const glm::dvec3 rest_foot = animator.bone(leg[2]).origin;
  const glm::dvec3 rest_toes = animator.bone(leg[3]).origin;
  const glm::dvec3 upper = animator.pose(leg[0], frame).origin;

  // The plane of the leg leans about y so that the foot stays where it is when the hip sways.
  const double sway = (goal.toes.x - rest_toes.x) - (upper.x - rest_upper.x);
  const glm::dquat lean =
      glm::angleAxis(std::atan2(-sway, upper.z - goal.toes.z), glm::dvec3(0.0, 1.0, 0.0));
  const glm::dvec3 foot = goal.toes - lean * (aboutX(goal.foot_pitch) * (rest_toes - rest_foot));

  const glm::dvec3 a = rest_lower - rest_upper;
  const glm::dvec3 b = rest_foot - rest_lower;
  const double length_a = std::hypot(a.y, a.z);
  const double length_b = std::hypot(b.y, b.z);
  glm::dvec3 reach = glm::conjugate(lean) * (foot - upper);
  const double distance =
      std::clamp(std::hypot(reach.y, reach.z), std::abs(length_a - length_b) + 1e-3,
                 length_a + length_b - 1e-3);
  const double bend = std::acos((length_a * length_a + distance * distance - length_b * length_b) /
                                (2 * length_a * distance));
  // The knee bends to the side it has at rest.
  const double side = std::remainder(angleOf(a) - angleOf(a + b), 2 * kPi) > 0.0 ? 1.0 : -1.0;
  const double upper_angle = angleOf(reach) + side * bend;
  const glm::dvec3 knee(0.0, length_a * std::cos(upper_angle), length_a * std::sin(upper_angle));
  reach = glm::normalize(glm::dvec3(0.0, reach.y, reach.z)) * distance;
  const double lower_angle = angleOf(reach - knee);

  const auto face = [&](std::size_t i, double turn) {
    animator.face(leg[i], frame, lean * aboutX(turn) * animator.bone(leg[i]).rotation);
  };
  face(0, upper_angle - angleOf(a));
  face(1, lower_angle - angleOf(b));
  face(2, goal.foot_pitch);
  face(3, goal.toe_pitch);
}

}  // namespace sinew::assets
