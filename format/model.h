#pragma once

// The common model: what every reader makes and everything behind the readers works on. It is
// designed for four formats at once (docs/architecture.md, "The common model"): packed BMD1, Wii
// MDL0, Fable BBM, Jade Empire MDL, and glTF in and out.

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "format/bytes.h"
#include "format/mat34.h"
#include "format/pixels.h"
#include "format/text.h"

namespace sinew {

/// "No such element" in every index field of the model.
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// ---------------------------------------------------------------- conventions

enum class UpAxis : std::uint8_t { Y, Z };

/// Axes and units of the model's space. Nothing is turned when a file is read; the camera and the
/// exporters look here. All formats read so far are right-handed.
struct Conventions {
  UpAxis up = UpAxis::Z;
  glm::vec3 front{0.0f, 1.0f, 0.0f};  ///< the way the model faces, model space
  double units_per_metre = 1.0;
};

// ---------------------------------------------------------------- skeleton

/// Translation, rotation and scale relative to the parent: p' = R (S * p) + T. Rotation is unit
/// length.
struct Transform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};  ///< glm's order: w, x, y, z
  glm::dvec3 scale{1.0};
};

/// How a parent's scale acts on this bone (hierarchy.h has the formulas).
enum class ScaleInheritance : std::uint8_t {
  Full,          ///< scales and shears the child: the plain matrix product
  Compensate,    ///< moves the child's origin only (segment scale compensation)
  Componentwise  ///< moves the origin, and scales multiply component by component without shear
};

enum class Billboard : std::uint8_t {
  None,
  Standard,
  StandardPerspective,
  Rotation,
  RotationPerspective,
  Y,
  YPerspective
};

struct Bone {
  std::string name;  ///< UTF-8, empty where the file has none
  std::uint32_t parent = kNone;
  Transform rest;
  ScaleInheritance inherit_scale = ScaleInheritance::Full;
  Billboard billboard = Billboard::None;
  bool visible = true;
  std::uint64_t source_offset = 0;  ///< of the bone's record in the file
};

struct Skeleton {
  std::vector<Bone> bones;  ///< in the file's order; a parent may come later
  std::vector<std::uint32_t>
      order;                  ///< all bones, parents before children; made by `finishSkeleton`
  bool parents_first = true;  ///< order is 0, 1, 2, …
};

/// Fills `order` and `parents_first`. Parents must be in range or kNone. Bones on a cycle of
/// parents lose their parent at the first bone of the cycle; returns the indices of the bones cut
/// loose that way.
std::vector<std::uint32_t> finishSkeleton(Skeleton& skeleton);

// ---------------------------------------------------------------- influences

/// What vertices hang on. Influence i moves a vertex by
///     posed = sum over k in [first[i], first[i+1]) of weights[k] * World(bones[k]) * offsets[k] *
///     stored
/// with `offsets` empty meaning identity for all. One record covers a BMD1 bone (one bone, weight
/// 1), a BMD1 pseudo-bone (a blend in the blended frame), and MDL0, BBM, Jade and glTF skins (a
/// blend in bind space with inverse bind matrices). A vertex names one influence. An influence
/// without bones is the identity.
struct Influences {
  std::vector<std::uint32_t> first{0};  ///< size() + 1 entries
  std::vector<std::uint32_t> bones;     ///< indices into Skeleton::bones
  std::vector<float> weights;           ///< normalised: each influence's weights add up to 1
  std::vector<Mat34f> offsets;          ///< empty, or one for each entry of `bones`

  [[nodiscard]] std::size_t size() const { return first.size() - 1; }
};

/// A blended influence that the file names like a bone (BMD1 section 6). Its bones and stored
/// weights are what the weight sliders edit.
struct PseudoBone {
  std::string name;
  std::uint32_t influence = kNone;
  std::array<std::uint32_t, 4> bones{kNone, kNone, kNone, kNone};  ///< kNone: slot unused
  std::array<float, 4> weights{};                                  ///< as stored, not normalised
  std::uint64_t source_offset = 0;
};

// ---------------------------------------------------------------- geometry

/// Which records a packed vertex list holds.
enum class PackedForm : std::uint8_t { Bits64, Bits96, Bits128, Mixed };

/// How 128-bit S/T are stored (BMD1 section 4).
enum class PackedSt128 : std::uint8_t { Spec, Offset, Legacy16 };

/// A vertex list that stays as the file has it. The GPU gets exactly these bytes; the shader and
/// `format/bmd1/decode.h` unpack them by the same rules.
struct PackedVertices {
  ByteRange list;  ///< whole records only, in Model::bytes
  PackedForm form = PackedForm::Bits64;
  bool flat_normals =
      false;  ///< 64-bit records hold a normal instead of S/T (a `#RRGGBB` material)
  PackedSt128 st128 = PackedSt128::Spec;
  bool shade_bgr = false;
  std::array<std::uint8_t, 3> flat_color{255, 255, 255};  ///< colour of flat 64-bit records
  std::uint32_t count = 0;
  /// Mixed lists only: where vertex i starts, in 4-byte words from the list's start. Fixed lists:
  /// empty, vertex i starts at i * record size.
  std::vector<std::uint32_t> word_offsets;
};

/// Plain vertices, one entry a vertex in each array that is not empty. Stored space (see
/// Influences).
struct VertexArrays {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<glm::vec4> tangents;
  std::vector<std::vector<glm::u8vec4>> colors;
  std::vector<std::vector<glm::vec2>> uvs;
  std::vector<std::uint32_t> influences;
};

struct Mesh {
  std::string name;  ///< empty where the format names none
  std::uint32_t material = kNone;
  bool drawn = true;  ///< false: never drawn as surface, e.g. a BMD1 mesh without material
  std::variant<PackedVertices, std::shared_ptr<const VertexArrays>> vertices;
  /// Three vertex indices a triangle, counter-clockwise seen from the front. All below the vertex
  /// count.
  std::vector<std::uint32_t> triangles;
  /// Bit k: the edge from corner k to corner k+1 is the diagonal of a quad. Empty: no quads.
  std::vector<std::uint8_t> hidden_edges;
  std::uint64_t source_offset = 0;

  [[nodiscard]] const PackedVertices* packed() const {
    return std::get_if<PackedVertices>(&vertices);
  }
  [[nodiscard]] std::uint32_t vertexCount() const;
};

// ---------------------------------------------------------------- materials, textures

enum class AlphaMode : std::uint8_t { Opaque, Mask, Blend };
enum class CullMode : std::uint8_t { None, Front, Back, All };
enum class Wrap : std::uint8_t { Clamp, Repeat, Mirror };

/// A texture as a material uses it.
struct TextureLayer {
  std::uint32_t texture = kNone;  ///< index into Model::textures
  std::uint32_t uv_set = 0;
  std::array<Wrap, 2> wrap{Wrap::Repeat, Wrap::Repeat};
  std::string_view role = "base";  ///< base, normal, emissive, …; static storage
};

struct Material {
  Text name;  ///< as stored; may be ill-formed UTF-8, print it through toUtf8 (utf8.h)
  glm::vec4 color{1.0f, 1.0f, 1.0f, 1.0f};  ///< sRGB-encoded 0..1, straight alpha
  bool flat = false;                        ///< a colour and nothing else: BMD1's `#RRGGBB`
  bool unlit = false;                       ///< shows its colour as it is, whatever the light
  AlphaMode alpha = AlphaMode::Opaque;
  float alpha_cutoff = 0.5f;
  CullMode cull = CullMode::Back;
  std::vector<TextureLayer> layers;
};

/// An image a material refers to. Where the model's file has it, either `encoded` holds its file
/// (PNG, DDS, …) or `pixels` decodes it; otherwise `name` is looked up beside the model
/// (app/texture_finder.h).
struct Texture {
  Text name;  ///< as referenced
  SharedBytes encoded;
  std::shared_ptr<const Pixels> pixels = nullptr;

  [[nodiscard]] bool inside() const { return encoded != nullptr || pixels != nullptr; }
};

// ---------------------------------------------------------------- levels, solids, attachments

/// A level of detail: meshes [first_mesh, first_mesh + mesh_count). Levels are listed finest first.
struct Lod {
  std::uint32_t first_mesh = 0;
  std::uint32_t mesh_count = 0;
  /// Smallest nominal scale 1 / (distance in metres + 1) at which the level still serves; <= 0: no
  /// far limit.
  double min_scale = 0.0;
  bool all_drawn =
      false;  ///< stands for every drawn mesh, whatever the range says (BMD1's single (0,0))
  std::uint64_t source_offset = 0;
};

/// A closed mesh that bounds a bone. Its vertices are relative to that bone, whatever influence
/// they name.
struct Solid {
  std::uint32_t mesh = kNone;
  std::uint32_t influence = kNone;  ///< of the bone or pseudo-bone it serves
};

struct Attachment {
  std::string name;
  std::string kind;  ///< helper, dummy, light, …
  std::uint32_t bone = kNone;
  Transform local;  ///< relative to the bone
};

// ---------------------------------------------------------------- clips

enum class Interpolation : std::uint8_t { Linear, Step };

/// The keys of one channel of all bones, bone after bone. Keys of one bone ascend strictly in
/// frame. Keys on whole frames below 65536 use `whole_frames`; a clip with keys between frames uses
/// `fine_frames` for the whole pool. The compact form keeps the clips that do not play within four
/// times their packed bytes (docs/performance.md).
template <class V>
struct KeyPool {
  std::vector<std::uint16_t> whole_frames;
  std::vector<float> fine_frames;
  std::vector<V> values;

  [[nodiscard]] float frame(std::size_t key) const {
    return fine_frames.empty() ? static_cast<float>(whole_frames[key]) : fine_frames[key];
  }
};

/// Where one bone's keys start in the three pools; they end where the next track's start.
struct Track {
  std::uint32_t bone = 0;
  std::uint32_t first_rotation = 0;
  std::uint32_t first_translation = 0;
  std::uint32_t first_scale = 0;
};

/// A clip's keys as **absolute** local transforms, whatever the file stores: readers of relative
/// formats (BMD1) combine them with the rest pose, which commutes with linear interpolation.
struct ClipKeys {
  /// Bones with keys, by rising bone, and one more entry (bone kNone) that ends the last one's
  /// ranges.
  std::vector<Track> tracks;
  KeyPool<glm::quat> rotations;  ///< unit length, sign as stored
  KeyPool<glm::vec3> translations;
  KeyPool<glm::vec3> scales;
};

struct ClipEvent {
  std::string name;
  double time_s = 0.0;
};

/// An animation. A bone's channel without keys keeps the bone's rest value.
struct Clip {
  Text name;
  double frame_count = 0.0;
  double rate_hz = 0.0;  ///< frames a second; 0: holds frame 0
  bool loop = true;
  Interpolation interpolation = Interpolation::Linear;
  std::shared_ptr<const ClipKeys> keys;  ///< null: no keys, the rest pose
  std::vector<ClipEvent> events;
  std::uint64_t source_offset = 0;

  /// Seconds: frame_count / rate looping, (frame_count - 1) / rate not; 0 without rate or frames.
  [[nodiscard]] double duration_s() const;
};

// ---------------------------------------------------------------- the model

struct Model {
  std::string name;
  Conventions conventions;
  SharedBytes bytes;  ///< the file, for packed lists and for showing bytes
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  Skeleton skeleton;
  Influences influences;  ///< at least one: without bones, influence 0 is the identity
  std::vector<PseudoBone> pseudo_bones;
  std::vector<Lod> lods;
  std::vector<Solid> solids;
  std::vector<Attachment> attachments;
  std::vector<Clip> clips;
};

}  // namespace sinew
