#pragma once

// The bones of the file to be: which of the source's are kept, where their joints lie on the file's
// grid, and the helpers beside them.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "format/convert/motion.h"
#include "format/convert/source.h"
#include "format/mat34.h"

namespace sinew::convert {

/// A normal bone of the file, in stored terms, and what readers make of it. Its axes at rest are
/// those of bind space, so that vertices of blends meet, and most rotations are the identity, which
/// is stored without error.
struct PlannedBone {
  std::string name;
  std::uint32_t source = kNone;  ///< kNone: the root
  std::uint32_t parent = 0;      ///< below its own index, but for the root
  glm::dvec3 translation{0.0};   ///< exactly a code's
  glm::dquat stored_rotation{1.0, 0.0, 0.0, 0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};        ///< as decoded
  glm::dquat world_rotation{1.0, 0.0, 0.0, 0.0};  ///< at rest
  Mat34d world;                                   ///< at rest
  bool helper = false;                            ///< rides on `parent`, has no keys
  bool lattice = true;  ///< axes of the file, origin on the grid: its vertices can be, too
};

/// A point in bind space that blends are stored around.
struct Pivot {
  glm::dvec3 place{0.0};
};

struct Plan {
  double grid = 0.0;                   ///< a power of two; joints and seams lie on its multiples
  double reach = 0.0;                  ///< offsets up to it are stored in steps of the grid
  std::vector<PlannedBone> bones;      ///< bone 0 is the root
  std::vector<std::uint32_t> bone_of;  ///< planned bone that carries a source bone's vertices
  std::vector<Mat34d> bind;            ///< bind space -> rest, by source bone
  std::vector<Pivot> pivots;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> helper_of;  ///< (bone, pivot)

  [[nodiscard]] std::uint32_t carrier(std::uint32_t source_bone) const {
    return source_bone == kNone ? 0 : bone_of[source_bone];
  }
};

/// Bones for a source, without helpers. Drops bones that move nothing (unless asked to keep them).
[[nodiscard]] Plan planBones(const Source& source, const Motions& motions,
                             const EncodeOptions& options, const Limits& limits,
                             EncodeReport& report);

/// The planned bone that rides on source bone `bone` (kNone: the root) with its origin at a pivot:
/// the bone itself where that is its joint, else a helper, made if need be.
[[nodiscard]] std::uint32_t helperAt(Plan& plan, std::uint32_t bone, std::uint32_t pivot);
/// Whether `helperAt` would make one.
[[nodiscard]] bool needsHelper(const Plan& plan, std::uint32_t bone, std::uint32_t pivot);

/// Adds the pivot at a bone's joint or at a place; an equal one is used again.
[[nodiscard]] std::uint32_t pivotAtJoint(Plan& plan, std::uint32_t bone);
[[nodiscard]] std::uint32_t pivotAt(Plan& plan, const glm::dvec3& bind_place);

/// `value` in steps that a packed vector of this size has, no finer than `grid`: exactly a code's.
[[nodiscard]] glm::dvec3 snapToCode(const glm::dvec3& value, double grid);

}  // namespace sinew::convert
