#pragma once

// Influences: weighted bones -> one matrix (docs/format-bmd1.md, section 6, and the comment of
// Influences).

#include <cstddef>
#include <cstdint>
#include <span>

#include <glm/gtc/quaternion.hpp>

#include "format/mat34.h"
#include "format/model.h"
#include "format/hierarchy.h"
#include "format/pose/pose.h"

namespace sinew::pose {

/// The bones of a skeleton under some pose.
template <class T>
struct PosedBones {
  std::span<const Mat34<T>> worlds;
  /// Products of the local rotations from the root, unit length; needed for BlendMode::Nlerp only.
  std::span<const glm::qua<T>> rotations;
};

/// One influence's weighted bones. `offsets` is empty or one a bone. Weights need not add up to 1.
struct BlendTerms {
  std::span<const std::uint32_t> bones;
  std::span<const float> weights;
  std::span<const Mat34f> offsets;
};

[[nodiscard]] BlendTerms termsOf(const Influences& influences, std::size_t influence);

/// True where the influence mixes several bones whose offsets are all the identity: what BlendMode
/// is about.
[[nodiscard]] bool isPlainBlend(const BlendTerms& terms);

/// Sum of weight * World * Offset; the identity without bones.
template <class T>
[[nodiscard]] Mat34<T> blendMatrices(const BlendTerms& terms, const PosedBones<T>& bones);

/// The other reading: translations mix linearly and rotations by nlerp, each on the first one's
/// side. What scale and shear leave of a bone's 3x3 part after its rotation is taken off mixes
/// linearly, so that a blend of one bone is that bone, and rigid bones blend to a rigid one.
template <class T>
[[nodiscard]] Mat34<T> blendNlerp(const BlendTerms& terms, const PosedBones<T>& bones);

}  // namespace sinew::pose
