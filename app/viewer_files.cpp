// Opening, reloading and keeping several documents.

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "app/playback.h"
#include "app/textures.h"
#include "app/viewer.h"
#include "format/diagnostics.h"

namespace sinew::app {
namespace {

std::string baseName(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// Equal for models whose pseudo-bones are the same ones, whatever their weights.
std::string blendsOf(const Model& model) {
  std::string text = std::to_string(model.skeleton.bones.size());
  for (const PseudoBone& pseudo : model.pseudo_bones)
    text += '\n' + pseudo.name;
  return text;
}

/// Opens a file whatever is edited.
std::string openCommand(const std::string& path, LoadKind kind) {
  return fmt::format("open {}{} discard", quoteArgument(path),
                     kind == LoadKind::KeepCamera ? " keep-camera" : "");
}

bool hasErrors(const Document& document) {
  return countBySeverity(document.loaded.diagnostics).errors > 0;
}

}  // namespace

void Viewer::loadInBackground(std::function<void()> wake) {
  wake_ = wake;
  loader_ = std::make_unique<Loader>(std::move(wake));
}

Result<void> Viewer::load(const std::string& path, LoadKind kind, Edits edits) {
  Tab& tab = tabs_[tab_];
  tab.last_path = path;
  if (!loader_) return install(openDocument(path, options, true), path, kind, edits);
  cancelLoad();
  PendingLoad pending{loader_->start(path, options), path, kind, edits, nullptr};
  pending.progress = loader_->progress(pending.load);
  tab.pending = std::move(pending);
  dirty_ = true;
  return {};
}

Result<void> Viewer::install(Result<std::shared_ptr<Document>> document, const std::string& path,
                             LoadKind kind, Edits edits) {
  if (kind == LoadKind::Changed && scene_) {
    // A file that is being written, or was broken by mistake, does not take the model away.
    const std::string still = "the model shown is the one read before; F5 reads it again";
    if (!document) {
      return fail("file.changed", fmt::format("\"{}\" has changed, but cannot be read now ({}): {}",
                                              baseName(path), describe(document.error()), still));
    }
    if (hasErrors(**document) && !hasErrors(scene_->document())) {
      return fail("file.changed", fmt::format("\"{}\" has changed and breaks its format now: {}",
                                              baseName(path), still));
    }
  }
  if (!document) {
    // The window still shows another file, so the message has to name this one.
    const Error& error = document.error();
    if (error.code.rfind("input.", 0) == 0) return tl::unexpected(error);
    return fail(error.code, fmt::format("\"{}\" cannot be opened: {}", path, describe(error)));
  }
  if (kind == LoadKind::Reload || kind == LoadKind::Changed)
    return installAgain(std::move(*document), kind, edits);
  // Asked for before, but something may have been edited while the file was loaded.
  if (edits == Edits::Ask && unsaved()) {
    askAboutEdits({tab_}, openCommand(path, kind));
    return {};
  }
  const bool keep_camera = kind == LoadKind::KeepCamera && scene_ != nullptr;
  const Camera before = state.camera;
  if (auto shown = show(std::move(*document)); !shown) return shown;
  if (keep_camera) state.camera = before;
  return {};
}

Result<void> Viewer::installAgain(std::shared_ptr<const Document> document, LoadKind kind,
                                  Edits edits) {
  if (edits == Edits::Discard) {
    dropEdits();
  } else if (unsaved() && blendsOf(scene_->model()) != blendsOf(document->model())) {
    const std::string name = baseName(document->path);
    if (kind == LoadKind::Changed) {
      return fail("file.changed",
                  fmt::format("\"{}\" has changed and has other pseudo-bones now, for which the "
                              "edited weights are not: the model shown is the one read before; F5 "
                              "reads it again",
                              name));
    }
    askAboutEdits({tab_}, "reload discard", "The file has other pseudo-bones by now.");
    return {};
  }
  return replace(std::move(document));
}

void Viewer::takeLoads() {
  for (Loader::Loaded& loaded : loader_->take()) {
    const auto waits = std::ranges::find_if(
        tabs_, [&](const Tab& tab) { return tab.pending && tab.pending->load == loaded.load; });
    if (waits == tabs_.end()) continue;
    const PendingLoad pending = *std::exchange(waits->pending, std::nullopt);
    // The tab that asked gets it, though another one may be the present one by now.
    const std::size_t present = tab_;
    switchTo(static_cast<std::size_t>(waits - tabs_.begin()));
    const auto shown =
        install(std::move(loaded.document), pending.path, pending.kind, pending.edits);
    if (!shown) report(Message::Kind::Error, describe(shown.error()));
    // Who is asked about edits shall see them.
    const bool asks = window.popup == Popup::Unsaved &&
                      window.unsaved.tabs == std::vector<std::uint32_t>{tabs_[tab_].id};
    if (!asks) switchTo(present);
    dirty_ = true;
  }
}

Result<void> Viewer::open(const std::string& path, LoadKind kind, Edits edits) {
  if (edits == Edits::Ask && unsaved()) {
    askAboutEdits({tab_}, openCommand(path, kind));
    return {};
  }
  return load(path, kind, edits);
}

Result<void> Viewer::reload(LoadKind kind, Edits edits) {
  if (!scene_) return fail("command.no-model", "no model is open, so there is nothing to reload");
  const std::string path = scene_->document().path;
  if (path == "-") {
    return fail("command.stdin", "the model came from standard input and cannot be read again");
  }
  return load(path, kind, edits);
}

Result<void> Viewer::replace(std::shared_ptr<const Document> document) {
  if (!scene_) return show(std::move(document));
  // Kept until its names have been looked up in the new one.
  std::unique_ptr<Scene> before = std::move(scene_);
  const Model& old = before->model();
  const std::optional<std::uint32_t> old_clip = state.playback.clip;
  const std::string clip_name =
      old_clip && *old_clip < old.clips.size() ? std::string(old.clips[*old_clip].name) : "";
  const std::uint32_t selected = selectedBoneId(old, state.selection);
  const std::string bone_name = selected == kNone ? std::string() : boneLabel(old, selected);
  const std::vector<std::string> overridden = overriddenNames(*before, state);
  if (auto shown = showScene(std::move(document)); !shown) {
    scene_ = std::move(before);
    return shown;
  }
  carryOverrides(*scene_, state, overridden);

  const Model& model = scene_->model();
  Playback& playback = state.playback;
  if (playback.clip) {
    if (const auto same = findClip(model, clip_name)) playback.clip = same;
    if (*playback.clip >= model.clips.size()) playback = {};
  }
  playback.fading.clear();
  std::erase_if(playback.blend,
                [&](const BlendLayer& layer) { return layer.clip >= model.clips.size(); });
  window.timeline.shown.reset();
  if (clip() != nullptr) {
    seek(playback, *clip(), playback.frame);
    if (playback.range) playback.range = playedRange(playback, *clip());
  }
  if (selected != kNone) {
    selectBoneId(model, state.selection, findBoneId(model, bone_name).value_or(kNone));
  }
  keepElementsInRange();
  messages.clear();
  keepEdits(blendsOf(old) == blendsOf(model));
  keepLevelInRange();
  reportFindings();
  return {};
}

void Viewer::keepEdits(bool same_blends) {
  const Model& model = scene_->model();
  const std::vector<PseudoBoneEdit> edits = std::exchange(state.pseudo_edits, {});
  if (same_blends) {
    for (const PseudoBoneEdit& edit : edits)
      setWeights(model, state, edit);
  } else {
    history.clear();
  }
}

void Viewer::dropEdits() {
  state.pseudo_edits.clear();
  history.clear();
}

void Viewer::close() {
  cancelLoad();
  scene_.reset();
  tabs_[tab_].path.clear();
  updateWatch();
  state.playback = {};
  state.selection = {};
  state.highlight = {};
  state.texture_overrides.clear();
  dropEdits();
  withdrawQuestion();
  window.save_dialog = false;
  messages.clear();
  dirty_ = true;
}

const Scene* Viewer::sceneOf(std::size_t tab) const {
  if (tab == tab_) return scene_.get();
  return tab < tabs_.size() ? tabs_[tab].scene.get() : nullptr;
}

void Viewer::park() {
  Tab& tab = tabs_[tab_];
  tab.scene = std::move(scene_);
  tab.state = state;
  tab.history = std::exchange(history, {});
  tab.messages = std::exchange(messages, {});
  window.save_dialog = false;
  tab.timeline_shown = std::exchange(window.timeline.shown, std::nullopt);
}

void Viewer::unpark(std::size_t index) {
  tab_ = index;
  Tab& tab = tabs_[index];
  scene_ = std::move(tab.scene);
  // What is drawn and how is the window's, not the document's.
  const ViewOptions view = state.view;
  state = std::exchange(tab.state, {});
  state.view = view;
  history = std::exchange(tab.history, {});
  messages = std::exchange(tab.messages, {});
  window.timeline.shown = std::exchange(tab.timeline_shown, std::nullopt);
  dirty_ = true;
}

void Viewer::switchTo(std::size_t tab) {
  if (tab == tab_ || tab >= tabs_.size()) return;
  park();
  unpark(tab);
}

void Viewer::addTab() {
  withdrawQuestion();
  Tab added;
  added.id = ++last_tab_id_;
  added.state.lod = options.lod;
  added.state.playback.loop = options.loop;
  added.state.playback.speed = options.speed;
  park();
  const auto at = static_cast<std::ptrdiff_t>(tab_ + 1);
  tabs_.insert(tabs_.begin() + at, std::move(added));
  unpark(tab_ + 1);
}

void Viewer::chooseTab(std::size_t tab) {
  if (tab == tab_ || tab >= tabs_.size()) return;
  withdrawQuestion();
  switchTo(tab);
}

void Viewer::closeTab(std::size_t tab) {
  if (tab >= tabs_.size()) return;
  if (tabs_.size() == 1) return close();
  withdrawQuestion();
  if (tab == tab_) {
    // The neighbour to the right takes its place, at the end the one to the left.
    chooseTab(tab + 1 < tabs_.size() ? tab + 1 : tab - 1);
  }
  if (tabs_[tab].pending && loader_) loader_->cancel(tabs_[tab].pending->load);
  tabs_.erase(tabs_.begin() + static_cast<std::ptrdiff_t>(tab));
  if (tab < tab_) --tab_;
  updateWatch();
  dirty_ = true;
}

void Viewer::moveTab(std::size_t from, std::size_t to) {
  if (from >= tabs_.size() || to >= tabs_.size() || from == to) return;
  withdrawQuestion();
  const std::uint32_t present = tabs_[tab_].id;
  Tab moved = std::move(tabs_[from]);
  tabs_.erase(tabs_.begin() + static_cast<std::ptrdiff_t>(from));
  tabs_.insert(tabs_.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
  tab_ = static_cast<std::size_t>(std::ranges::find(tabs_, present, &Tab::id) - tabs_.begin());
  dirty_ = true;
}

bool Viewer::hasEdits(std::size_t tab) const {
  if (sceneOf(tab) == nullptr) return false;
  return !(tab == tab_ ? state : tabs_[tab].state).pseudo_edits.empty();
}

void Viewer::askAboutEdits(const std::vector<std::size_t>& tabs, const std::string& command,
                           const std::string& reason) {
  UnsavedQuestion question{{}, {}, reason, command};
  for (const std::size_t tab : tabs) {
    question.tabs.push_back(tabs_[tab].id);
    const std::string& path = tabs_[tab].path;
    question.names += (question.names.empty() ? "" : ", ") +
                      (path == "-" ? std::string("standard input") : baseName(path));
  }
  window.unsaved = std::move(question);
  window.popup = Popup::Unsaved;
  window.help = false;
  window.save_dialog = false;
  dirty_ = true;
}

void Viewer::withdrawQuestion() {
  // Its command says what happens in which tab, which may be another one now.
  if (window.popup == Popup::Unsaved) window.popup = Popup::None;
}

Result<void> Viewer::saveAsked() {
  const std::uint32_t present = tabs_[tab_].id;
  const auto choose = [this](std::uint32_t id) {
    const auto tab = std::ranges::find(tabs_, id, &Tab::id);
    switchTo(static_cast<std::size_t>(tab - tabs_.begin()));
  };
  for (const std::uint32_t id : window.unsaved.tabs) {
    choose(id);
    if (auto saved = save({}, false); !saved) {
      window.save_dialog = true;
      window.save_error = saved.error();
      return saved;
    }
  }
  choose(present);
  return {};
}

bool Viewer::loading() const {
  return std::ranges::any_of(tabs_, [](const Tab& tab) { return tab.pending.has_value(); });
}

bool Viewer::cancelLoad() {
  Tab& tab = tabs_[tab_];
  if (!tab.pending) return false;
  if (loader_) loader_->cancel(tab.pending->load);
  tab.pending.reset();
  dirty_ = true;
  return true;
}

}  // namespace sinew::app
