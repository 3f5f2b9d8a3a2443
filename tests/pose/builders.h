#pragma once

// Small models for the pose tests, made by hand or at random.

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"

namespace sinew::test {

/// Appends a bone; the caller ends with `finish`.
inline std::uint32_t addBone(Model& model, std::uint32_t parent, const Transform& rest = {},
                             ScaleInheritance inherit = ScaleInheritance::Full) {
  Bone bone;
  bone.parent = parent;
  bone.rest = rest;
  bone.inherit_scale = inherit;
  model.skeleton.bones.push_back(bone);
  return static_cast<std::uint32_t>(model.skeleton.bones.size() - 1);
}

/// Appends an influence of the given bones and weights, without offsets.
inline std::uint32_t addInfluence(Model& model, const std::vector<std::uint32_t>& bones,
                                  const std::vector<float>& weights) {
  Influences& all = model.influences;
  all.bones.insert(all.bones.end(), bones.begin(), bones.end());
  all.weights.insert(all.weights.end(), weights.begin(), weights.end());
  all.first.push_back(static_cast<std::uint32_t>(all.bones.size()));
  return static_cast<std::uint32_t>(all.size() - 1);
}

/// Orders the bones and gives every bone the influence of its index, where there are none yet.
inline void finish(Model& model) {
  finishSkeleton(model.skeleton);
  if (model.influences.size() > 0) return;
  for (std::uint32_t b = 0; b < model.skeleton.bones.size(); ++b)
    addInfluence(model, {b}, {1.0f});
  if (model.influences.size() == 0) model.influences.first.push_back(0);
}

template <class V>
using Keys = std::vector<std::pair<float, V>>;

/// All keys of one bone.
struct BoneKeys {
  std::uint32_t bone = 0;
  Keys<glm::quat> rotations;
  Keys<glm::vec3> translations;
  Keys<glm::vec3> scales;
};

template <class V>
void appendKeys(KeyPool<V>& pool, const Keys<V>& keys, bool fine) {
  for (const auto& [frame, value] : keys) {
    if (fine) {
      pool.fine_frames.push_back(frame);
    } else {
      pool.whole_frames.push_back(static_cast<std::uint16_t>(frame));
    }
    pool.values.push_back(value);
  }
}

/// `bones` by rising bone. `fine`: frames go to fine_frames.
inline Clip makeClip(double frame_count, bool loop, const std::vector<BoneKeys>& bones,
                     bool fine = false) {
  auto keys = std::make_shared<ClipKeys>();
  const auto mark = [&](std::uint32_t bone) {
    keys->tracks.push_back({bone, static_cast<std::uint32_t>(keys->rotations.values.size()),
                            static_cast<std::uint32_t>(keys->translations.values.size()),
                            static_cast<std::uint32_t>(keys->scales.values.size())});
  };
  for (const BoneKeys& bone : bones) {
    mark(bone.bone);
    appendKeys(keys->rotations, bone.rotations, fine);
    appendKeys(keys->translations, bone.translations, fine);
    appendKeys(keys->scales, bone.scales, fine);
  }
  mark(kNone);
  Clip clip;
  clip.frame_count = frame_count;
  clip.rate_hz = 10.0;
  clip.loop = loop;
  clip.keys = keys;
  return clip;
}

inline glm::quat aboutZ(double degrees) {
  const double half = degrees * 3.14159265358979323846 / 360.0;
  return {static_cast<float>(std::cos(half)), 0.0f, 0.0f, static_cast<float>(std::sin(half))};
}

/// One root bone and one clip with the given keys on it.
inline Model oneBone(double frame_count, bool loop, const BoneKeys& keys) {
  Model model;
  addBone(model, kNone);
  finish(model);
  model.clips.push_back(makeClip(frame_count, loop, {keys}));
  return model;
}

/// What a random model may contain.
struct RandomKind {
  bool any_inheritance = false;
  bool parents_later = false;
  bool fine_frames = false;
  bool steps = false;
};

class RandomModel {
 public:
  explicit RandomModel(std::uint32_t seed) : random_(seed) {}

  Model make(std::uint32_t bone_count, int frame_count, const RandomKind& kind) {
    Model model;
    for (std::uint32_t b = 0; b < bone_count; ++b) {
      std::uint32_t parent = b == 0 ? kNone : below(b);
      if (kind.parents_later)
        parent = b + 1 == bone_count ? kNone : b + 1 + below(bone_count - b - 1);
      const auto inherit =
          kind.any_inheritance ? static_cast<ScaleInheritance>(below(3)) : ScaleInheritance::Full;
      addBone(model, parent, transform(), inherit);
    }
    addBlends(model);
    finishSkeleton(model.skeleton);
    model.clips.push_back(clip(bone_count, frame_count, kind));
    model.clips.push_back(clip(bone_count, frame_count / 2 + 1, kind));
    return model;
  }

  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  std::uint32_t below(std::uint32_t end) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random_);
  }

 private:
  glm::vec3 vector(double size) {
    const double x = number(-size, size), y = number(-size, size), z = number(-size, size);
    return glm::vec3(glm::dvec3(x, y, z));
  }
  glm::quat rotation() {
    const double w = number(-1, 1), x = number(-1, 1), y = number(-1, 1), z = number(0.01, 1);
    return glm::quat(glm::normalize(glm::dquat(w, x, y, z)));
  }
  glm::vec3 scale() {
    // Mostly near 1, now and then mirrored: products over a chain stay of ordinary size.
    glm::vec3 s = vector(0.2) + 1.0f;
    if (below(6) == 0) s.x = -s.x;
    return s;
  }
  Transform transform() {
    Transform out;
    out.translation = glm::dvec3(vector(2.0));
    out.rotation = glm::dquat(rotation());
    if (below(3) == 0) out.scale = glm::dvec3(scale());
    return out;
  }

  void addBlends(Model& model) {
    const auto count = static_cast<std::uint32_t>(model.skeleton.bones.size());
    for (std::uint32_t b = 0; b < count; ++b)
      addInfluence(model, {b}, {1.0f});
    for (int i = 0; i < 3; ++i) {
      const auto a = below(count), b = below(count), c = below(count);
      addInfluence(model, {a, b, c}, {0.5f, 0.3f, 0.2f});
    }
  }

  /// Frames that ascend by random steps, not always from 0 nor to the end.
  std::vector<float> frames(int frame_count, const RandomKind& kind) {
    std::vector<float> out;
    const std::uint32_t longest = below(2) == 0 ? 2 : 9;
    double at = below(3) == 0 ? static_cast<double>(below(4)) : 0.0;
    while (at < frame_count) {
      out.push_back(static_cast<float>(at));
      at += kind.fine_frames ? number(0.1, longest) : 1.0 + below(longest);
      if (below(12) == 0) break;
    }
    return out;
  }

  template <class V, class Make>
  Keys<V> keys(int frame_count, const RandomKind& kind, Make&& make) {
    Keys<V> out;
    if (below(4) == 0) return out;
    for (const float frame : frames(frame_count, kind))
      out.emplace_back(frame, make());
    return out;
  }

  Clip clip(std::uint32_t bone_count, int frame_count, const RandomKind& kind) {
    std::vector<BoneKeys> bones;
    for (std::uint32_t b = 0; b < bone_count; ++b) {
      if (below(5) == 0) continue;
      BoneKeys one;
      one.bone = b;
      one.rotations = keys<glm::quat>(frame_count, kind, [&] { return rotation(); });
      one.translations = keys<glm::vec3>(frame_count, kind, [&] { return vector(2.0); });
      one.scales = keys<glm::vec3>(frame_count, kind, [&] { return scale(); });
      bones.push_back(one);
    }
    Clip made = makeClip(frame_count, below(3) != 0, bones, kind.fine_frames);
    if (kind.steps) made.interpolation = Interpolation::Step;
    return made;
  }

  std::mt19937 random_;
};

}  // namespace sinew::test
