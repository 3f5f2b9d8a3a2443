#pragma once

// A texture seen flat, with meshes drawn in its plane by their texture coordinates.

#include <array>
#include <cstdint>
#include <span>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"

namespace sinew::renderer {

class GpuModel;

/// A line in the plane of S and T; sRGB-encoded colour, width in points.
struct PictureLine {
  glm::vec2 from{0.0f};
  glm::vec2 to{0.0f};
  glm::vec3 color{1.0f};
  float width = 1.0f;
};

/// All spans must outlive the draw call.
struct PictureFrame {
  const GpuModel* gpu = nullptr;
  std::uint32_t texture = kNone;  ///< index into Model::textures; unknown ones show as a checker
  glm::vec2 low_st{0.0f};         ///< at the target's upper left corner
  glm::vec2 high_st{1.0f};        ///< at its lower right corner
  /// Red, green, blue, alpha. One colour alone shows in grey; without alpha all is opaque; alpha
  /// alone shows in grey.
  std::array<bool, 4> channels{true, true, true, true};
  bool smooth = true;                        ///< false: texels are squares
  std::span<const std::uint32_t> uv_meshes;  ///< whose edges are drawn
  glm::vec3 uv_color{1.0f, 0.69f, 0.19f};    ///< sRGB-encoded
  std::span<const PictureLine> lines;        ///< over everything
  float pixel_scale = 1.0f;
};

}  // namespace sinew::renderer
