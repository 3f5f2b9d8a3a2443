#pragma once

// Samples decoded keys: remembers the segment each channel is in, and looks keys up only when the
// frame leaves it. For clips that are not expanded.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "format/model.h"
#include "format/pose/keys.h"
#include "format/pose/samples.h"

namespace sinew::pose {

/// A resolved frame, also in two floats, so that differences to key frames lose no precision.
struct SplitFrame {
  double frame = 0.0;
  float whole = 0.0f;
  float fraction = 0.0f;  ///< 0 <= fraction < 1
};

/// The channels of one kind: rotations (four components) or vectors (three).
template <class V>
class ChannelCursor {
 public:
  /// The pool must outlive the cursor's use.
  void reset(const KeyPool<V>& pool, const std::vector<MovingChannel>& channels);
  /// Forgets the segments: the time line changed.
  void forget();
  /// Writes all x, then all y and so on: one component after the other, a float a channel.
  void sample(const SplitFrame& at, const TimeLine& line, float* out);

 private:
  using Four = std::array<float, 4>;  ///< a value's components; the fourth of a vector is 0

  /// Enters the segments of all channels whose present one does not hold the frame.
  void refresh(const SplitFrame& at, const TimeLine& line);
  void enterSegment(std::size_t channel, const SplitFrame& at, const TimeLine& line);
  /// The key that begins the segment, where that lies between two keys on whole frames; else kNone.
  [[nodiscard]] std::uint32_t findInnerSegment(std::size_t channel, const SplitFrame& at) const;
  void setSegment(std::size_t channel, const KeySegment& segment);

  const KeyPool<V>* pool_ = nullptr;
  const std::uint16_t* whole_frames_ = nullptr;  ///< null: keys between frames
  std::size_t count_ = 0;
  std::vector<KeyRange> ranges_;
  std::vector<std::uint32_t> at_;  ///< key at the segment's begin
  // From here on filled up to whole groups of four with channels that stand still.
  std::vector<float> begin_;
  std::vector<float> span_;  ///< -1: no segment known
  std::vector<Four> a_;      ///< value at the segment's begin
  std::vector<Four> delta_;  ///< change over the segment, on the shorter arc
};

class KeyCursor {
 public:
  void reset(const ClipKeys& keys, const MovingChannels& channels, const TimeLine& line);
  /// Writes the sample of a resolved frame: MovingChannels::sampleSize() floats.
  void sample(double frame, bool loops, float* out);

 private:
  TimeLine line_;
  std::size_t translation_start_ = 0;
  std::size_t scale_start_ = 0;
  ChannelCursor<glm::quat> rotations_;
  ChannelCursor<glm::vec3> translations_;
  ChannelCursor<glm::vec3> scales_;
};

}  // namespace sinew::pose
