#pragma once

// Samples -> local matrices of all bones.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "format/mat34.h"
#include "format/model.h"
#include "format/pose/samples.h"

namespace sinew::pose {

/// The local pose of a skeleton: constant where the clip does not move it, refreshed from samples
/// elsewhere.
class LocalPose {
 public:
  /// Allocates. `constant` has one transform a bone; the moving channels' values in it do not
  /// matter.
  void reset(std::span<const Transform> constant, const MovingChannels& channels);
  /// Takes a sample of sampleSize() floats, of which kSampleSlack more can be read.
  void update(const float* sample);
  /// Writes the moving bones' rotations, unit length. Only BlendMode::Nlerp needs them.
  void updateRotations(const float* sample);

  /// Takes the whole pose, one transform a bone, instead of samples.
  void set(std::span<const LocalTransform<float>> locals);

  [[nodiscard]] std::span<const Mat34f> rigid() const { return rigid_; }  ///< [R | t]
  /// x, y, z and a 1 to carry the translation column.
  [[nodiscard]] std::span<const std::array<float, 4>> scales() const { return scales_; }
  [[nodiscard]] bool scaled() const { return scaled_; }  ///< any scale is not, or may not be, 1
  [[nodiscard]] std::span<const glm::quat> rotations() const { return rotations_; }

 private:
  /// Where a moving translation goes: the lanes that the bone's rotation is written with, or its
  /// matrix.
  struct Target {
    float* first = nullptr;
    std::size_t step = 0;
  };
  void placeOrigins(std::span<const Transform> constant, const MovingChannels& channels);

  std::vector<Mat34f> rigid_;
  std::vector<std::array<float, 4>> scales_;
  std::vector<glm::quat> rotations_;
  bool scaled_ = false;
  std::vector<std::uint32_t> rotated_;  ///< bones whose rotation moves, in sample order
  std::vector<std::uint32_t> resized_;  ///< bones whose scale moves
  std::vector<float> origins_;          ///< translations of the rotated bones: all x, all y, all z
  std::vector<Target> moved_;
  std::size_t translation_start_ = 0;
  std::size_t scale_start_ = 0;
};

}  // namespace sinew::pose
