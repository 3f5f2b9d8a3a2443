#pragma once

// Posing as one writes it first, and no worse: vectors of keys per bone and channel, a binary
// search for each, shortest-arc nlerp on glm::quat, glm::mat4 products from the root. The
// benchmarks' yardstick.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"
#include "format/pose/keys.h"

namespace sinew::bench {

template <class V>
struct NaiveChannel {
  std::vector<float> frames;
  std::vector<V> values;
};

struct NaiveTrack {
  NaiveChannel<glm::quat> rotation;
  NaiveChannel<glm::vec3> translation;
  NaiveChannel<glm::vec3> scale;
};

inline glm::quat mix(const glm::quat& a, const glm::quat& b, float t) {
  const glm::quat to = glm::dot(a, b) < 0.0f ? -b : b;
  return glm::normalize(a * (1.0f - t) + to * t);
}
inline glm::vec3 mix(const glm::vec3& a, const glm::vec3& b, float t) {
  return glm::mix(a, b, t);
}

template <class V>
V sampleNaive(const NaiveChannel<V>& channel, float frame, float frame_count, bool loops,
              const V& rest) {
  if (channel.frames.empty()) return rest;
  if (channel.frames.size() == 1) return channel.values[0];
  const auto later = std::upper_bound(channel.frames.begin(), channel.frames.end(), frame);
  const bool at_seam = later == channel.frames.begin() || later == channel.frames.end();
  if (at_seam && !loops) {
    return later == channel.frames.begin() ? channel.values.front() : channel.values.back();
  }
  const std::size_t b = at_seam ? 0 : static_cast<std::size_t>(later - channel.frames.begin());
  const std::size_t a = at_seam ? channel.frames.size() - 1 : b - 1;
  float begin = channel.frames[a];
  float end = channel.frames[b];
  if (later == channel.frames.begin()) {
    begin -= frame_count;
  } else if (later == channel.frames.end()) {
    end += frame_count;
  }
  return mix(channel.values[a], channel.values[b], (frame - begin) / (end - begin));
}

class NaivePoser {
 public:
  NaivePoser(const Model& model, const Clip& clip)
      : frame_count_(static_cast<float>(clip.frame_count)), loops_(clip.loop) {
    tracks_.resize(model.skeleton.bones.size());
    worlds_.resize(model.skeleton.bones.size());
    const ClipKeys& keys = *clip.keys;
    for (std::size_t t = 0; t < pose::trackCount(keys); ++t) {
      NaiveTrack& track = tracks_[keys.tracks[t].bone];
      copy(keys.rotations, pose::rotationRange(keys, t), track.rotation);
      copy(keys.translations, pose::translationRange(keys, t), track.translation);
      copy(keys.scales, pose::scaleRange(keys, t), track.scale);
    }
    for (const Bone& bone : model.skeleton.bones) {
      rotations_.emplace_back(bone.rest.rotation);
      translations_.emplace_back(bone.rest.translation);
      scales_.emplace_back(bone.rest.scale);
      parents_.push_back(bone.parent);
    }
  }

  const std::vector<glm::mat4>& evaluate(float frame) {
    for (std::size_t b = 0; b < tracks_.size(); ++b) {
      const glm::quat r =
          sampleNaive(tracks_[b].rotation, frame, frame_count_, loops_, rotations_[b]);
      const glm::vec3 t =
          sampleNaive(tracks_[b].translation, frame, frame_count_, loops_, translations_[b]);
      const glm::vec3 s = sampleNaive(tracks_[b].scale, frame, frame_count_, loops_, scales_[b]);
      const glm::mat4 local =
          glm::translate(glm::mat4(1.0f), t) * glm::mat4_cast(r) * glm::scale(glm::mat4(1.0f), s);
      worlds_[b] = parents_[b] == kNone ? local : worlds_[parents_[b]] * local;
    }
    return worlds_;
  }

 private:
  template <class V>
  static void copy(const KeyPool<V>& pool, pose::KeyRange range, NaiveChannel<V>& to) {
    for (std::uint32_t k = range.first; k < range.last; ++k) {
      to.frames.push_back(pool.frame(k));
      to.values.push_back(pool.values[k]);
    }
  }

  float frame_count_;
  bool loops_;
  std::vector<NaiveTrack> tracks_;
  std::vector<glm::quat> rotations_;
  std::vector<glm::vec3> translations_;
  std::vector<glm::vec3> scales_;
  std::vector<std::uint32_t> parents_;
  std::vector<glm::mat4> worlds_;
};

}  // namespace sinew::bench
