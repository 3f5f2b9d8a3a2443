// Vertices as the .mdx has them.

#include <cmath>

#include <fmt/format.h>

#include "format/jade/mesh.h"

namespace sinew::jade {
namespace {

using namespace layout;

/// Two's complement of `bits` bits.
float signedBits(std::uint32_t value, std::uint32_t bits) {
  const std::uint32_t sign = 1U << (bits - 1);
  const std::uint32_t code = value & (2 * sign - 1);
  return static_cast<float>(static_cast<std::int32_t>(code ^ sign) -
                            static_cast<std::int32_t>(sign));
}

class Decoder {
 public:
  Decoder(const View& mdx, const MeshHeader& mesh) : mdx_(mdx), mesh_(mesh) {}

  Tally not_finite;

  template <class V>
  std::vector<V> floats(std::uint32_t offset) {
    std::vector<V> out(mesh_.vertex_count);
    for (std::uint32_t i = 0; i < mesh_.vertex_count; ++i) {
      for (glm::length_t c = 0; c < V::length(); ++c)
        out[i][c] = finite(at(i, offset) + 4 * static_cast<std::uint64_t>(c));
    }
    return out;
  }

  std::vector<glm::vec3> normals(std::uint32_t offset) const {
    std::vector<glm::vec3> out(mesh_.vertex_count);
    for (std::uint32_t i = 0; i < mesh_.vertex_count; ++i)
      out[i] = decodeNormal(mdx_.u32(at(i, offset)));
    return out;
  }

  std::vector<glm::u8vec4> colors(std::uint32_t offset) const {
    std::vector<glm::u8vec4> out(mesh_.vertex_count);
    for (std::uint32_t i = 0; i < mesh_.vertex_count; ++i) {
      const std::uint64_t bgra = at(i, offset);
      out[i] = {mdx_.u8(bgra + 2), mdx_.u8(bgra + 1), mdx_.u8(bgra), mdx_.u8(bgra + 3)};
    }
    return out;
  }

 private:
  std::uint64_t at(std::uint32_t vertex, std::uint32_t offset) const {
    return mesh_.vertices + std::uint64_t{mesh_.stride} * vertex + offset;
  }
  float finite(std::uint64_t where) {
    const float value = mdx_.f32(where);
    if (std::isfinite(value)) return value;
    not_finite.add(where);
    return 0.0f;
  }

  const View& mdx_;
  const MeshHeader& mesh_;
};

/// All vertices lie in the .mdx.
bool checkRange(Context& context, const View& mdx, const MeshHeader& mesh, std::string_view path) {
  const auto fail = [&](Kind kind, std::uint64_t field, std::string message) {
    context.findings.add(kind, Effect::Loss, mesh.at + field, path, std::move(message));
    return false;
  };
  if (mesh.stride == 0) {
    return fail(Kind::Value, mesh::kStride,
                fmt::format("{} vertices of 0 bytes each", mesh.vertex_count));
  }
  if (mesh.stride > kMaxStride) {
    return fail(
        Kind::Limit, mesh::kStride,
        fmt::format("vertices of {} bytes each, at most {} are read", mesh.stride, kMaxStride));
  }
  const std::uint64_t room = mdx.room(mesh.vertices, mesh.stride);
  if (mesh.vertex_count > room) {
    const bool outside = mesh.vertices > mdx.size();
    return fail(outside ? Kind::Range : Kind::Truncated, mesh::kVertices,
                fmt::format("{} vertices of {} bytes at {} of the .mdx, which has {} bytes",
                            mesh.vertex_count, mesh.stride, mesh.vertices, mdx.size()));
  }
  if (!Budget::take(context.left.vertices, mesh.vertex_count)) {
    return fail(Kind::Limit, mesh::kVertexCount,
                fmt::format("the meshes have more than {} vertices in all", kMostVertices));
  }
  return true;
}

}  // namespace

glm::vec3 decodeNormal(std::uint32_t word) {
  return {signedBits(word, 11) / 1023.0f, signedBits(word >> 11, 11) / 1023.0f,
          signedBits(word >> 22, 10) / 511.0f};
}

std::optional<std::uint32_t> attributeAt(Context& context, std::int32_t offset, std::uint32_t size,
                                         std::uint32_t stride, std::uint64_t field_at,
                                         std::string_view path, std::string_view what) {
  if (offset == -1) return std::nullopt;
  if (offset >= 0 && size <= stride && static_cast<std::uint32_t>(offset) <= stride - size)
    return static_cast<std::uint32_t>(offset);
  context.findings.add(Kind::Mismatch, Effect::Repair, field_at, path,
                       fmt::format("{} of {} bytes at {} of a vertex of {} bytes; taken for absent",
                                   what, size, offset, stride));
  return std::nullopt;
}

bool readVertices(Context& context, const View& mdx, const MeshHeader& mesh, std::string_view path,
                  Vertices& out) {
  if (!checkRange(context, mdx, mesh, path)) return false;
  const auto find = [&](std::int32_t offset, std::uint32_t size, std::uint64_t field,
                        std::string_view what) {
    return attributeAt(context, offset, size, mesh.stride, mesh.at + field, path, what);
  };
  const auto position = find(mesh.position_at, 12, mesh::kPositionAt, "the position");
  if (!position) {
    context.findings.add(Kind::Value, Effect::Loss, mesh.at + mesh::kPositionAt, path,
                         "the vertices have no position; the mesh is left out");
    return false;
  }
  Decoder decoder(mdx, mesh);
  out.positions = decoder.floats<glm::vec3>(*position);
  if (const auto at = find(mesh.normal_at, 4, mesh::kNormalAt, "the normal"))
    out.normals = decoder.normals(*at);
  if (const auto at = find(mesh.color_at, 4, mesh::kColorAt, "the colour"))
    out.colors = decoder.colors(*at);
  for (std::size_t k = 0; k < 4; ++k) {
    const auto at = find(mesh.uv_at[k], 8, mesh::kUvAt + 4 * k, "a texture coordinate");
    if (at) out.uvs[k] = decoder.floats<glm::vec2>(*at);
  }
  if (decoder.not_finite.count > 0) {
    context.findings.add(Kind::NotFinite, Effect::Repair, decoder.not_finite.first,
                         "mdx/" + std::string(path),
                         "numbers of vertices are not finite, 0 is used", decoder.not_finite.count);
  }
  return true;
}

}  // namespace sinew::jade
