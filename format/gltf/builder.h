#pragma once

// A checked glTF file -> the common model.

#include <cstdint>
#include <vector>

#include "format/gltf/accessors.h"
#include "format/gltf/context.h"
#include "format/gltf/file.h"
#include "format/gltf/influences.h"
#include "format/mat34.h"
#include "format/model.h"

namespace sinew::gltf {

/// Where the parts of the conversion meet.
struct Builder {
  Context& context;
  const File& file;
  Store& store;
  Model& model;

  /// A node as seen from the bone it hangs on, which may be itself.
  struct Hook {
    std::uint32_t bone = kNone;  ///< kNone: on none, `bone_from_node` leads to model space
    Mat34d bone_from_node;
  };
  std::vector<Hook> hooks;                   ///< one a node
  std::vector<bool> shown;                   ///< nodes of the scene
  std::vector<std::uint32_t> bone_of_node;   ///< kNone where a node became none
  std::uint32_t default_material = kNone;    ///< of primitives without one, made when needed
  std::vector<std::uint32_t> white_version;  ///< of each material, made when needed
};

/// Decides which nodes become bones: joints of skins that are used, nodes that clips move, and all
/// above them. Everything else stays where it is and is baked into what hangs on it.
void buildSkeleton(Builder& builder);

void buildMaterials(Builder& builder);
/// The model's material for primitives without one.
[[nodiscard]] std::uint32_t defaultMaterial(Builder& builder);
/// A material with white instead of its colour, for vertices that carry the product.
[[nodiscard]] std::uint32_t whiteVersion(Builder& builder, std::uint32_t material);
/// Linear light 0..1 -> sRGB-encoded 0..1.
[[nodiscard]] double encodeSrgb(double linear);

/// Meshes in the order of the scene's nodes, a mesh a primitive. Needs skeleton and materials.
void buildMeshes(Builder& builder);
/// Named nodes without mesh that are no bones.
void buildAttachments(Builder& builder);
void buildClips(Builder& builder, bool with_keys);

/// The uv sets that a material's textures use, in the order that the meshes carry them.
[[nodiscard]] std::vector<TextureUse> uvSetsOf(const SurfaceMaterial& material);

}  // namespace sinew::gltf
