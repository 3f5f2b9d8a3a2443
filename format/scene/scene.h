#pragma once

// What the readers of scene formats (MDL0/BRRES, BBM, Jade) make: everything of the file, in the
// file's own axes, spaces and order, with one or more models, images and clips. `sinew dump
// --scene` and `sinew pose` print it (docs/cli.md); toModel (to_model.h) makes the common model of
// it, which is what is drawn and converted.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "format/mat34.h"
#include "format/model.h"
#include "format/pixels.h"
#include "format/scene/value.h"

namespace sinew::gx {
struct Material;
}

namespace sinew::scene {

// ---------------------------------------------------------------- bones and influences

struct Bone {
  std::string name;              ///< printable UTF-8 (see printableName)
  std::uint32_t parent = kNone;  ///< may come later in the list; never part of a cycle
  Transform rest;                ///< relative to the parent
  ScaleInheritance inherit = ScaleInheritance::Full;
  bool visible = true;  ///< a bone hides what is drawn on it, not its children
  Billboard billboard = Billboard::None;
  Mat34d world;         ///< rest pose in model space, own scale included
  Value::Object extra;  ///< further keys of the format
  std::uint64_t source_offset = 0;
};

/// What a vertex hangs on: posed = sum of weights[k] * World(bones[k]) * offsets[k] * stored.
/// Weights add up to 1; none is 0.
struct Influence {
  std::vector<std::uint32_t> bones;
  std::vector<double> weights;
  std::vector<Mat34d> offsets;  ///< empty: identity for every bone
};

// ---------------------------------------------------------------- geometry

/// A mesh with one entry a vertex in each array that is not empty. A vertex is one distinct corner
/// record, in order of first appearance.
struct Mesh {
  std::string name;
  bool visible = true;
  std::vector<std::uint32_t> influence;  ///< into Model::influences
  std::vector<glm::vec3> positions;      ///< stored space
  std::vector<glm::vec3> normals;        ///< as stored, not normalised
  std::vector<glm::vec4> tangents;       ///< as stored
  std::uint8_t tangent_size = 3;         ///< how many of a tangent's numbers the file has, 3 or 4
  std::vector<glm::vec3> binormals;
  std::vector<std::vector<glm::u8vec4>> colors;  ///< sets; an empty one is missing
  std::vector<std::vector<glm::vec2>> uvs;       ///< sets; an empty one is missing
  /// Three corners a triangle, front face counter-clockwise.
  std::vector<std::uint32_t> triangles;
  std::vector<std::array<std::uint32_t, 2>> lines;
  std::vector<std::uint32_t> points;
  Value::Object extra;
  std::uint64_t source_offset = 0;
};

struct Draw {
  std::uint32_t mesh = 0;
  std::uint32_t material = kNone;
  std::uint32_t bone = kNone;  ///< whose visibility and depth count
  bool translucent = false;
  std::int32_t priority = 0;
};

// ---------------------------------------------------------------- materials

enum class Compare : std::uint8_t {
  Never,
  Less,
  Equal,
  LessEqual,
  Greater,
  NotEqual,
  GreaterEqual,
  Always
};
enum class AlphaOp : std::uint8_t { And, Or, Xor, Xnor };
enum class BlendFactor : std::uint8_t {
  Zero,
  One,
  SrcColor,
  OneMinusSrcColor,
  DstColor,
  OneMinusDstColor,
  SrcAlpha,
  OneMinusSrcAlpha,
  DstAlpha,
  OneMinusDstAlpha
};
enum class Filter : std::uint8_t {
  Nearest,
  Linear,
  NearestMipNearest,
  LinearMipNearest,
  NearestMipLinear,
  LinearMipLinear
};
enum class Mapping : std::uint8_t {
  Uv,
  Environment,
  EnvironmentLight,
  EnvironmentSpecular,
  Projection,
  ProjectionGame
};

struct AlphaTest {
  Compare compare0 = Compare::Always;
  std::uint8_t ref0 = 0;
  AlphaOp op = AlphaOp::And;
  Compare compare1 = Compare::Always;
  std::uint8_t ref1 = 0;
};

struct Blend {
  BlendFactor src = BlendFactor::One;
  BlendFactor dst = BlendFactor::Zero;
  bool subtract = false;  ///< destination - source
};

struct Depth {
  bool test = true;
  Compare compare = Compare::LessEqual;
  bool write = true;
};

struct Layer {
  std::string name;               ///< as referenced
  std::uint32_t texture = kNone;  ///< into Scene::textures
  std::optional<std::string> palette;
  std::optional<std::string> role;  ///< base, normal, lightmap, emissive, …
  std::uint32_t map = 0;            ///< sampler number; kNone: the format has none
  Mapping mapping = Mapping::Uv;
  std::uint32_t uv = 0;  ///< set, for Mapping::Uv
  std::array<Wrap, 2> wrap{Wrap::Repeat, Wrap::Repeat};
  std::optional<Filter> min_filter;  ///< empty: the file does not say
  std::optional<Filter> mag_filter;
  /// u' = m[0] u + m[1] v + m[2], v' = m[3] u + m[4] v + m[5], at rest.
  std::array<double, 6> matrix{1, 0, 0, 0, 1, 0};
  Value::Object extra;
};

struct Material {
  std::string name;
  glm::dvec4 color{255.0};  ///< 0..255
  CullMode cull = CullMode::None;
  AlphaMode alpha = AlphaMode::Opaque;
  std::optional<double> alpha_cutoff;
  std::optional<AlphaTest> alpha_test;
  std::optional<Blend> blend;
  std::optional<Depth> depth;
  std::vector<Layer> layers;
  std::shared_ptr<const gx::Material> gx;  ///< MDL0 only
  Value::Object extra;
};

// ---------------------------------------------------------------- images

using sinew::Pixels;

struct Texture {
  std::string name;
  std::optional<std::string> member;  ///< path of the archive member it lies in
  std::string format;                 ///< "" for an image that was not found
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::optional<std::string> palette;
  std::shared_ptr<const Pixels> pixels;  ///< null: not found, or cannot be decoded
  Value::Object extra;
};

// ---------------------------------------------------------------- clips

enum class ClipKind : std::uint8_t { Bones, Uv, Texture, Color, Visibility, Shape };

/// Values of a track at frames 0, 1, … of its clip, by kind.
struct UvTrack {
  std::uint32_t layer = 0;  ///< 8..10: indirect 0..2
  /// scale s, scale t, rotation (degrees), translation s, translation t
  std::vector<std::array<double, 5>> frames;
};
struct TextureTrack {
  struct Names {
    std::optional<std::string> texture;
    std::optional<std::string> palette;
  };
  std::uint32_t map = 0;
  std::vector<Names> frames;
};
struct ColorTrack {
  std::string color;  ///< material0, …, k3: the register
  glm::u8vec4 mask{0};
  std::vector<glm::u8vec4> frames;  ///< result = stored & mask | value
};
struct VisibilityTrack {
  std::vector<bool> frames;
};

struct ValueTrack {
  std::string target;  ///< material or bone
  std::variant<UvTrack, TextureTrack, ColorTrack, VisibilityTrack> values;
};

struct Event {
  std::string name;
  double time_s = 0.0;
};

struct Clip {
  std::string name;
  ClipKind kind = ClipKind::Bones;
  std::uint32_t frames = 0;
  double rate_hz = 0.0;
  bool loop = true;
  std::optional<double> duration_s;  ///< where the file says it in seconds; else see durationOf
  std::vector<std::string> targets;  ///< names it moves, in file order, known to a model or not
  std::vector<ValueTrack> tracks;    ///< kinds other than Bones
  std::vector<Event> events;
  Value::Object extra;  ///< further keys of the format; `events` is printed where `has_events`
  bool has_events = false;
  /// The keys as the file stores them, undecided things left aside: the list printed under
  /// `stored_tracks`. Made when a dump asks, as it is many times larger than the keys themselves.
  /// Empty: the format shows none. The scene need not live any more.
  std::function<Value()> stored_tracks;
};

/// Seconds: the file's own, else frames / rate looping, (frames - 1) / rate not; 0 without frames.
[[nodiscard]] double durationOf(const Clip& clip);

/// One bone's local transform over a clip.
class BoneCurve {
 public:
  virtual ~BoneCurve() = default;
  /// At a frame within [0, frames) (looping: between the last frame and `frames` the curve may lead
  /// back to frame 0). By the format's own interpolation. Finite for every finite input.
  [[nodiscard]] virtual Transform at(double frame) const = 0;
};

struct BoneTrack {
  std::uint32_t bone = 0;
  ScaleInheritance inherit = ScaleInheritance::Full;  ///< while the clip plays
  std::shared_ptr<const BoneCurve> curve;
};

/// What one clip of kind Bones does to one model, by rising bone.
struct ClipTracks {
  std::uint32_t clip = 0;  ///< into Scene::clips
  std::vector<BoneTrack> tracks;
};

// ---------------------------------------------------------------- models

struct SceneAttachment {
  std::string name;
  std::uint32_t bone = kNone;
  Mat34d matrix;  ///< model space at rest
  std::string kind;
  Value::Object extra;
};

struct SceneModel {
  std::string name;
  std::optional<std::string> member;
  std::optional<std::uint32_t> lod;  ///< level, finest 0
  std::vector<Bone> bones;           ///< in the file's order
  std::vector<Influence> influences;
  std::vector<Material> materials;
  std::vector<Mesh> meshes;  ///< drawn or not
  std::vector<Draw> draws;   ///< in drawing order
  std::vector<ClipTracks> clip_tracks;
  std::vector<SceneAttachment> attachments;
  bool has_attachments = false;  ///< the format has such things
  Value::Object source;          ///< facts of the format
};

/// A fact that the format leaves open, and how this file was read (`--reading=NAME=VALUE`). Only
/// those that make a difference to the file are listed.
struct Reading {
  std::string name;
  std::string value;  ///< the one used
  std::string why;    ///< what in the file speaks for it, or that it was asked for; one sentence
};

struct Scene {
  std::string format;  ///< "mdl0", "bbm", "jade"
  UpAxis up = UpAxis::Y;
  bool left_handed = false;
  double units_per_metre = 1.0;       ///< customary, where the format does not say
  glm::vec3 front{0.0f, 0.0f, 1.0f};  ///< the way models face
  std::vector<std::string> wrappers;  ///< what was unwrapped, outermost first
  std::vector<std::string> members;   ///< paths of the archive members read, in archive order
  std::vector<SceneModel> models;
  std::vector<Texture> textures;
  std::vector<Clip> clips;
  std::vector<Reading> readings;
  /// Keeps what Pixels and curves point into.
  std::vector<std::shared_ptr<const void>> owners;
};

/// Bytes as text that can be printed and read back: printable UTF-8 as it is, every other byte as
/// `\xHH`.
[[nodiscard]] std::string printableName(std::string_view stored);

/// Fills `world` of all bones from their rest transforms, parents first, without recursion.
void composeWorlds(std::vector<Bone>& bones);

/// Bones on a cycle of parents lose their parent at the first bone of the cycle; returns those cut
/// loose, ascending.
std::vector<std::uint32_t> cutParentCycles(std::vector<Bone>& bones);

}  // namespace sinew::scene
