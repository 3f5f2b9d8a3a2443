#pragma once

#include <array>
#include <optional>
#include <span>
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

/// A range of one of the model's index buffers.
struct IndexRange {
  std::uint32_t buffer = 0;  ///< in Impl::index_buffers
  std::size_t offset_bytes = 0;
  std::size_t count = 0;
};

/// A mesh as it is drawn. Not drawable: nothing of it is on the GPU.
struct GpuMesh {
  bool drawable = false;
  MeshInput input = MeshInput::Stream;
  bool flat_normals = false;
  bool colored = false;     ///< has vertex colours
  std::uint32_t chunk = 0;  ///< of a packed list, in Impl::chunks
  std::uint32_t plain = 0;  ///< of plain vertices, in Impl::plain_vertices
  IndexRange triangles;
  std::uint32_t vertex_count = 0;
  std::uint32_t first_word = 0;  ///< of the list in its chunk
  PackedSt128 st128 = PackedSt128::Spec;
  bool shade_bgr = false;
  glm::vec3 flat_color{1.0f};  ///< sRGB-encoded 0..1

  // Made when an overlay first needs them.
  std::optional<IndexRange> edges;
  std::optional<IndexRange> points;  ///< mixed lists only: the records' first words
};

/// Lists and plain vertices are read by seven kinds of vertex arrays: one of each MeshInput, and
/// plain ones with colours.
inline constexpr std::size_t kVertexArrays = 7;

struct GpuModel::Impl {
  const Model* model = nullptr;
  GpuInfo info;
  std::vector<PackedChunk> chunks;
  std::vector<GpuMesh> meshes;
  std::vector<gl::Buffer> index_buffers;  ///< the first: triangles of all meshes
  std::vector<gl::Buffer> plain_vertices;
  /// Pointed at a mesh's vertices when it is drawn: a driver spends kilobytes on each, and a file
  /// may have more meshes than kilobytes.
  std::array<gl::VertexArray, kVertexArrays> vertex_arrays;
  std::vector<std::uint32_t> solid_meshes;  ///< of Model::solids, each once
  std::vector<gl::Texture> textures;        ///< by Model::textures; empty: missing
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
  /// Makes the edges, or the points, of those of these meshes that have none yet; other indices are
  /// passed over.
  void ensureEdges(std::span<const std::uint32_t> wanted);
  void ensurePoints(std::span<const std::uint32_t> wanted);
};

/// Uploads all of a model's meshes. `max_words`: texels that a texture buffer may have here.
/// \return an Error where the driver has no memory.
[[nodiscard]] Result<std::unique_ptr<GpuModel::Impl>> uploadModel(const Model& model,
                                                                  const GpuInfo& info);

/// Mixed lists are drawn by the word that a record starts at, not by its number.
[[nodiscard]] bool isIndexedByWord(const GpuMesh& mesh);

/// Makes the first index buffer: the triangles of all drawable meshes.
void uploadTriangles(const Model& model, GpuModel::Impl& out);

/// Gives the bound 2D texture all its levels.
void uploadLevels(const Image& image);

}  // namespace sinew::renderer
