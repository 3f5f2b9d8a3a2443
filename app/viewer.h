#pragma once

// The viewer behind the window: state, open document, scene, messages. No window and no ImGui:
// tests drive it headless through commands.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/camera.h"
#include "app/document.h"
#include "app/edit_history.h"
#include "app/file_watch.h"
#include "app/keymap.h"
#include "app/loader.h"
#include "app/options.h"
#include "app/scene.h"
#include "app/settings.h"
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

/// A window over the picture; one at a time.
enum class Popup : std::uint8_t {
  None,
  Palette,
  Find,
  Files,
  Keys,
  Settings,
  Viewpoints,
  Unsaved,
  Console,
  Statistics
};

/// The question whether edits may be lost; asked while Popup::Unsaved shows.
struct UnsavedQuestion {
  std::vector<std::uint32_t> tabs;  ///< ids of those with the edits
  std::string names;                ///< of their files
  std::string reason;               ///< why they would be lost, where that is no matter of course
  std::string command;              ///< what loses them
};

/// Which triangles the texture viewer draws over the picture: none, all of the selected mesh (of
/// all meshes with the material where none is selected), or the one under the pointer.
enum class UvOverlay : std::uint8_t { Off, All, Hover };

/// The picture of a material beside the model.
struct TextureViewState {
  bool shown = false;
  double zoom = 1.0;       ///< 1: the picture fits
  glm::dvec2 center{0.5};  ///< S and T in the middle of the viewer
  std::array<bool, 4> channels{true, true, true, true};
  UvOverlay uv = UvOverlay::All;
};

/// The window's own switches, beside the picture's.
struct WindowState {
  Popup popup = Popup::None;
  std::string popup_folder;  ///< where the open dialog starts; empty: beside the model
  UnsavedQuestion unsaved;
  double left_width = 264.0;  ///< of the panels at the sides, points
  double right_width = 264.0;
  bool panels = true;
  bool help = false;
  bool fullscreen = false;
  bool frame_times = false;
  bool inspector = false;  ///< shows how the file stores what is selected
  TimelineState timeline;
  /// Tabs side by side, left and right; shown while one of them is the present one.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> pair;
  bool link_camera = true;            ///< both are seen from the same place
  bool link_time = true;              ///< both show the same moment
  bool save_dialog = false;           ///< asks for a file's name to save to
  std::optional<Error> save_error;    ///< of the last try, until the next
  std::optional<std::string> copied;  ///< goes to the clipboard with the next frame
  /// What the surface showed before `bone-heat`.
  renderer::Shading shading_before = renderer::Shading::Textured;
  bool search_requested = false;   ///< the bone search field takes the keyboard in the next frame
  std::optional<double> ui_scale;  ///< empty: as the monitor says
  TextureViewState texture_view;
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
  /// frames the model, or stays (LoadKind::KeepCamera). Edits that are not saved are asked about
  /// first, and nothing is opened yet.
  [[nodiscard]] Result<void> open(const std::string& path, LoadKind kind = LoadKind::Open,
                                  Edits edits = Edits::Ask);
  /// Shows a document that was opened elsewhere, as the options ask: clip, time, camera.
  [[nodiscard]] Result<void> show(std::shared_ptr<const Document> document);
  /// Reads the present file again. Camera, time, display and, by name, clip and selection stay.
  /// Edits that are not saved stay. Where the file has other pseudo-bones by now, so that they
  /// cannot, they are asked about; Edits::Discard drops them in any case.
  [[nodiscard]] Result<void> reload(LoadKind kind = LoadKind::Reload, Edits edits = Edits::Ask);
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
  /// Shows another tab's model beside the present one.
  [[nodiscard]] Result<void> showBeside(std::size_t tab);
  /// The tab that shows beside the present one now, if any.
  [[nodiscard]] std::optional<std::size_t> beside() const;
  /// Whether the present one is the left one of both.
  [[nodiscard]] bool presentIsLeft() const;
  /// Poses the one beside, as far as it is linked by the present one's camera and clock.
  void updateBeside();
  [[nodiscard]] Result<void> drawBeside(renderer::RenderTarget& target, float pixel_scale);

  /// True while a document is loaded in the background.
  [[nodiscard]] bool loading() const;
  /// True while a thread loads something, also what nobody waits for any more.
  [[nodiscard]] bool loaderBusy() const { return loader_ && loader_->busy(); }
  /// True where a tab's model was edited and not saved.
  [[nodiscard]] bool hasEdits(std::size_t tab) const;
  /// Asks whether the edits of some tabs may be lost; if so, `command` runs. Going to another tab
  /// withdraws the question.
  void askAboutEdits(const std::vector<std::size_t>& tabs, const std::string& command,
                     const std::string& reason = {});
  /// Saves the tabs that the question is about over their files. Where one cannot be, it becomes
  /// the present one and asks where to save it.
  [[nodiscard]] Result<void> saveAsked();
  /// Stops the present tab's load. False where there is none.
  bool cancelLoad();

  /// Writes the model with the edited weights, every other byte as it was, and shows that file from
  /// then on. An empty path: the open file. `replace`: another model of that name may go. \return
  /// an Error where something else than a model would be lost ("save.target"), a model without
  /// `replace` ("save.exists", "save.changed": the open file is another one than was read), the
  /// edits would break the format ("save.check"), or the file cannot be written.
  [[nodiscard]] Result<void> save(const std::string& path, bool replace);
  /// True while edits of the present document are in no file.
  [[nodiscard]] bool unsaved() const { return !state.pseudo_edits.empty(); }

  /// Runs a command; an error becomes a message.
  void run(const std::string& command);
  void report(Message::Kind kind, std::string text);

  /// Advances playback by real time. True while something moves.
  bool tick(double dt_s);
  /// True while time changes the picture: a clip plays, or another one fades away.
  [[nodiscard]] bool moves() const;

  /// True when a new frame must be drawn: a command ran, the clock moved, the size changed. Cleared
  /// by `draw`.
  [[nodiscard]] bool dirty() const { return dirty_; }
  void markDirty() { dirty_ = true; }
  /// True while a clock runs, so that frames are due without any event.
  [[nodiscard]] bool playing() const { return state.playback.playing || beside_plays_; }

  /// Poses by the state, so that matrices and the level shown are those of the state.
  void update();
  /// Poses and draws the scene (or the empty background) into the target, and clears `dirty`.
  [[nodiscard]] Result<void> draw(renderer::RenderTarget& target, float pixel_scale);

  /// Writes what the view shows as PNG, at the view's size. An empty path: the model's name with a
  /// number, in the working folder, never over an old file. `transparent`: the model alone on
  /// nothing.
  [[nodiscard]] Result<void> screenshot(const std::string& path, bool transparent);
  /// Puts the same picture on the clipboard (app/picture_clipboard.h).
  [[nodiscard]] Result<void> copyPicture(bool transparent);

  void chooseClip(std::optional<std::uint32_t> clip);

  /// Takes over what was remembered; options of the command line win.
  void applySettings(Settings from);
  /// Notes sizes for the next start.
  void keepLayout(double width_points, double height_points);
  void setTheme(Theme theme);

  /// Reads files again when they change on disk; noticed by `tick`.
  void watch(bool on);
  [[nodiscard]] bool watching() const { return watch_ != nullptr; }

  // Cameras with names, of the present model.
  [[nodiscard]] std::vector<std::string> viewpointNames() const;
  [[nodiscard]] const Viewpoint* findViewpoint(const std::string& name) const;
  [[nodiscard]] Result<void> saveViewpoint(const std::string& name);
  void deleteViewpoint(const std::string& name);

  [[nodiscard]] Scene* scene() { return scene_.get(); }
  [[nodiscard]] const Scene* scene() const { return scene_.get(); }
  [[nodiscard]] const Clip* clip() const;  ///< the one chosen, or null
  /// Up, front and right of the model, or as `state.view.up` has it.
  [[nodiscard]] Axes axes() const;
  [[nodiscard]] double aspect() const;  ///< of the view: width / height
  [[nodiscard]] const renderer::GpuInfo& gpu() const { return renderer_->info(); }

  State state;
  EditHistory history;
  WindowState window;
  Options options;
  Settings settings;
  std::string settings_path;      ///< where they are kept; empty: nowhere
  bool settings_changed = false;  ///< since they were kept last
  Keymap keymap;
  std::vector<Message> messages;
  bool quit_requested = false;
  int viewport_width = 1280;  ///< pixels of the view, kept up by the window
  int viewport_height = 720;

 private:
  [[nodiscard]] Result<void> showScene(std::shared_ptr<const Document> document);
  [[nodiscard]] Result<void> replace(std::shared_ptr<const Document> document);
  [[nodiscard]] Result<void> load(const std::string& path, LoadKind kind, Edits edits);
  [[nodiscard]] Result<void> install(Result<std::shared_ptr<Document>> document,
                                     const std::string& path, LoadKind kind, Edits edits);
  [[nodiscard]] Result<void> installAgain(std::shared_ptr<const Document> document, LoadKind kind,
                                          Edits edits);
  [[nodiscard]] Result<std::vector<std::uint8_t>> picturePng(bool transparent);
  void switchTo(std::size_t tab);
  void withdrawQuestion();
  bool tickBeside(double dt_s);
  void takeLoads();
  void takeChanges();
  void updateWatch();
  void rememberFile(const std::string& path);
  void park();
  void unpark(std::size_t tab);
  void keepLevelInRange();
  void keepElementsInRange();
  void startPlayback();
  void reportFindings();
  void keepEdits(bool same_blends);
  void dropEdits();
  [[nodiscard]] bool ownMoves() const;

  renderer::Renderer* renderer_;
  const Document* told_slow_ = nullptr;  ///< whose slowness was reported; never looked into
  std::unique_ptr<Scene> scene_;
  std::vector<Tab> tabs_;
  std::size_t tab_ = 0;
  std::uint32_t last_tab_id_ = 0;
  std::function<void()> wake_;
  std::unique_ptr<Loader> loader_;    ///< null: files are opened at once
  std::unique_ptr<FileWatch> watch_;  ///< null: changes on disk are not looked for
  bool beside_plays_ = false;
  bool dirty_ = true;
};

}  // namespace sinew::app
