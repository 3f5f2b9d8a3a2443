#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "format/pose/blend.h"
#include "format/pose/hierarchy.h"
#include "format/pose/keys.h"
#include "format/pose/pose.h"

namespace sinew::pose {
namespace {

struct LocalPose {
  glm::vec3 translation{0.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
  glm::vec3 scale{1.0f};
};

/// Terms that stand in for a pseudo-bone's stored ones; weights add up to 1.
struct Override {
  std::array<std::uint32_t, 4> bones{};
  std::array<float, 4> weights{};
  std::size_t count = 0;  ///< 0: the stored ones hold
};

}  // namespace

struct Poser::Impl {
  const Model* model = nullptr;
  std::optional<std::uint32_t> clip;
  BlendMode blend = BlendMode::Matrix;
  std::vector<Override> overrides;  ///< one a pseudo-bone
  std::vector<LocalPose> locals;
  std::vector<BoneFrame<float>> frames;
  std::vector<glm::quat> rotations;
  std::vector<Mat34f> worlds;
  std::vector<Mat34f> influences;

  explicit Impl(const Model& from);
  void sampleTracks(const Clip& from, double frame, LoopMode mode);
  void compose();
  void blendInfluences();
};

Poser::Impl::Impl(const Model& from) : model(&from) {
  const std::size_t count = from.skeleton.bones.size();
  overrides.resize(from.pseudo_bones.size());
  locals.resize(count);
  frames.resize(count);
  rotations.resize(count);
  worlds.resize(count);
  influences.resize(from.influences.size());
}

void Poser::Impl::sampleTracks(const Clip& from, double frame, LoopMode mode) {
  const TimeLine line{from.frame_count, loops(from, mode),
                      from.interpolation == Interpolation::Step};
  const ClipKeys& keys = *from.keys;
  for (std::size_t track = 0; track < trackCount(keys); ++track) {
    if (keys.tracks[track].bone >= locals.size()) continue;
    LocalPose& local = locals[keys.tracks[track].bone];
    if (const KeyRange range = rotationRange(keys, track); range.size() > 0) {
      const KeySegment at = findSegment(keys.rotations, range, frame, line);
      const auto& values = keys.rotations.values;
      local.rotation =
          blendRotations(values[at.a], values[at.b], static_cast<float>(at.phase(frame)));
    }
    if (const KeyRange range = translationRange(keys, track); range.size() > 0) {
      const KeySegment at = findSegment(keys.translations, range, frame, line);
      const auto& values = keys.translations.values;
      local.translation =
          blendVectors(values[at.a], values[at.b], static_cast<float>(at.phase(frame)));
    }
    if (const KeyRange range = scaleRange(keys, track); range.size() > 0) {
      const KeySegment at = findSegment(keys.scales, range, frame, line);
      const auto& values = keys.scales.values;
      local.scale = blendVectors(values[at.a], values[at.b], static_cast<float>(at.phase(frame)));
    }
  }
}

void Poser::Impl::compose() {
  const BoneFrame<float> root_frame;
  const Mat34f root_world;
  for (const std::uint32_t b : model->skeleton.order) {
    const Bone& bone = model->skeleton.bones[b];
    const bool is_root = bone.parent == kNone;
    const Mat34f local = rigidMatrix(locals[b].rotation, locals[b].translation);
    frames[b] = childFrame(is_root ? root_frame : frames[bone.parent],
                           is_root ? root_world : worlds[bone.parent], local, locals[b].scale,
                           bone.inherit_scale);
    worlds[b] = scaled(frames[b].unscaled, frames[b].scale);
    if (blend != BlendMode::Nlerp) continue;
    rotations[b] = is_root ? locals[b].rotation : rotations[bone.parent] * locals[b].rotation;
  }
}

void Poser::Impl::blendInfluences() {
  const PosedBones<float> posed{worlds, rotations};
  const auto mix = [&](const BlendTerms& terms) {
    const bool nlerp = blend == BlendMode::Nlerp && isPlainBlend(terms);
    return nlerp ? blendNlerp(terms, posed) : blendMatrices(terms, posed);
  };
  for (std::size_t i = 0; i < influences.size(); ++i) {
    influences[i] = mix(termsOf(model->influences, i));
  }
  for (std::size_t p = 0; p < overrides.size(); ++p) {
    const Override& own = overrides[p];
    const std::uint32_t influence = model->pseudo_bones[p].influence;
    if (own.count == 0 || influence >= influences.size()) continue;
    influences[influence] = mix(BlendTerms{
        std::span(own.bones).first(own.count), std::span(own.weights).first(own.count), {}});
  }
}

Poser::Poser(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Poser::~Poser() = default;
Poser::Poser(Poser&&) noexcept = default;
Poser& Poser::operator=(Poser&&) noexcept = default;

void Poser::setClip(std::optional<std::uint32_t> clip, std::size_t /*expand_limit_bytes*/) {
  impl_->clip = clip && *clip < impl_->model->clips.size() ? clip : std::nullopt;
}

std::optional<std::uint32_t> Poser::clip() const {
  return impl_->clip;
}

void Poser::setBlendMode(BlendMode mode) {
  impl_->blend = mode;
}

void Poser::overridePseudoBone(std::uint32_t pseudo_bone, const std::array<std::uint32_t, 4>& bones,
                               const std::array<float, 4>& weights) {
  if (pseudo_bone >= impl_->overrides.size()) return;
  Override made;
  double sum = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    if (weights[k] == 0.0f || bones[k] >= impl_->worlds.size()) continue;
    made.bones[made.count] = bones[k];
    made.weights[made.count] = weights[k];
    sum += double{weights[k]};
    ++made.count;
  }
  if (sum == 0.0 || !std::isfinite(sum)) {
    made.count = 0;
  }
  for (float& weight : made.weights)
    weight = static_cast<float>(double{weight} / sum);
  impl_->overrides[pseudo_bone] = made;
}

void Poser::clearOverrides() {
  std::fill(impl_->overrides.begin(), impl_->overrides.end(), Override{});
}

void Poser::evaluate(double frame, LoopMode mode) {
  const Model& model = *impl_->model;
  for (std::size_t b = 0; b < impl_->locals.size(); ++b) {
    const Transform& rest = model.skeleton.bones[b].rest;
    impl_->locals[b] = {glm::vec3(rest.translation), glm::quat(rest.rotation),
                        glm::vec3(rest.scale)};
  }
  if (impl_->clip) {
    const Clip& clip = model.clips[*impl_->clip];
    if (clip.keys && clip.frame_count > 0.0) {
      impl_->sampleTracks(clip, resolveFrame(clip, frame, mode), mode);
    }
  }
  impl_->compose();
  impl_->blendInfluences();
}

std::span<const Mat34f> Poser::boneMatrices() const {
  return impl_->worlds;
}

std::span<const Mat34f> Poser::influenceMatrices() const {
  return impl_->influences;
}

}  // namespace sinew::pose
