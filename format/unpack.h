#pragma once

// Vertices of any mesh, packed or plain, in one shape for the CPU side: posing, bounds, picking,
// solids, export. Drawing never comes here.

#include <array>
#include <cstdint>
#include <span>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"

namespace sinew {

/// An unpacked vertex in the common model's terms.
struct UnpackedVertex {
  glm::vec3 position{0.0f};  ///< stored space of its influence
  glm::vec3 normal{0.0f};  ///< stored space; length 1 or 0. A 64-bit textured vertex: its direction
  glm::vec2 uv{0.0f};      ///< v 0 is the image's top row
  std::array<std::uint8_t, 3> color{255, 255, 255};
  std::uint32_t influence = 0;  ///< checked: below Influences::size()
};

/// Unpacks all vertices of a mesh, packed or plain, for the CPU side. Non-finite coordinates become
/// 0. `out` has mesh.vertexCount() elements.
void unpackVertices(const Model& model, const Mesh& mesh, std::span<UnpackedVertex> out);

/// One vertex in the same way, without walking the list. `index` is below mesh.vertexCount().
[[nodiscard]] UnpackedVertex unpackVertex(const Model& model, const Mesh& mesh,
                                          std::uint32_t index);

}  // namespace sinew
