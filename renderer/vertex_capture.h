#pragma once

#include <span>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "renderer/renderer.h"

namespace sinew::renderer {

/// What the vertex stage made of one vertex.
struct CapturedVertex {
  glm::vec3 position{0.0f};  ///< model space
  glm::vec3 normal{0.0f};    ///< model space, length 1 or 0
  glm::vec2 uv{0.0f};
  glm::vec3 color{0.0f};  ///< sRGB-encoded 0..1
};

/// Runs the drawing's own unpacking over all vertices of a mesh and reads the results back
/// (transform feedback): how the GPU is checked against the CPU. Not for drawing: it waits for the
/// driver. \return an Error for a mesh that is not on the GPU or where no program can be made.
[[nodiscard]] Result<std::vector<CapturedVertex>> captureVertices(
    Renderer& renderer, const GpuModel& model, std::uint32_t mesh,
    std::span<const Mat34f> influence_matrices);

}  // namespace sinew::renderer
