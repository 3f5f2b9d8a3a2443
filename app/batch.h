#pragma once

// Pictures without any window or panel: what `shot` is made of.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document.h"
#include "app/gl_context.h"
#include "app/options.h"
#include "app/scene.h"
#include "format/result.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// Width and height of a shot where `--resolution` gives none.
inline constexpr std::array<int, 2> kDefaultResolution{1280, 720};

/// The state that the options ask for a model: clip and frame, level, display. The camera comes
/// later. \return an Error (code "usage") for a clip or a level that the model does not have.
[[nodiscard]] Result<State> stateFromOptions(const Options& options, const Model& model);

/// The clips of `--blend`. \return an Error (code "usage") for one that the model does not have.
[[nodiscard]] Result<std::vector<BlendLayer>> blendLayers(const Options& options,
                                                          const Model& model);

/// A name as on the command line: "front" … "iso".
[[nodiscard]] std::string toString(NamedView view);

/// One GL context that draws pictures of any size.
class Batch {
 public:
  /// Makes the context and prepares for pictures of the options' size and samples.
  /// \return an Error: "gl.none" where nothing can draw, "usage" for a size beyond the driver's
  /// limits.
  [[nodiscard]] static Result<std::unique_ptr<Batch>> create(const Options& options);

  [[nodiscard]] renderer::Renderer& renderer() { return renderer_; }
  [[nodiscard]] const GlContext& context() const { return *context_; }
  /// "vendor; renderer; version", as the driver says.
  [[nodiscard]] std::string driver() const;
  /// Samples a pixel in use: the driver may offer fewer than asked for.
  [[nodiscard]] int samples() const { return layout_.samples; }

  /// Draws a scene from a named view, changed by the camera options, at the options' size.
  /// `state.camera` gets the camera that was used.
  /// \return an Error (code "usage") from the camera options or for a size beyond the driver's
  /// limits; other codes where drawing failed.
  [[nodiscard]] Result<renderer::Image> draw(const Options& options, Scene& scene, State& state,
                                             NamedView view);

 private:
  /// What pictures are drawn into.
  struct Layout {
    int width = 0;
    int height = 0;
    int samples = 0;
    int supersample = 1;
    friend bool operator==(const Layout&, const Layout&) = default;
  };
  Batch(std::unique_ptr<GlContext> context, renderer::Renderer renderer);
  [[nodiscard]] Result<void> prepareTarget(const Options& options);

  std::unique_ptr<GlContext> context_;  // first in, last out: the others need it current
  renderer::Renderer renderer_;
  std::optional<renderer::RenderTarget> target_;
  Layout layout_;
};

}  // namespace sinew::app
