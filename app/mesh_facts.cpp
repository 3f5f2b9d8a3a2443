#include "app/mesh_facts.h"

#include <algorithm>

#include "format/bmd1/decode.h"
#include "format/bmd1/walk.h"
#include "format/unpack.h"

namespace sinew::app {
namespace {

std::uint64_t arrayBytes(const VertexArrays& arrays) {
  std::uint64_t bytes = arrays.positions.size() * sizeof(glm::vec3);
  bytes += arrays.normals.size() * sizeof(glm::vec3);
  bytes += arrays.tangents.size() * sizeof(glm::vec4);
  for (const auto& colors : arrays.colors)
    bytes += colors.size() * sizeof(glm::u8vec4);
  for (const auto& uvs : arrays.uvs)
    bytes += uvs.size() * sizeof(glm::vec2);
  return bytes + arrays.influences.size() * sizeof(std::uint32_t);
}

/// The entry of MeshFacts::cells that a record's position belongs to. A packed vector of exponent E
/// rounds to 2^(E - 22); halves to 2^(e - 25) of the largest of the three exponents e, denormals
/// counting as 1 (docs/format-bmd1.md, section 4).
std::size_t cellOf(const std::byte* record, bool is_128) {
  const auto low = loadLe<std::uint32_t>(record);
  if (!is_128) return (low >> 27) + 3;
  const auto high = loadLe<std::uint32_t>(record + 4);
  return std::max({low >> 10 & 31u, low >> 26 & 31u, high >> 10 & 31u, 1u});
}

void walkPacked(const Model& model, const PackedVertices& list, MeshFacts& facts) {
  const Bytes bytes = bmd1::listBytes(*model.bytes, list.list.offset, list.list.size);
  bmd1::walkVertices(bytes, [&](std::uint32_t, const std::byte* record, std::uint64_t word) {
    const std::uint32_t size = bmd1::vertexSize(static_cast<std::uint8_t>(word >> 56));
    ++(size == 8 ? facts.records_64 : size == 12 ? facts.records_96 : facts.records_128);
    ++facts.cells[cellOf(record, size == 16)];
  });
}

}  // namespace

std::uint64_t vertexBytes(const LoadedModel& loaded, std::uint32_t mesh) {
  const Mesh& known = loaded.model.meshes[mesh];
  if (const PackedVertices* packed = known.packed()) return packed->list.size;
  const auto& arrays = std::get<std::shared_ptr<const VertexArrays>>(known.vertices);
  return arrays ? arrayBytes(*arrays) : 0;
}

std::uint64_t faceBytes(const LoadedModel& loaded, std::uint32_t mesh) {
  if (loaded.bmd1 && mesh < loaded.bmd1->meshes.size()) return loaded.bmd1->meshes[mesh].face_bytes;
  return loaded.model.meshes[mesh].triangles.size() * sizeof(std::uint32_t);
}

MeshFacts gatherMeshFacts(const Model& model, std::uint32_t index) {
  const Mesh& mesh = model.meshes[index];
  MeshFacts facts;
  if (const PackedVertices* packed = mesh.packed(); packed != nullptr && packed->count > 0) {
    walkPacked(model, *packed, facts);
  } else if (packed == nullptr) {
    facts.plain = mesh.vertexCount();
  }
  std::vector<bool> named(model.influences.size(), false);
  std::vector<UnpackedVertex> vertices(mesh.vertexCount());
  unpackVertices(model, mesh, vertices);
  for (const UnpackedVertex& vertex : vertices)
    named[vertex.influence] = true;
  for (std::uint32_t i = 0; i < named.size(); ++i) {
    if (named[i]) facts.influences.push_back(i);
  }
  return facts;
}

}  // namespace sinew::app
