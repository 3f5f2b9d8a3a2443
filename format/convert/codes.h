#pragma once

// Searches for the F8A codes that stand best for something that readers normalise: rotations,
// normals, weights (docs/format-bmd1.md, section 1). A code has five significant bits, but any
// length may be stored, so that there are some 1e9 rotations to choose from instead of the few that
// rounding a unit quaternion reaches. Over random rotations the error is below half of plain
// rounding's (rms); tests/convert/codes_test.cpp measures it.

#include <array>
#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace sinew::convert {

/// A value as stored, each component exactly an F8A code's, and what readers make of it.
struct RotationCode {
  glm::dquat stored{1.0, 0.0, 0.0, 0.0};
  glm::dquat value{1.0, 0.0, 0.0, 0.0};  ///< unit length
};

/// The code whose normalised value is nearest to a unit quaternion. The identity is stored exactly,
/// and no word is used that readers take for the identity.
[[nodiscard]] RotationCode nearestRotationCode(const glm::dquat& rotation);

/// The unit quaternion's components rounded as they are: what the search is measured against.
[[nodiscard]] RotationCode plainRotationCode(const glm::dquat& rotation);

/// Components that are exactly F8A codes' and whose direction is nearest to `normal`'s; zero for a
/// zero vector.
[[nodiscard]] glm::dvec3 nearestNormalCode(const glm::dvec3& normal);

/// Weights that are exactly F8A codes', add up to 1 within 1/16, and whose shares are nearest to
/// those given (which add up to 1, none negative). Shares too small for a code become 0.
[[nodiscard]] std::array<double, 4> nearestWeightCodes(const std::array<double, 4>& shares);

/// The four slots of a pseudo-bone: which share each adds to, and its code; weight 0: unused.
struct WeightSlots {
  std::array<std::uint32_t, 4> share{};
  std::array<double, 4> weights{};
};

/// As nearestWeightCodes, but slots that fewer than four shares leave free hold the rest of a
/// weight: two codes add up to about nine significant bits. Never farther off.
[[nodiscard]] WeightSlots nearestWeightSlots(const std::array<double, 4>& shares);

}  // namespace sinew::convert
