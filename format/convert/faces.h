#pragma once

// Triangles of a source mesh -> meshes of the file: equal records merged, quads found again, faces
// and vertices ordered, long lists split where that is shorter.

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "format/bmd1/write.h"

namespace sinew::convert {

/// One mesh to be: records, places to judge flatness by (as many), triangles, and which of their
/// edges are diagonals (as Mesh::hidden_edges; empty: find out).
struct FaceInput {
  std::span<const bmd1::VertexSpec> records;
  std::span<const glm::dvec3> places;
  std::span<const std::uint32_t> triangles;
  std::span<const std::uint8_t> hidden_edges;
};

/// One mesh of the file, without material, and the places of its vertices.
struct BuiltMesh {
  bmd1::MeshSpec spec;
  std::vector<glm::dvec3> places;
  std::vector<std::uint32_t> vertex_of;  ///< by vertex of the input; kNone: not in this mesh
};

/// One or more meshes that show these triangles. Triangles that have lost their area because
/// corners became equal are left out.
[[nodiscard]] std::vector<BuiltMesh> buildMeshes(const FaceInput& input);

/// Pairs of triangles as quads where the source says so (`hidden_edges`), else where they are flat
/// and convex; the others as triangles, all in an order that reuses vertices soon. A quad's
/// triangles are exactly the two it stands for.
[[nodiscard]] std::vector<bmd1::FaceSpec> pairFaces(std::span<const std::uint32_t> triangles,
                                                    std::span<const std::uint8_t> hidden_edges,
                                                    std::span<const glm::dvec3> places);

/// Bytes of a vertex record and of a list of faces as the writer chooses their forms.
[[nodiscard]] std::size_t recordBytes(const bmd1::VertexSpec& record);
[[nodiscard]] std::size_t faceBytes(std::span<const bmd1::FaceSpec> faces, std::size_t vertices);

}  // namespace sinew::convert
