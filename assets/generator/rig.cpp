#include "assets/generator/rig.h"

#include <cmath>
#include <stdexcept>

#include <glm/ext/matrix_transform.hpp>

#include "format/quantize.h"

namespace sinew::assets {
namespace {

constexpr int kLengthSteps = 64;  // over one octave, which is all that differs in rounding

double tryLength(int step) {
  return 0.95 * std::exp2(static_cast<double>(step) / kLengthSteps);
}

glm::dmat4 matrixOf(const RigBone& bone) {
  glm::dmat4 m = glm::mat4_cast(bone.rotation);
  m[3] = glm::dvec4(bone.origin, 1.0);
  return m;
}

}  // namespace

glm::dquat readBack(const glm::dquat& stored) {
  const auto word = encodeRotation(stored);
  if (!word) throw std::logic_error("rotation without a code");
  return decodeRotation(*word);
}

glm::dquat bestStoredRotation(const glm::dquat& rotation) {
  const glm::dquat unit = glm::normalize(rotation);
  glm::dquat best = unit;
  double best_dot = -1.0;
  for (int step = 0; step < kLengthSteps; ++step) {
    const glm::dquat candidate = unit * tryLength(step);
    const double dot = glm::dot(readBack(candidate), unit);
    if (dot > best_dot) {
      best_dot = dot;
      best = candidate;
    }
  }
  return best;
}

glm::dvec3 bestStoredNormal(const glm::dvec3& direction) {
  const auto rounded = [](double value) { return decodeF8a(encodeF8a(value).value_or(0)); };
  glm::dvec3 best = direction;
  double best_dot = -1.0;
  for (int step = 0; step < kLengthSteps; ++step) {
    const glm::dvec3 candidate = direction * tryLength(step);
    const glm::dvec3 read(rounded(candidate.x), rounded(candidate.y), rounded(candidate.z));
    const double dot = glm::dot(glm::normalize(read), direction);
    if (dot > best_dot) {
      best_dot = dot;
      best = candidate;
    }
  }
  return best;
}

Rig::Rig() {
  RigBone root;
  root.name = "root";
  bones_.push_back(root);
}

int Rig::find(const std::string& name) const {
  for (std::size_t i = 0; i < bones_.size(); ++i) {
    if (bones_[i].name == name) return static_cast<int>(i);
  }
  throw std::logic_error("no bone " + name);
}

int Rig::add(const std::string& name, const std::string& parent, const glm::dvec3& origin,
             const glm::dquat& rotation, bool jointed) {
  if (!blends_.empty()) throw std::logic_error("bones come before blends");
  RigBone bone;
  bone.name = name;
  bone.parent = find(parent);
  const RigBone& above = bones_[static_cast<std::size_t>(bone.parent)];
  bone.stored_rotation = bestStoredRotation(glm::conjugate(above.rotation) * rotation);
  bone.local_rotation = readBack(bone.stored_rotation);
  const auto word = encodePackedVec3(glm::conjugate(above.rotation) * (origin - above.origin));
  if (!word) throw std::logic_error("bone out of range");
  bone.local_translation = decodePackedVec3(*word);
  bone.rotation = above.rotation * bone.local_rotation;
  bone.origin = above.origin + above.rotation * bone.local_translation;
  const int index = static_cast<int>(bones_.size());
  if (jointed) bone.hold = index + 1;
  bones_.push_back(bone);
  if (jointed) {
    bone.name += ".hold";
    bone.hold = -1;
    bones_.push_back(bone);
  }
  return index;
}

std::uint8_t Rig::blend(const std::string& name, double weight) {
  const int bone = find(name);
  const int hold = bones_[static_cast<std::size_t>(bone)].hold;
  const int eighths = static_cast<int>(std::lround(weight * 8.0));
  if (eighths >= 8 || hold < 0) return static_cast<std::uint8_t>(bone);
  if (eighths <= 0) return static_cast<std::uint8_t>(bones_[static_cast<std::size_t>(bone)].parent);
  for (std::size_t i = 0; i < blends_.size(); ++i) {
    if (blends_[i].bone == bone && blends_[i].eighths == eighths) {
      return static_cast<std::uint8_t>(bones_.size() + i);
    }
  }
  blends_.push_back({bone, eighths});
  return static_cast<std::uint8_t>(bones_.size() + blends_.size() - 1);
}

glm::dmat4 Rig::restMatrix(std::uint8_t bone) const {
  if (bone < bones_.size()) return matrixOf(bones_[bone]);
  // Twins coincide at rest, so their mix is either one's matrix.
  return matrixOf(bones_[static_cast<std::size_t>(blends_[bone - bones_.size()].bone)]);
}

void Rig::write(bmd1::FileSpec& spec) const {
  const auto solidOf = [this](int bone) {
    const auto found = solids_.find(bone);
    return found == solids_.end() ? std::uint8_t{0} : found->second;
  };
  for (std::size_t i = 0; i < bones_.size(); ++i) {
    bmd1::BoneSpec out;
    out.name = bones_[i].name;
    out.parent = static_cast<std::uint8_t>(bones_[i].parent);
    out.solid = solidOf(static_cast<int>(i));
    out.translation = bones_[i].local_translation;
    out.rotation = bones_[i].stored_rotation;
    spec.bones.push_back(out);
  }
  for (const Blend& blend : blends_) {
    const RigBone& bone = bones_[static_cast<std::size_t>(blend.bone)];
    bmd1::PseudoBoneSpec out;
    out.name = bone.name + ".blend" + std::to_string(blend.eighths);
    out.bones = {static_cast<std::uint8_t>(blend.bone), static_cast<std::uint8_t>(bone.hold), 0, 0};
    out.weights = {blend.eighths / 8.0, 1.0 - blend.eighths / 8.0, 0.0, 0.0};
    spec.pseudo_bones.push_back(out);
  }
}

}  // namespace sinew::assets
