#pragma once

// A LOD block of a compiled model as the file has it (docs/format-bbm.md, sections 4 to 8).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "format/bbm/framed.h"

namespace sinew::bbm {

struct RawHelper {
  std::uint32_t hash = 0;
  std::array<float, 3> position{};
  std::int32_t bone = -1;
  std::uint64_t offset = 0;
};

struct RawDummy {
  std::uint32_t hash = 0;
  std::array<float, 12> rows{};
  std::int32_t bone = -1;
  std::uint64_t offset = 0;
};

struct RawVolume {
  std::uint32_t id = 0;
  std::string name;
  std::vector<std::array<float, 4>> planes;
};

struct RawGenerator {
  std::array<float, 12> rows{};
  std::int32_t bone = -1;
  std::string name;
  std::uint32_t bank_index = 0;
  bool local_origin = false;
  std::uint64_t offset = 0;
};

/// One bone from the three tables; what could not be read is left as it is here.
struct RawBone {
  std::string name;
  std::int32_t parent = -1;
  std::uint32_t hash = 0;
  std::array<float, 4> rotation{0, 0, 0, 1};  ///< as stored: conjugate of the one to apply
  std::array<float, 3> translation{};
  std::array<float, 3> scale{1, 1, 1};
  std::array<float, 16> inverse_bind{};
  std::uint64_t hierarchy_offset = 0;
  std::uint64_t inverse_bind_offset = 0;
};

struct RawMaterial {
  std::int32_t id = 0;
  std::string name;
  std::int32_t decal = 0;
  std::int32_t diffuse = 0;
  std::int32_t bump = 0;
  std::int32_t reflection = 0;
  std::int32_t illumination = 0;
  std::uint32_t map_flags = 0;
  std::uint32_t glow = 0;
  bool two_sided = false;
  bool transparent = false;
  bool boolean_alpha = false;
  bool degenerate = false;
  std::vector<std::string> files;
  std::uint64_t offset = 0;
};

/// A run of the index buffer that is drawn.
struct RawDrawBlock {
  std::uint32_t triangles = 0;
  std::uint32_t start = 0;
  bool strip = false;
  bool animated = false;
  std::int32_t material = 0;         ///< static blocks only
  std::uint32_t vertices = 0;        ///< animated: how many of the buffer's vertices it owns
  std::vector<std::uint8_t> groups;  ///< animated: bone slots
  std::uint64_t offset = 0;
};

struct RawPrimitive {
  std::uint32_t material = 0;
  std::uint32_t repeats = 0;
  std::uint32_t vertex_count = 0;
  std::uint32_t triangle_count = 0;
  std::uint32_t index_count = 0;
  std::uint32_t flags = 0;
  std::vector<RawDrawBlock> blocks;  ///< static ones first
  bool skinned = false;
  std::array<float, 4> scale{};
  std::array<float, 4> offset{};
  std::uint32_t stride = 0;  ///< as stored
  Block vertices;
  Block indices;
  std::uint32_t cloths = 0;
  std::uint64_t file_offset = 0;
  std::uint64_t stride_offset = 0;
  std::uint64_t parameters_offset = 0;
  bool sound = true;  ///< both buffers are there
};

struct RawLod {
  std::string name;
  bool animated = false;
  std::array<float, 3> box_min{};
  std::array<float, 3> box_max{};
  std::vector<RawHelper> helpers;
  std::vector<RawDummy> dummies;
  std::vector<std::string> helper_names;
  std::vector<std::string> dummy_names;
  std::vector<RawVolume> volumes;
  std::vector<RawGenerator> generators;
  std::int32_t material_count = 0;
  std::int32_t primitive_count = 0;
  std::vector<std::uint16_t> bone_words;  ///< the table before the bones' names
  std::vector<RawBone> bones;
  bool has_local_binds = false;
  bool has_inverse_binds = false;
  std::vector<RawMaterial> materials;
  std::vector<RawPrimitive> primitives;

  bool header_read = false;
  bool complete = false;      ///< read to its last byte
  bool empty_buffer = false;  ///< some buffer has no elements
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< behind its last byte, or where reading stopped
  FindingList found;

  /// The block that every model ends with and nobody draws.
  [[nodiscard]] bool isGhost() const {
    return complete && material_count == 0 && primitive_count == 0;
  }
};

/// Sizes of a vertex's fields by the flags of its primitive.
struct VertexLayout {
  std::uint32_t stride = 0;
  std::uint32_t skin_at = 0;
  std::uint32_t normal_at = 0;
  std::uint32_t uv_at = 0;
  bool packed_position = false;
  bool packed_rest = false;  ///< normal and texture coordinates
  bool skinned = false;
};
[[nodiscard]] VertexLayout layoutOf(const RawPrimitive& primitive);

/// Reads one LOD block from the start of `bytes`, which may hold more behind it.
/// \param base where `bytes` begin in what offsets count in
/// \param skip_empty_words a stray zero word stands where an empty buffer would be
[[nodiscard]] RawLod readLod(Bytes bytes, std::uint64_t base, std::string path, Context& context,
                             bool skip_empty_words);

}  // namespace sinew::bbm
