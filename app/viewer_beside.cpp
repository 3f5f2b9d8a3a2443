// Two documents side by side, with linked cameras and clocks.

#include <algorithm>

#include "app/playback.h"
#include "app/viewer.h"

namespace sinew::app {
namespace {

const Clip* clipOf(const Scene& scene, const Playback& playback) {
  const auto& clips = scene.model().clips;
  return playback.clip && *playback.clip < clips.size() ? &clips[*playback.clip] : nullptr;
}

/// The same view in another model's units.
Camera inUnitsOf(const Camera& camera, const Model& from, const Model& to) {
  const double scale = to.conventions.units_per_metre / from.conventions.units_per_metre;
  Camera out = camera;
  out.position *= scale;
  out.focal_point *= scale;
  return out;
}

/// The same moment: of the clip of the same name where there is one, else of the other's own clip.
void follow(const Scene& leader, const Playback& leading, const Scene& follower,
            Playback& playback) {
  const Clip* clip = clipOf(leader, leading);
  playback.playing = false;
  playback.loop = leading.loop;
  playback.range.reset();
  if (clip == nullptr) {
    playback.clip.reset();
    playback.frame = 0.0;
    return;
  }
  const auto& clips = follower.model().clips;
  const auto same = std::ranges::find(clips, clip->name, &Clip::name);
  if (same != clips.end()) playback.clip = static_cast<std::uint32_t>(same - clips.begin());
  const Clip* own = clipOf(follower, playback);
  if (own == nullptr) return;
  const bool timed = clip->rate_hz > 0.0 && own->rate_hz > 0.0;
  seek(playback, *own, timed ? leading.frame / clip->rate_hz * own->rate_hz : leading.frame);
}

}  // namespace

Result<void> Viewer::showBeside(std::size_t tab) {
  if (tab >= tabs_.size() || tab == tab_) {
    return fail("command.argument", "a model is shown beside another one, of another tab");
  }
  window.pair = {tabs_[tab_].id, tabs_[tab].id};
  dirty_ = true;
  return {};
}

std::optional<std::size_t> Viewer::beside() const {
  if (!window.pair) return std::nullopt;
  const auto& [left, right] = *window.pair;
  const std::uint32_t present = tabs_[tab_].id;
  if (present != left && present != right) return std::nullopt;
  const auto found = std::ranges::find(tabs_, present == left ? right : left, &Tab::id);
  if (found == tabs_.end() || !found->scene || !scene_) return std::nullopt;
  return static_cast<std::size_t>(found - tabs_.begin());
}

bool Viewer::presentIsLeft() const {
  return !window.pair || window.pair->first == tabs_[tab_].id;
}

void Viewer::updateBeside() {
  const auto other = beside();
  if (!other) return;
  Tab& tab = tabs_[*other];
  const Model& model = tab.scene->model();
  if (window.link_camera) tab.state.camera = inUnitsOf(state.camera, scene_->model(), model);
  if (window.link_time) follow(*scene_, state.playback, *tab.scene, tab.state.playback);
  tab.state.view = state.view;
  tab.scene->update(tab.state);
}

bool Viewer::tickBeside(double dt_s) {
  const auto other = beside();
  if (!other || window.link_time) return false;
  Tab& tab = tabs_[*other];
  const Clip* clip = clipOf(*tab.scene, tab.state.playback);
  if (!tab.state.playback.playing || clip == nullptr) return false;
  const double before = tab.state.playback.frame;
  advance(tab.state.playback, *clip, dt_s);
  if (tab.state.playback.frame != before) dirty_ = true;
  return tab.state.playback.playing;
}

Result<void> Viewer::drawBeside(renderer::RenderTarget& target, float pixel_scale) {
  const auto other = beside();
  if (!other) return {};
  updateBeside();
  return tabs_[*other].scene->draw(tabs_[*other].state, target, pixel_scale);
}

}  // namespace sinew::app
