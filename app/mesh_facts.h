#pragma once

// What one mesh weighs and what its records are: for lists, legends and the sums of levels.

#include <array>
#include <cstdint>
#include <vector>

#include "format/load.h"

namespace sinew::app {

/// Bytes of a mesh's vertex list and of its face list, as stored. Plain meshes, which no file
/// holds that way, count the bytes that their arrays take.
[[nodiscard]] std::uint64_t vertexBytes(const LoadedModel& loaded, std::uint32_t mesh);
[[nodiscard]] std::uint64_t faceBytes(const LoadedModel& loaded, std::uint32_t mesh);

/// What a walk over a mesh's vertices finds: records by their size, positions by how coarsely they
/// are stored, and the influences that move the mesh.
struct MeshFacts {
  std::uint32_t records_64 = 0;
  std::uint32_t records_96 = 0;
  std::uint32_t records_128 = 0;
  std::uint32_t plain = 0;  ///< vertices that are no packed records
  /// How many positions round to a cell of 2^(k - 25) units; k is 3 to 34 for packed vectors, 1 to
  /// 30 for halves.
  std::array<std::uint32_t, 36> cells{};
  std::vector<std::uint32_t> influences;  ///< that its vertices name, ascending
};

/// log2 of the cell that entry `k` of MeshFacts::cells stands for, in model units.
[[nodiscard]] constexpr int cellLog2(std::size_t k) {
  return static_cast<int>(k) - 25;
}

/// Walks all vertices of a mesh.
[[nodiscard]] MeshFacts gatherMeshFacts(const Model& model, std::uint32_t mesh);

}  // namespace sinew::app
