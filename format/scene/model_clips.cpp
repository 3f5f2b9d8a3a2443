#include "format/scene/model_clips.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace sinew::scene {
namespace {

/// Keys of all clips together: hostile files can announce 65535 frames of every bone. Clips beyond
/// get a key at every nth frame.
constexpr std::size_t kMostSamples = std::size_t{4} << 20;

/// Whether `b`, a fraction `t` of the way from `a` to `c`, is what blending shows there.
bool between(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, float t) {
  const glm::vec3 off = glm::abs(a + (c - a) * t - b);
  const glm::vec3 size = glm::max(glm::abs(a), glm::abs(c));
  const float limit = 1e-6f * std::max({size.x, size.y, size.z, 1e-3f});
  return std::max({off.x, off.y, off.z}) <= limit;
}

bool between(const glm::quat& a, const glm::quat& b, const glm::quat& c, float t) {
  // Of blends along chords only constant stretches are sure to stay where they are.
  return std::abs(glm::dot(a, b)) >= 1.0f - 1e-7f && std::abs(glm::dot(a, c)) >= 1.0f - 1e-7f &&
         t >= 0.0f;
}

/// Appends a channel's samples without those that blending makes of their neighbours.
template <class V>
void addKeys(KeyPool<V>& pool, const std::vector<std::uint16_t>& frames,
             const std::vector<V>& values) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool inner = i > 0 && i + 1 < values.size();
    if (inner) {
      // Against the last kept key, so that slow drift is not lost.
      const float t = static_cast<float>(frames[i] - frames[kept]) /
                      static_cast<float>(frames[i + 1] - frames[kept]);
      bool spare = true;
      for (std::size_t k = kept + 1; k <= i && spare; ++k) {
        const float at = static_cast<float>(frames[k] - frames[kept]) /
                         static_cast<float>(frames[i + 1] - frames[kept]);
        spare = between(values[kept], values[k], values[i + 1], k == i ? t : at);
        if (i - kept > 64) spare = false;  // keeps this linear
      }
      if (spare) continue;
    }
    if (i + 1 == values.size() && i > 0 && kept == 0 && values[i] == values[0]) continue;
    pool.whole_frames.push_back(frames[i]);
    pool.values.push_back(values[i]);
    kept = i;
  }
}

struct Samples {
  std::vector<glm::quat> rotations;
  std::vector<glm::vec3> translations;
  std::vector<glm::vec3> scales;
};

Samples sample(const BoneCurve& curve, const std::vector<std::uint16_t>& frames) {
  Samples out;
  for (const std::uint16_t frame : frames) {
    const Transform local = curve.at(frame);
    glm::quat rotation(local.rotation);
    if (!out.rotations.empty() && glm::dot(out.rotations.back(), rotation) < 0.0f)
      rotation = -rotation;
    out.rotations.push_back(rotation);
    out.translations.emplace_back(local.translation);
    out.scales.emplace_back(local.scale);
  }
  return out;
}

std::shared_ptr<const ClipKeys> keysOf(const ClipTracks& tracks, std::uint32_t frame_count,
                                       std::uint32_t step) {
  std::vector<std::uint16_t> frames;
  for (std::uint32_t frame = 0; frame < frame_count; frame += step)
    frames.push_back(static_cast<std::uint16_t>(frame));
  if (frames.empty()) return nullptr;
  if (frames.back() + 1u < frame_count)
    frames.push_back(static_cast<std::uint16_t>(frame_count - 1));
  auto keys = std::make_shared<ClipKeys>();
  const auto startTrack = [&](std::uint32_t bone) {
    keys->tracks.push_back({bone, static_cast<std::uint32_t>(keys->rotations.values.size()),
                            static_cast<std::uint32_t>(keys->translations.values.size()),
                            static_cast<std::uint32_t>(keys->scales.values.size())});
  };
  for (const BoneTrack& track : tracks.tracks) {
    if (track.curve == nullptr) continue;
    const Samples samples = sample(*track.curve, frames);
    startTrack(track.bone);
    addKeys(keys->rotations, frames, samples.rotations);
    addKeys(keys->translations, frames, samples.translations);
    addKeys(keys->scales, frames, samples.scales);
  }
  startTrack(kNone);
  return keys;
}

std::size_t samplesOf(const Scene& scene, const SceneModel& model) {
  std::size_t samples = 0;
  for (const ClipTracks& tracks : model.clip_tracks)
    samples += tracks.tracks.size() * std::min<std::size_t>(scene.clips[tracks.clip].frames, 65535);
  return samples;
}

}  // namespace

std::vector<sinew::Clip> modelClips(const Scene& scene, const SceneModel& model) {
  const std::size_t samples = samplesOf(scene, model);
  const auto step = static_cast<std::uint32_t>(1 + samples / kMostSamples);
  std::vector<sinew::Clip> out;
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
    const Clip& from = scene.clips[i];
    if (from.kind != ClipKind::Bones) continue;
    sinew::Clip& clip = out.emplace_back();
    clip.name = from.name;
    const std::uint32_t frames = std::min<std::uint32_t>(from.frames, 65535);
    clip.frame_count = frames;
    clip.rate_hz = from.rate_hz;
    clip.loop = from.loop;
    if (from.loop && from.duration_s) {
      // Such a clip goes round at its own end, which its last frame may be.
      const double end = std::min(*from.duration_s * from.rate_hz, 65535.0);
      clip.loop = end > 0.0;
      clip.frame_count = clip.loop ? end : 1.0;
    }
    for (const Event& event : from.events)
      clip.events.push_back({event.name, event.time_s});
    const auto tracks =
        std::find_if(model.clip_tracks.begin(), model.clip_tracks.end(),
                     [i](const ClipTracks& candidate) { return candidate.clip == i; });
    if (tracks != model.clip_tracks.end()) clip.keys = keysOf(*tracks, frames, step);
  }
  return out;
}

}  // namespace sinew::scene
