#include "assets/generator/fox_rig.h"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "assets/generator/numeric.h"

namespace sinew::assets {
namespace {

/// The rotation about x that leads `axis` (in the yz plane) to `direction`.
glm::dquat pitchTo(const glm::dvec3& axis, const glm::dvec3& direction) {
  const double from = std::atan2(axis.z, axis.y);
  const double to = std::atan2(direction.z, direction.y);
  return glm::angleAxis(to - from, glm::dvec3(1.0, 0.0, 0.0));
}

/// The shortest rotation that leads one unit vector to another that is not its opposite.
glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to) {
  const glm::dvec3 axis = glm::cross(from, to);
  return glm::normalize(glm::dquat(1.0 + glm::dot(from, to), axis.x, axis.y, axis.z));
}

struct ChainBone {
  const char* name;
  glm::dvec3 origin;
};

/// Bones one after another, each pointing along `axis` to the next one's origin; `end` is the last
/// one's target.
void addChain(Rig& rig, const std::string& parent, const std::vector<ChainBone>& chain,
              const glm::dvec3& end, const glm::dvec3& axis, bool left) {
  std::string above = parent;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const glm::dvec3 next = i + 1 < chain.size() ? chain[i + 1].origin : end;
    const glm::dquat rotation = pitchTo(axis, next - chain[i].origin);
    glm::dvec3 origin = chain[i].origin;
    if (left) origin.x = -origin.x;
    const std::string name = left ? leftName(chain[i].name) : chain[i].name;
    rig.add(name, above, origin, rotation, true);
    above = name;
  }
}

void addLegs(Rig& rig) {
  const glm::dvec3 down(0.0, 0.0, -1.0);
  for (const bool left : {false, true}) {
    addChain(rig, "chest",
             {{"upper_arm.R", {2.7, 7.9, 16.2}},
              {"forearm.R", {2.9, 6.1, 11.2}},
              {"hand.R", {2.8, 6.9, 4.4}},
              {"fingers.R", {2.8, 7.4, 1.6}}},
             {2.8, 9.4, 0.9}, down, left);
    addChain(rig, "hips",
             {{"thigh.R", {2.5, -8.3, 17.2}},
              {"shin.R", {2.85, -6.2, 10.6}},
              {"foot.R", {2.75, -9.5, 6.3}},
              {"toes.R", {2.75, -9.0, 1.6}}},
             {2.75, -7.0, 0.9}, down, left);
  }
}

void addFace(Rig& rig, const FoxParts& parts) {
  const glm::dvec3 forward(0.0, 1.0, 0.0);
  rig.add("jaw", "head", {0.0, 15.2, 24.7}, pitchTo(forward, {0.0, 6.0, -0.5}), true);
  for (const bool left : {false, true}) {
    const double side = left ? -1.0 : 1.0;
    const std::string suffix = left ? ".L" : ".R";
    const glm::dquat lean = glm::angleAxis(radians(12.0) * side, forward) *
                            glm::angleAxis(radians(5.0), glm::dvec3(1.0, 0.0, 0.0));
    rig.add("ear" + suffix, "head", {2.3 * side, 13.2, 28.9}, lean, true);
    const glm::dvec3 gaze(parts.gaze.x * side, parts.gaze.y, parts.gaze.z);
    rig.add("eye" + suffix, "head", {parts.eye.x * side, parts.eye.y, parts.eye.z},
            shortestTurn(forward, gaze));
  }
}

}  // namespace

Rig makeFoxRig(const FoxParts& parts) {
  Rig rig;
  const glm::dvec3 forward(0.0, 1.0, 0.0);
  rig.add("hips", "root", {0.0, -8.6, 17.6}, pitchTo(forward, {0.0, 5.0, -0.3}));
  addChain(rig, "hips", {{"spine", {0.0, -3.6, 17.4}}, {"chest", {0.0, 2.2, 17.4}}},
           {0.0, 8.5, 18.6}, forward, false);
  addChain(rig, "chest", {{"neck", {0.0, 9.3, 19.6}}, {"head", {0.0, 12.1, 24.6}}},
           {0.0, 18.0, 26.0}, forward, false);
  addFace(rig, parts);
  addChain(rig, "hips",
           {{"tail1", {0.0, -11.2, 18.4}},
            {"tail2", {0.0, -15.0, 17.2}},
            {"tail3", {0.0, -19.0, 15.4}},
            {"tail4", {0.0, -23.4, 15.3}},
            {"tail5", {0.0, -27.2, 17.3}}},
           {0.0, -30.5, 22.0}, {0.0, -1.0, 0.0}, false);
  addLegs(rig);
  return rig;
}

}  // namespace sinew::assets
