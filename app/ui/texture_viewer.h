#pragma once

// The picture of a material beside the model, with the triangles that use it.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "renderer/image.h"
#include "renderer/picture.h"

namespace sinew::app::ui {

/// What the texture viewer shows in this frame, drawn by the renderer under the panels.
struct PictureRequest {
  bool wanted = false;
  int x = 0;  ///< of its upper left corner in the window, pixels
  int y = 0;
  int width = 0;
  int height = 0;
  std::uint32_t texture = kNone;
  std::shared_ptr<const renderer::Image> image;
  glm::vec2 low_st{0.0f};
  glm::vec2 high_st{1.0f};
  std::array<bool, 4> channels{true, true, true, true};
  bool smooth = true;
  std::vector<std::uint32_t> uv_meshes;
  std::vector<renderer::PictureLine> lines;
};

/// The picture that was looked at last: another one is shown as a whole.
struct FramedPicture {
  std::string name;
  std::array<int, 2> size{};
  friend bool operator==(const FramedPicture&, const FramedPicture&) = default;
};

/// Texture coordinates of the meshes that the viewer draws, kept while they are the same.
struct UvMemory {
  std::vector<std::uint32_t> meshes;
  std::vector<std::vector<glm::vec2>> uvs;  ///< of each mesh
};

/// Which triangle of which mesh lies at a place.
struct UvHit {
  std::uint32_t mesh = kNone;
  std::uint32_t triangle = kNone;
};

/// The first triangle of the meshes in `uvs` that holds a place in the plane of S and T.
[[nodiscard]] UvHit triangleAtUv(const Model& model, const UvMemory& uvs, glm::vec2 st);

}  // namespace sinew::app::ui
