#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "format/bbm/animation.h"

namespace sinew::bbm {
namespace {

constexpr std::uint64_t kFewPairs = 100000;
constexpr std::uint64_t kMostMatches = 20000000;

/// What a curve needs of its clip.
struct ClipTiming {
  double rate_hz = 20.0;
  std::uint32_t frames = 0;
  bool loop = true;
};

/// A bone's transform by its track; what the track lacks is the bone's rest.
class TrackCurve : public scene::BoneCurve {
 public:
  TrackCurve(std::shared_ptr<const AnimTracks> tracks, std::size_t track, const Transform& rest,
             const ClipTiming& timing, bool additive, DeltaOrder order)
      : tracks_(std::move(tracks)),
        track_(track),
        rest_(rest),
        timing_(timing),
        additive_(additive),
        order_(order) {}

  [[nodiscard]] Transform at(double frame) const override {
    const double last = timing_.frames > 0 ? timing_.frames - 1.0 : 0.0;
    if (timing_.loop && frame > last)
      return mixed(sample(last), sample(0.0), std::min(frame - last, 1.0));
    return sample(std::clamp(frame, 0.0, last));
  }

 private:
  static Transform mixed(const Transform& a, const Transform& b, double part) {
    Transform out = a;
    out.translation = glm::mix(a.translation, b.translation, part);
    out.rotation = glm::normalize(glm::slerp(a.rotation, b.rotation, part));
    return out;
  }

  /// The transform at a frame of the clip, between those of the track.
  [[nodiscard]] Transform sample(double frame) const {
    const AnimTrack& track = (*tracks_)[track_];
    const double rate = track.rate_hz > 0.0 ? track.rate_hz : timing_.rate_hz;
    const double last = track.frames > 0 ? track.frames - 1.0 : 0.0;
    // A track's rate may be huge beside the clip's, so this is held before it becomes an index.
    const double at = std::clamp(frame / timing_.rate_hz * rate, 0.0, last);
    const double first = std::floor(at + 1e-9);
    const auto low = static_cast<std::uint32_t>(first);
    const double part = std::max(at - first, 0.0);
    if (part < 1e-9 || first >= last) return key(low);
    return mixed(key(low), key(low + 1), part);
  }

  [[nodiscard]] Transform key(std::uint32_t frame) const {
    const AnimTrack& track = (*tracks_)[track_];
    Transform out = rest_;
    if (additive_) {
      const glm::dvec3 moved = track.positions.empty() ? glm::dvec3(0.0) : track.position(frame);
      const glm::dquat turned =
          track.rotations.empty() ? glm::dquat(1, 0, 0, 0) : track.rotation(frame);
      if (order_ == DeltaOrder::Before) {
        out.translation = turned * rest_.translation + moved;
        out.rotation = glm::normalize(turned * rest_.rotation);
      } else {
        out.translation = rest_.rotation * (rest_.scale * moved) + rest_.translation;
        out.rotation = glm::normalize(rest_.rotation * turned);
      }
      return out;
    }
    if (!track.positions.empty()) out.translation = track.position(frame);
    if (!track.rotations.empty()) out.rotation = track.rotation(frame);
    return out;
  }

  std::shared_ptr<const AnimTracks> tracks_;
  std::size_t track_;
  Transform rest_;
  ClipTiming timing_;
  bool additive_;
  DeltaOrder order_;
};

/// Places of names, in any case; the first of a name counts.
std::map<std::string, std::uint32_t> boneNames(const scene::SceneModel& model) {
  std::map<std::string, std::uint32_t> out;
  for (std::uint32_t b = 0; b < model.bones.size(); ++b)
    out.emplace(lowered(model.bones[b].name), b);
  return out;
}

}  // namespace

void connectClips(Context& context) {
  std::vector<std::vector<std::string>> targets;
  for (std::size_t c = 0; c < context.scene.clips.size(); ++c) {
    targets.emplace_back();
    for (const std::string& target : context.scene.clips[c].targets)
      targets.back().push_back(lowered(target));
    if (context.clip_additive[c]) {
      context.noteReading("delta",
                          context.readings.delta == DeltaOrder::Before ? "before" : "after",
                          "a clip adds to the rest pose, which sources tell differently");
    }
  }
  // Every model with every clip: archives of thousands of both keep those that move something.
  const std::uint64_t pairs =
      std::uint64_t{context.scene.models.size()} * context.scene.clips.size();
  std::uint64_t work = 0;
  for (scene::SceneModel& model : context.scene.models) {
    const std::map<std::string, std::uint32_t> names = boneNames(model);
    for (std::uint32_t c = 0; c < context.scene.clips.size(); ++c) {
      const scene::Clip& clip = context.scene.clips[c];
      const ClipTiming timing{clip.rate_hz, clip.frames, clip.loop};
      std::map<std::uint32_t, std::size_t> moved;
      work += targets[c].size();
      if (work > kMostMatches) {
        context.tell(Kind::Limit, Effect::Loss, 0, "clips",
                     "too many clips for as many models; the rest of them moves none");
        return;
      }
      for (std::size_t t = 0; t < targets[c].size(); ++t) {
        const auto bone = names.find(targets[c][t]);
        if (bone != names.end()) moved.emplace(bone->second, t);
      }
      if (moved.empty() && pairs > kFewPairs) continue;
      scene::ClipTracks tracks;
      tracks.clip = c;
      for (const auto& [bone, track] : moved) {
        tracks.tracks.push_back({bone, ScaleInheritance::Full,
                                 std::make_shared<TrackCurve>(
                                     context.clip_tracks[c], track, model.bones[bone].rest, timing,
                                     context.clip_additive[c], context.readings.delta)});
      }
      model.clip_tracks.push_back(std::move(tracks));
    }
  }
}

}  // namespace sinew::bbm
