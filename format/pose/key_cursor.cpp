#include "format/pose/key_cursor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "format/pose/lanes.h"

namespace sinew::pose {
namespace {

constexpr std::size_t kLanes = 4;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Lanes components(const glm::quat& q) {
  return Lanes{q.x, q.y, q.z, q.w};
}
Lanes components(const glm::vec3& v) {
  return Lanes{v.x, v.y, v.z, 0.0f};
}

float signOfB(const glm::quat& a, const glm::quat& b) {
  return flipsSign(a, b) ? -1.0f : 1.0f;
}
float signOfB(const glm::vec3& /*a*/, const glm::vec3& /*b*/) {
  return 1.0f;
}

template <class V>
constexpr std::size_t componentCount() {
  return static_cast<std::size_t>(V::length());
}

/// The last key at or before `frame`, or the first one. No branch depends on the frame: seeking at
/// random would mispredict half of them.
std::uint32_t lastKeyUpTo(const std::uint16_t* frames, KeyRange range, std::int32_t frame) {
  std::uint32_t at = range.first;
  std::uint32_t left = range.size();
  while (left > 1) {
    const std::uint32_t half = left / 2;
    at += half & (0u - static_cast<std::uint32_t>(frames[at + half] <= frame));
    left -= half;
  }
  return at;
}

}  // namespace

template <class V>
void ChannelCursor<V>::reset(const KeyPool<V>& pool, const std::vector<MovingChannel>& channels) {
  pool_ = &pool;
  whole_frames_ = pool.fine_frames.empty() ? pool.whole_frames.data() : nullptr;
  count_ = channels.size();
  ranges_.clear();
  for (const MovingChannel& channel : channels)
    ranges_.push_back(channel.keys);
  at_.resize(count_);
  const std::size_t filled = (count_ + kLanes - 1) / kLanes * kLanes;
  begin_.assign(filled, 0.0f);
  span_.assign(filled, kInfinity);
  a_.assign(filled, Four{});
  delta_.assign(filled, Four{});
  forget();
}

template <class V>
void ChannelCursor<V>::forget() {
  std::fill_n(span_.begin(), count_, -1.0f);
  // So that the key after it is the first one.
  for (std::size_t i = 0; i < count_; ++i)
    at_[i] = ranges_[i].first - 1;
}

template <class V>
std::uint32_t ChannelCursor<V>::findInnerSegment(std::size_t channel, const SplitFrame& at) const {
  const std::uint16_t* frames = whole_frames_;
  if (frames == nullptr) return kNone;
  const KeyRange range = ranges_[channel];
  const auto frame = static_cast<std::int32_t>(at.whole);
  // Playing forward mostly enters the next segment.
  const std::uint32_t next = at_[channel] + 1;
  if (next + 1 < range.last && frames[next] <= frame && frame < frames[next + 1]) return next;
  // Where every frame has a key, its place is known.
  const std::int32_t from_first = frame - frames[range.first];
  const bool may_be_dense = from_first >= 0 && from_first < static_cast<std::int32_t>(range.size());
  const std::uint32_t guess = range.first + static_cast<std::uint32_t>(from_first);
  const bool is_dense = may_be_dense && frames[guess] == frame;
  const std::uint32_t a = is_dense ? guess : lastKeyUpTo(frames, range, frame);
  return frames[a] <= frame && a + 1 < range.last ? a : kNone;
}

template <class V>
void ChannelCursor<V>::setSegment(std::size_t channel, const KeySegment& segment) {
  at_[channel] = segment.a;
  begin_[channel] = static_cast<float>(segment.begin);
  span_[channel] = static_cast<float>(segment.span);
  const V& from = pool_->values[segment.a];
  const V& to = pool_->values[segment.b];
  const Lanes a = components(from);
  storeLanes(a_[channel].data(), a);
  storeLanes(delta_[channel].data(), components(to) * signOfB(from, to) - a);
}

template <class V>
void ChannelCursor<V>::enterSegment(std::size_t channel, const SplitFrame& at,
                                    const TimeLine& line) {
  const std::uint32_t a = findInnerSegment(channel, at);
  if (a == kNone) {
    setSegment(channel, findSegment(*pool_, ranges_[channel], at.frame, line));
    return;
  }
  const std::int32_t begin = whole_frames_[a];
  const std::int32_t end = whole_frames_[a + 1];
  setSegment(channel, {a, line.steps ? a : a + 1, static_cast<double>(begin),
                       static_cast<double>(end - begin)});
}

template <class V>
void ChannelCursor<V>::refresh(const SplitFrame& at, const TimeLine& line) {
  for (std::size_t i = 0; i < count_; i += kLanes) {
    const Lanes into = (at.whole - loadLanes(&begin_[i])) + at.fraction;
    const Lanes span = loadLanes(&span_[i]);
    if (!anyLane((into < 0.0f) | (into >= span))) continue;
    for (std::size_t k = 0; k < kLanes; ++k) {
      if (into[k] < 0.0f || into[k] >= span[k]) enterSegment(i + k, at, line);
    }
  }
}

template <class V>
void ChannelCursor<V>::sample(const SplitFrame& at, const TimeLine& line, float* out) {
  refresh(at, line);
  constexpr std::size_t kParts = componentCount<V>();
  for (std::size_t i = 0; i < count_; i += kLanes) {
    const Lanes phase = ((at.whole - loadLanes(&begin_[i])) + at.fraction) / loadLanes(&span_[i]);
    std::array<Lanes, 4> v{
        loadLanes(a_[i].data()) + splat<0>(phase) * loadLanes(delta_[i].data()),
        loadLanes(a_[i + 1].data()) + splat<1>(phase) * loadLanes(delta_[i + 1].data()),
        loadLanes(a_[i + 2].data()) + splat<2>(phase) * loadLanes(delta_[i + 2].data()),
        loadLanes(a_[i + 3].data()) + splat<3>(phase) * loadLanes(delta_[i + 3].data())};
    transpose(v[0], v[1], v[2], v[3]);
    const std::size_t used = std::min(kLanes, count_ - i);
    for (std::size_t c = 0; c < kParts; ++c) {
      float* to = out + c * count_ + i;
      if (used == kLanes) {
        storeLanes(to, v[c]);
      } else {
        for (std::size_t k = 0; k < used; ++k)
          to[k] = v[c][k];
      }
    }
  }
}

template class ChannelCursor<glm::quat>;
template class ChannelCursor<glm::vec3>;

void KeyCursor::reset(const ClipKeys& keys, const MovingChannels& channels, const TimeLine& line) {
  line_ = line;
  translation_start_ = channels.translationStart();
  scale_start_ = channels.scaleStart();
  rotations_.reset(keys.rotations, channels.rotations);
  translations_.reset(keys.translations, channels.translations);
  scales_.reset(keys.scales, channels.scales);
}

void KeyCursor::sample(double frame, bool loops, float* out) {
  if (loops != line_.loops) {
    line_.loops = loops;
    rotations_.forget();
    translations_.forget();
    scales_.forget();
  }
  const double whole = std::floor(frame);
  // A fraction that rounds up to 1 would reach the next key, which Interpolation::Step would show.
  constexpr float kBelowOne = 1.0f - std::numeric_limits<float>::epsilon() / 2.0f;
  const float fraction = std::min(static_cast<float>(frame - whole), kBelowOne);
  const SplitFrame at{frame, static_cast<float>(whole), fraction};
  rotations_.sample(at, line_, out);
  translations_.sample(at, line_, out + translation_start_);
  scales_.sample(at, line_, out + scale_start_);
}

}  // namespace sinew::pose
