// Index buffers: triangles of all meshes when a model goes up, edges and points when an overlay
// first needs them.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <vector>

#include "renderer/gpu_model.h"

namespace sinew::renderer {

namespace {

/// Indices converted at a time: no copy of a whole list is made.
constexpr std::size_t kBlock = 4096;

GLsizeiptr bytesOf(std::size_t indices) {
  return static_cast<GLsizeiptr>(indices * sizeof(std::uint32_t));
}

/// Two vertices of a mesh, the lower first; then what its index buffer holds of them.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};
static_assert(sizeof(Edge) == 2 * sizeof(std::uint32_t));

/// Vertex number -> what the mesh's index buffers hold.
class GpuIndex {
 public:
  GpuIndex(const Mesh& source, const GpuMesh& mesh) : first_word_(mesh.first_word) {
    if (isIndexedByWord(mesh)) words_ = source.packed()->word_offsets.data();
  }
  [[nodiscard]] bool isVertexNumber() const { return words_ == nullptr; }
  [[nodiscard]] std::uint32_t operator()(std::uint32_t vertex) const {
    return words_ == nullptr ? vertex : first_word_ + words_[vertex];
  }

 private:
  std::uint32_t first_word_;
  const std::uint32_t* words_ = nullptr;
};

/// Sends a mesh's triangles into the bound index buffer.
void sendTriangles(const Mesh& source, const GpuMesh& mesh) {
  const auto offset = static_cast<GLintptr>(mesh.triangles.offset_bytes);
  const std::vector<std::uint32_t>& vertices = source.triangles;
  const GpuIndex index(source, mesh);
  if (index.isVertexNumber()) {
    glBufferSubData(GL_COPY_WRITE_BUFFER, offset, bytesOf(vertices.size()), vertices.data());
    return;
  }
  std::array<std::uint32_t, kBlock> block;
  for (std::size_t done = 0; done < vertices.size();) {
    const std::size_t count = std::min(kBlock, vertices.size() - done);
    for (std::size_t i = 0; i < count; ++i)
      block[i] = index(vertices[done + i]);
    glBufferSubData(GL_COPY_WRITE_BUFFER, offset + bytesOf(done), bytesOf(count), block.data());
    done += count;
  }
}

bool isHidden(const Mesh& mesh, std::size_t triangle, unsigned corner) {
  return triangle < mesh.hidden_edges.size() && (mesh.hidden_edges[triangle] >> corner & 1U) != 0;
}

/// Edges to be seen, shared ones counted once a triangle.
std::size_t countEdges(const Mesh& source) {
  const auto hidden = std::accumulate(
      source.hidden_edges.begin(), source.hidden_edges.end(), std::size_t{0},
      [](std::size_t sum, std::uint8_t bits) {
        return sum + static_cast<std::size_t>(std::popcount(static_cast<unsigned>(bits & 7)));
      });
  return source.triangles.size() - hidden;
}

/// Adds every visible edge of a mesh once, sorted by vertex.
void addEdges(const Mesh& source, const GpuMesh& mesh, std::vector<Edge>& out) {
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (std::size_t i = 0; i < source.triangles.size(); ++i) {
    const std::size_t triangle = i / 3;
    const auto corner = static_cast<unsigned>(i % 3);
    if (isHidden(source, triangle, corner)) continue;
    const std::uint32_t a = source.triangles[i];
    const std::uint32_t b = source.triangles[triangle * 3 + (corner + 1) % 3];
    out.push_back({std::min(a, b), std::max(a, b)});
  }
  std::sort(out.begin() + first, out.end(), [](const Edge& a, const Edge& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  out.erase(std::unique(out.begin() + first, out.end()), out.end());
  const GpuIndex index(source, mesh);
  for (auto edge = out.begin() + first; edge != out.end(); ++edge)
    *edge = {index(edge->from), index(edge->to)};
}

/// A new index buffer with these bytes. \return its number.
std::uint32_t addIndexBuffer(GpuModel::Impl& model, GLsizeiptr size, const void* data) {
  model.index_buffers.push_back(gl::Buffer::create());
  // Not through an element binding, which would belong to whatever vertex array is bound.
  glBindBuffer(GL_COPY_WRITE_BUFFER, model.index_buffers.back().id());
  glBufferData(GL_COPY_WRITE_BUFFER, size, data, GL_STATIC_DRAW);
  model.other_bytes += static_cast<std::size_t>(size);
  return static_cast<std::uint32_t>(model.index_buffers.size() - 1);
}

}  // namespace

bool isIndexedByWord(const GpuMesh& mesh) {
  return mesh.input == MeshInput::Stream || mesh.input == MeshInput::Overlap;
}

void uploadTriangles(const Model& model, GpuModel::Impl& out) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < out.meshes.size(); ++i) {
    GpuMesh& mesh = out.meshes[i];
    if (!mesh.drawable) continue;
    const std::size_t count = model.meshes[i].triangles.size();
    mesh.triangles = {0, total, count};
    total += count * sizeof(std::uint32_t);
  }
  addIndexBuffer(out, static_cast<GLsizeiptr>(total), nullptr);
  for (std::size_t i = 0; i < out.meshes.size(); ++i) {
    const GpuMesh& mesh = out.meshes[i];
    if (mesh.triangles.count != 0) sendTriangles(model.meshes[i], mesh);
  }
}

void GpuModel::Impl::ensureEdges(std::span<const std::uint32_t> wanted) {
  const auto lacks = [this](std::uint32_t i) {
    return i < meshes.size() && meshes[i].drawable && !meshes[i].edges;
  };
  std::size_t count = 0;
  for (const std::uint32_t i : wanted)
    count += lacks(i) ? countEdges(model->meshes[i]) : 0;
  std::vector<Edge> edges;
  edges.reserve(count);
  const auto buffer = static_cast<std::uint32_t>(index_buffers.size());
  for (const std::uint32_t i : wanted) {
    if (!lacks(i)) continue;
    const std::size_t first = edges.size();
    addEdges(model->meshes[i], meshes[i], edges);
    meshes[i].edges = IndexRange{buffer, first * sizeof(Edge), 2 * (edges.size() - first)};
  }
  if (edges.empty()) return;
  addIndexBuffer(*this, static_cast<GLsizeiptr>(edges.size() * sizeof(Edge)), edges.data());
}

void GpuModel::Impl::ensurePoints(std::span<const std::uint32_t> wanted) {
  const auto lacks = [this](std::uint32_t i) {
    return i < meshes.size() && meshes[i].drawable && !meshes[i].points &&
           isIndexedByWord(meshes[i]);
  };
  std::size_t count = 0;
  for (const std::uint32_t i : wanted)
    count += lacks(i) ? meshes[i].vertex_count : 0;
  std::vector<std::uint32_t> points;
  points.reserve(count);
  const auto buffer = static_cast<std::uint32_t>(index_buffers.size());
  for (const std::uint32_t i : wanted) {
    if (!lacks(i)) continue;
    const std::size_t first = points.size();
    const GpuIndex index(model->meshes[i], meshes[i]);
    for (std::uint32_t vertex = 0; vertex < meshes[i].vertex_count; ++vertex)
      points.push_back(index(vertex));
    meshes[i].points = IndexRange{buffer, first * sizeof(std::uint32_t), points.size() - first};
  }
  if (points.empty()) return;
  addIndexBuffer(*this, bytesOf(points.size()), points.data());
}

}  // namespace sinew::renderer
