#pragma once

// What is to be said of a bone: its transforms in several forms, and what hangs on it.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "app/scene.h"
#include "app/state.h"
#include "format/mat34.h"
#include "format/model.h"

namespace sinew::app {

/// Rest: relative to the parent, as stored. Local: relative to the parent, as posed. Global:
/// relative to the model, as posed.
enum class BoneSpace : std::uint8_t { Rest, Local, Global };

struct BoneTransform {
  Mat34d matrix;
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
  /// The axes are not at right angles, or one has no length: rotation and scale alone do not make
  /// the matrix.
  bool sheared = false;
};

/// Takes a matrix apart. A mirrored one gets a negative scale along X.
[[nodiscard]] BoneTransform transformOf(const Mat34d& matrix);

/// Degrees about the fixed axes X, then Y, then Z: rotation = Rz * Ry * Rx. Where Y is 90 or -90
/// degrees, Z is 0.
[[nodiscard]] glm::dvec3 eulerDegrees(const glm::dquat& rotation);

/// A bone or pseudo-bone (id as in app/bone_ids.h) as `scene.update(state)` posed it. Empty where
/// the id has no such transform: a pseudo-bone is global only.
[[nodiscard]] std::optional<BoneTransform> boneTransform(const Scene& scene, const State& state,
                                                         std::uint32_t id, BoneSpace space);

/// Drawn vertices that a bone moves.
struct BoneReach {
  std::uint64_t direct = 0;      ///< hang on it alone
  std::uint64_t blended = 0;     ///< hang on a blend that it is part of
  std::uint64_t with_below = 0;  ///< hang on it or on any bone below it, in part or in whole
};
/// Edited weights count as edited. A pseudo-bone's vertices are all direct.
[[nodiscard]] BoneReach boneReach(const Scene& scene, const State& state, std::uint32_t id);

/// The share of a bone or pseudo-bone in each influence, 0 to 1 and beyond as weights go; `out` has
/// one entry an influence.
void sharesOfBone(const Model& model, const State& state, std::uint32_t id, std::span<float> out);

/// The bones that hang directly from one.
[[nodiscard]] std::vector<std::uint32_t> childrenOf(const Model& model, std::uint32_t bone);

/// A part of a transform as text for other programs: numbers in brackets, a matrix by rows.
enum class TransformPart : std::uint8_t { Position, Rotation, Euler, Scale, Matrix };
[[nodiscard]] std::string transformText(const BoneTransform& transform, TransformPart part);

}  // namespace sinew::app
