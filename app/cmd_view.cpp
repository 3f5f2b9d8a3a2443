#include "app/cmd_view.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "app/batch.h"
#include "app/contexts/context_glfw.h"
#include "app/file_command.h"
#include "app/settings.h"
#include "app/texture_finder.h"
#include "app/ui/ui.h"
#include "app/viewer.h"

namespace sinew::app {
namespace {

/// Seconds between frames of a clip where the display sets no pace.
constexpr double kShortestFrame_s = 1.0 / 250.0;

/// Seconds between looks at how far a load is.
constexpr double kProgress_s = 0.1;

/// Seconds between frames while only a text cursor blinks.
constexpr double kBlink_s = 0.4;

std::string titleOf(const Viewer& viewer) {
  if (viewer.scene() == nullptr) return "sinew";
  const std::string& path = viewer.scene()->document().path;
  const std::string name =
      path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
  return name + (viewer.unsaved() ? "* - sinew" : " - sinew");
}

/// With SINEW_WINDOW_REPORT=FILE every frame leaves what it showed there, for tests of the real
/// window (docs/testing.md): state, counters, and where each widget is.
void writeReport(const char* path, const Viewer& viewer, const Ui& ui) {
  const std::string temporary = std::string(path) + ".new";
  std::FILE* file = std::fopen(temporary.c_str(), "w");
  if (file == nullptr) return;
  const Playback& playback = viewer.state.playback;
  fmt::print(file, "frames {}\nscene_frames {}\n", ui.frames(), ui.sceneFrames());
  fmt::print(file, "playing {}\nframe {:.4f}\nspeed {:.4f}\n", playback.playing ? 1 : 0,
             playback.frame, playback.speed);
  fmt::print(file, "clip {}\n", playback.clip ? static_cast<int>(*playback.clip) : -1);
  fmt::print(file, "grid {}\nhelp {}\n", viewer.state.view.display.grid ? 1 : 0,
             viewer.window.help ? 1 : 0);
  fmt::print(file, "messages {}\n", viewer.messages.size());
  fmt::print(file, "file {}\n", viewer.tabs()[viewer.tab()].path);
  fmt::print(file, "watching {}\n", viewer.watching() ? 1 : 0);
  fmt::print(file, "popup {}\n", static_cast<int>(viewer.window.popup));
  fmt::print(file, "tabs {}\ntab {}\n", viewer.tabs().size(), viewer.tab());
  fmt::print(file, "unsaved {}\nlevel {}\n", viewer.unsaved() ? 1 : 0,
             viewer.scene() != nullptr && viewer.scene()->lod().shown
                 ? static_cast<int>(*viewer.scene()->lod().shown)
                 : -1);
  for (const WidgetRect& widget : ui.widgets()) {
    fmt::print(file, "widget {:.0f} {:.0f} {:.0f} {:.0f} {}\n", widget.x, widget.y, widget.width,
               widget.height, widget.name);
  }
  std::fclose(file);
  std::error_code ignored;
  std::filesystem::rename(temporary, path, ignored);
}

/// How long the loop may sleep: not at all while something moves, else until an event comes.
double patience(const Viewer& viewer, const Ui& ui) {
  if (viewer.dirty() || ui.wantsFrame()) return 0.0;
  if (viewer.moves()) return kShortestFrame_s;
  if (viewer.loading()) return kProgress_s;
  return ui.editsText() ? kBlink_s : -1.0;
}

/// Writes the settings where they are kept. What cannot be kept is said once.
void keepSettings(Viewer& viewer) {
  if (!viewer.settings_changed) return;
  viewer.settings_changed = false;
  if (viewer.settings_path.empty()) return;
  if (auto kept = saveSettings(viewer.settings_path, viewer.settings); !kept) {
    viewer.report(Message::Kind::Warning, describe(kept.error()));
    viewer.settings_path.clear();
  }
}

Result<void> runLoop(GlfwWindow& window, Viewer& viewer, Ui& ui, renderer::Renderer& renderer) {
  const char* report = std::getenv("SINEW_WINDOW_REPORT");
  std::string title;
  double last_s = window.time_s();
  while (!viewer.quit_requested) {
    // Like the key: what is not saved is asked about first.
    if (window.takeCloseRequest()) viewer.run("quit");
    if (viewer.quit_requested) break;
    const double sleep_s = patience(viewer, ui);
    // Nothing of a minimised window is drawn, however much moves.
    const bool hidden = window.width() == 0 || window.height() == 0;
    window.wait(hidden && sleep_s >= 0.0 ? kBlink_s : sleep_s);
    const double now_s = window.time_s();
    const double dt_s = now_s - last_s;
    last_s = now_s;
    // The clock comes before the events: a press of play after an hour of waiting starts at once,
    // not an hour later.
    viewer.tick(dt_s);
    bool due = sleep_s > 0.0;
    for (const InputEvent& event : window.takeEvents())
      ui.push(event);
    if (window.takeDamage()) due = true;
    due = due || viewer.dirty() || ui.wantsFrame();
    if (!due || window.width() == 0 || window.height() == 0) continue;

    const FrameInput input{window.width(), window.height(), dt_s, window.contentScale(), 0};
    if (auto drawn = ui.frame(viewer, renderer, input); !drawn) return drawn;
    window.swap();
    window.setPointer(ui.pointer());
    window.setFullscreen(viewer.window.fullscreen);
    if (const std::string now = titleOf(viewer); now != title) {
      title = now;
      window.setTitle(title);
    }
    if (report != nullptr) writeReport(report, viewer, ui);
    keepSettings(viewer);
  }
  if (!viewer.window.fullscreen && window.width() > 0) {
    const double scale = window.contentScale();
    viewer.keepLayout(window.width() / scale, window.height() / scale);
    viewer.settings_changed = true;
  }
  keepSettings(viewer);
  return {};
}

ExitCode noWindow(const Options& options, const Error& error) {
  say(options, Verbosity::Quiet, describe(error));
  say(options, Verbosity::Error, "`sinew shot FILE` makes a picture without a window");
  return ExitCode::NoGl;
}

/// The remembered settings, and what is wrong with them.
struct Remembered {
  Settings settings;
  std::string path;  ///< empty: nothing is kept
  std::vector<std::string> warnings;
};

/// \return an Error where a file that the command line names cannot be read. One in the usual
/// place is left as it is: the window opens with defaults and says why.
Result<Remembered> remember(const Options& options) {
  Remembered out;
  if (!options.no_config) out.path = options.config.empty() ? settingsPath() : options.config;
  if (out.path.empty()) return out;
  auto settings = loadSettings(out.path, out.warnings);
  if (settings) {
    out.settings = std::move(*settings);
    for (std::string& warning : out.warnings)
      warning = "Settings: " + warning + ".";
    return out;
  }
  if (!options.config.empty()) return tl::unexpected(settings.error());
  out.warnings.push_back(describe(settings.error()) + ". Nothing is kept until it is mended.");
  out.path.clear();
  return out;
}

/// Ends the program with everything that is under way. Settings are written by now, and the system
/// takes the window back.
[[noreturn]] void endNow() {
  std::fflush(nullptr);
  std::_Exit(static_cast<int>(ExitCode::Ok));
}

ExitCode showWindow(const Options& options, const std::shared_ptr<Document>& document) {
  auto remembered = remember(options);
  if (remembered) {
    if (auto defined = defineSettings(remembered->settings, options.definitions); !defined)
      remembered = tl::unexpected(defined.error());
  }
  if (!remembered) {
    const bool usage = remembered.error().code == "usage";
    say(options, Verbosity::Quiet,
        usage ? remembered.error().message : describe(remembered.error()));
    return usage ? ExitCode::Usage : ExitCode::Unreadable;
  }
  const WindowLayout& layout = remembered->settings.layout;
  auto window = GlfwWindow::create("sinew", options, layout.window_width, layout.window_height);
  if (!window) return noWindow(options, window.error());
  auto renderer = renderer::Renderer::create((*window)->loader(), options.gl_debug);
  if (!renderer) return noWindow(options, renderer.error());
  auto ui = Ui::create((*window)->clipboard());
  if (!ui) return noWindow(options, ui.error());
  Viewer viewer(*renderer, options);
  viewer.loadInBackground(GlfwWindow::wake);
  viewer.settings_path = remembered->path;
  viewer.applySettings(std::move(remembered->settings));
  viewer.viewport_width = std::max((*window)->width(), 1);
  viewer.viewport_height = std::max((*window)->height(), 1);
  if (document) {
    if (auto shown = viewer.show(document); !shown) {
      say(options, Verbosity::Quiet, describe(shown.error()));
      return shown.error().code == "usage" ? ExitCode::Usage : ExitCode::NoGl;
    }
  }
  for (const std::string& warning : remembered->warnings)
    viewer.report(Message::Kind::Warning, warning);
  const auto ran = runLoop(**window, viewer, **ui, *renderer);
  say(options, Verbosity::Debug,
      fmt::format("{}: {} frames, {} of them drew the model anew", (*window)->description(),
                  (*ui)->frames(), (*ui)->sceneFrames()));
  for (const std::string& message : renderer->takeGlErrors()) {
    say(options, Verbosity::Warning, message);
  }
  if (ran) {
    // A load may go on for long, and nobody waits for it any more: not even destructors.
    if (viewer.loaderBusy()) endNow();
    return ExitCode::Ok;
  }
  say(options, Verbosity::Quiet, describe(ran.error()));
  // A size that the driver cannot draw is a mistake where it was asked for.
  if (ran.error().code == "gl.size" || ran.error().code == "gl.framebuffer") {
    return options.resolution ? ExitCode::Usage : ExitCode::NoGl;
  }
  return ExitCode::Internal;
}

/// What is wrong with the file, as every command says it. \return the exit status.
ExitCode sayFindings(const Options& options, const InputFile& file, const Document& document) {
  const bool strict = document.loaded.mode == Mode::Strict;
  sayDiagnostics(options, file, document.loaded);
  ExitCode status = exitCodeOf(document.loaded);
  for (const FoundTexture& texture : document.textures) {
    if (texture.image) continue;
    say(options, strict ? Verbosity::Error : Verbosity::Warning,
        fmt::format("{}: {}", file.path, describeMissing(texture)));
    if (strict) status = ExitCode::Invalid;
  }
  return status;
}

}  // namespace

ExitCode runView(const Options& options) {
  sayMissingTexturePaths(options);
  if (options.files.empty()) return showWindow(options, nullptr);
  const InputFile file{options.files.front(), 0, 1};
  const auto document = openDocument(file.path, options, true);
  if (!document) {
    const bool names_file = document.error().code.rfind("input.", 0) == 0;
    if (!names_file) return refuse(options, file, document.error());
    say(options, Verbosity::Quiet, describe(document.error()));
    return ExitCode::Unreadable;
  }
  const ExitCode status = sayFindings(options, file, **document);
  if (status != ExitCode::Ok && (*document)->loaded.mode == Mode::Strict) return status;
  // A clip or level that the model lacks is a mistake of the command line, as in `shot`.
  if (const auto state = stateFromOptions(options, (*document)->model()); !state) {
    say(options, Verbosity::Quiet, fmt::format("{}: {}", file.path, describe(state.error())));
    return ExitCode::Usage;
  }
  return std::max(status, showWindow(options, *document));
}

}  // namespace sinew::app
