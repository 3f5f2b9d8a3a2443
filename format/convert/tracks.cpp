#include "format/convert/tracks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/convert/codes.h"
#include "format/convert/key_choice.h"
#include "format/quantize.h"

namespace sinew::convert {
namespace {

constexpr double kJointShare = 0.6;  // of the distance that joints themselves may be off by
constexpr double kMinCarry = 0.15;   // weights below it do not stretch a bone's arm
constexpr double kMinShear = 0.02;   // cosine between axes that should be square
constexpr double kFlatScale = 1e-6;  // a bone scaled below it has no axes
const glm::dquat kIdentity{1.0, 0.0, 0.0, 0.0};

glm::dquat nlerp(const glm::dquat& a, const glm::dquat& b, double t) {
  const double wb = glm::dot(a, b) < 0.0 ? -t : t;
  return glm::normalize(a * (1.0 - t) + b * wb);
}

/// Angle between unit quaternions, for small angles.
double smallAngle(const glm::dquat& a, const glm::dquat& b) {
  return 2.0 * std::sqrt(2.0 * std::max(0.0, 1.0 - std::abs(glm::dot(a, b))));
}

struct RotationChannel {
  std::vector<glm::dquat> target;
  std::vector<RotationCode> codes;  ///< of each frame
  double limit = 1.0;
  double mean_square = 0.0;  ///< of the codes' misses

  void noteMean() {
    for (std::uint32_t f = 0; f < codes.size(); ++f)
      mean_square += missAt(f) * missAt(f) / static_cast<double>(codes.size());
  }
  [[nodiscard]] double codeMiss(std::uint32_t f) const {
    return mean_square > 0.0 ? missAt(f) * missAt(f) / mean_square : 0.0;
  }

  [[nodiscard]] double missOf(const glm::dquat& q, std::uint32_t f) const {
    return smallAngle(q, target[f]) / limit;
  }
  [[nodiscard]] double missAt(std::uint32_t f) const { return missOf(codes[f].value, f); }
  [[nodiscard]] double missHeld(std::uint32_t a, std::uint32_t f) const {
    return missOf(codes[a].value, f);
  }
  [[nodiscard]] double missBetween(std::uint32_t a, std::uint32_t b, std::uint32_t span,
                                   std::uint32_t step) const {
    const RotationCode& end = codes[b == codes.size() ? 0 : b];
    return missOf(nlerp(codes[a].value, end.value, static_cast<double>(step) / span), a + step);
  }
};

struct VectorChannel {
  std::vector<glm::dvec3> target;
  std::vector<glm::dvec3> codes;
  double limit = 1.0;

  /// Their codes are fine enough for no frame to matter.
  [[nodiscard]] static double codeMiss(std::uint32_t) { return 0.0; }

  [[nodiscard]] double missOf(const glm::dvec3& v, std::uint32_t f) const {
    return glm::distance(v, target[f]) / limit;
  }
  [[nodiscard]] double missAt(std::uint32_t f) const { return missOf(codes[f], f); }
  [[nodiscard]] double missHeld(std::uint32_t a, std::uint32_t f) const {
    return missOf(codes[a], f);
  }
  [[nodiscard]] double missBetween(std::uint32_t a, std::uint32_t b, std::uint32_t span,
                                   std::uint32_t step) const {
    const double t = static_cast<double>(step) / span;
    const glm::dvec3& end = codes[b == codes.size() ? 0 : b];
    return missOf(codes[a] * (1.0 - t) + end * t, a + step);
  }
};

template <class V>
struct Keys {
  std::vector<std::uint32_t> frames;
  std::vector<V> values;
};

/// Keys of a channel: none where the neutral value does, one where a constant does.
template <class Channel, class V>
Keys<V> keysOf(Channel& channel, const KeyTimeline& line, const V& neutral, const V& constant,
               const std::vector<bool>& has_record) {
  const auto all = [&](const auto& value) {
    for (std::uint32_t f = 0; f < line.frames; ++f) {
      if (channel.missOf(value, f) > 1.0) return false;
    }
    return true;
  };
  const auto plain = [](const auto& value) {
    if constexpr (std::is_same_v<V, RotationCode>) {
      return value.value;
    } else {
      return value;
    }
  };
  if (all(plain(neutral))) return {};
  if (all(plain(constant))) return {{0}, {constant}};
  Keys<V> out;
  out.frames = chooseKeys(channel, line, KeyCost{}, has_record);
  for (const std::uint32_t f : out.frames)
    out.values.push_back(channel.codes[f]);
  return out;
}

/// The value that readers make of keys at a frame. `blend(a, b, t)`.
template <class V, class Blend>
V valueAt(const std::vector<std::uint32_t>& frames, const std::vector<V>& values,
          const KeyTimeline& line, std::uint32_t f, const Blend& blend) {
  const auto above = std::upper_bound(frames.begin(), frames.end(), f);
  const auto i = static_cast<std::size_t>(above - frames.begin());
  if (i == 0) return values.front();  // keys start at frame 0
  if (i < frames.size()) {
    const double span = frames[i] - frames[i - 1];
    return blend(values[i - 1], values[i], (f - frames[i - 1]) / span);
  }
  if (!line.loop || frames.size() == 1) return values.back();
  const double span = line.frames - frames.back() + frames.front();
  return blend(values.back(), values.front(), (f - frames.back()) / span);
}

glm::dvec3 vectorCode(const glm::dvec3& v) {
  const auto word = encodePackedVec3(v);
  return word ? decodePackedVec3(*word) : glm::dvec3(0.0);
}

glm::dvec3 meanOf(const std::vector<glm::dvec3>& values) {
  glm::dvec3 low = values.front();
  glm::dvec3 high = values.front();
  for (const glm::dvec3& v : values) {
    low = glm::min(low, v);
    high = glm::max(high, v);
  }
  return 0.5 * (low + high);
}

glm::dquat meanOf(const std::vector<glm::dquat>& values) {
  glm::dquat sum(0.0, 0.0, 0.0, 0.0);
  for (const glm::dquat& q : values)
    sum = sum + (glm::dot(sum, q) < 0.0 ? -q : q);
  const double length = glm::length(sum);
  return length > 1e-9 ? sum / length : values.front();
}

/// One bone in one motion: what its local transform should be, and what it becomes.
struct BoneTargets {
  std::vector<glm::dquat> rotations;     ///< relative to the base
  std::vector<glm::dvec3> translations;  ///< relative to the base
  std::vector<glm::dvec3> scales;
};

class TrackMaker {
 public:
  TrackMaker(const Motion& motion, std::size_t source_bones, const Plan& plan,
             const TrackLimits& limits, RotationSums& sums, ClipReport& report)
      : motion_(motion),
        source_bones_(source_bones),
        plan_(plan),
        limits_(limits),
        sums_(sums),
        report_(report),
        line_{motion.frames, motion.loop},
        worlds_(plan.bones.size() * motion.frames),
        wanted_(sums.measure_chains ? worlds_.size() : 0, kIdentity),
        plain_(wanted_) {}

  bmd1::AnimSpec make();

 private:
  [[nodiscard]] Mat34d& world(std::size_t bone, std::uint32_t frame) {
    return worlds_[bone * motion_.frames + frame];
  }
  [[nodiscard]] BoneTargets targetsOf(std::uint32_t b);
  std::vector<bmd1::KeySpec> encodeBone(std::uint32_t b);
  void countRotations(std::uint32_t b, const Keys<RotationCode>& keys,
                      const std::vector<glm::dquat>& targets);
  void roundPlainly(std::uint32_t b);

  const Motion& motion_;
  std::size_t source_bones_;
  const Plan& plan_;
  const TrackLimits& limits_;
  RotationSums& sums_;
  ClipReport& report_;
  KeyTimeline line_;
  std::vector<Mat34d> worlds_;  ///< as the file moves the bones
  /// For comparison: rotations in model space as the source has them, and with each bone's own
  /// rounded plainly. By bone and frame; empty: not measured.
  std::vector<glm::dquat> wanted_;
  std::vector<glm::dquat> plain_;
};

BoneTargets TrackMaker::targetsOf(std::uint32_t b) {
  const PlannedBone& bone = plan_.bones[b];
  BoneTargets out;
  glm::dquat last = kIdentity;
  for (std::uint32_t f = 0; f < motion_.frames; ++f) {
    const Mat34d wanted = motion_.deformations[f * source_bones_ + bone.source] * bone.world;
    const auto into_parent = inverse(world(bone.parent, f));
    const Parts parts =
        decompose(into_parent ? *into_parent * wanted : rigid(bone.rotation, bone.translation));
    const glm::dvec3 size = glm::abs(parts.scale);
    sums_.sheared += parts.shear > kMinShear ? 1 : 0;
    if (std::min({size.x, size.y, size.z}) > kFlatScale) {
      const glm::dquat q = glm::normalize(parts.rotation * glm::conjugate(bone.rotation));
      last = glm::dot(q, last) < 0.0 ? -q : q;
    }
    out.rotations.push_back(last);
    out.translations.push_back(parts.translation - bone.translation);
    out.scales.push_back(parts.scale);
  }
  return out;
}

void TrackMaker::roundPlainly(std::uint32_t b) {
  const PlannedBone& bone = plan_.bones[b];
  for (std::uint32_t f = 0; f < motion_.frames; ++f) {
    const std::size_t at = std::size_t{b} * motion_.frames + f;
    const std::size_t parent = std::size_t{bone.parent} * motion_.frames + f;
    const Mat34d wanted = motion_.deformations[f * source_bones_ + bone.source] * bone.world;
    wanted_[at] = decompose(wanted).rotation;
    const glm::dquat own = glm::normalize(glm::conjugate(wanted_[parent]) * wanted_[at] *
                                          glm::conjugate(bone.rotation));
    plain_[at] = glm::normalize(plain_[parent] * plainRotationCode(own).value * bone.rotation);
  }
}

void TrackMaker::countRotations(std::uint32_t b, const Keys<RotationCode>& keys,
                                const std::vector<glm::dquat>& targets) {
  if (keys.frames.size() < 2) return;  // a constant stands for a mean, not for one frame
  for (std::size_t k = 0; k < keys.frames.size(); ++k) {
    const glm::dquat& target = targets[keys.frames[k]];
    const double angle = angleBetween(keys.values[k].value, target);
    const double plain = angleBetween(plainRotationCode(target).value, target);
    ++sums_.keys;
    sums_.squares += angle * angle;
    sums_.plain_squares += plain * plain;
    if (wanted_.empty()) continue;
    const std::size_t at = std::size_t{b} * motion_.frames + keys.frames[k];
    const double chain = angleBetween(plain_[at], wanted_[at]);
    sums_.plain_chain_squares += chain * chain;
  }
}

/// Keys of one bone; fills its world matrices with what they do.
std::vector<bmd1::KeySpec> TrackMaker::encodeBone(std::uint32_t b) {
  const PlannedBone& bone = plan_.bones[b];
  const BoneTargets targets = targetsOf(b);
  const double arm = std::max(limits_.arms[b], 1e-9);
  RotationChannel rotations{targets.rotations, {}, std::min(limits_.angle, limits_.distance / arm)};
  VectorChannel translations{targets.translations, {}, kJointShare * limits_.distance};
  VectorChannel scales{targets.scales, {}, std::max(1.0 / 256.0, limits_.distance / arm)};
  for (std::uint32_t f = 0; f < motion_.frames; ++f) {
    rotations.codes.push_back(nearestRotationCode(targets.rotations[f]));
    translations.codes.push_back(vectorCode(targets.translations[f]));
    scales.codes.push_back(vectorCode(targets.scales[f]));
  }
  rotations.noteMean();
  std::vector<bool> has_record(motion_.frames, false);
  const auto note = [&has_record](const auto& keys) {
    for (const std::uint32_t f : keys.frames)
      has_record[f] = true;
    return keys;
  };
  const auto r = note(keysOf(rotations, line_, RotationCode{},
                             nearestRotationCode(meanOf(targets.rotations)), has_record));
  const auto t = note(keysOf(translations, line_, glm::dvec3(0.0),
                             vectorCode(meanOf(targets.translations)), has_record));
  const auto s =
      keysOf(scales, line_, glm::dvec3(1.0), vectorCode(meanOf(targets.scales)), has_record);
  if (!wanted_.empty()) roundPlainly(b);
  countRotations(b, r, targets.rotations);
  report_.rotation_keys += r.frames.size();
  report_.translation_keys += t.frames.size();
  report_.scale_keys += s.frames.size();

  std::map<std::uint32_t, bmd1::KeySpec> keys;
  const auto keyAt = [&keys](std::uint32_t f) -> bmd1::KeySpec& {
    bmd1::KeySpec& key = keys[f];
    key.frame = f;
    return key;
  };
  std::vector<glm::dquat> values;
  for (std::size_t k = 0; k < r.frames.size(); ++k) {
    keyAt(r.frames[k]).rotation = r.values[k].stored;
    values.push_back(r.values[k].value);
  }
  for (std::size_t k = 0; k < t.frames.size(); ++k)
    keyAt(t.frames[k]).translation = t.values[k];
  for (std::size_t k = 0; k < s.frames.size(); ++k)
    keyAt(s.frames[k]).scale = s.values[k];

  const auto mix = [](const glm::dvec3& a, const glm::dvec3& c, double w) {
    return a * (1.0 - w) + c * w;
  };
  for (std::uint32_t f = 0; f < motion_.frames; ++f) {
    const glm::dquat q = values.empty() ? kIdentity : valueAt(r.frames, values, line_, f, nlerp);
    const glm::dvec3 move =
        t.frames.empty() ? glm::dvec3(0.0) : valueAt(t.frames, t.values, line_, f, mix);
    const glm::dvec3 scale =
        s.frames.empty() ? glm::dvec3(1.0) : valueAt(s.frames, s.values, line_, f, mix);
    Mat34d local = rigid(glm::normalize(q * bone.rotation), bone.translation + move);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t c = 0; c < 3; ++c)
        local.m[4 * i + c] *= scale[static_cast<int>(c)];
    }
    world(b, f) = world(bone.parent, f) * local;
  }
  std::vector<bmd1::KeySpec> out;
  for (auto& [frame, key] : keys)
    out.push_back(key);
  return out;
}

bmd1::AnimSpec TrackMaker::make() {
  bmd1::AnimSpec anim;
  anim.name = motion_.name;
  anim.frames = static_cast<std::uint8_t>(motion_.frames);
  anim.hz = motion_.hz;
  anim.loop = motion_.loop;
  anim.tracks.resize(plan_.bones.size());
  for (std::uint32_t b = 1; b < plan_.bones.size(); ++b) {
    if (!plan_.bones[b].helper) anim.tracks[b] = encodeBone(b);
  }
  return anim;
}

}  // namespace

TrackLimits trackLimits(const Source& source, const Plan& plan, const Placement& placement,
                        const Limits& limits) {
  TrackLimits out;
  out.distance = limits.translation_percent * 0.01 * source.diagonal;
  out.angle = limits.rotation_deg / 57.29577951308232;
  out.arms.assign(plan.bones.size(), 0.0);
  const auto stretch = [&](std::uint32_t bone, const glm::dvec3& place) {
    while (plan.bones[bone].helper)
      bone = plan.bones[bone].parent;
    const double arm = glm::distance(place, originOf(plan.bones[bone].world));
    out.arms[bone] = std::max(out.arms[bone], arm);
  };
  for (std::size_t m = 0; m < source.meshes.size(); ++m) {
    for (std::size_t v = 0; v < source.meshes[m].vertices.size(); ++v) {
      const glm::dvec3& place = source.meshes[m].vertices[v].position;
      const Hang hang = placement.hangs[m][v];
      if (!hang.pseudo) {
        stretch(hang.index, place);
        continue;
      }
      const PlannedPseudo& pseudo = placement.pseudo[hang.index];
      for (std::size_t s = 0; s < 4; ++s) {
        if (pseudo.weights[s] > kMinCarry) stretch(pseudo.bones[s], place);
      }
    }
  }
  for (const PlannedBone& bone : plan.bones) {
    if (!bone.helper && bone.source != kNone) stretch(bone.parent, originOf(bone.world));
  }
  // Bones that carry nothing still turn something a user may hang on them.
  for (double& arm : out.arms)
    arm = std::max(arm, 0.01 * source.diagonal);
  return out;
}

bmd1::AnimSpec encodeTracks(const Motion& motion, std::size_t source_bones, const Plan& plan,
                            const TrackLimits& limits, RotationSums& sums, ClipReport& report) {
  return TrackMaker(motion, source_bones, plan, limits, sums, report).make();
}

}  // namespace sinew::convert
