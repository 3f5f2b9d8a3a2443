#pragma once

// One document made drawable: poser, GPU model, and the frame that a State asks for. Shared by the
// window and by `shot`, so that both draw the same pixels.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/camera.h"
#include "app/document.h"
#include "app/state.h"
#include "format/pose/pose.h"
#include "format/result.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// What the level shown is and why (the window says it in words).
struct LodStatus {
  LodMode mode = LodMode::Auto;
  double distance_m = 0.0;
  pose::LodChoice choice;              ///< of Auto; in the other modes what Auto would take
  std::optional<std::uint32_t> shown;  ///< empty: all drawn meshes
};

class Scene {
 public:
  /// Uploads the document's model and textures. The renderer must outlive the scene.
  [[nodiscard]] static Result<std::unique_ptr<Scene>> create(
      std::shared_ptr<const Document> document, renderer::Renderer& renderer);

  [[nodiscard]] const Document& document() const { return *document_; }
  [[nodiscard]] const Model& model() const { return document_->model(); }

  /// Poses by the state (clip, frame, weight edits) and chooses the level. Allocates only when the
  /// clip changes or a list grows.
  void update(const State& state);

  /// Draws what the last `update` posed.
  [[nodiscard]] Result<void> draw(const State& state, renderer::RenderTarget& target,
                                  float pixel_scale = 1.0f);

  [[nodiscard]] const LodStatus& lod() const { return lod_; }
  /// Bounds of the drawn meshes (bones where there are none) at rest.
  [[nodiscard]] const pose::Bounds& restBounds() const { return rest_bounds_; }
  [[nodiscard]] const pose::Poser& poser() const { return poser_; }
  /// Meshes drawn last, indices into Model::meshes.
  [[nodiscard]] const std::vector<std::uint32_t>& shownMeshes() const { return shown_meshes_; }
  /// Bounds to frame on: rest, present pose, or every frame of the present clip.
  [[nodiscard]] pose::Bounds bounds(FrameOn on, const State& state) const;

  [[nodiscard]] renderer::GpuModel& gpuModel() { return gpu_; }

 private:
  Scene(std::shared_ptr<const Document> document, renderer::Renderer& renderer,
        renderer::GpuModel gpu);

  std::shared_ptr<const Document> document_;
  renderer::Renderer* renderer_;
  renderer::GpuModel gpu_;
  pose::Poser poser_;
  pose::Bounds rest_bounds_;
  LodStatus lod_;
  std::vector<std::uint32_t> shown_meshes_;
};

/// Index of the clip that NAME means: exact name first, then `#` and a decimal index. Empty: no
/// such clip.
[[nodiscard]] std::optional<std::uint32_t> findClip(const Model& model, const std::string& name);

}  // namespace sinew::app
