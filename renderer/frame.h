#pragma once

// What the renderer draws: plain data, filled by `app` for every frame.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "format/mat34.h"
#include "format/model.h"

namespace sinew::renderer {

class GpuModel;

/// What the surface shows (`--shading`). From `Normals` on: data, drawn unlit.
enum class Shading : std::uint8_t {
  Textured,  ///< materials and textures, lit
  Flat,      ///< lit by the face's own normal
  Smooth,    ///< lit, one neutral colour instead of materials
  Unlit,     ///< materials and textures without light
  Normals,   ///< model-space normal as colour
  Uv,        ///< S and T as a labelled grid of colours
  Lod,       ///< one colour a level
  Bone,      ///< one colour an influence
  Weights,   ///< weight of the selected bone in each vertex's influence, as heat
  Record,    ///< 64-, 96- or 128-bit vertex record
  Exponent,  ///< the packed position's exponent
  Error  ///< size of the position's rounding cell, as heat (largest cell of the model = hottest)
};

enum class SolidMode : std::uint8_t { Off, Wire, Fill };
enum class TextureFilter : std::uint8_t { Nearest, Linear, Trilinear };
enum class Backface : std::uint8_t { Auto, Visible, Hidden };  ///< Auto: as the material says

struct Display {
  Shading shading = Shading::Textured;
  bool surface = true;
  bool textures = true;
  bool edges = false;
  bool vertices = false;
  bool normals = false;
  bool grid = false;
  bool axes = false;  ///< the model space's axes, in the corner
  bool armature = false;
  bool bone_axes = false;
  SolidMode solids = SolidMode::Off;
  TextureFilter texture_filter = TextureFilter::Trilinear;
  Backface backface = Backface::Auto;
  glm::vec4 background{0.0f};  ///< sRGB-encoded, straight alpha; alpha 0 for a transparent shot
  bool background_gradient =
      true;  ///< a soft vertical gradient around `background`; never in data shading
};

/// Where the frame is seen from. World = model space.
struct View {
  glm::mat4 view_from_world{1.0f};
  glm::mat4 clip_from_view{1.0f};
  glm::vec3 eye{0.0f};
  glm::vec3 up{0.0f, 0.0f, 1.0f};  ///< the model's up axis: orients light and grid
  float units_per_metre = 1.0f;    ///< grid spacing
  float pixel_scale = 1.0f;        ///< HiDPI: line widths and handles in points
};

/// A part of the target in pixels, from its lower left corner. Width 0: all of it.
struct Viewport {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

/// A line, or where `to` equals `from` a diamond around a point, over everything else. World space;
/// sRGB-encoded colour; width in points.
struct Mark {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  glm::vec3 color{1.0f};
  float width = 2.0f;
};

/// One model in the frame. All spans must outlive the draw call.
struct ModelInstance {
  const GpuModel* gpu = nullptr;
  std::span<const Mat34f> influence_matrices;
  std::span<const Mat34f> bone_matrices;
  std::span<const std::uint32_t> meshes;  ///< what to draw, indices into Model::meshes
  std::uint32_t lod = 0;                  ///< for Shading::Lod
  std::uint32_t selected_bone = kNone;    ///< index into Skeleton::bones
  std::uint32_t selected_influence =
      kNone;  ///< of the selected bone or pseudo-bone: highlighted, Shading::Weights
  std::uint32_t selected_mesh = kNone;
  /// Shading::Weights: the selected bone's share in each influence. Empty: as the model has it.
  std::span<const float> selection_shares;
  std::uint32_t hovered_mesh = kNone;    ///< lit; with its edges where that shows nothing
  std::uint32_t selected_solid = kNone;  ///< of Model::solids: shows in every SolidMode
  /// For Shading::Lod: each mesh's level; empty: all have `lod`.
  std::span<const std::uint32_t> mesh_levels;
};

struct Frame {
  View view;
  Display display;
  std::span<const ModelInstance> models;
  std::span<const Mark> marks;
  /// What is drawn into and cleared; the rest of the target stays as it was.
  Viewport viewport;
};

}  // namespace sinew::renderer
