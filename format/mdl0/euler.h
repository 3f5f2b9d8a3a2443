#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace sinew::mdl0 {

/// The rotation about x, then y, then z by these angles in degrees.
[[nodiscard]] glm::dquat fromEuler(const glm::dvec3& degrees);

}  // namespace sinew::mdl0
