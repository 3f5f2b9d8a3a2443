#pragma once

// Faces that are seen from behind: the format draws front sides only.

#include <cstdint>
#include <vector>

#include "format/bmd1/write.h"
#include "format/convert/source.h"

namespace sinew::convert {

/// What a mesh needs besides its own vertices and triangles.
struct Backs {
  std::vector<bmd1::VertexSpec> records;   ///< with the normals turned
  std::vector<std::uint32_t> vertex;       ///< of the mesh: where each of them lies
  std::vector<std::uint32_t> triangles;    ///< numbers from the mesh's vertex count on
  std::vector<std::uint8_t> hidden_edges;  ///< as Mesh has them; empty where the mesh has none
};

/// The back sides of those parts of a two-sided mesh that are open somewhere. Of closed parts no
/// back is seen from outside. Empty for other meshes.
[[nodiscard]] Backs backsOf(const SourceMesh& mesh, const std::vector<bmd1::VertexSpec>& records,
                            const Model& model);

}  // namespace sinew::convert
