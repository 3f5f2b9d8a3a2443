#include "assets/generator/animator.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "format/quantize.h"

namespace sinew::assets {
namespace {

glm::dvec3 storedPoint(const glm::dvec3& p) {
  const auto word = encodePackedVec3(p);
  if (!word) throw std::logic_error("key out of range");
  return decodePackedVec3(*word);
}

struct Neighbours {
  const bmd1::KeySpec* before = nullptr;
  const bmd1::KeySpec* after = nullptr;
  double share = 0.0;  ///< of `after`
};

/// The keys of one channel around a frame, wrapping in a looping clip (docs/format-bmd1.md, section
/// 8).
template <class HasChannel>
std::optional<Neighbours> findKeys(const bmd1::AnimSpec& clip, std::size_t bone, int frame,
                                   const HasChannel& has) {
  std::vector<const bmd1::KeySpec*> keys;
  for (const bmd1::KeySpec& key : clip.tracks[bone]) {
    if (has(key)) keys.push_back(&key);
  }
  if (keys.empty()) return std::nullopt;
  const int frames = clip.frames;
  const bmd1::KeySpec* before = nullptr;
  const bmd1::KeySpec* after = nullptr;
  for (const bmd1::KeySpec* key : keys) {
    if (static_cast<int>(key->frame) <= frame) before = key;
    if (static_cast<int>(key->frame) > frame && after == nullptr) after = key;
  }
  if (!clip.loop) {
    if (before == nullptr) before = after;
    if (after == nullptr) after = before;
  } else {
    if (before == nullptr) before = keys.back();
    if (after == nullptr) after = keys.front();
  }
  const int from = static_cast<int>(before->frame);
  const int span = (static_cast<int>(after->frame) - from + frames) % frames;
  const int gone = (frame - from + frames) % frames;
  return Neighbours{before, after, span == 0 ? 0.0 : static_cast<double>(gone) / span};
}

}  // namespace

Animator::Animator(const Rig& rig, std::string name, int frames, double hz, bool loop) : rig_(rig) {
  spec_.name = std::move(name);
  spec_.frames = static_cast<std::uint8_t>(frames);
  spec_.hz = hz;
  spec_.loop = loop;
  spec_.tracks.resize(rig.bones().size());
}

const RigBone& Animator::bone(const std::string& name) const {
  return rig_.bones()[static_cast<std::size_t>(rig_.find(name))];
}

bmd1::KeySpec& Animator::key(int bone, int frame) {
  auto& track = spec_.tracks[static_cast<std::size_t>(bone)];
  const auto wanted = static_cast<std::uint32_t>(frame);
  auto place = std::find_if(track.begin(), track.end(),
                            [wanted](const bmd1::KeySpec& k) { return k.frame >= wanted; });
  if (place == track.end() || place->frame != wanted) {
    bmd1::KeySpec fresh;
    fresh.frame = wanted;
    place = track.insert(place, fresh);
  }
  return *place;
}

void Animator::turn(const std::string& bone, int frame, const glm::dquat& turn) {
  const int index = rig_.find(bone);
  const RigBone& parent =
      rig_.bones()[static_cast<std::size_t>(rig_.bones()[static_cast<std::size_t>(index)].parent)];
  key(index, frame).rotation =
      bestStoredRotation(glm::conjugate(parent.rotation) * turn * parent.rotation);
}

void Animator::face(const std::string& bone, int frame, const glm::dquat& rotation) {
  const int index = rig_.find(bone);
  const RigBone& own = rig_.bones()[static_cast<std::size_t>(index)];
  const BonePose parent = pose(own.parent, frame);
  key(index, frame).rotation = bestStoredRotation(glm::conjugate(parent.rotation) * rotation *
                                                  glm::conjugate(own.local_rotation));
}

void Animator::move(const std::string& bone, int frame, const glm::dvec3& offset) {
  const int index = rig_.find(bone);
  const RigBone& parent =
      rig_.bones()[static_cast<std::size_t>(rig_.bones()[static_cast<std::size_t>(index)].parent)];
  key(index, frame).translation = storedPoint(glm::conjugate(parent.rotation) * offset);
}

void Animator::scale(const std::string& bone, int frame, const glm::dvec3& factors) {
  key(rig_.find(bone), frame).scale = storedPoint(factors);
}

BonePose Animator::pose(const std::string& bone, int frame) const {
  return pose(rig_.find(bone), frame);
}

BonePose Animator::pose(int bone, int frame) const {
  if (bone == 0) return {};
  const auto index = static_cast<std::size_t>(bone);
  const RigBone& own = rig_.bones()[index];
  const BonePose parent = pose(own.parent, frame);
  glm::dquat rotation = own.local_rotation;
  glm::dvec3 translation = own.local_translation;
  const auto turns =
      findKeys(spec_, index, frame, [](const bmd1::KeySpec& k) { return k.rotation.has_value(); });
  if (turns) {
    const glm::dquat a = readBack(*turns->before->rotation);
    glm::dquat b = readBack(*turns->after->rotation);
    if (glm::dot(a, b) < 0.0) b = -b;
    rotation = glm::normalize(a * (1.0 - turns->share) + b * turns->share) * own.local_rotation;
  }
  const auto moves = findKeys(spec_, index, frame,
                              [](const bmd1::KeySpec& k) { return k.translation.has_value(); });
  if (moves) {
    translation += *moves->before->translation * (1.0 - moves->share) +
                   *moves->after->translation * moves->share;
  }
  return {parent.rotation * rotation, parent.origin + parent.rotation * translation};
}

}  // namespace sinew::assets
