#pragma once

// What is right and wrong with a solid's shape: docs/format-bmd1.md, section 6, asks for a closed
// surface that does not cross itself, looks outward, and hangs on one bone.

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "format/exact_geometry.h"
#include "format/model.h"

namespace sinew::app {

/// An edge between two vertices of the solid's mesh, and the first triangle that has it.
struct SolidEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t triangle = 0;
};

struct SolidFacts {
  std::uint32_t vertices = 0;
  std::uint32_t triangles = 0;
  // A sound edge runs once in each direction. Those that do not, each in one of these:
  std::vector<SolidEdge> open;         ///< of one triangle only, or from a vertex to itself
  std::vector<SolidEdge> crowded;      ///< of more than two triangles
  std::vector<SolidEdge> flipped;      ///< twice in one direction: a neighbour looks inward
  std::vector<std::uint32_t> foreign;  ///< vertices on neither bone 0 nor the solid's own, or mixed
  std::vector<std::uint32_t> flat;     ///< triangles without area
  /// Vertices that lie where an earlier one does: seams that the triangles do not join.
  std::vector<std::uint32_t> doubled;
  bool crossing_tested = false;  ///< false: too many triangles
  std::optional<exact::Crossing> crossing;
  bool closed = false;
  bool inside_out = false;                   ///< closed, and its volume is not positive
  std::optional<double> volume;              ///< model units cubed; closed solids only
  std::optional<glm::dvec3> center_of_mass;  ///< in the solid's bone's space; with a volume only

  /// How many kinds of fault there are.
  [[nodiscard]] int faults() const;
};

/// Examines a solid. Quick but for the crossing, which takes a second for the 1024 triangles that
/// are tested at most.
[[nodiscard]] SolidFacts gatherSolidFacts(const Model& model, const Solid& solid);

}  // namespace sinew::app
