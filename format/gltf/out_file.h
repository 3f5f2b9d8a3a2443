#pragma once

// A glTF file on its way out: plain structs, turned into JSON at the very end (write_json.cpp).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "format/model.h"

namespace sinew::gltf::out {

struct View {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::uint32_t target = 0;  ///< 34962 vertices, 34963 indices, 0 others
};

struct Accessor {
  std::uint32_t view = 0;
  std::uint32_t component = 5126;
  std::size_t count = 0;
  const char* type = "SCALAR";
  bool normalized = false;
  std::vector<double> min;  ///< empty: not written
  std::vector<double> max;
};

struct Attribute {
  std::string name;
  std::uint32_t accessor = 0;
};

struct Primitive {
  std::vector<Attribute> attributes;
  std::uint32_t indices = 0;
  std::uint32_t material = kNone;
};

struct Mesh {
  std::string name;
  Primitive primitive;
};

struct Node {
  std::string name;
  Transform local;
  std::vector<std::uint32_t> children;
  std::uint32_t mesh = kNone;
  std::uint32_t skin = kNone;
  std::vector<std::uint32_t> lods;   ///< MSFT_lod
  std::vector<double> coverage;      ///< of each level, with its own
  std::string role;                  ///< extras.sinew.role; empty: none
  std::optional<double> min_scale;   ///< extras.sinew: Lod::min_scale of a level's group
  std::optional<std::size_t> order;  ///< extras.sinew.mesh: the model's number of its mesh
};

/// A pseudo-bone, whose name and frame glTF has no place for: joints and weights as its vertices
/// have them.
struct BlendName {
  std::string name;
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
};

struct Material {
  std::string name;
  std::string missing_texture;              ///< name of a base texture without a picture
  std::array<double, 4> color{1, 1, 1, 1};  ///< linear
  std::uint32_t base_texture = kNone;
  std::uint32_t base_uv = 0;
  std::uint32_t normal_texture = kNone;
  std::uint32_t normal_uv = 0;
  AlphaMode alpha = AlphaMode::Opaque;
  double alpha_cutoff = 0.5;
  bool double_sided = false;
  bool unlit = false;
};

struct Texture {
  std::uint32_t image = 0;
  std::array<Wrap, 2> wrap{Wrap::Repeat, Wrap::Repeat};
};

struct Image {
  std::string name;
  std::string mime_type;
  std::uint32_t view = 0;
  std::uint32_t source = 0;  ///< index into Model::textures
};

struct Channel {
  std::uint32_t node = 0;
  const char* path = "";
  std::uint32_t input = 0;
  std::uint32_t output = 0;
  bool step = false;
};

struct Animation {
  std::string name;
  std::vector<Channel> channels;
  double rate_hz = 0.0;
  double frame_count = 0.0;
  bool loop = false;
};

struct File {
  std::vector<std::byte> binary;
  std::vector<View> views;
  std::vector<Accessor> accessors;
  std::vector<Mesh> meshes;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> roots;   ///< of the scene that is shown
  std::vector<std::uint32_t> solids;  ///< roots of the second scene; empty: there is none
  std::vector<std::uint32_t> joints;  ///< of the one skin; empty: there is none
  std::uint32_t inverse_bind = kNone;
  std::vector<BlendName> blends;  ///< extras.sinew.blends of the skin
  std::size_t bones = 0;          ///< the first nodes, which are bones whatever they carry
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<Image> images;
  std::vector<Animation> animations;
  std::vector<std::string> notes;

  /// Appends bytes at an offset divisible by four.
  std::uint32_t addView(std::span<const std::byte> bytes, std::uint32_t target);
  /// Appends numbers and an accessor over them; `width` components an element. `bounds`: with least
  /// and greatest values.
  std::uint32_t addFloats(const std::vector<float>& values, const char* type, std::size_t width,
                          std::uint32_t target, bool bounds);
  /// Bytes or 16- or 32-bit numbers, as small as `most` allows.
  std::uint32_t addIntegers(const std::vector<std::uint32_t>& values, std::uint32_t most,
                            const char* type, std::size_t width, std::uint32_t target,
                            bool bytes_allowed);
};

inline constexpr std::uint32_t kVertexTarget = 34962;
inline constexpr std::uint32_t kIndexTarget = 34963;

/// The file as bytes: a GLB, or JSON with its data inside.
[[nodiscard]] std::vector<std::byte> toGlb(const File& file);
[[nodiscard]] std::vector<std::byte> toJson(const File& file);

}  // namespace sinew::gltf::out
