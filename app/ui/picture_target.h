#pragma once

// The pixels of the texture viewer: drawn again only when what it shows has changed.

#include <optional>

#include "app/ui/texture_viewer.h"
#include "app/viewer.h"
#include "format/result.h"
#include "renderer/renderer.h"

namespace sinew::app::ui {

class PictureTarget {
 public:
  /// Draws what is asked for; nothing where it is as last time.
  [[nodiscard]] Result<void> draw(Viewer& viewer, renderer::Renderer& renderer,
                                  const PictureRequest& request, float pixel_scale);
  /// Copies it to its place in a framebuffer of the window's height.
  void blit(const PictureRequest& request, unsigned framebuffer, int window_height);

 private:
  std::optional<renderer::RenderTarget> target_;
  PictureRequest drawn_;  ///< what the target shows
  const void* model_ = nullptr;
};

}  // namespace sinew::app::ui
