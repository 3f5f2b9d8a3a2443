#pragma once

// Unpacks BMD1 records on the CPU: for dumps, checks, picking, posing and tests. Drawing never
// comes here.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "format/bmd1/file.h"
#include "format/bytes.h"
#include "format/model.h"

namespace sinew::bmd1 {

/// One vertex as stored (section 4). `offset` is counted from the start of the file.
struct Vertex {
  std::uint64_t offset = 0;
  PackedForm form = PackedForm::Bits64;  ///< never Mixed
  std::uint8_t tag = 0;
  std::uint8_t bone = 0;     ///< as stored, not checked against the file's bones
  glm::vec3 position{0.0f};  ///< bone space; may be Inf or NaN (vertex.non-finite)
  bool has_normal = false;
  glm::vec3 normal{0.0f};  ///< as stored, not normalised
  glm::vec2 st{0.0f};
  std::array<std::uint8_t, 3> color{255, 255, 255};
};

/// Bytes of the record whose byte 7 is `tag`: 8, 12 or 16 (section 4's walk).
[[nodiscard]] constexpr std::uint32_t vertexSize(std::uint8_t tag) {
  return tag < 0xF0 ? 8 : tag < 0xFC ? 12 : 16;
}

/// Unpacks one record. `record` holds at least vertexSize bytes; reserved tags are read by section
/// 4's lenient rule.
[[nodiscard]] Vertex decodeVertex(Bytes record, const PackedVertices& list);

/// Calls `visit(index, vertex)` for every vertex of a packed list, in order. Constant memory.
void forEachVertex(Bytes file, const PackedVertices& list,
                   const std::function<void(std::uint32_t, const Vertex&)>& visit);

/// The packed list of a mesh, with the readings that apply to it. `word_offsets` is left empty.
[[nodiscard]] PackedVertices packedVertices(const File& file, const MeshDef& mesh);

enum class FaceForm : std::uint8_t { Tri32, Quad32, Tri64, Quad64 };

/// One face as stored (section 5).
struct Face {
  std::uint64_t offset = 0;
  FaceForm form = FaceForm::Tri32;
  std::array<std::uint32_t, 4> indices{};
  std::uint8_t tag2 = 0;
  [[nodiscard]] std::uint32_t corners() const {
    return form == FaceForm::Quad32 || form == FaceForm::Quad64 ? 4 : 3;
  }
};

/// Calls `visit(index, face)` for every whole face record of a mesh, in order. Constant memory.
void forEachFace(const File& file, const MeshDef& mesh,
                 const std::function<void(std::uint32_t, const Face&)>& visit);

/// One key record of an animation (section 8), relative to the base skeleton as stored.
struct Key {
  std::uint64_t offset = 0;  ///< of the tag byte
  std::uint32_t frame = 0;
  std::optional<std::array<double, 4>> rotation;  ///< x, y, z, w, normalised, sign as stored
  std::optional<std::array<double, 3>> translation;
  std::optional<std::array<double, 3>> scale;
};

/// Calls `visit(bone, key)` for every record with values whose frame lies in the animation, bone
/// after bone. Nothing is called for an animation that was not walked. Constant memory.
void forEachKey(const File& file, const AnimDef& anim,
                const std::function<void(std::uint32_t, const Key&)>& visit);

}  // namespace sinew::bmd1
