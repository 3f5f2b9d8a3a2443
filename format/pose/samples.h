#pragma once

// What a clip moves, and one frame of it in structure-of-arrays order: what the two samplers write
// and the Poser turns into matrices.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"
#include "format/pose/keys.h"

namespace sinew::pose {

/// A bone's local transform.
template <class T>
struct LocalTransform {
  glm::qua<T> rotation{T(1), T(0), T(0), T(0)};
  glm::vec<3, T> translation{T(0)};
  glm::vec<3, T> scale{T(1)};
};

/// One bone's channel whose value changes over the clip.
struct MovingChannel {
  std::uint32_t bone = 0;
  KeyRange keys;
};

/// The channels of a clip that move. A channel with one key, or with equal ones, does not.
struct MovingChannels {
  std::vector<MovingChannel> rotations;
  std::vector<MovingChannel> translations;
  std::vector<MovingChannel> scales;

  /// Floats of one sample: all x of the rotations, then y, z, w; translations x, y, z; scales x, y,
  /// z.
  [[nodiscard]] std::size_t sampleSize() const {
    return 4 * rotations.size() + 3 * translations.size() + 3 * scales.size();
  }
  [[nodiscard]] std::size_t translationStart() const { return 4 * rotations.size(); }
  [[nodiscard]] std::size_t scaleStart() const {
    return translationStart() + 3 * translations.size();
  }
};

/// Floats past the end of a sample that may be read, four lanes at a time.
inline constexpr std::size_t kSampleSlack = 3;

/// Sorts a clip's channels: moving ones are returned, the others' constant values go to `at_rest`
/// (one a bone). Tracks of bones that do not exist are left out.
[[nodiscard]] MovingChannels findMovingChannels(const ClipKeys& keys,
                                                std::vector<Transform>& at_rest);

}  // namespace sinew::pose
