#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renderer/gl/handle.h"
#include "renderer/renderer.h"
#include "renderer/shader_library.h"

namespace sinew::renderer {

/// A buffer of packed records: whole lists, one behind the other, exactly as the file has them.
struct PackedChunk {
  gl::Buffer buffer;
  gl::Texture
      words;  ///< the buffer as R32UI texels; none where it is larger than a texture buffer may be
  std::size_t size_bytes = 0;
};

/// A range of an index buffer.
struct IndexRange {
  std::size_t offset_bytes = 0;
  GLsizei count = 0;
};

/// A mesh as it is drawn. Not drawable: nothing of it is on the GPU.
struct GpuMesh {
  bool drawable = false;
  MeshInput input = MeshInput::Stream;
  bool flat_normals = false;
  bool colored = false;     ///< has vertex colours
  std::uint32_t chunk = 0;  ///< of a packed list, in Impl::chunks
  std::uint32_t plain = 0;  ///< of plain vertices, in Impl::plain_vertices
  gl::VertexArray vertices;
  IndexRange triangles;
  std::uint32_t vertex_count = 0;
  std::uint32_t first_word = 0;  ///< of the list in its chunk
  PackedSt128 st128 = PackedSt128::Spec;
  bool shade_bgr = false;
  glm::vec3 flat_color{1.0f};  ///< sRGB-encoded 0..1

  // Made when an overlay first needs them: a driver spends kilobytes on every vertex array.
  std::optional<IndexRange> edges;
  std::optional<IndexRange> points;  ///< mixed lists only: the records' first words
  gl::Buffer edge_indices;
  gl::Buffer point_indices;
  gl::VertexArray edge_vertices;
  gl::VertexArray point_vertices;
};

struct GpuModel::Impl {
  const Model* model = nullptr;
  GpuInfo info;
  std::vector<PackedChunk> chunks;
  std::vector<GpuMesh> meshes;
  gl::Buffer indices;  ///< triangles of all meshes
  std::vector<gl::Buffer> plain_vertices;
  std::vector<gl::Texture> textures;  ///< by Model::textures; empty: missing
  gl::Texture checker;
  gl::Buffer influence_buffer;
  gl::Texture influence_texels;
  std::vector<float> influence_upload;  ///< matrices, then the selected bone's weights
  std::size_t packed_bytes = 0;
  std::size_t other_bytes = 0;
  std::vector<std::string> warnings;
  std::optional<float> largest_cell_log2;  ///< of all drawn packed positions, when first asked for

  /// Sends matrices (and, where `weights`, the selected bone's weight of each influence).
  void uploadInfluences(const ModelInstance& instance, bool weights);
  [[nodiscard]] float largestCellLog2();
  void ensureEdges(std::uint32_t mesh);
  void ensurePoints(std::uint32_t mesh);
};

/// Uploads all of a model's meshes. `max_words`: texels that a texture buffer may have here.
/// \return an Error where the driver has no memory.
[[nodiscard]] Result<std::unique_ptr<GpuModel::Impl>> uploadModel(const Model& model,
                                                                  const GpuInfo& info);

/// Gives the bound 2D texture all its levels.
void uploadLevels(const Image& image);

}  // namespace sinew::renderer
