// What the fox does besides walking.

#include "assets/generator/fox_clips.h"

#include <string>

#include "assets/generator/numeric.h"

namespace sinew::assets {
namespace {

const glm::dvec3 kX(1.0, 0.0, 0.0);
const glm::dvec3 kY(0.0, 1.0, 0.0);
const glm::dvec3 kZ(0.0, 0.0, 1.0);

glm::dquat about(const glm::dvec3& axis, double degrees) {
  return glm::angleAxis(radians(degrees), axis);
}

/// One value at a frame.
struct Beat {
  int frame;
  double value;
};

void turnAll(Animator& clip, const std::string& bone, const glm::dvec3& axis,
             const std::vector<Beat>& beats) {
  for (const Beat& beat : beats)
    clip.turn(bone, beat.frame, about(axis, beat.value));
}

}  // namespace

bmd1::AnimSpec makeIdle(const Rig& rig) {
  Animator idle(rig, "idle", 64, 16.0, true);
  for (const Beat& breath : {Beat{0, 0.0}, Beat{16, -0.3}, Beat{32, 0.0}, Beat{48, -0.3}}) {
    idle.move("hips", breath.frame, {0.12 * (breath.frame - 32) / 32.0, 0.0, breath.value});
    idle.turn("chest", breath.frame, about(kX, -3.0 * breath.value));
    keyStanding(idle, breath.frame);
  }
  turnAll(idle, "neck", kX, {{0, 0.0}, {16, 2.0}, {32, 0.0}, {48, 2.5}});
  for (const auto& [frame, yaw] : {Beat{0, 0.0}, Beat{10, 0.0}, Beat{16, 26.0}, Beat{28, 24.0},
                                   Beat{36, -8.0}, Beat{52, -10.0}, Beat{58, 0.0}}) {
    idle.turn("head", frame, about(kZ, yaw) * about(kY, -0.3 * yaw));
  }
  turnAll(idle, "ear.R", kZ, {{0, 0.0}, {12, 0.0}, {14, -24.0}, {18, -6.0}, {40, 0.0}});
  turnAll(idle, "ear.L", kZ, {{0, 0.0}, {34, 0.0}, {36, 26.0}, {38, 4.0}, {40, 20.0}, {44, 0.0}});
  const char* const tail[] = {"tail1", "tail2", "tail3", "tail4", "tail5"};
  for (int i = 0; i < 5; ++i) {
    for (int frame = 0; frame < 64; frame += 8) {
      const double cycle = 2.0 * kPi * frame / 64.0;
      idle.turn(tail[i], frame,
                about(kZ, (4.0 + 2.0 * i) * std::sin(cycle - 0.8 * i)) *
                    about(kX, (i == 4 ? 5.0 : 1.5) * std::sin(2.0 * cycle - 0.8 * i)));
    }
  }
  return idle.take();
}

bmd1::AnimSpec makeJump(const Rig& rig) {
  constexpr int kLast = 35;
  Animator jump(rig, "jump", kLast + 1, 24.0, false);
  struct Moment {
    int frame;
    double height;
    double forward;
    double pitch;  ///< degrees, nose up
  };
  const Moment moments[] = {{0, 0, 0, 0},        {5, -3.4, -1.2, -2}, {8, -3.0, -0.6, 4},
                            {11, 2.5, 1.2, 22},  {14, 7.6, 1.6, 14},  {17, 9.2, 1.6, 0},
                            {20, 7.0, 1.4, -14}, {23, 1.6, 0.8, -18}, {25, -1.8, 0.2, -6},
                            {27, -2.8, -0.4, 1}, {31, -0.6, 0, 1},    {kLast, 0, 0, 0}};
  for (const Moment& m : moments) {
    jump.move("hips", m.frame, {0.0, m.forward, m.height});
    jump.turn("hips", m.frame, about(kX, m.pitch));
    jump.turn("spine", m.frame,
              about(kX, -0.35 * m.pitch + (m.height < 0 ? -2.0 * m.height : 0.0)));
    jump.turn("chest", m.frame, about(kX, -0.15 * m.pitch + (m.height < 0 ? 1.5 * m.height : 0.0)));
    jump.turn("neck", m.frame, about(kX, -0.3 * m.pitch));
    jump.turn("head", m.frame, about(kX, -0.2 * m.pitch));
    jump.turn("tail1", m.frame, about(kX, -0.8 * m.pitch + 1.2 * m.height));
    jump.turn("tail3", m.frame, about(kX, 0.8 * m.pitch - 1.0 * m.height));
    jump.turn("ear.R", m.frame, about(kX, 1.2 * m.height));
    jump.turn("ear.L", m.frame, about(kX, 1.2 * m.height));
  }
  for (const FoxLeg& leg : foxLegs()) {
    // The front feet leave first and land first.
    const int leave = leg.front ? 9 : 11;
    const int land = leg.front ? 23 : 25;
    for (const int frame : {0, 3, 5, 7, leave, 13, 15, 17, 19, 21, land, 27, 29, 31, kLast}) {
      FootGoal goal = standingGoal(jump, leg);
      const double air = std::clamp(static_cast<double>(frame - leave) / (land - leave), 0.0, 1.0);
      const double tuck = std::sin(kPi * air);
      goal.toes.z += tuck * (leg.front ? 11.5 : 9.5);
      goal.toes.y += tuck * (leg.front ? 2.5 : -2.5) * std::cos(kPi * air) * -1.0;
      goal.foot_pitch = radians(tuck * (leg.front ? -55.0 : -24.0));
      goal.toe_pitch = radians(tuck * -38.0);
      keyLeg(jump, leg.bones, frame, goal);
    }
  }
  return jump.take();
}

bmd1::AnimSpec makePuff(const Rig& rig) {
  Animator puff(rig, "puff", 48, 16.0, true);
  // Startled: the back arches, the ears go flat, and the brush grows to nearly twice its girth.
  for (const Beat& beat : {Beat{0, 0.0}, Beat{6, 1.0}, Beat{30, 0.9}, Beat{42, 0.0}}) {
    const double s = beat.value;
    const int frame = beat.frame;
    puff.scale("tail1", frame, {1.0 + 0.75 * s, 1.0 + 0.125 * s, 1.0 + 0.75 * s});
    puff.scale("ear.R", frame, glm::dvec3(1.0 - 0.125 * s));
    puff.scale("ear.L", frame, glm::dvec3(1.0 - 0.125 * s));
    puff.turn("tail1", frame, about(kX, -26.0 * s));
    puff.turn("tail3", frame, about(kX, -14.0 * s));
    puff.move("hips", frame, {0.0, 0.5 * s, 0.7 * s});
    puff.turn("hips", frame, about(kX, 9.0 * s));
    puff.turn("spine", frame, about(kX, -9.0 * s));
    puff.turn("chest", frame, about(kX, -9.0 * s));
    puff.turn("neck", frame, about(kX, 10.0 * s));
    puff.turn("head", frame, about(kX, -6.0 * s));
    puff.turn("ear.R", frame, about(kX, 38.0 * s) * about(kY, 14.0 * s));
    puff.turn("ear.L", frame, about(kX, 38.0 * s) * about(kY, -14.0 * s));
  }
  for (int frame = 8; frame <= 28; frame += 4) {
    puff.turn("tail2", frame, about(kZ, (frame / 4) % 2 == 0 ? 7.0 : -7.0));
  }
  puff.turn("tail2", 0, about(kZ, 0.0));
  puff.turn("tail2", 36, about(kZ, 0.0));
  for (const int frame : {0, 3, 6, 18, 30, 36, 42})
    keyStanding(puff, frame);
  return puff.take();
}

bmd1::AnimSpec makeYip(const Rig& rig) {
  Animator yip(rig, "yip", 20, 24.0, false);
  turnAll(yip, "neck", kX, {{0, 0.0}, {4, -7.0}, {7, 13.0}, {12, 10.0}, {19, 0.0}});
  turnAll(yip, "head", kX, {{0, 0.0}, {4, -5.0}, {7, 15.0}, {12, 12.0}, {19, 0.0}});
  turnAll(yip, "jaw", kX, {{0, 0.0}, {5, 0.0}, {7, -27.0}, {10, -24.0}, {13, 0.0}});
  turnAll(yip, "ear.R", kX, {{0, 0.0}, {5, 0.0}, {8, 22.0}, {12, 16.0}, {19, 0.0}});
  turnAll(yip, "ear.L", kX, {{0, 0.0}, {5, 0.0}, {8, 22.0}, {12, 16.0}, {19, 0.0}});
  turnAll(yip, "tail1", kX, {{0, 0.0}, {7, -12.0}, {19, 0.0}});
  turnAll(yip, "tail4", kX, {{0, 0.0}, {8, -10.0}, {19, 0.0}});
  for (const Beat& beat :
       {Beat{0, 0.0}, Beat{4, -0.8}, Beat{7, 0.2}, Beat{12, 0.1}, Beat{19, 0.0}}) {
    yip.move("hips", beat.frame, {0.0, 0.3 * beat.value, beat.value});
    yip.turn("chest", beat.frame, about(kX, beat.value * 3.0));
  }
  for (const int frame : {0, 4, 7, 12, 19})
    keyStanding(yip, frame);
  return yip.take();
}

}  // namespace sinew::assets
