#include "format/bmd1/decode.h"

#include <utility>

#include "format/bmd1/layout.h"
#include "format/bmd1/walk.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

constexpr std::array<std::uint8_t, 3> kWhite{255, 255, 255};

float f8a(std::uint64_t word, BitField field) {
  return static_cast<float>(decodeF8a(static_cast<std::uint8_t>(bits(word, field))));
}

std::array<std::uint8_t, 3> shadeOf(std::byte code, const PackedVertices& list) {
  std::array<std::uint8_t, 3> color = decodeShade(static_cast<std::uint8_t>(code));
  if (list.shade_bgr) std::swap(color[0], color[2]);
  return color;
}

glm::vec2 st128(std::uint32_t word, PackedSt128 reading) {
  using namespace layout;
  constexpr float kUnit = 1.0f / 4096.0f;
  switch (reading) {
    case PackedSt128::Spec:
      return glm::vec2(decodeSt14(word));
    case PackedSt128::Offset: {
      // The author's reader: an offset of 2 in place of the sign, the exponent as in the text.
      const auto scale = static_cast<float>(1u << bits(word, kSt128Exponent));
      return {(static_cast<float>(bits(word, kSt128S)) * kUnit - 2.0f) * scale,
              (static_cast<float>(bits(word, kSt128T)) * kUnit - 2.0f) * scale};
    }
    case PackedSt128::Legacy16:
      return {static_cast<float>(signedBits(word, kLegacyS)) * kUnit,
              static_cast<float>(signedBits(word, kLegacyT)) * kUnit};
  }
  return {};
}

void decode64(Vertex& vertex, std::uint64_t word, const PackedVertices& list) {
  vertex.form = PackedForm::Bits64;
  vertex.bone = vertex.tag;
  if (!list.flat_normals) {
    vertex.st = glm::vec2(decodeSt11(bits(word, layout::kVertexSt)));
    return;
  }
  vertex.has_normal = true;
  vertex.normal = {f8a(word, layout::kFlatNormalX), f8a(word, layout::kFlatNormalY),
                   f8a(word, layout::kFlatNormalZ)};
  vertex.color = list.flat_color;
}

void decode96(Vertex& vertex, std::uint64_t word, const std::byte* record,
              const PackedVertices& list) {
  vertex.form = PackedForm::Bits96;
  const auto second = loadLe<std::uint32_t>(record + 8);
  const std::uint32_t st = bits(word, layout::kVertexSt);
  const bool exponent = (vertex.tag & layout::kTag96Exponent) != 0;
  vertex.st = glm::vec2(exponent ? decodeSt11(st) : decodeSt12(st));
  vertex.has_normal = true;
  vertex.normal = {f8a(second, layout::kNormal96X), f8a(second, layout::kNormal96Y),
                   f8a(second, layout::kNormal96Z)};
  if ((vertex.tag & layout::kTag96HasBone) != 0) {
    vertex.bone = static_cast<std::uint8_t>(record[layout::kVertex96Bone]);
  } else {
    vertex.color = shadeOf(record[layout::kVertex96Bone], list);
  }
}

void decode128(Vertex& vertex, std::uint64_t word, const std::byte* record,
               const PackedVertices& list) {
  vertex.form = PackedForm::Bits128;
  const auto second = loadLe<std::uint64_t>(record + 8);
  const auto half = [word](BitField field) {
    return static_cast<float>(decodeHalf(static_cast<std::uint16_t>(bits(word, field))));
  };
  vertex.position = {half(layout::kHalfX), half(layout::kHalfY), half(layout::kHalfZ)};
  vertex.color = shadeOf(record[layout::kVertex128Color], list);
  vertex.bone = static_cast<std::uint8_t>(record[layout::kVertex128Bone]);
  vertex.has_normal = true;
  vertex.normal = {f8a(second, layout::kNormal128X), f8a(second, layout::kNormal128Y),
                   f8a(second, layout::kNormal128Z)};
  vertex.st = st128(bits(second, layout::kSt128), list.st128);
}

PackedSt128 packedReading(St128 reading) {
  switch (reading) {
    case St128::Offset:
      return PackedSt128::Offset;
    case St128::Legacy16:
      return PackedSt128::Legacy16;
    case St128::Auto:
    case St128::Spec:
      break;
  }
  return PackedSt128::Spec;
}

std::array<double, 3> toArray(const glm::dvec3& v) {
  return {v.x, v.y, v.z};
}

}  // namespace

Vertex decodeVertex(Bytes record, const PackedVertices& list) {
  const auto word = loadLe<std::uint64_t>(record.data());
  Vertex vertex;
  vertex.tag = static_cast<std::uint8_t>(word >> 56);
  vertex.color = kWhite;
  if (vertex.tag >= layout::kTag128) {
    decode128(vertex, word, record.data(), list);
    return vertex;
  }
  vertex.position = glm::vec3(decodePackedVec3(bits(word, layout::kVertexPosition)));
  if (vertex.tag < layout::kTag96) {
    decode64(vertex, word, list);
  } else {
    decode96(vertex, word, record.data(), list);
  }
  return vertex;
}

void forEachVertex(Bytes file, const PackedVertices& list,
                   const std::function<void(std::uint32_t, const Vertex&)>& visit) {
  if (list.count == 0) return;
  const Bytes bytes = listBytes(file, list.list.offset, list.list.size);
  walkVertices(bytes, [&](std::uint32_t v, const std::byte* record, std::uint64_t word) {
    const std::uint32_t size = vertexSize(static_cast<std::uint8_t>(word >> 56));
    Vertex vertex = decodeVertex(Bytes(record, size), list);
    vertex.offset = list.list.offset + static_cast<std::uint64_t>(record - bytes.data());
    visit(v, vertex);
  });
}

PackedVertices packedVertices(const File& file, const MeshDef& mesh) {
  PackedVertices out;
  if (mesh.vertex_count != 0) out.list = {mesh.vertex_list.offset, mesh.vertex_bytes};
  out.form = mesh.form;
  out.flat_normals = mesh.flat;
  out.st128 = packedReading(file.readings.st128);
  out.shade_bgr = file.readings.shade == Shade::Bgr;
  out.flat_color = mesh.color;
  out.count = mesh.vertex_count;
  return out;
}

void forEachFace(const File& file, const MeshDef& mesh,
                 const std::function<void(std::uint32_t, const Face&)>& visit) {
  if (mesh.face_count == 0) return;
  const Bytes list = listBytes(*file.bytes, mesh.face_list.offset, mesh.face_bytes);
  walkFaces(list, [&](std::uint32_t f, const std::byte* record, FaceForm form) {
    const std::uint64_t offset =
        mesh.face_list.offset + static_cast<std::uint64_t>(record - list.data());
    visit(f, Face{offset, form, faceIndices(record, form), faceTag2(record, form)});
  });
}

void forEachKey(const File& file, const AnimDef& anim,
                const std::function<void(std::uint32_t, const Key&)>& visit) {
  if (!anim.walked || anim.frames.size == 0) return;
  const Bytes data = listBytes(*file.bytes, anim.frames.offset, anim.frames.size);
  walkFrames(data, file.normal_bone_count, [&](const FrameRecord& record) {
    if (keyBytes(record.tag) == 0 || record.frame >= anim.n_frames) return;
    Key key;
    key.offset = std::uint64_t{anim.frames.offset} + record.offset;
    key.frame = static_cast<std::uint32_t>(record.frame);
    const std::byte* value = record.values;
    const auto next = [&value] {
      const auto word = loadLe<std::uint32_t>(value);
      value += 4;
      return word;
    };
    if ((record.tag & layout::kKeyRotation) != 0) {
      const glm::dquat q = decodeRotation(next());
      key.rotation = {q.x, q.y, q.z, q.w};
    }
    if ((record.tag & layout::kKeyTranslation) != 0) {
      key.translation = toArray(decodePackedVec3(next()));
    }
    if ((record.tag & layout::kKeyScale) != 0) key.scale = toArray(decodePackedVec3(next()));
    visit(record.bone, key);
  });
}

}  // namespace sinew::bmd1
