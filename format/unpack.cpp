#include "format/unpack.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "format/bmd1/decode.h"
#include "format/bmd1/walk.h"

namespace sinew {
namespace {

float finiteOrZero(float value) {
  return std::isfinite(value) ? value : 0.0f;
}

glm::vec3 finiteOrZero(const glm::vec3& v) {
  return {finiteOrZero(v.x), finiteOrZero(v.y), finiteOrZero(v.z)};
}

/// Length 1, or 0 where the vector has no direction. In double: squares of the smallest halves
/// vanish in float.
glm::vec3 direction(const glm::vec3& v) {
  const double x = finiteOrZero(v.x);
  const double y = finiteOrZero(v.y);
  const double z = finiteOrZero(v.z);
  const double length = std::sqrt(x * x + y * y + z * z);
  if (length == 0.0) return glm::vec3(0.0f);
  return {static_cast<float>(x / length), static_cast<float>(y / length),
          static_cast<float>(z / length)};
}

/// Vertices that name no influence hang on influence 0, which every model has.
std::uint32_t knownInfluence(const Model& model, std::uint32_t influence) {
  return influence < model.influences.size() ? influence : 0;
}

UnpackedVertex unpackedOf(const Model& model, const PackedVertices& list, Bytes record) {
  const bmd1::Vertex vertex = bmd1::decodeVertex(record, list);
  UnpackedVertex unpacked;
  unpacked.position = finiteOrZero(vertex.position);
  unpacked.normal = direction(vertex.has_normal ? vertex.normal : vertex.position);
  unpacked.uv = vertex.st;
  unpacked.color = vertex.color;
  unpacked.influence = knownInfluence(model, vertex.bone);
  return unpacked;
}

void unpackPacked(const Model& model, const PackedVertices& list, std::span<UnpackedVertex> out) {
  if (list.count == 0 || out.empty()) return;
  const Bytes bytes = bmd1::listBytes(*model.bytes, list.list.offset, list.list.size);
  bmd1::walkVertices(bytes, [&](std::uint32_t v, const std::byte* record, std::uint64_t word) {
    if (v >= out.size()) return;
    const std::uint32_t size = bmd1::vertexSize(static_cast<std::uint8_t>(word >> 56));
    out[v] = unpackedOf(model, list, Bytes(record, size));
  });
}

UnpackedVertex unpackPackedOne(const Model& model, const PackedVertices& list,
                               std::uint32_t index) {
  const Bytes bytes = bmd1::listBytes(*model.bytes, list.list.offset, list.list.size);
  const std::size_t fixed = list.form == PackedForm::Bits64   ? 8
                            : list.form == PackedForm::Bits96 ? 12
                                                              : 16;
  const std::size_t at =
      list.form == PackedForm::Mixed ? std::size_t{list.word_offsets[index]} * 4 : index * fixed;
  // A record starts with at least 8 bytes, of which the last one tells its size.
  const auto tag = std::to_integer<std::uint8_t>(bytes[at + 7]);
  return unpackedOf(model, list, bytes.subspan(at, bmd1::vertexSize(tag)));
}

UnpackedVertex unpackArray(const Model& model, const VertexArrays& arrays, std::size_t v) {
  UnpackedVertex unpacked;
  unpacked.position = finiteOrZero(arrays.positions[v]);
  if (v < arrays.normals.size()) unpacked.normal = direction(arrays.normals[v]);
  if (!arrays.uvs.empty() && v < arrays.uvs[0].size()) unpacked.uv = arrays.uvs[0][v];
  if (!arrays.colors.empty() && v < arrays.colors[0].size()) {
    const glm::u8vec4& color = arrays.colors[0][v];
    unpacked.color = {color.r, color.g, color.b};
  }
  if (v < arrays.influences.size()) {
    unpacked.influence = knownInfluence(model, arrays.influences[v]);
  }
  return unpacked;
}

void unpackArrays(const Model& model, const VertexArrays& arrays, std::span<UnpackedVertex> out) {
  const std::size_t count = std::min(out.size(), arrays.positions.size());
  for (std::size_t v = 0; v < count; ++v)
    out[v] = unpackArray(model, arrays, v);
}

}  // namespace

void unpackVertices(const Model& model, const Mesh& mesh, std::span<UnpackedVertex> out) {
  if (const PackedVertices* list = mesh.packed()) {
    unpackPacked(model, *list, out);
    return;
  }
  const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
  if (arrays) unpackArrays(model, *arrays, out);
}

UnpackedVertex unpackVertex(const Model& model, const Mesh& mesh, std::uint32_t index) {
  if (const PackedVertices* list = mesh.packed()) return unpackPackedOne(model, *list, index);
  const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(mesh.vertices);
  return unpackArray(model, *arrays, index);
}

}  // namespace sinew
