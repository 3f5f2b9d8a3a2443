#pragma once

// Meshes: vertices in the .mdx, indices there or in the .mdl, skins (docs/format-jade.md, sections
// 5 to 7).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/jade/context.h"
#include "format/jade/mdl.h"
#include "format/scene/scene.h"

namespace sinew::jade {

/// The mesh payload of a node.
struct MeshHeader {
  std::uint64_t at = 0;  ///< of the payload in the .mdl
  ArrayDef faces;
  std::uint32_t hint = 0;  ///< not 0: transparent
  bool render = false;
  bool casts_shadow = false;
  std::string_view texture;  ///< into the .mdl
  std::uint32_t index_count = 0;
  std::uint64_t indices = 0;  ///< in the .mdl; 0: elsewhere
  std::uint32_t primitive = 0;
  std::uint32_t stride = 0;
  std::int32_t position_at = -1;  ///< of attributes in a vertex; -1: absent
  std::int32_t normal_at = -1;
  std::int32_t color_at = -1;
  std::array<std::int32_t, 4> uv_at{-1, -1, -1, -1};
  std::uint32_t vertex_count = 0;
  std::uint32_t vertices = 0;  ///< in the .mdx
  std::int32_t material = -1;
  std::array<float, 3> self_illumination{};
  float alpha = 1.0f;
  std::uint32_t chunks = 0;  ///< index data in the .mdx; 0: elsewhere
};

/// The caller has checked that the payload lies in the file.
[[nodiscard]] MeshHeader readMeshHeader(Context& context, const Mdl& mdl, std::uint64_t at,
                                        std::string_view path);

// ---------------------------------------------------------------- primitives

struct Primitives {
  std::vector<std::uint32_t> triangles;  ///< three corners each
  std::vector<std::array<std::uint32_t, 2>> lines;
  std::vector<std::uint32_t> points;
};

/// Index data of the .mdx: blocks of indices between a begin and a stop word. At most `count`.
[[nodiscard]] std::vector<std::uint32_t> readChunks(Context& context, const View& mdx,
                                                    std::uint64_t at, std::uint32_t count,
                                                    std::uint32_t primitive, std::string_view path);

/// Indices from wherever the mesh has them, made triangles, lines or points. Every index of the
/// result is below the vertex count; triangles with two equal corners are left out.
[[nodiscard]] Primitives readPrimitives(Context& context, const Mdl& mdl, const View& mdx,
                                        const MeshHeader& mesh, std::string_view path);

// ---------------------------------------------------------------- vertices

/// Each array has one entry a vertex or is empty.
struct Vertices {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<glm::u8vec4> colors;
  std::array<std::vector<glm::vec2>, 4> uvs;
};

/// 11, 11 and 10 bits in two's complement from the low end; not normalised.
[[nodiscard]] glm::vec3 decodeNormal(std::uint32_t word);

/// An attribute's offset in the vertex, if it is there and lies inside the vertex. One that does
/// not is reported at `field_at` and taken for absent.
[[nodiscard]] std::optional<std::uint32_t> attributeAt(Context& context, std::int32_t offset,
                                                       std::uint32_t size, std::uint32_t stride,
                                                       std::uint64_t field_at,
                                                       std::string_view path,
                                                       std::string_view what);

/// False, with a finding, where the mesh's vertices do not lie in the .mdx or have no position.
[[nodiscard]] bool readVertices(Context& context, const View& mdx, const MeshHeader& mesh,
                                std::string_view path, Vertices& out);

// ---------------------------------------------------------------- skins

struct Share {
  std::uint32_t bone = 0;
  double weight = 0.0;  ///< sums and quotients of extreme floats stay above 0 and finite
};

/// What the vertices of a mesh hang on: vertex i on shares [first[i], first[i + 1]), which name a
/// bone once and add up to 1; without shares on the skin's own node.
struct Skin {
  std::vector<std::uint32_t> first{0};
  std::vector<Share> shares;
  std::vector<std::optional<Mat34d>> stored_binds;  ///< by bone, where the file has one
};

/// How the doubtful facts of the file's skins were read.
struct SkinReadings {
  std::uint32_t skins = 0;
  std::uint32_t by_mapping = 0;  ///< the others by the palette
  std::uint32_t direct_ids = 0;  ///< the others by registers
  std::uint32_t binds = 0;       ///< stored inverse binds that were compared
  double bind_difference = 0.0;  ///< the largest, from the ones of the rest pose
};

/// The slot 0..47 that a bone id names by shader registers, or kNone.
[[nodiscard]] std::uint32_t slotOfRegister(std::uint32_t id);

/// Empty where the mesh is rigid: no weights in its vertices, or none that names a bone.
[[nodiscard]] std::optional<Skin> readSkin(Context& context, const Mdl& mdl, const View& mdx,
                                           const Node& node, const MeshHeader& mesh,
                                           std::string_view path, SkinReadings& readings);

// ---------------------------------------------------------------- all of them

class Materials;

/// Adds the meshes, draws and influences of all mesh nodes. `model.bones` are the nodes, with
/// `world`. `mdx` is null where there is no such file.
void addMeshes(Context& context, const Mdl& mdl, const SharedBytes& mdx, Materials& materials,
               scene::SceneModel& model);

}  // namespace sinew::jade
