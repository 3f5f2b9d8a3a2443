#pragma once

// The motion of one node in one clip.

#include <cstdint>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "format/jade/anims.h"
#include "format/scene/scene.h"

namespace sinew::jade {

/// Position keys hold positions, or what is added to the one of the rest pose.
enum class Positions : std::uint8_t { Absolute, Delta };

/// Linear between keys, rotations the shorter way; the first key before the first time, the last
/// one behind the last. Frames are thirtieths of a second.
class NodeCurve : public scene::BoneCurve {
 public:
  explicit NodeCurve(const Transform& rest) : rest_(rest) {}

  Positions positions = Positions::Delta;
  double position_scale = 1.0;  ///< of keys a model inherits
  // Without keys the rest pose's value holds. Times do not go backwards.
  Keys position;
  Keys rotation;
  Keys scale;

  [[nodiscard]] Transform at(double frame) const override;

 private:
  Transform rest_;
};

}  // namespace sinew::jade
