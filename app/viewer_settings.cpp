// Settings, viewpoints, and files that change on disk.

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/viewer.h"

namespace sinew::app {
namespace {

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(path, error).lexically_normal();
  return error ? path : whole.string();
}

constexpr std::array<std::pair<std::string_view, TimelineView>, 3> kTimelineViews{
    {{"slider", TimelineView::Slider},
     {"keys", TimelineView::Keys},
     {"curves", TimelineView::Curves}}};

const glm::vec4& backgroundOf(Theme theme) {
  return theme == Theme::Dark ? kDefaultBackground : kLightBackground;
}

}  // namespace

void Viewer::applySettings(Settings from) {
  settings = std::move(from);
  if (!options.ui_scale) window.ui_scale = settings.ui_scale;
  const Theme theme = std::exchange(settings.theme, Theme::Dark);
  setTheme(theme);
  const WindowLayout& layout = settings.layout;
  window.panels = layout.panels;
  if (layout.left_width > 0.0) window.left_width = layout.left_width;
  if (layout.right_width > 0.0) window.right_width = layout.right_width;
  if (layout.timeline_height > 0.0) window.timeline.height = layout.timeline_height;
  for (const auto& [name, view] : kTimelineViews) {
    if (layout.timeline_view == name) window.timeline.view = view;
  }
  std::vector<std::string> problems;
  keymap = keymapOf(settings, problems);
  for (const std::string& problem : problems)
    report(Message::Kind::Warning, fmt::format("Settings: {}.", problem));
  watch(options.watch || settings.watch);
  settings_changed = false;
}

void Viewer::keepLayout(double width_points, double height_points) {
  WindowLayout& layout = settings.layout;
  layout.window_width = width_points;
  layout.window_height = height_points;
  layout.panels = window.panels;
  layout.left_width = window.left_width;
  layout.right_width = window.right_width;
  layout.timeline_height = window.timeline.height;
  for (const auto& [name, view] : kTimelineViews) {
    if (window.timeline.view == view) layout.timeline_view = name;
  }
}

void Viewer::setTheme(Theme theme) {
  // A background that somebody chose stays.
  glm::vec4& background = state.view.display.background;
  if (background == backgroundOf(settings.theme)) background = backgroundOf(theme);
  settings.theme = theme;
  settings_changed = true;
  dirty_ = true;
}

void Viewer::rememberFile(const std::string& path) {
  if (path == "-") return;
  rememberRecent(settings.recent, absolute(path));
  settings_changed = true;
}

const Viewpoint* Viewer::findViewpoint(const std::string& name) const {
  if (!scene_) return nullptr;
  const std::string model = absolute(scene_->document().path);
  const auto found = std::ranges::find_if(settings.viewpoints, [&](const Viewpoint& viewpoint) {
    return viewpoint.model == model && viewpoint.name == name;
  });
  return found == settings.viewpoints.end() ? nullptr : &*found;
}

std::vector<std::string> Viewer::viewpointNames() const {
  std::vector<std::string> names;
  if (!scene_) return names;
  const std::string model = absolute(scene_->document().path);
  for (const Viewpoint& viewpoint : settings.viewpoints) {
    if (viewpoint.model == model) names.push_back(viewpoint.name);
  }
  return names;
}

Result<void> Viewer::saveViewpoint(const std::string& name) {
  if (!scene_) return fail("command.no-model", "no model is open, so there is no viewpoint");
  if (name.empty()) return fail("command.argument", "a viewpoint needs a name");
  deleteViewpoint(name);
  settings.viewpoints.push_back({absolute(scene_->document().path), name, state.camera});
  settings_changed = true;
  return {};
}

void Viewer::deleteViewpoint(const std::string& name) {
  if (!scene_) return;
  const std::string model = absolute(scene_->document().path);
  std::erase_if(settings.viewpoints, [&](const Viewpoint& viewpoint) {
    return viewpoint.model == model && viewpoint.name == name;
  });
  settings_changed = true;
}

void Viewer::watch(bool on) {
  if (on == watching()) return;
  watch_ = on ? std::make_unique<FileWatch>(wake_) : nullptr;
  updateWatch();
}

void Viewer::updateWatch() {
  if (!watch_) return;
  std::vector<WatchedFile> files;
  for (std::size_t i = 0; i < tabs_.size(); ++i) {
    const Scene* scene = sceneOf(i);
    if (scene == nullptr || scene->document().path == "-") continue;
    files.push_back({scene->document().path, scene->document().stamp});
    for (const FoundTexture& texture : scene->document().textures) {
      if (!texture.path.empty()) files.push_back({texture.path, std::nullopt});
    }
  }
  watch_->watch(files);
}

void Viewer::takeChanges() {
  const auto shows = [](const Document& document, const std::string& path) {
    return document.path == path ||
           std::ranges::find(document.textures, path, &FoundTexture::path) !=
               document.textures.end();
  };
  std::vector<std::uint32_t> changed;
  for (const std::string& path : watch_->take()) {
    for (std::size_t i = 0; i < tabs_.size(); ++i) {
      const Scene* scene = sceneOf(i);
      // What is about to be replaced by another file is not worth reading again.
      const auto& pending = tabs_[i].pending;
      const bool leaves =
          pending && pending->kind != LoadKind::Reload && pending->kind != LoadKind::Changed;
      if (scene != nullptr && !leaves && shows(scene->document(), path))
        changed.push_back(tabs_[i].id);
    }
  }
  // A model and its textures often change together.
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  const std::uint32_t present = tabs_[tab_].id;
  const auto choose = [this](std::uint32_t id) {
    switchTo(static_cast<std::size_t>(std::ranges::find(tabs_, id, &Tab::id) - tabs_.begin()));
  };
  for (const std::uint32_t id : changed) {
    choose(id);
    if (auto done = reload(LoadKind::Changed); !done)
      report(Message::Kind::Warning, describe(done.error()));
  }
  choose(present);
}

}  // namespace sinew::app
