#include "format/pose/expanded_clip.h"

#include <algorithm>
#include <cmath>

namespace sinew::pose {
namespace {

/// Walks whole frames of one channel upwards, looking keys up only where a new segment begins.
template <class V>
class SegmentWalk {
 public:
  SegmentWalk(const KeyPool<V>& pool, KeyRange range, const TimeLine& line)
      : pool_(pool), range_(range), line_(line), segment_(findSegment(pool, range, 0.0, line)) {}

  /// True where the frame starts another segment.
  bool moveTo(double frame) {
    if (frame < segment_.begin + segment_.span) return false;
    segment_ = findSegment(pool_, range_, frame, line_);
    return true;
  }
  [[nodiscard]] const KeySegment& segment() const { return segment_; }
  [[nodiscard]] const V& a() const { return pool_.values[segment_.a]; }
  [[nodiscard]] const V& b() const { return pool_.values[segment_.b]; }

 private:
  const KeyPool<V>& pool_;
  KeyRange range_;
  const TimeLine& line_;
  KeySegment segment_;
};

bool onWholeFrames(const ClipKeys& keys) {
  return keys.rotations.fine_frames.empty() && keys.translations.fine_frames.empty() &&
         keys.scales.fine_frames.empty();
}

}  // namespace

std::optional<ExpandedClip> ExpandedClip::make(const Clip& clip, const TimeLine& line,
                                               const MovingChannels& channels,
                                               std::size_t limit_bytes) {
  constexpr double kMostFrames = 65536.0;  // keys lie below
  const double count = clip.frame_count;
  if (!(count >= 1.0 && count <= kMostFrames) || count != std::floor(count)) return std::nullopt;
  if (!onWholeFrames(*clip.keys)) return std::nullopt;
  ExpandedClip out;
  out.line_ = line;
  out.frame_count_ = static_cast<std::size_t>(count);
  out.stride_ = channels.sampleSize();
  out.rotation_count_ = channels.rotations.size();
  if (limit_bytes / sizeof(float) / out.frame_count_ < out.stride_) {
    return std::nullopt;
  }
  out.values_.resize(out.frame_count_ * out.stride_);
  out.expandRotations(clip.keys->rotations, channels.rotations);
  out.expandVectors(clip.keys->translations, channels.translations, channels.translationStart());
  out.expandVectors(clip.keys->scales, channels.scales, channels.scaleStart());
  return out;
}

void ExpandedClip::expandRotations(const KeyPool<glm::quat>& pool,
                                   const std::vector<MovingChannel>& channels) {
  std::vector<float> signs(rotation_count_, 1.0f);
  for (std::size_t i = 0; i < rotation_count_; ++i) {
    SegmentWalk walk(pool, channels[i].keys, line_);
    float sign_a = 1.0f;
    const auto signOfB = [&] { return flipsSign(walk.a(), walk.b()) ? -sign_a : sign_a; };
    float sign_b = signOfB();
    const auto valueAt = [&](double frame) {
      const auto t = static_cast<float>(walk.segment().phase(frame));
      return walk.a() * (sign_a * (1.0f - t)) + walk.b() * (sign_b * t);
    };
    for (std::size_t f = 0; f < frame_count_; ++f) {
      if (walk.moveTo(static_cast<double>(f))) {
        // Keys lie on whole frames, so no segment is stepped over: this a is the last one's b.
        sign_a = sign_b;
        sign_b = signOfB();
      }
      const glm::quat value = valueAt(static_cast<double>(f));
      float* to = frameAt(f) + i;
      to[0] = value.x;
      to[rotation_count_] = value.y;
      to[2 * rotation_count_] = value.z;
      to[3 * rotation_count_] = value.w;
    }
    const float* start = frameAt(0) + i;
    const glm::quat first(start[3 * rotation_count_], start[0], start[rotation_count_],
                          start[2 * rotation_count_]);
    if (glm::dot(first, valueAt(line_.frame_count)) < 0.0f) signs[i] = -1.0f;
  }
  const bool any_flips = std::find(signs.begin(), signs.end(), -1.0f) != signs.end();
  if (line_.loops && any_flips) seam_signs_ = std::move(signs);
}

void ExpandedClip::expandVectors(const KeyPool<glm::vec3>& pool,
                                 const std::vector<MovingChannel>& channels, std::size_t start) {
  const std::size_t count = channels.size();
  for (std::size_t i = 0; i < count; ++i) {
    SegmentWalk walk(pool, channels[i].keys, line_);
    for (std::size_t f = 0; f < frame_count_; ++f) {
      walk.moveTo(static_cast<double>(f));
      const auto t = static_cast<float>(walk.segment().phase(static_cast<double>(f)));
      const glm::vec3 value = blendVectors(walk.a(), walk.b(), t);
      float* to = frameAt(f) + start + i;
      to[0] = value.x;
      to[count] = value.y;
      to[2 * count] = value.z;
    }
  }
}

void ExpandedClip::sample(double frame, float* out) const {
  const auto last = static_cast<double>(frame_count_ - 1);
  const double whole = std::clamp(std::floor(frame), 0.0, last);
  const auto index = static_cast<std::size_t>(whole);
  const bool at_end = index + 1 == frame_count_;
  const std::size_t next = !at_end ? index + 1 : line_.loops ? 0 : index;
  const float t = line_.steps ? 0.0f : static_cast<float>(frame - whole);
  const float* a = values_.data() + index * stride_;
  const float* b = values_.data() + next * stride_;
  std::size_t done = 0;
  if (at_end && !seam_signs_.empty()) {
    for (std::size_t c = 0; c < 4; ++c) {
      for (std::size_t i = 0; i < rotation_count_; ++i, ++done) {
        out[done] = a[done] + t * (seam_signs_[i] * b[done] - a[done]);
      }
    }
  }
  for (std::size_t i = done; i < stride_; ++i)
    out[i] = a[i] + t * (b[i] - a[i]);
}

std::size_t ExpandedClip::sizeBytes() const {
  return (values_.size() + seam_signs_.size()) * sizeof(float);
}

}  // namespace sinew::pose
