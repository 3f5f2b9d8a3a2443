#include "app/viewer.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/bone_names.h"
#include "app/camera.h"
#include "app/commands.h"
#include "app/picture_clipboard.h"
#include "app/playback.h"
#include "app/png.h"
#include "app/textures.h"
#include "format/diagnostics.h"
#include "format/utf8.h"

namespace sinew::app {
namespace {

/// Messages kept; older ones go.
constexpr std::size_t kMostMessages = 8;

/// A PNG's path that nothing has yet: NAME.png, NAME-1.png, …
std::string freePngPath(const std::string& model_path) {
  const std::filesystem::path model(model_path);
  const std::string stem =
      model_path.empty() || model_path == "-" ? std::string("sinew") : model.stem().string();
  std::error_code ignored;
  std::string path = stem + ".png";
  for (int n = 1; std::filesystem::exists(path, ignored) && n < 10000; ++n) {
    path = fmt::format("{}-{}.png", stem, n);
  }
  return path;
}

/// Names of missing textures that a message lists; the others are counted.
constexpr std::size_t kMostNames = 3;
/// Characters of a name that a message shows.
constexpr std::size_t kMostLetters = 60;

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

/// A sentence about textures that have no picture, however many and long their names; empty where
/// all have one.
std::string missingTextures(const Document& document) {
  std::string names;
  std::size_t count = 0;
  for (const FoundTexture& texture : document.textures) {
    if (texture.image || ++count > kMostNames) continue;
    std::string name = toUtf8(texture.name);
    if (name.size() > kMostLetters) {
      name = std::string(dropCutUtf8(std::string_view(name).substr(0, kMostLetters))) + "...";
    }
    names += (names.empty() ? "\"" : ", \"") + name + '"';
  }
  if (count == 0) return {};
  if (count > kMostNames) names += fmt::format(" and {} more", count - kMostNames);
  return fmt::format("Textures without a picture: {}. Every path tried is under Materials.", names);
}

}  // namespace

Viewer::Viewer(renderer::Renderer& renderer, const Options& viewer_options)
    : options(viewer_options), renderer_(&renderer) {
  // A window that stands still for longer is no use; a shot may take its time.
  renderer.setTimeLimit(5.0);
  state.view = options.view;
  state.lod = options.lod;
  state.playback.loop = options.loop;
  state.playback.speed = options.speed;
  state.view.msaa = std::min(state.view.msaa, renderer.info().max_samples);
  window.ui_scale = options.ui_scale;
  tabs_.emplace_back().id = ++last_tab_id_;
}

void Viewer::report(Message::Kind kind, std::string text) {
  // The same news twice (a key held down) is one line.
  std::erase_if(messages, [&](const Message& old) { return old.text == text; });
  messages.push_back({kind, std::move(text)});
  if (messages.size() > kMostMessages) messages.erase(messages.begin());
  dirty_ = true;
}

void Viewer::run(const std::string& command) {
  const auto done = runCommand(*this, command);
  if (done) return;
  // The save dialog tells its own errors.
  const bool told =
      window.save_dialog && window.save_error && window.save_error->message == done.error().message;
  if (!told) report(Message::Kind::Error, describe(done.error()));
}

Result<void> Viewer::showScene(std::shared_ptr<const Document> document) {
  auto scene = Scene::create(std::move(document), *renderer_);
  if (!scene) return tl::unexpected(scene.error());
  scene_ = std::move(*scene);
  updateWatch();
  dirty_ = true;
  return {};
}

Result<void> Viewer::show(std::shared_ptr<const Document> document) {
  const std::string path = document->path;
  if (auto shown = showScene(std::move(document)); !shown) return shown;
  tabs_[tab_].path = tabs_[tab_].last_path = path;
  rememberFile(path);
  state.selection = {};
  dropEdits();
  state.hidden_meshes.clear();
  state.highlight = {};
  state.texture_overrides.clear();
  state.lod.units_per_metre.reset();
  messages.clear();
  keepLevelInRange();
  startPlayback();
  const NamedView view =
      options.camera.views.empty() ? NamedView::Iso : options.camera.views.front();
  const auto camera = cameraFromOptions(
      options.camera, view, scene_->bounds(options.camera.frame_on, state), axes(), aspect());
  if (!camera) return tl::unexpected(camera.error());
  state.camera = *camera;
  reportFindings();
  return {};
}

void Viewer::keepLevelInRange() {
  const std::size_t levels = scene_->model().lods.size();
  if (state.lod.mode != LodMode::Forced || state.lod.forced < levels) return;
  report(
      Message::Kind::Warning,
      fmt::format("Level {} is asked for, but the model has {}: the level is chosen by distance.",
                  state.lod.forced, counted(levels, "level")));
  state.lod.mode = LodMode::Auto;
}

void Viewer::keepElementsInRange() {
  const Model& model = scene_->model();
  Selection& selection = state.selection;
  // What a vertex or triangle of the old file was, the new one's of that number need not be.
  selection.vertex = selection.triangle = selection.finding = kNone;
  selection.edge = {kNone, kNone};
  if (selection.mesh >= model.meshes.size()) selection.mesh = kNone;
  if (selection.material >= model.materials.size()) selection.material = kNone;
  if (selection.solid >= model.solids.size()) selection.solid = kNone;
  state.highlight = {};
  std::erase_if(state.hidden_meshes,
                [&](std::uint32_t mesh) { return mesh >= model.meshes.size(); });
}

void Viewer::startPlayback() {
  const Model& model = scene_->model();
  Playback& playback = state.playback;
  const double crossfade_s = playback.crossfade_s;
  playback = {};
  playback.crossfade_s = crossfade_s;
  playback.loop = options.loop;
  playback.speed = options.speed;
  window.timeline.shown.reset();
  if (model.clips.empty()) return;
  const auto named = options.animation.empty() ? std::nullopt : findClip(model, options.animation);
  if (!options.animation.empty() && !named) {
    report(Message::Kind::Warning,
           fmt::format("The model has no clip \"{}\"; the first one is shown.", options.animation));
  }
  playback.clip = named.value_or(0);
  const bool fixed_time = options.frame.has_value() || options.time_s.has_value();
  // A time that somebody asked for would be gone at once if the clip played.
  playback.playing = options.autoplay || !fixed_time;
  const Clip& chosen = *clip();
  for (const BlendOption& blend : options.blend) {
    const auto layer = findClip(model, blend.clip);
    if (layer && *layer != *playback.clip) playback.blend.push_back({*layer, blend.weight});
  }
  if (options.frame_range) {
    playback.range = options.frame_range;
    playback.range = playedRange(playback, chosen);
    if (!fixed_time) seekStart(playback, chosen);
  }
  if (options.frame) seek(playback, chosen, *options.frame);
  if (options.time_s) seekTime(playback, chosen, *options.time_s);
}

void Viewer::reportFindings() {
  const Document& document = scene_->document();
  const DiagnosticCounts found = countBySeverity(document.loaded.diagnostics);
  if (found.errors > 0) {
    report(Message::Kind::Error,
           fmt::format("The file has {}: what is sound is shown, the list is under Diagnostics.",
                       counted(found.errors, "error")));
  }
  if (const std::string missing = missingTextures(document); !missing.empty()) {
    report(Message::Kind::Warning, missing);
  }
  for (const std::string& warning : scene_->gpuModel().warnings()) {
    report(Message::Kind::Warning, warning);
  }
}

bool Viewer::tick(double dt_s) {
  if (loader_) takeLoads();
  if (watch_) takeChanges();
  beside_plays_ = tickBeside(dt_s);
  Playback& playback = state.playback;
  if (clip() == nullptr) {
    playback.playing = false;
    playback.fading.clear();
  }
  if (!ownMoves()) return beside_plays_;
  if (!playback.fading.empty()) {
    advanceFades(playback, scene_->model(), dt_s);
    dirty_ = true;
  }
  const double before = playback.frame;
  advance(playback, *clip(), dt_s);
  if (playback.frame != before || !playback.playing) dirty_ = true;
  return moves();
}

bool Viewer::moves() const {
  return ownMoves() || beside_plays_;
}

bool Viewer::ownMoves() const {
  const Playback& playback = state.playback;
  const Clip* chosen = clip();
  if (!playback.fading.empty()) return true;
  if (!playback.playing || chosen == nullptr) return false;
  // A clip without rate, or of one frame, plays and stays as it is: no frame is drawn for it.
  const FrameRange range = playedRange(playback, *chosen);
  return chosen->rate_hz > 0.0 && playback.speed != 0.0 && range.last > range.first;
}

void Viewer::update() {
  if (scene_) scene_->update(state);
}

Result<void> Viewer::draw(renderer::RenderTarget& target, float pixel_scale) {
  dirty_ = false;
  if (scene_) {
    scene_->update(state);
    auto drawn = scene_->draw(state, target, pixel_scale);
    if (drawn && renderer_->gaveUp() && told_slow_ != &scene_->document()) {
      told_slow_ = &scene_->document();
      report(Message::Kind::Warning,
             fmt::format("Only part of this model is shown: drawing all of it takes longer than "
                         "{:g} s. Hide meshes or choose another level.",
                         renderer_->timeLimit()));
    }
    return drawn;
  }
  renderer::Frame frame;
  frame.display = state.view.display;
  // Without a model nothing says how large a grid or axes would be.
  frame.display.grid = false;
  frame.display.axes = false;
  return renderer_->draw(frame, target);
}

Result<std::vector<std::uint8_t>> Viewer::picturePng(bool transparent) {
  if (!scene_) return fail("command.no-model", "no model is open, so there is no picture to write");
  auto target = renderer::RenderTarget::create(renderer_->info(), viewport_width, viewport_height,
                                               state.view.msaa);
  if (!target) return tl::unexpected(target.error());
  State picture = state;
  if (transparent) {
    picture.view.display.background = glm::vec4(0.0f);
    picture.view.display.background_gradient = false;
    picture.view.display.grid = false;
    picture.view.display.axes = false;
  }
  scene_->update(picture);
  if (auto drawn = scene_->draw(picture, *target); !drawn) return tl::unexpected(drawn.error());
  if (auto named = drawBoneNames(picture, *scene_, *target); !named)
    return tl::unexpected(named.error());
  return encodePng(target->readPixels());
}

Result<void> Viewer::screenshot(const std::string& path, bool transparent) {
  const auto png = picturePng(transparent);
  if (!png) return tl::unexpected(png.error());
  const std::string file = path.empty() ? freePngPath(scene_->document().path) : path;
  if (auto written = writeFileAtomically(file, *png); !written) return written;
  report(Message::Kind::Info,
         fmt::format("Wrote {} ({} x {} pixels).", file, viewport_width, viewport_height));
  return {};
}

Result<void> Viewer::copyPicture(bool transparent) {
  const auto png = picturePng(transparent);
  if (!png) return tl::unexpected(png.error());
  if (auto copied = copyPng(*png); !copied) return copied;
  report(Message::Kind::Info, fmt::format("The picture is on the clipboard ({} x {} pixels).",
                                          viewport_width, viewport_height));
  return {};
}

void Viewer::chooseClip(std::optional<std::uint32_t> clip_index) {
  Playback& playback = state.playback;
  const bool fades = playback.playing && playback.crossfade_s > 0.0 && clip_index && scene_;
  if (fades) {
    startFade(playback, scene_->model());
  } else {
    playback.fading.clear();
  }
  playback.clip = clip_index;
  playback.blend.clear();
  playback.range.reset();
  window.timeline.shown.reset();
  playback.frame = 0.0;
  playback.forward = true;
  if (const Clip* chosen = clip(); chosen != nullptr && playback.speed < 0.0) {
    seekEnd(playback, *chosen);
  }
  if (!clip_index) playback.playing = false;
}

const Clip* Viewer::clip() const {
  if (!scene_ || !state.playback.clip) return nullptr;
  const auto& clips = scene_->model().clips;
  return *state.playback.clip < clips.size() ? &clips[*state.playback.clip] : nullptr;
}

Axes Viewer::axes() const {
  return {scene_ ? scene_->model().conventions : Conventions{}, state.view.up};
}

double Viewer::aspect() const {
  return static_cast<double>(std::max(viewport_width, 1)) /
         static_cast<double>(std::max(viewport_height, 1));
}

}  // namespace sinew::app
