#pragma once

// Texture coordinates moved by whole repeats to where records hold them best.

#include <array>
#include <vector>

#include <glm/vec2.hpp>

#include "format/convert/source.h"

namespace sinew::convert {

/// The coordinates of a mesh's vertices. Vertices that triangles connect move together, by whole
/// repeats (an even number where the texture is mirrored, not at all where it is clamped), so that
/// they lie in -0.5..1.5 if they can, which all records hold, else around 0.
[[nodiscard]] std::vector<glm::dvec2> shiftedCoordinates(const SourceMesh& mesh,
                                                         const std::array<Wrap, 2>& wrap);

}  // namespace sinew::convert
