#include "app/scene.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "app/bone_facts.h"
#include "app/bone_ids.h"
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

void Scene::chooseLevel(const State& state) {
  const std::optional<std::uint32_t> before = lod_.shown;
  const bool was_auto = lod_.mode == LodMode::Auto && level_known_;
  const LodState& wanted = state.lod;
  const double distance =
      wanted.distance_m.value_or(lodDistance(state.camera, rest_bounds_, model().conventions));
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
  if (display.solids != renderer::SolidMode::Off) extend(out, boxes_.solids(influences));
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

Result<void> Scene::draw(const State& state, renderer::RenderTarget& target, float pixel_scale) {
  const double aspect = static_cast<double>(target.width()) / static_cast<double>(target.height());
  const CameraMatrices camera = matrices(state.camera, posedBounds(state), aspect);
  renderer::Frame frame;
  frame.view.view_from_world = camera.view_from_world;
  frame.view.clip_from_view = camera.clip_from_view;
  frame.view.eye = glm::vec3(state.camera.position);
  frame.view.up = glm::vec3(Axes(model().conventions, state.view.up).up);
  frame.view.units_per_metre = static_cast<float>(model().conventions.units_per_metre);
  frame.view.pixel_scale = pixel_scale;
  frame.display = state.view.display;
  frame.display.armature = showsBones(state);

  renderer::ModelInstance instance;
  instance.gpu = &gpu_;
  instance.influence_matrices = poser_.influenceMatrices();
  instance.bone_matrices = poser_.boneMatrices();
  instance.meshes = shown_meshes_;
  instance.lod = lod_.shown.value_or(0);
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
  frame.models = std::span<const renderer::ModelInstance>(&instance, 1);
  return renderer_->draw(frame, target);
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
