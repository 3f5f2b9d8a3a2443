#include "app/scene.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "app/bone_facts.h"
#include "app/bone_ids.h"
#include "app/elements.h"
#include "app/playback.h"

namespace sinew::app {
namespace {

/// Share of a level's range that Auto lets the distance go beyond before it leaves the level.
constexpr double kHysteresis = 0.05;

/// Of each bone the influence that is this bone and nothing else, kNone where there is none.
std::vector<std::uint32_t> boneInfluences(const Model& model) {
  std::vector<std::uint32_t> out(model.skeleton.bones.size(), kNone);
  const Influences& influences = model.influences;
  for (std::size_t i = 0; i < influences.size(); ++i) {
    if (influences.first[i + 1] - influences.first[i] != 1) continue;
    const std::uint32_t bone = influences.bones[influences.first[i]];
    if (bone < out.size() && out[bone] == kNone) out[bone] = static_cast<std::uint32_t>(i);
  }
  return out;
}

ModelBoxes restBoxes(const Model& model, pose::Poser& poser) {
  poser.evaluate(0.0);
  return ModelBoxes(model, poser.influenceMatrices());
}

/// The moments of a clip whose bounds are taken: each frame and half-way between, at most about two
/// thousand.
std::vector<double> momentsOf(const Clip& clip, pose::LoopMode mode) {
  const double end = pose::loops(clip, mode) ? clip.frame_count : lastFrame(clip);
  const double stride = std::max(0.5, end / 2048.0);
  std::vector<double> frames;
  for (double frame = 0.0; frame < end; frame += stride)
    frames.push_back(frame);
  frames.push_back(end);
  return frames;
}

/// True where hysteresis keeps `level` at this distance.
bool keepsLevel(const Model& model, std::uint32_t level, double distance_m) {
  const pose::LodRange range = pose::lodRange(model, level);
  if (!range.reachable) return false;
  const double near = range.near_m.value_or(0.0) * (1.0 - kHysteresis);
  return distance_m >= near && (!range.far_m || distance_m <= *range.far_m * (1.0 + kHysteresis));
}

}  // namespace

Scene::Scene(std::shared_ptr<const Document> document, renderer::Renderer& renderer,
             renderer::GpuModel gpu)
    : document_(std::move(document)),
      renderer_(&renderer),
      gpu_(std::move(gpu)),
      poser_(document_->model()),
      boxes_(restBoxes(document_->model(), poser_)),
      bone_influences_(boneInfluences(document_->model())) {
  std::optional<pose::Bounds> bounds = boxes_.rest();
  if (!bounds) bounds = boneBounds(poser_.boneMatrices());
  rest_bounds_ = bounds.value_or(pose::Bounds{});
}

Result<std::unique_ptr<Scene>> Scene::create(std::shared_ptr<const Document> document,
                                             renderer::Renderer& renderer) {
  Result<renderer::GpuModel> gpu = renderer.upload(document->model());
  if (!gpu) return tl::unexpected(gpu.error());
  for (std::size_t i = 0; i < document->textures.size(); ++i) {
    gpu->setTexture(static_cast<std::uint32_t>(i), document->textures[i].image.get());
  }
  return std::unique_ptr<Scene>(new Scene(std::move(document), renderer, std::move(*gpu)));
}

void Scene::applyEdits(pose::Poser& poser, const State& state) const {
  poser.clearOverrides();
  for (const PseudoBoneEdit& edit : state.pseudo_edits) {
    poser.overridePseudoBone(edit.pseudo_bone, edit.bones, edit.weights);
  }
}

void Scene::applyPose(pose::Poser& poser, const Playback& playback, double frame) const {
  std::array<pose::MixPart, pose::kMostMixParts> parts;
  const std::size_t count = mixParts(model(), playback, frame, parts);
  poser.evaluateMix(std::span(parts).first(count), poseLoopMode(playback.loop));
}

void Scene::update(const State& state) {
  applyEdits(poser_, state);
  applyPose(poser_, state.playback, state.playback.frame);
  chooseLevel(state);
  showMeshes(state);
}

const LevelTable& Scene::levels() const {
  if (!levels_) levels_.emplace(document_->loaded);
  return *levels_;
}

Conventions Scene::conventions(const State& state) const {
  Conventions out = model().conventions;
  out.units_per_metre = state.lod.units_per_metre.value_or(out.units_per_metre);
  return out;
}

void Scene::chooseLevel(const State& state) {
  const std::optional<std::uint32_t> before = lod_.shown;
  const bool was_auto = lod_.mode == LodMode::Auto && level_known_;
  const LodState& wanted = state.lod;
  const Conventions units = conventions(state);
  const double distance =
      wanted.distance_m.value_or(lodDistance(state.camera, rest_bounds_, units));
  lod_.screen_share = screenShare(state.camera, rest_bounds_, distance * units.units_per_metre,
                                  wanted.distance_m.has_value());
  lod_.mode = wanted.mode;
  lod_.distance_m = distance * std::exp2(wanted.bias);
  lod_.choice = pose::chooseLod(model(), lod_.distance_m);
  lod_.held = false;
  const auto level_count = static_cast<std::uint32_t>(model().lods.size());
  switch (wanted.mode) {
    case LodMode::All:
      lod_.shown.reset();
      break;
    case LodMode::Forced:
      lod_.shown.reset();
      if (level_count > 0) lod_.shown = std::min(wanted.forced, level_count - 1);
      break;
    case LodMode::Auto:
      lod_.held = wanted.hysteresis && was_auto && before && before != lod_.choice.lod &&
                  keepsLevel(model(), *before, lod_.distance_m);
      lod_.shown = lod_.held ? before : lod_.choice.lod;
      break;
  }
}

void Scene::showMeshes(const State& state) {
  if (!level_known_ || level_ != lod_.shown) {
    level_meshes_ = pose::lodMeshes(model(), lod_.shown);
    level_ = lod_.shown;
    level_known_ = true;
  }
  shown_meshes_.clear();
  for (const std::uint32_t mesh : level_meshes_) {
    const auto& hidden = state.hidden_meshes;
    if (std::find(hidden.begin(), hidden.end(), mesh) == hidden.end())
      shown_meshes_.push_back(mesh);
  }
}

pose::Bounds Scene::posedBounds(const State& state) const {
  const std::span<const Mat34f> influences = poser_.influenceMatrices();
  std::optional<pose::Bounds> out = boxes_.surface(influences);
  const renderer::Display& display = state.view.display;
  const bool shows_solids =
      display.solids != renderer::SolidMode::Off || state.selection.solid != kNone;
  if (shows_solids) extend(out, boxes_.solids(influences));
  const bool shows_bones =
      showsBones(state) || display.bone_axes || state.view.bone_names != BoneNames::Off;
  if (!out || shows_bones) extend(out, boneBounds(poser_.boneMatrices()));
  return out.value_or(rest_bounds_);
}

pose::Bounds Scene::bounds(FrameOn on, const State& state) const {
  if (on == FrameOn::Bind) return rest_bounds_;
  pose::Poser poser(model());
  applyEdits(poser, state);
  Playback playback = state.playback;
  playback.fading.clear();  // a fade is over before anybody has looked
  const pose::LoopMode mode = poseLoopMode(playback.loop);
  std::vector<double> frames{state.playback.frame};
  const std::optional<std::uint32_t> clip = state.playback.clip;
  if (on == FrameOn::Clip && clip && *clip < model().clips.size()) {
    frames = momentsOf(model().clips[*clip], mode);
  }
  const auto poseAt = [&](double frame) { applyPose(poser, playback, frame); };
  std::optional<pose::Bounds> out = clipBounds(model(), boxes_, frames, poser, poseAt);
  if (out) return *out;
  for (const double frame : frames) {
    poseAt(frame);
    extend(out, boneBounds(poser.boneMatrices()));
  }
  return out.value_or(rest_bounds_);
}

renderer::Frame Scene::frameOf(const State& state, const Camera& camera, double aspect,
                               float pixel_scale) const {
  const CameraMatrices seen = matrices(camera, posedBounds(state), aspect);
  renderer::Frame frame;
  frame.view.view_from_world = seen.view_from_world;
  frame.view.clip_from_view = seen.clip_from_view;
  frame.view.eye = glm::vec3(camera.position);
  frame.view.up = glm::vec3(Axes(model().conventions, state.view.up).up);
  frame.view.units_per_metre = static_cast<float>(conventions(state).units_per_metre);
  frame.view.pixel_scale = pixel_scale;
  frame.display = state.view.display;
  frame.display.armature = showsBones(state);
  frame.marks = marks_;
  return frame;
}

renderer::ModelInstance Scene::instanceOf(const State& state) const {
  renderer::ModelInstance instance;
  instance.gpu = &gpu_;
  instance.influence_matrices = poser_.influenceMatrices();
  instance.bone_matrices = poser_.boneMatrices();
  instance.meshes = shown_meshes_;
  instance.lod = lod_.shown.value_or(0);
  if (lod_.mode == LodMode::All) instance.mesh_levels = mesh_levels_;
  const Selection& selection = state.selection;
  if (selection.bone < bone_influences_.size()) {
    instance.selected_bone = selection.bone;
    instance.selected_influence = bone_influences_[selection.bone];
  } else if (selection.pseudo_bone < model().pseudo_bones.size()) {
    instance.selected_influence = model().pseudo_bones[selection.pseudo_bone].influence;
  }
  instance.selected_mesh = selection.mesh;
  if (state.view.display.shading == renderer::Shading::Weights) {
    selection_shares_.assign(model().influences.size(), 0.0f);
    sharesOfBone(model(), state, selectedBoneId(model(), selection), selection_shares_);
    instance.selection_shares = selection_shares_;
  }
  instance.selected_solid = selection.solid;
  instance.hovered_mesh = state.highlight.mesh;
  return instance;
}

void Scene::updateMeshLevels() {
  if (!mesh_levels_.empty()) return;
  mesh_levels_.reserve(model().meshes.size());
  for (std::uint32_t m = 0; m < model().meshes.size(); ++m) {
    const std::uint32_t level = levels().levelOfMesh(m);
    mesh_levels_.push_back(level == kNone ? 0 : level);
  }
}

const SolidFacts& Scene::solidFacts(std::uint32_t solid) const {
  solid_facts_.resize(model().solids.size());
  std::optional<SolidFacts>& facts = solid_facts_[solid];
  if (!facts) facts = gatherSolidFacts(model(), model().solids[solid]);
  return *facts;
}

double Scene::largestCellLog2() const {
  return double{gpu_.largestCellLog2()};
}

const std::vector<FilmTile>& Scene::filmTiles(int width, int height) const {
  if (tiles_width_ != width || tiles_height_ != height) {
    layOutFilmStrip(levels(), width, height, tiles_);
    tiles_width_ = width;
    tiles_height_ = height;
  }
  return tiles_;
}

void Scene::updateTileMeshes(const State& state) const {
  if (tile_meshes_.size() == tiles_.size() && tile_hidden_ == state.hidden_meshes) return;
  tile_hidden_ = state.hidden_meshes;
  tile_meshes_.resize(tiles_.size());
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    tile_meshes_[i] = pose::lodMeshes(model(), tiles_[i].level);
    std::erase_if(tile_meshes_[i], [this](std::uint32_t mesh) {
      return std::find(tile_hidden_.begin(), tile_hidden_.end(), mesh) != tile_hidden_.end();
    });
  }
}

const std::vector<std::uint32_t>& Scene::tileMeshes(const State& state, std::size_t tile) const {
  updateTileMeshes(state);
  return tile_meshes_[tile];
}

Result<void> Scene::draw(const State& state, renderer::RenderTarget& target, float pixel_scale) {
  if (lod_.mode == LodMode::All && state.view.display.shading == renderer::Shading::Lod) {
    updateMeshLevels();
  }
  marks_.clear();
  collectMarks(*this, state, marks_);
  if (state.view.film_strip && !filmTiles(target.width(), target.height()).empty()) {
    return drawFilmStrip(state, target, pixel_scale);
  }
  const double aspect = static_cast<double>(target.width()) / static_cast<double>(target.height());
  renderer::Frame frame = frameOf(state, state.camera, aspect, pixel_scale);
  const renderer::ModelInstance instance = instanceOf(state);
  frame.models = std::span<const renderer::ModelInstance>(&instance, 1);
  return renderer_->draw(frame, target);
}

Result<void> Scene::drawFilmStrip(const State& state, renderer::RenderTarget& target,
                                  float pixel_scale) {
  const double aspect = static_cast<double>(target.width()) / static_cast<double>(target.height());
  const std::vector<FilmTile>& tiles = filmTiles(target.width(), target.height());
  updateTileMeshes(state);
  // What no tile covers, in the last row, is background.
  renderer::Frame empty;
  empty.display = state.view.display;
  empty.display.grid = false;
  empty.display.axes = false;
  if (auto done = renderer_->draw(empty, target); !done) return done;
  renderer::ModelInstance instance = instanceOf(state);
  instance.mesh_levels = {};
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const FilmTile& tile = tiles[i];
    const double tile_aspect = static_cast<double>(tile.width) / static_cast<double>(tile.height);
    const Camera camera = tileCamera(state.camera, rest_bounds_, aspect, tile_aspect);
    renderer::Frame frame = frameOf(state, camera, tile_aspect, pixel_scale);
    // GL counts rows from below.
    frame.viewport = {tile.x, target.height() - tile.y - tile.height, tile.width, tile.height};
    instance.meshes = tile_meshes_[i];
    instance.lod = tile.level;
    frame.models = std::span<const renderer::ModelInstance>(&instance, 1);
    if (auto done = renderer_->draw(frame, target); !done) return done;
  }
  return {};
}

std::optional<std::uint32_t> findClip(const Model& model, const std::string& name) {
  const auto found = std::find_if(model.clips.begin(), model.clips.end(),
                                  [&name](const Clip& clip) { return clip.name == name; });
  if (found != model.clips.end()) return static_cast<std::uint32_t>(found - model.clips.begin());
  if (name.size() < 2 || name.front() != '#') return std::nullopt;
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), index);
  if (error != std::errc() || end != name.data() + name.size() || index >= model.clips.size()) {
    return std::nullopt;
  }
  return index;
}

}  // namespace sinew::app
