#pragma once

// The viewer behind the window: state, open document, scene, messages. No window and no ImGui: tests drive it
// headless through commands.

#include <memory>
#include <string>
#include <vector>

#include "app/document.h"
#include "app/options.h"
#include "app/scene.h"
#include "app/state.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// A line in the window's message list.
struct Message {
  enum class Kind : std::uint8_t { Info, Warning, Error } kind = Kind::Info;
  std::string text;
};

class Viewer {
 public:
  Viewer(renderer::Renderer& renderer, const Options& options);

  /// Opens a file; on failure the present document stays and the error becomes a message.
  [[nodiscard]] Result<void> open(const std::string& path);
  [[nodiscard]] Result<void> reload();

  /// Advances playback by real time. True while something moves.
  bool tick(double dt_s);

  /// True when a new frame must be drawn: a command ran, the clock moved, the size changed. Cleared by `drawn`.
  [[nodiscard]] bool dirty() const { return dirty_; }
  void markDirty() { dirty_ = true; }

  /// Poses and draws the scene (or the empty background) into the target, and clears `dirty`.
  [[nodiscard]] Result<void> draw(renderer::RenderTarget& target, float pixel_scale);

  [[nodiscard]] Scene* scene() { return scene_.get(); }
  [[nodiscard]] const Scene* scene() const { return scene_.get(); }
  [[nodiscard]] const Clip* clip() const;  ///< the one chosen, or null

  State state;
  Options options;
  std::vector<Message> messages;
  bool quit_requested = false;
  double viewport_aspect = 16.0 / 9.0;  ///< kept up by the window
  int viewport_height = 720;

 private:
  renderer::Renderer* renderer_;
  std::unique_ptr<Scene> scene_;
  bool dirty_ = true;
};

}  // namespace sinew::app
