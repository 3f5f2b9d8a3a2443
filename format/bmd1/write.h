#pragma once

// Writes BMD1 files (docs/format-bmd1.md). The description is in stored terms: what the file holds
// is what is given here, so that tests and the asset generator can build any valid file, and
// conversion decides precision before it comes here.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "format/bmd1/decode.h"
#include "format/bmd1/file.h"
#include "format/result.h"

namespace sinew::bmd1 {

/// What to store for one vertex. Values are quantised to nearest; what cannot be stored is an
/// error, never wrapped: a position outside packed vec3 or half range, S/T outside the largest
/// exponent (128-bit: 7, because readers take more for the legacy layout), NaN, a bone or shade
/// that the form has no room for. Normals beyond ±1.9375 saturate. A normal or S/T that the form
/// does not hold is left out.
struct VertexSpec {
  enum class Form : std::uint8_t {
    V64,  ///< textured: S/T, or flat: normal, by the mesh's material
    F8,   ///< 96-bit, bone 0, 12-bit S/T, shade
    F9,   ///< 96-bit, bone 0, S/T with exponent, shade
    FA,   ///< 96-bit, bone, 12-bit S/T
    FB,   ///< 96-bit, bone, S/T with exponent
    FD    ///< 128-bit
  };
  Form form = Form::V64;
  std::uint8_t bone = 0;
  glm::dvec3 position{0.0};
  glm::dvec3 normal{0.0};
  glm::dvec2 st{0.0};
  std::uint8_t shade = 0x0F;
};

/// Three or four vertex indices; a quad's reach 32767 at most. The smallest form that holds them is
/// written; all of a mesh's are 64-bit where it asks for that, has more than 1024 vertices, or
/// would count too many quad32 for n_tris.
struct FaceSpec {
  std::array<std::uint32_t, 4> indices{};
  bool quad = false;
};

struct MeshSpec {
  std::optional<std::string> material;  ///< none: not drawn
  std::vector<VertexSpec> vertices;
  std::vector<FaceSpec> faces;
  bool wide_faces = false;  ///< 64-bit face records throughout
};

/// Bone 0 is the root: without transform and parent. The rotation's components are rounded as
/// given, not normalised (readers normalise), so that a caller may choose the length that rounds
/// best.
struct BoneSpec {
  std::string name;  ///< empty: none stored
  std::uint8_t parent = 0;
  std::uint8_t solid = 0;
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
};

/// Weight 0 (or one that rounds to it): unused, and so is its id.
struct PseudoBoneSpec {
  std::string name;
  std::array<std::uint8_t, 4> bones{};
  std::array<double, 4> weights{};
  std::uint8_t solid = 0;
};

struct LodSpec {
  std::uint8_t first_mesh = 0;
  std::uint8_t mesh_count = 0;
  double scale = 0.0;
};

/// A key relative to the base skeleton, as the format stores it; at least one value. Rotation as in
/// BoneSpec.
struct KeySpec {
  std::uint32_t frame = 0;
  std::optional<glm::dquat> rotation;
  std::optional<glm::dvec3> translation;
  std::optional<glm::dvec3> scale;
};

struct AnimSpec {
  std::string name;
  std::uint8_t frames = 1;
  double hz = 0.0;  ///< rounded to quarters, at most 31.75
  bool loop = true;
  std::vector<std::vector<KeySpec>> tracks;  ///< one a bone (may be shorter), keys by rising frame
};

struct FileSpec {
  std::vector<MeshSpec> meshes;
  std::vector<LodSpec> lods;
  std::vector<BoneSpec> bones;
  std::vector<PseudoBoneSpec> pseudo_bones;
  std::vector<AnimSpec> anims;
};

/// The file's bytes: everything 16-byte aligned, at least 8 zero bytes after each vertex and face
/// list (section 2), equal strings and equal lists of a kind stored once (each one for itself where
/// sharing would make readers refuse the file, section 9). Strings lie one after another in one
/// block. \return an Error naming the element (path) that cannot be stored. Codes: "write.value" (a
/// number that does not
///         fit), "write.limit" (too many), "write.reference" (an index of nothing), "write.text".
[[nodiscard]] Result<std::vector<std::byte>> write(const FileSpec& spec);

/// The stored terms of a file that was read, such that write(toSpec(file)) decodes to the same
/// model. Records, lists and strings may move; reserved fields become 0; unused ids of weight 0
/// become 0; what the reading left out or replaced (lenient) is gone. S/T of another reading than
/// `spec` are quantised anew. \return an Error where no valid file has this order of bones
/// (bone.pseudo-order).
[[nodiscard]] Result<FileSpec> toSpec(const File& file);

}  // namespace sinew::bmd1
