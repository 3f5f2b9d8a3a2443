#include "format/convert/motion.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/pose/pose.h"
#include "format/utf8.h"

namespace sinew::convert {
namespace {

constexpr double kMaxHz = 31.75;
constexpr std::uint32_t kMaxFrames = 255;
constexpr double kOnFrame = 0.02;       // keys this near a whole frame lie on it
constexpr double kMostKeys = 0.6;       // share of the keys that a rate must meet
constexpr double kSlowestCutHz = 12.0;  // longer clips are split rather than sampled below this
constexpr double kClosesPercent = 0.4;  // of the diagonal: ends nearer than that meet

template <class V>
void addFrames(const KeyPool<V>& pool, std::vector<double>& out) {
  for (std::size_t k = 0; k < pool.values.size(); ++k)
    out.push_back(static_cast<double>(pool.frame(k)));
}

/// The frames of all keys of all channels, ascending.
std::vector<double> keyFrames(const Clip& clip) {
  std::vector<double> frames;
  if (!clip.keys) return frames;
  addFrames(clip.keys->rotations, frames);
  addFrames(clip.keys->translations, frames);
  addFrames(clip.keys->scales, frames);
  std::sort(frames.begin(), frames.end());
  return frames;
}

/// The lowest rate at which all keys lie on a frame, or most of them: readers put keys between
/// those of fast turns, and artists join takes off the beat. Empty: there is none.
std::optional<double> commonRate(const std::vector<double>& times_s, double length_s) {
  std::optional<double> best;
  double most = kMostKeys;
  for (int quarters = 4; quarters <= static_cast<int>(kMaxHz * 4.0); ++quarters) {
    const double hz = quarters * 0.25;
    const auto fits = [hz](double t) {
      return std::abs(t * hz - std::nearbyint(t * hz)) < kOnFrame;
    };
    const auto count =
        static_cast<double>(std::count_if(times_s.begin(), times_s.end(), fits) + fits(length_s));
    const double share = count / static_cast<double>(times_s.size() + 1);
    if (share <= most + 1e-9) continue;
    most = share;
    best = hz;
  }
  return best;
}

/// A rate near 30 at which the whole length is a whole number of frames as nearly as can be.
double nearestRate(double length_s) {
  double best = 30.0;
  double best_miss = 1e300;
  for (int quarters = 123; quarters >= 96; --quarters) {
    const double frames = length_s * quarters * 0.25;
    const double miss = std::abs(frames - std::nearbyint(frames));
    if (miss < best_miss - 1e-6) {
      best_miss = miss;
      best = quarters * 0.25;
    }
  }
  return best;
}

/// What one clip becomes: its length in source frames, whether it loops, and its rate.
struct Timing {
  double length = 0.0;  ///< source frames from the first pose to the last, or to where it wraps
  bool loop = false;
  bool held = false;     ///< sample with the ends held: keys lie up to the very end
  bool on_beat = false;  ///< keys lie on this rate's frames, which must not be stretched
  double hz = 0.0;
};

bool endsMeet(const Source& source, std::uint32_t clip, double last) {
  const auto sample = [&](double frame) {
    const pose::ExactPose p = pose::evaluateExact(*source.model, clip, frame, pose::LoopMode::Off);
    std::vector<Mat34d> out;
    for (std::size_t b = 0; b < p.bones.size(); ++b)
      out.push_back(source.axes * p.bones[b] * source.rest_inverse[b]);
    return out;
  };
  const std::vector<Mat34d> first = sample(0.0);
  const std::vector<Mat34d> end = sample(last);
  for (std::size_t b = 0; b < first.size(); ++b) {
    if (differenceOver(first[b], end[b], originOf(source.rest[b]), 0.05 * source.diagonal) >
        kClosesPercent * 0.01 * source.diagonal) {
      return false;
    }
  }
  return true;
}

Timing timingOf(const Source& source, std::uint32_t index, const std::vector<double>& keys,
                const EncodeOptions& options) {
  const Clip& clip = source.model->clips[index];
  Timing out;
  const double last = keys.empty() ? 0.0 : keys.back();
  const bool wraps_itself = clip.loop && last <= clip.frame_count - 1.0 + 1e-3;
  if (wraps_itself) {
    out.loop = true;
    out.length = clip.frame_count;
  } else {
    out.held = true;
    out.length = std::max(last, clip.loop ? 0.0 : clip.frame_count - 1.0);
    out.loop = clip.loop && out.length > 0.0 && endsMeet(source, index, last);
  }
  if (options.loop == LoopChoice::On) out.loop = true;
  if (options.loop == LoopChoice::Off) out.loop = false;
  if (!(clip.rate_hz > 0.0) || !(out.length > 0.0)) {
    out.length = 0.0;
    return out;
  }
  if (options.rate_hz) {
    out.hz = std::round(*options.rate_hz * 4.0) / 4.0;
    return out;
  }
  std::vector<double> times = keys;
  for (double& t : times)
    t /= clip.rate_hz;
  const double length_s = out.length / clip.rate_hz;
  const auto common = commonRate(times, length_s);
  out.on_beat = common.has_value();
  out.hz = common.value_or(nearestRate(length_s));
  return out;
}

/// Cuts what is longer than 255 frames: at a lower rate where that is not too coarse, else in
/// parts.
void fitRate(Timing& timing, double length_s, const std::string& name, EncodeReport& report) {
  const double room = kMaxFrames - (timing.loop ? 0.0 : 1.0);
  if (length_s * timing.hz <= room + kOnFrame) return;
  const double slower = std::floor(4.0 * room / length_s) / 4.0;
  if (slower >= std::min(kSlowestCutHz, timing.hz)) {
    report.warnings.push_back(
        fmt::format("clip '{}' is sampled {} times a second instead of {}: {:.3g} s are longer "
                    "than {} frames",
                    name, slower, timing.hz, length_s, kMaxFrames));
    timing.hz = slower;
    timing.on_beat = false;
    return;
  }
  timing.hz = std::min(timing.hz, kSlowestCutHz);
  timing.on_beat = false;
  timing.loop = false;
}

void sample(const Source& source, Motion& motion) {
  const std::size_t bones = source.rest.size();
  motion.deformations.resize(bones * motion.frames);
  for (std::uint32_t f = 0; f < motion.frames; ++f) {
    const double frame = motion.first_frame + f * motion.frames_per_frame;
    const pose::ExactPose p =
        pose::evaluateExact(*source.model, motion.clip, frame,
                            motion.held ? pose::LoopMode::Off : pose::LoopMode::File);
    for (std::size_t b = 0; b < bones; ++b)
      motion.deformations[f * bones + b] = source.axes * p.bones[b] * source.rest_inverse[b];
  }
}

std::uint64_t keyCount(const Clip& clip) {
  if (!clip.keys) return 0;
  return clip.keys->rotations.values.size() + clip.keys->translations.values.size() +
         clip.keys->scales.values.size();
}

void addClip(const Source& source, std::uint32_t index, const EncodeOptions& options,
             EncodeReport& report, Motions& out) {
  const Clip& clip = source.model->clips[index];
  const std::string name = toUtf8(clip.name);
  Timing timing = timingOf(source, index, keyFrames(clip), options);
  const double length_s = clip.rate_hz > 0.0 ? timing.length / clip.rate_hz : 0.0;
  fitRate(timing, length_s, name, report);
  if (clip.interpolation == Interpolation::Step)
    noteDropped(report, "steps between keys, which become ramps of a frame", 1);
  const auto intervals =
      static_cast<std::uint32_t>(std::max(0.0, std::nearbyint(length_s * timing.hz)));
  Motion motion;
  motion.name = name;
  motion.clip = index;
  motion.hz = timing.hz;
  motion.loop = timing.loop;
  motion.held = timing.held;
  motion.source_keys = keyCount(clip);
  motion.frames_per_frame = 1.0;
  if (timing.hz > 0.0 && timing.on_beat) motion.frames_per_frame = clip.rate_hz / timing.hz;
  if (intervals > 0 && !timing.on_beat) motion.frames_per_frame = timing.length / intervals;
  if (intervals + (timing.loop ? 0 : 1) <= kMaxFrames) {
    motion.frames = std::max(1u, timing.loop ? intervals : intervals + 1);
    sample(source, motion);
    out.clips.push_back(std::move(motion));
    return;
  }
  const std::uint32_t parts = (intervals + kMaxFrames - 2) / (kMaxFrames - 1);
  report.warnings.push_back(
      fmt::format("clip '{}' is split into {} parts: {:.3g} s are longer than {} frames", name,
                  parts, length_s, kMaxFrames));
  for (std::uint32_t p = 0; p < parts; ++p) {
    Motion part = motion;
    part.name = fmt::format("{}_{}", name, p + 1);
    const std::uint32_t begin = p * (kMaxFrames - 1);
    part.first_frame = begin * motion.frames_per_frame;
    part.frames = std::min(kMaxFrames, intervals - begin + 1);
    part.source_keys = p == 0 ? motion.source_keys : 0;
    sample(source, part);
    out.clips.push_back(std::move(part));
  }
}

/// Points that a bone carries: its joint, and two beside it.
constexpr std::size_t kProbes = 3;

std::array<glm::dvec3, kProbes> probesOf(const Source& source, std::size_t bone) {
  const glm::dvec3 joint = originOf(source.rest[bone]);
  const double arm = 0.1 * source.diagonal;
  return {joint, joint + glm::dvec3(arm, 0.0, 0.0), joint + glm::dvec3(0.0, arm, 0.0)};
}

}  // namespace

Result<Motions> sampleMotions(const Source& source, const EncodeOptions& options,
                              EncodeReport& report) {
  if (options.rate_hz && !(*options.rate_hz >= 0.25 && *options.rate_hz <= kMaxHz)) {
    return fail("convert.option",
                fmt::format("{} frames a second, expected 0.25 to 31.75", *options.rate_hz));
  }
  Motions out;
  out.bones = source.rest.size();
  if (out.bones == 0) {
    if (!source.model->clips.empty())
      noteDropped(report, "clips of a model without bones", source.model->clips.size());
    return out;
  }
  for (std::uint32_t c = 0; c < source.model->clips.size(); ++c) {
    addClip(source, c, options, report, out);
    const double done = (c + 1.0) / static_cast<double>(source.model->clips.size());
    if (options.progress && !options.progress("sampling clips", done)) break;
  }
  return out;
}

std::vector<PoseSample> distinctPoses(const Source& source, const Motions& motions,
                                      std::size_t count) {
  std::vector<const Mat34d*> frames;
  for (const Motion& motion : motions.clips) {
    for (std::uint32_t f = 0; f < motion.frames; ++f)
      frames.push_back(motion.deformations.data() + f * motions.bones);
  }
  std::vector<PoseSample> out(1);
  const std::size_t width = motions.bones * kProbes;
  std::vector<glm::vec3> points(frames.size() * width);
  std::vector<glm::vec3> rest(width);
  for (std::size_t b = 0; b < motions.bones; ++b) {
    const auto probes = probesOf(source, b);
    for (std::size_t p = 0; p < kProbes; ++p) {
      rest[b * kProbes + p] = glm::vec3(probes[p]);
      for (std::size_t f = 0; f < frames.size(); ++f)
        points[f * width + b * kProbes + p] = glm::vec3(transformPoint(frames[f][b], probes[p]));
    }
  }
  std::vector<float> nearest(frames.size(), 1e30f);
  const glm::vec3* last = rest.data();
  while (out.size() < count && !frames.empty()) {
    std::size_t farthest = 0;
    for (std::size_t f = 0; f < frames.size(); ++f) {
      float distance = 0.0f;
      for (std::size_t i = 0; i < width; ++i) {
        const glm::vec3 d = points[f * width + i] - last[i];
        distance = std::max(distance, glm::dot(d, d));
      }
      nearest[f] = std::min(nearest[f], distance);
      if (nearest[f] > nearest[farthest]) farthest = f;
    }
    const double apart = std::sqrt(static_cast<double>(nearest[farthest]));
    if (apart < 1e-3 * source.diagonal) break;
    out.push_back({frames[farthest]});
    last = points.data() + farthest * width;
  }
  return out;
}

}  // namespace sinew::convert
