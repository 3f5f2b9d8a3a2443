#pragma once

// A glTF 2.0 file as its JSON says, with types, enums and indices checked. What accessors and
// buffer views claim about bytes is checked when they are read (accessors.h).

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "format/mat34.h"
#include "format/model.h"

namespace sinew::gltf {

struct Buffer {
  std::uint64_t size = 0;
  std::string_view uri;   ///< in the JSON text; empty: the GLB's binary chunk, or none
  bool fallback = false;  ///< EXT_meshopt_compression: stands for what the compressed views hold
};

enum class MeshoptMode : std::uint8_t { Attributes, Triangles, Indices };
enum class MeshoptFilter : std::uint8_t { None, Octahedral, Quaternion, Exponential };

/// EXT_meshopt_compression of a buffer view.
struct Meshopt {
  std::uint32_t buffer = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t stride = 0;
  std::uint64_t count = 0;
  MeshoptMode mode = MeshoptMode::Attributes;
  MeshoptFilter filter = MeshoptFilter::None;
};

struct BufferView {
  std::uint32_t buffer = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t stride = 0;  ///< 0: elements lie side by side
  std::optional<Meshopt> meshopt;
};

enum class Component : std::uint8_t { I8, U8, I16, U16, U32, F32 };
[[nodiscard]] std::uint32_t sizeOf(Component component);

struct Sparse {
  std::uint64_t count = 0;
  std::uint32_t index_view = 0;
  std::uint64_t index_offset = 0;
  Component index_type = Component::U16;
  std::uint32_t value_view = 0;
  std::uint64_t value_offset = 0;
};

struct Accessor {
  std::uint32_t view = kNone;  ///< kNone: zeros
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  Component component = Component::F32;
  std::uint32_t width = 1;  ///< components an element: 1, 2, 3, 4, 9, 16
  bool normalized = false;
  std::optional<Sparse> sparse;
};

enum class Topology : std::uint8_t { Points, Lines, Triangles, Strip, Fan };

struct Draco {
  std::uint32_t view = 0;
  std::map<std::string, std::uint32_t, std::less<>> attributes;  ///< name -> id in the stream
};

struct Primitive {
  std::map<std::string, std::uint32_t, std::less<>> attributes;  ///< name -> accessor
  std::uint32_t indices = kNone;
  std::uint32_t material = kNone;
  Topology topology = Topology::Triangles;
  std::size_t targets = 0;  ///< morph targets
  std::optional<Draco> draco;

  /// The accessor of an attribute, kNone without it.
  [[nodiscard]] std::uint32_t attribute(std::string_view name) const;
};

struct MeshGroup {
  std::string name;
  std::vector<Primitive> primitives;
};

struct Node {
  std::string name;
  std::vector<std::uint32_t> children;
  std::uint32_t parent = kNone;
  std::uint32_t mesh = kNone;
  std::uint32_t skin = kNone;
  Transform local;
  bool has_matrix = false;     ///< `local` was taken from a matrix
  std::string_view kind = "";  ///< camera, light; empty: neither
  /// Put there by our own writer: a second joint of the bone above it, or one root for all bones.
  bool is_blend = false;
  bool is_wrapper = false;
  bool is_solid = false;            ///< also by our own writer: a solid, in no shown scene
  std::vector<std::uint32_t> lods;  ///< MSFT_lod: nodes that take its place, finer ones first
  std::vector<double> coverage;     ///< of the picture's height, down to which each of them serves
  std::optional<double> min_scale;  ///< our own writer says where the level ends
  std::optional<std::uint64_t> order;  ///< and which mesh of the model it was
  bool lower_level = false;  ///< another node's coarser version: not shown in its own right
};

/// Our own writer's pseudo-bone: joints with the weights that its vertices have.
struct BlendName {
  std::string name;
  std::vector<std::uint32_t> joints;  ///< of the skin
  std::vector<float> weights;
};

struct Skin {
  std::vector<std::uint32_t> joints;   ///< nodes
  std::uint32_t inverse_bind = kNone;  ///< accessor; kNone: identities
  std::vector<BlendName> blends;
};

enum class Path : std::uint8_t { Translation, Rotation, Scale, Weights };
enum class Curve : std::uint8_t { Linear, Step, Cubic };

struct Channel {
  std::uint32_t node = kNone;
  Path path = Path::Translation;
  Curve curve = Curve::Linear;
  std::uint32_t input = 0;   ///< accessor: times in seconds
  std::uint32_t output = 0;  ///< accessor: values
};

struct Animation {
  std::string name;
  std::vector<Channel> channels;
  std::optional<double> rate_hz;  ///< our own writer says what the clip was
  std::optional<bool> loop;
};

/// How a material uses a texture. KHR_texture_transform: uv' = offset + R(rotation) * scale * uv.
struct TextureUse {
  std::string_view role;
  std::uint32_t texture = 0;
  std::uint32_t uv_set = 0;
  glm::dvec2 offset{0.0};
  double rotation = 0.0;
  glm::dvec2 scale{1.0};

  [[nodiscard]] bool samePlace(const TextureUse& other) const {
    return uv_set == other.uv_set && offset == other.offset && rotation == other.rotation &&
           scale == other.scale;
  }
  [[nodiscard]] bool transforms() const {
    return offset != glm::dvec2(0.0) || rotation != 0.0 || scale != glm::dvec2(1.0);
  }
};

struct SurfaceMaterial {
  std::string name;
  std::string missing_texture;  ///< our own writer: a base texture that had no picture
  glm::dvec4 color{1.0};        ///< linear, straight alpha
  std::vector<TextureUse> textures;
  AlphaMode alpha = AlphaMode::Opaque;
  double alpha_cutoff = 0.5;
  bool double_sided = false;
  bool unlit = false;
};

struct SurfaceTexture {
  std::uint32_t image = kNone;
  std::array<Wrap, 2> wrap{Wrap::Repeat, Wrap::Repeat};
};

struct ImageSource {
  std::string name;
  std::string_view uri;        ///< in the JSON text
  std::uint32_t view = kNone;  ///< where the image lies in a buffer
};

struct File {
  std::vector<Buffer> buffers;
  std::vector<BufferView> views;
  std::vector<Accessor> accessors;
  std::vector<MeshGroup> meshes;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> order;  ///< all nodes, parents first, each with its subtree behind it
  std::vector<std::uint32_t> roots;  ///< of the scene that is shown
  std::size_t bones = 0;             ///< nodes from the first on that our own writer made of bones
  std::vector<Skin> skins;
  std::vector<Animation> animations;
  std::vector<SurfaceMaterial> materials;
  std::vector<SurfaceTexture> textures;
  std::vector<ImageSource> images;
};

}  // namespace sinew::gltf
