// Indices and what they make.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "format/jade/mesh.h"

namespace sinew::jade {
namespace {

using namespace layout;

constexpr std::uint32_t kStopWord = 0x000417FC;
constexpr std::uint32_t kSingleIndices = 0x1808;  ///< method of chunks with 32-bit indices
constexpr std::uint32_t kMostChunks = 1'000'000;

/// False, with a finding, where the meshes have too many indices in all.
bool takeIndices(Context& context, std::uint64_t count, std::uint64_t at, std::string_view path) {
  if (Budget::take(context.left.indices, count)) return true;
  context.findings.add(Kind::Limit, Effect::Loss, at, path,
                       fmt::format("the meshes have more than {} indices in all", kMostIndices));
  return false;
}

std::vector<std::uint32_t> readPlain(Context& context, const View& mdl, const MeshHeader& mesh,
                                     std::string_view path) {
  const std::uint64_t room = mdl.room(mesh.indices, 2);
  const std::uint64_t field_at = mesh.at + mesh::kIndexCount;
  if (mesh.index_count > kMaxMeshIndices) {
    context.findings.add(
        Kind::Limit, Effect::Loss, field_at, path,
        fmt::format("{} indices, at most {} are read", mesh.index_count, kMaxMeshIndices));
    return {};
  }
  if (mesh.index_count > room) {
    context.findings.add(room == 0 ? Kind::Range : Kind::Truncated, Effect::Loss, field_at, path,
                         fmt::format("{} indices at {}, where the file has room for {}",
                                     mesh.index_count, mesh.indices, room));
  }
  const std::uint64_t count = std::min<std::uint64_t>(mesh.index_count, room);
  if (!takeIndices(context, count, field_at, path)) return {};
  std::vector<std::uint32_t> out(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = mdl.u16(mesh.indices + 2 * i);
  return out;
}

std::vector<std::uint32_t> readFaces(Context& context, const View& mdl, const MeshHeader& mesh,
                                     std::string_view path) {
  const std::uint64_t room = mesh.faces.offset == 0 ? 0 : mdl.room(mesh.faces.offset, kFaceRecord);
  if (mesh.faces.count > room) {
    context.findings.add(Kind::Count, Effect::Loss, mesh.at + mesh::kFaces, path,
                         fmt::format("{} face records at {}, where the file has room for {}",
                                     mesh.faces.count, mesh.faces.offset, room));
    return {};
  }
  std::vector<std::uint32_t> out;
  if (!takeIndices(context, 3ULL * mesh.faces.count, mesh.at + mesh::kFaces, path)) return out;
  out.reserve(3 * static_cast<std::size_t>(mesh.faces.count));
  for (std::uint32_t f = 0; f < mesh.faces.count; ++f) {
    for (std::uint64_t c = 0; c < 3; ++c)
      out.push_back(mdl.u16(mesh.faces.offset + kFaceRecord * f + 20 + 2 * c));
  }
  return out;
}

/// Makes primitives of a row of indices and leaves out those that cannot be.
class Assembler {
 public:
  Assembler(const std::vector<std::uint32_t>& indices, std::uint32_t vertex_count)
      : indices_(indices), vertex_count_(vertex_count) {}

  Primitives out;
  std::uint32_t left_out = 0;  ///< primitives with an index past the vertices
  std::uint32_t worst = 0;     ///< the largest such index

  void triangles() {
    for (std::size_t i = 0; i + 2 < indices_.size(); i += 3)
      triangle(i, i + 1, i + 2);
  }
  void strip() {
    for (std::size_t i = 0; i + 2 < indices_.size(); ++i) {
      if (i % 2 == 0) {
        triangle(i, i + 1, i + 2);
      } else {
        triangle(i, i + 2, i + 1);
      }
    }
  }
  void fan() {
    for (std::size_t i = 1; i + 1 < indices_.size(); ++i)
      triangle(0, i, i + 1);
  }
  void lines(std::size_t step) {
    for (std::size_t i = 0; i + 1 < indices_.size(); i += step) {
      if (sound({indices_[i], indices_[i + 1]}))
        out.lines.push_back({indices_[i], indices_[i + 1]});
    }
  }
  void points() {
    for (const std::uint32_t index : indices_) {
      if (sound({index})) out.points.push_back(index);
    }
  }

 private:
  bool sound(std::initializer_list<std::uint32_t> corners) {
    const std::uint32_t largest = std::max(corners);
    if (largest < vertex_count_) return true;
    ++left_out;
    worst = std::max(worst, largest);
    return false;
  }

  void triangle(std::size_t a, std::size_t b, std::size_t c) {
    const std::uint32_t i = indices_[a];
    const std::uint32_t j = indices_[b];
    const std::uint32_t k = indices_[c];
    if (i == j || j == k || i == k) return;  // stitches strips together
    if (sound({i, j, k})) out.triangles.insert(out.triangles.end(), {i, j, k});
  }

  const std::vector<std::uint32_t>& indices_;
  std::uint32_t vertex_count_;
};

/// The types of mesh +0x68; false for one that is not known.
bool assemble(Assembler& assembler, std::uint32_t primitive) {
  switch (primitive) {
    case 0:
      assembler.points();
      return true;
    case 1:
      assembler.lines(2);
      return true;
    case 2:
      assembler.lines(1);
      return true;
    case 3:
      assembler.triangles();
      return true;
    case 4:
      assembler.strip();
      return true;
    case 5:
      assembler.fan();
      return true;
    default:
      return false;
  }
}

void reportBegin(Context& context, const View& mdx, std::uint64_t at, std::uint32_t primitive,
                 std::string_view path) {
  const std::uint32_t stop = mdx.u32(at);
  if (stop != kStopWord) {
    context.findings.add(
        Kind::Value, Effect::Oddity, at, path,
        fmt::format("the index data begin with {:08X}h, usual is {:08X}h", stop, kStopWord));
  }
  // The hardware's numbers begin at 1 for points, the file's at 0, with one more in between.
  const std::uint32_t operation = mdx.u32(at + 4);
  if (primitive >= 3 && primitive <= 5 && operation != primitive + 2) {
    context.findings.add(Kind::Mismatch, Effect::Oddity, at + 4, path,
                         fmt::format("the index data draw with operation {}, the mesh has "
                                     "primitive type {}, which counts",
                                     operation, primitive));
  }
}

}  // namespace

std::vector<std::uint32_t> readChunks(Context& context, const View& mdx, std::uint64_t at,
                                      std::uint32_t count, std::uint32_t primitive,
                                      std::string_view path) {
  std::vector<std::uint32_t> out;
  const auto report = [&](Kind kind, Effect effect, std::uint64_t where, std::string message) {
    context.findings.add(kind, effect, where, path, std::move(message));
  };
  if (!mdx.has(at, 8)) {
    report(at < mdx.size() ? Kind::Truncated : Kind::Range, Effect::Loss, at,
           fmt::format("index data begin at {} of the .mdx, which has {} bytes", at, mdx.size()));
    return out;
  }
  if (count > kMaxMeshIndices) {
    report(Kind::Limit, Effect::Repair, at,
           fmt::format("{} indices, at most {} are read", count, kMaxMeshIndices));
    count = kMaxMeshIndices;
  }
  reportBegin(context, mdx, at, primitive, path);
  const std::uint32_t stop = mdx.u32(at);
  at += 8;
  for (std::uint32_t chunk = 0; out.size() < count; ++chunk) {
    if (!mdx.has(at, 4)) {
      report(Kind::Truncated, Effect::Loss, at,
             fmt::format("the .mdx ends after {} of {} indices", out.size(), count));
      break;
    }
    const std::uint32_t header = mdx.u32(at);
    if (header == stop) {
      report(Kind::Mismatch, Effect::Repair, at,
             fmt::format("the index data stop after {} of {} indices", out.size(), count));
      break;
    }
    const std::uint64_t bytes = header >> 16 & 0x1FFF;
    if (bytes == 0 || chunk == kMostChunks) {
      report(bytes == 0 ? Kind::Value : Kind::Limit, Effect::Loss, at,
             bytes == 0 ? "an index chunk has no bytes" : "more than 1000000 index chunks");
      break;
    }
    if (!mdx.has(at + 4, bytes)) {
      report(Kind::Truncated, Effect::Loss, at,
             fmt::format("an index chunk of {} bytes at {}, the .mdx has {}", bytes, at + 4,
                         mdx.size()));
      break;
    }
    // Chunks that hold nothing count, too.
    if (!takeIndices(context, 1 + bytes / 2, at, path)) break;
    const bool single = (header & 0x1FFC) == kSingleIndices;
    const std::uint64_t step = single ? 4 : 2;
    for (std::uint64_t i = 0; i + step <= bytes && out.size() < count; i += step)
      out.push_back(single ? mdx.u32(at + 4 + i) : mdx.u16(at + 4 + i));
    at += 4 + bytes;
  }
  return out;
}

Primitives readPrimitives(Context& context, const Mdl& mdl, const View& mdx, const MeshHeader& mesh,
                          std::string_view path) {
  std::vector<std::uint32_t> indices;
  std::uint32_t primitive = mesh.primitive;
  const bool from_faces = mesh.indices == 0 && mesh.chunks == 0;
  if (mesh.indices != 0) {
    indices = readPlain(context, mdl.view, mesh, path);
  } else if (mesh.chunks != 0) {
    indices = readChunks(context, mdx, mesh.chunks, mesh.index_count, primitive,
                         "mdx/" + std::string(path));
  } else {
    indices = readFaces(context, mdl.view, mesh, path);
    primitive = 3;
  }
  const std::uint64_t field_at = mesh.at + (from_faces ? mesh::kFaces : mesh::kIndexCount);
  if (indices.empty()) {
    context.findings.add(Kind::Missing, Effect::Oddity, field_at, path,
                         "the mesh has vertices and no indices");
  }
  Assembler assembler(indices, mesh.vertex_count);
  if (!assemble(assembler, primitive)) {
    context.findings.add(Kind::Unsupported, Effect::Loss, mesh.at + mesh::kPrimitive, path,
                         fmt::format("primitive type {}, expected 0 to 5", primitive));
  }
  if (assembler.left_out > 0) {
    context.findings.add(Kind::Index, Effect::Loss, field_at, path,
                         fmt::format("an index is {}, the mesh has {} vertices; what it is part of "
                                     "is left out",
                                     assembler.worst, mesh.vertex_count),
                         assembler.left_out);
  }
  return std::move(assembler.out);
}

}  // namespace sinew::jade
