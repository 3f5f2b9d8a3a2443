#pragma once

// The viewer behind the window: state, open document, scene, messages. No window and no ImGui:
// tests drive it headless through commands.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/camera.h"
#include "app/document.h"
#include "app/loader.h"
#include "app/options.h"
#include "app/scene.h"
#include "app/state.h"
#include "app/tabs.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// What lies under the slider of the timeline.
enum class TimelineView : std::uint8_t { Slider, Keys, Curves };

struct TimelineState {
  TimelineView view = TimelineView::Keys;
  Channel channel = Channel::Rotation;  ///< whose curves show
  std::optional<FrameRange> shown;      ///< frames in sight; empty: the whole clip
  double height = 132.0;                ///< of what lies under the slider, points
};

/// The window's own switches, beside the picture's.
struct WindowState {
  bool panels = true;
  bool help = false;
  bool fullscreen = false;
  bool frame_times = false;
  TimelineState timeline;
  bool search_requested = false;   ///< the bone search field takes the keyboard in the next frame
  std::optional<double> ui_scale;  ///< empty: as the monitor says
};

class Viewer {
 public:
  /// An empty viewer with the state that the options ask for; opens nothing. The renderer must
  /// outlive it.
  Viewer(renderer::Renderer& renderer, const Options& options);

  /// From now on files are loaded by threads and shown by a later `tick`; without this, at once.
  /// `wake` is called from such a thread when a document is ready.
  void loadInBackground(std::function<void()> wake);

  /// Opens a file in the present tab; on failure the present document stays and the error is
  /// returned (in the background: becomes a message). A first clip plays from its start, the camera
  /// frames the model, or stays (LoadKind::KeepCamera).
  [[nodiscard]] Result<void> open(const std::string& path, LoadKind kind = LoadKind::Open);
  /// Shows a document that was opened elsewhere, as the options ask: clip, time, camera.
  [[nodiscard]] Result<void> show(std::shared_ptr<const Document> document);
  /// Reads the present file again. Camera, time, display and, by name, clip and selection stay.
  [[nodiscard]] Result<void> reload(LoadKind kind = LoadKind::Reload);
  /// Closes the present document; its tab stays, empty.
  void close();

  /// Open tabs, at least one, in the order in which they show.
  [[nodiscard]] const std::vector<Tab>& tabs() const { return tabs_; }
  [[nodiscard]] std::size_t tab() const { return tab_; }  ///< the present one
  /// The scene of any tab, or null.
  [[nodiscard]] const Scene* sceneOf(std::size_t tab) const;
  /// Adds an empty tab behind the present one, which becomes the present one.
  void addTab();
  void chooseTab(std::size_t tab);
  /// Closes a tab with its document. The last tab stays, empty.
  void closeTab(std::size_t tab);
  void moveTab(std::size_t from, std::size_t to);
  /// True while a document is loaded in the background.
  [[nodiscard]] bool loading() const;
  /// Stops the present tab's load. False where there is none.
  bool cancelLoad();

  /// Runs a command; an error becomes a message.
  void run(const std::string& command);
  void report(Message::Kind kind, std::string text);

  /// Advances playback by real time. True while something moves.
  bool tick(double dt_s);

  /// True when a new frame must be drawn: a command ran, the clock moved, the size changed. Cleared
  /// by `draw`.
  [[nodiscard]] bool dirty() const { return dirty_; }
  void markDirty() { dirty_ = true; }

  /// Poses by the state, so that matrices and the level shown are those of the state.
  void update();
  /// Poses and draws the scene (or the empty background) into the target, and clears `dirty`.
  [[nodiscard]] Result<void> draw(renderer::RenderTarget& target, float pixel_scale);

  /// Writes what the view shows as PNG, at the view's size. An empty path: the model's name with a
  /// number, in the working folder, never over an old file. `transparent`: the model alone on
  /// nothing.
  [[nodiscard]] Result<void> screenshot(const std::string& path, bool transparent);

  void chooseClip(std::optional<std::uint32_t> clip);

  [[nodiscard]] Scene* scene() { return scene_.get(); }
  [[nodiscard]] const Scene* scene() const { return scene_.get(); }
  [[nodiscard]] const Clip* clip() const;  ///< the one chosen, or null
  /// Up, front and right of the model, or as `state.view.up` has it.
  [[nodiscard]] Axes axes() const;
  [[nodiscard]] double aspect() const;  ///< of the view: width / height
  [[nodiscard]] const renderer::GpuInfo& gpu() const { return renderer_->info(); }

  State state;
  WindowState window;
  Options options;
  std::vector<Message> messages;
  bool quit_requested = false;
  int viewport_width = 1280;  ///< pixels of the view, kept up by the window
  int viewport_height = 720;

 private:
  [[nodiscard]] Result<void> showScene(std::shared_ptr<const Document> document);
  [[nodiscard]] Result<void> replace(std::shared_ptr<const Document> document);
  [[nodiscard]] Result<void> load(const std::string& path, LoadKind kind);
  [[nodiscard]] Result<void> install(Result<std::shared_ptr<Document>> document,
                                     const std::string& path, LoadKind kind);
  void takeLoads();
  void park();
  void unpark(std::size_t tab);
  void keepLevelInRange();
  void startPlayback();
  void reportFindings();

  renderer::Renderer* renderer_;
  std::unique_ptr<Scene> scene_;
  std::vector<Tab> tabs_;
  std::size_t tab_ = 0;
  std::uint32_t last_tab_id_ = 0;
  std::unique_ptr<Loader> loader_;  ///< null: files are opened at once
  bool dirty_ = true;
};

}  // namespace sinew::app
