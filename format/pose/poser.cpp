#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "format/pose/blend.h"
#include "format/pose/clip_mix.h"
#include "format/pose/clip_sampler.h"
#include "format/hierarchy.h"
#include "format/pose/lanes.h"
#include "format/pose/local_pose.h"
#include "format/pose/pose.h"

namespace sinew::pose {
namespace {

/// Terms that stand in for a pseudo-bone's stored ones; weights add up to 1.
struct Override {
  std::array<std::uint32_t, 4> bones{};
  std::array<float, 4> weights{};
  std::size_t count = 0;  ///< 0: the stored ones hold
};

/// A bone on the way down: indices into the matrix buffer, where 0 is the space above the roots.
struct Link {
  std::uint32_t bone = 0;
  std::uint32_t parent_slot = 0;
};

bool isBoneItself(const Influences& influences, std::size_t influence, std::uint32_t bone) {
  const BlendTerms terms = termsOf(influences, influence);
  return terms.bones.size() == 1 && terms.bones[0] == bone && terms.weights[0] == 1.0f &&
         (terms.offsets.empty() || terms.offsets[0] == Mat34f{});
}

/// True where the first influences are the bones themselves, one by one, as in every BMD1 file. The
/// bones' matrices then serve as theirs, without a copy.
bool beginsWithBones(const Model& model) {
  const std::size_t bones = model.skeleton.bones.size();
  if (model.influences.size() < bones) return false;
  for (std::uint32_t b = 0; b < bones; ++b) {
    if (!isBoneItself(model.influences, b, b)) return false;
  }
  return std::none_of(model.pseudo_bones.begin(), model.pseudo_bones.end(),
                      [&](const PseudoBone& pseudo) { return pseudo.influence < bones; });
}

/// Parents before children, level by level: a bone's product then does not wait for its
/// neighbour's, as it would along a limb.
std::vector<Link> linksByDepth(const Skeleton& skeleton) {
  std::vector<std::uint32_t> depths(skeleton.bones.size(), 0);
  std::vector<Link> links;
  links.reserve(skeleton.order.size());
  for (const std::uint32_t bone : skeleton.order) {
    const std::uint32_t parent = skeleton.bones[bone].parent;
    if (parent != kNone) depths[bone] = depths[parent] + 1;
    links.push_back({bone, parent == kNone ? 0 : parent + 1});
  }
  std::stable_sort(links.begin(), links.end(),
                   [&](const Link& a, const Link& b) { return depths[a.bone] < depths[b.bone]; });
  return links;
}

bool inheritsInFull(const Skeleton& skeleton) {
  return std::all_of(skeleton.bones.begin(), skeleton.bones.end(),
                     [](const Bone& bone) { return bone.inherit_scale == ScaleInheritance::Full; });
}

}  // namespace

struct Poser::Impl {
  const Model* model = nullptr;
  BlendMode blend = BlendMode::Matrix;
  std::vector<Override> overrides;  ///< one a pseudo-bone

  // The clip, or a mix of clips.
  ClipSampler sampler;
  LocalPose local;
  ClipMix clips;
  LocalPose mixed;

  // The skeleton.
  std::vector<Link> links;  ///< parents before children
  bool full_inheritance = true;
  /// The identity, the bones, then the influences that are not bones themselves.
  std::vector<Mat34f> matrices;
  std::size_t bone_count = 0;
  std::size_t first_influence = 0;       ///< where influence 0 lies in `matrices`
  std::size_t own_influences = 0;        ///< influences from this one on are computed
  std::vector<BoneFrame<float>> frames;  ///< for other than full inheritance
  std::vector<glm::quat> rotations;      ///< global, for BlendMode::Nlerp

  explicit Impl(const Model& from);
  void setClip(std::optional<std::uint32_t> index, std::size_t limit_bytes);
  void takeSample(double frame, LoopMode mode);
  /// Matrices of bones and influences from a local pose.
  void finish(const LocalPose& pose);
  void compose(const LocalPose& pose);
  void composeAnyInheritance(const LocalPose& pose);
  void composeRotations(const LocalPose& pose);
  void blendInfluences();
};

Poser::Impl::Impl(const Model& from) : model(&from), clips(from) {
  bone_count = from.skeleton.bones.size();
  overrides.resize(from.pseudo_bones.size());
  full_inheritance = inheritsInFull(from.skeleton);
  frames.resize(full_inheritance ? 0 : bone_count);
  rotations.resize(bone_count);
  links = linksByDepth(from.skeleton);
  const std::size_t influences = from.influences.size();
  const bool shared = beginsWithBones(from);
  own_influences = shared ? bone_count : 0;
  first_influence = shared ? 1 : 1 + bone_count;
  matrices.resize(first_influence + influences);
  setClip(std::nullopt, 0);
  mixed.reset(sampler.constant(), {});
}

void Poser::Impl::setClip(std::optional<std::uint32_t> index, std::size_t limit_bytes) {
  sampler.setClip(*model, index, limit_bytes);
  local.reset(sampler.constant(), sampler.channels());
}

void Poser::Impl::takeSample(double frame, LoopMode mode) {
  if (!sampler.moves()) return;
  const float* sample = sampler.sample(frame, mode);
  local.update(sample);
  if (blend == BlendMode::Nlerp) local.updateRotations(sample);
}

void Poser::Impl::finish(const LocalPose& pose) {
  if (full_inheritance) {
    compose(pose);
  } else {
    composeAnyInheritance(pose);
  }
  if (blend == BlendMode::Nlerp) composeRotations(pose);
  blendInfluences();
}

void Poser::Impl::compose(const LocalPose& pose) {
  const std::span<const Mat34f> rigid = pose.rigid();
  const std::span<const std::array<float, 4>> scales = pose.scales();
  if (!pose.scaled()) {
    for (const Link& link : links) {
      storeMatrix(matrices[link.bone + 1],
                  multiply(loadMatrix(matrices[link.parent_slot]), loadMatrix(rigid[link.bone])));
    }
    return;
  }
  for (const Link& link : links) {
    LaneMatrix world =
        multiply(loadMatrix(matrices[link.parent_slot]), loadMatrix(rigid[link.bone]));
    const Lanes scale = loadLanes(scales[link.bone].data());
    world = {world.row0 * scale, world.row1 * scale, world.row2 * scale};
    storeMatrix(matrices[link.bone + 1], world);
  }
}

void Poser::Impl::composeAnyInheritance(const LocalPose& pose) {
  const BoneFrame<float> root;
  for (const Link& link : links) {
    const std::uint32_t b = link.bone;
    const std::array<float, 4>& scale = pose.scales()[b];
    frames[b] =
        childFrame(link.parent_slot == 0 ? root : frames[link.parent_slot - 1],
                   matrices[link.parent_slot], pose.rigid()[b],
                   glm::vec3(scale[0], scale[1], scale[2]), model->skeleton.bones[b].inherit_scale);
    matrices[b + 1] = scaled(frames[b].unscaled, frames[b].scale);
  }
}

void Poser::Impl::composeRotations(const LocalPose& pose) {
  for (const Link& link : links) {
    const glm::quat& own = pose.rotations()[link.bone];
    rotations[link.bone] = link.parent_slot == 0 ? own : rotations[link.parent_slot - 1] * own;
  }
}

void Poser::Impl::blendInfluences() {
  const PosedBones<float> posed{std::span(matrices).subspan(1, bone_count), rotations};
  const auto mix = [&](const BlendTerms& terms) {
    const bool nlerp = blend == BlendMode::Nlerp && isPlainBlend(terms);
    return nlerp ? blendNlerp(terms, posed) : blendMatrices(terms, posed);
  };
  const std::span<Mat34f> out = std::span(matrices).subspan(first_influence);
  for (std::size_t i = own_influences; i < out.size(); ++i) {
    out[i] = mix(termsOf(model->influences, i));
  }
  for (std::size_t p = 0; p < overrides.size(); ++p) {
    const Override& own = overrides[p];
    const std::uint32_t influence = model->pseudo_bones[p].influence;
    if (own.count == 0 || influence >= out.size()) continue;
    out[influence] =
        mix({std::span(own.bones).first(own.count), std::span(own.weights).first(own.count), {}});
  }
}

Poser::Poser(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Poser::~Poser() = default;
Poser::Poser(Poser&&) noexcept = default;
Poser& Poser::operator=(Poser&&) noexcept = default;

void Poser::setClip(std::optional<std::uint32_t> clip, std::size_t expand_limit_bytes) {
  impl_->setClip(clip, expand_limit_bytes);
}

std::optional<std::uint32_t> Poser::clip() const {
  return impl_->sampler.clip();
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
    if (weights[k] == 0.0f || bones[k] >= impl_->bone_count) continue;
    made.bones[made.count] = bones[k];
    made.weights[made.count] = weights[k];
    sum += double{weights[k]};
    ++made.count;
  }
  if (sum == 0.0 || !std::isfinite(sum)) {
    impl_->overrides[pseudo_bone] = {};
    return;
  }
  for (float& weight : made.weights)
    weight = static_cast<float>(double{weight} / sum);
  impl_->overrides[pseudo_bone] = made;
}

void Poser::clearOverrides() {
  std::fill(impl_->overrides.begin(), impl_->overrides.end(), Override{});
}

void Poser::evaluate(double frame, LoopMode mode) {
  impl_->takeSample(frame, mode);
  impl_->finish(impl_->local);
}

void Poser::evaluateMix(std::span<const MixPart> parts, LoopMode mode) {
  const CountedParts counted = countedParts(parts);
  if (counted.size <= 1) {
    const MixPart& only = counted.parts[0];
    if (clip() != only.clip) setClip(only.clip);
    evaluate(only.frame, mode);
    return;
  }
  impl_->mixed.set(impl_->clips.mix(counted, mode));
  impl_->finish(impl_->mixed);
}

std::span<const Mat34f> Poser::boneMatrices() const {
  return std::span(impl_->matrices).subspan(1, impl_->bone_count);
}

std::span<const Mat34f> Poser::influenceMatrices() const {
  return std::span(impl_->matrices).subspan(impl_->first_influence);
}

}  // namespace sinew::pose
