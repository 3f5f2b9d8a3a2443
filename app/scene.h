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
#include "app/film_strip.h"
#include "app/level_table.h"
#include "app/model_boxes.h"
#include "app/solid_facts.h"
#include "app/state.h"
#include "format/pose/pose.h"
#include "format/result.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// What the level shown is and why (the window says it in words).
struct LodStatus {
  LodMode mode = LodMode::Auto;
  double distance_m = 0.0;             ///< with the bias
  pose::LodChoice choice;              ///< of Auto; in the other modes what Auto would take
  std::optional<std::uint32_t> shown;  ///< empty: all drawn meshes
  bool held = false;                   ///< Auto: `shown` is the level before, kept by hysteresis
  /// Height of a ball around the model at rest, seen from that distance, as a part of the view's
  /// height. Infinite from inside the ball.
  double screen_share = 0.0;
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
  /// Sums of the levels; made when first asked for.
  [[nodiscard]] const LevelTable& levels() const;
  /// What is right and wrong with a solid (an index into Model::solids); worked out when first
  /// asked for.
  [[nodiscard]] const SolidFacts& solidFacts(std::uint32_t solid) const;
  /// log2 of the largest cell that a drawn position rounds to, model units: the hottest colour of
  /// Shading::Error.
  [[nodiscard]] double largestCellLog2() const;
  /// The tiles of the film strip in a view of this size; empty where the model has no levels.
  [[nodiscard]] const std::vector<FilmTile>& filmTiles(int width, int height) const;
  /// Meshes that a level draws as far as the state does not hide them.
  [[nodiscard]] const std::vector<std::uint32_t>& tileMeshes(const State& state,
                                                             std::size_t tile) const;
  /// The model's axes and unit, with the unit that the state sets.
  [[nodiscard]] Conventions conventions(const State& state) const;
  /// Bounds of the drawn meshes (bones where there are none) at rest.
  [[nodiscard]] const pose::Bounds& restBounds() const { return rest_bounds_; }
  /// True where bones are drawn: when asked for, and always of a model without a drawn surface.
  [[nodiscard]] bool showsBones(const State& state) const {
    return state.view.display.armature || !boxes_.rest();
  }
  /// Drawn vertices that hang on each influence.
  [[nodiscard]] const std::vector<std::uint32_t>& influenceVertices() const {
    return boxes_.vertexCounts();
  }
  [[nodiscard]] const pose::Poser& poser() const { return poser_; }
  /// Meshes drawn last, indices into Model::meshes.
  [[nodiscard]] const std::vector<std::uint32_t>& shownMeshes() const { return shown_meshes_; }
  /// Bounds to frame on: rest, present pose, or every frame of the present clip. The present pose
  /// stays as it is.
  [[nodiscard]] pose::Bounds bounds(FrameOn on, const State& state) const;
  /// Bounds of all that the last `update` posed, for the clip planes and for moving the camera
  /// about; may be a little larger than the posed meshes.
  [[nodiscard]] pose::Bounds posedBounds(const State& state) const;

  [[nodiscard]] renderer::GpuModel& gpuModel() { return gpu_; }

 private:
  Scene(std::shared_ptr<const Document> document, renderer::Renderer& renderer,
        renderer::GpuModel gpu);
  void chooseLevel(const State& state);
  void showMeshes(const State& state);
  /// Poses by a playback with its chosen clip at `frame`.
  void applyPose(pose::Poser& poser, const Playback& playback, double frame) const;
  void applyEdits(pose::Poser& poser, const State& state) const;
  [[nodiscard]] renderer::ModelInstance instanceOf(const State& state) const;
  [[nodiscard]] renderer::Frame frameOf(const State& state, const Camera& camera, double aspect,
                                        float pixel_scale) const;
  [[nodiscard]] Result<void> drawFilmStrip(const State& state, renderer::RenderTarget& target,
                                           float pixel_scale);
  void updateTileMeshes(const State& state) const;
  void updateMeshLevels();

  std::shared_ptr<const Document> document_;
  renderer::Renderer* renderer_;
  renderer::GpuModel gpu_;
  pose::Poser poser_;
  ModelBoxes boxes_;
  std::vector<std::uint32_t> bone_influences_;  ///< of each bone the influence that is just it
  pose::Bounds rest_bounds_;
  LodStatus lod_;
  mutable std::optional<LevelTable> levels_;
  mutable std::vector<std::optional<SolidFacts>> solid_facts_;
  mutable std::vector<FilmTile> tiles_;
  mutable int tiles_width_ = 0;
  mutable int tiles_height_ = 0;
  mutable std::vector<std::vector<std::uint32_t>> tile_meshes_;
  mutable std::vector<std::uint32_t> tile_hidden_;  ///< that `tile_meshes_` leaves out
  std::vector<std::uint32_t> mesh_levels_;          ///< made when all levels show in their colours
  std::vector<renderer::Mark> marks_;
  std::optional<std::uint32_t> level_;  ///< that `shown_meshes_` stands for
  bool level_known_ = false;
  std::vector<std::uint32_t> level_meshes_;
  std::vector<std::uint32_t> shown_meshes_;
  mutable std::vector<float> selection_shares_;  ///< for Shading::Weights
};

/// Index of the clip that NAME means: exact name first, then `#` and a decimal index. Empty: no
/// such clip.
[[nodiscard]] std::optional<std::uint32_t> findClip(const Model& model, const std::string& name);

}  // namespace sinew::app
