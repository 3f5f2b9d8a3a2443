#pragma once

// A clip with every frame in memory, for the clip that plays.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "format/model.h"
#include "format/pose/keys.h"
#include "format/pose/pose.h"
#include "format/pose/samples.h"

namespace sinew::pose {

/// Rotations are stored as they lie on the chord between their keys, not normalised, and with signs
/// that agree from frame to frame: between two frames plain linear blending then gives exactly what
/// blending the keys gives, as keys lie on whole frames.
class ExpandedClip {
 public:
  /// Nothing if the clip has no frames, keys between frames, or does not fit `limit_bytes`.
  [[nodiscard]] static std::optional<ExpandedClip> make(const Clip& clip, const TimeLine& line,
                                                        const MovingChannels& channels,
                                                        std::size_t limit_bytes);

  /// Writes the sample of a resolved frame: MovingChannels::sampleSize() floats.
  void sample(double frame, float* out) const;

  [[nodiscard]] bool loops() const { return line_.loops; }
  [[nodiscard]] std::size_t sizeBytes() const;

 private:
  void expandRotations(const KeyPool<glm::quat>& pool, const std::vector<MovingChannel>& channels);
  void expandVectors(const KeyPool<glm::vec3>& pool, const std::vector<MovingChannel>& channels,
                     std::size_t start);
  [[nodiscard]] float* frameAt(std::size_t frame) { return values_.data() + frame * stride_; }

  TimeLine line_;
  std::size_t frame_count_ = 0;
  std::size_t stride_ = 0;  ///< floats a frame
  std::size_t rotation_count_ = 0;
  std::vector<float> values_;  ///< frame after frame
  /// Sign by which frame 0 continues the last frame, one a rotation; empty where all are 1.
  std::vector<float> seam_signs_;
};

}  // namespace sinew::pose
