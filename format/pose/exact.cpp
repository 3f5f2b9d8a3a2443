#include <cstddef>
#include <vector>

#include "format/pose/blend.h"
#include "format/pose/clip_mix.h"
#include "format/hierarchy.h"
#include "format/pose/keys.h"
#include "format/pose/pose.h"

namespace sinew::pose {
namespace {

void sampleTrack(const ClipKeys& keys, std::size_t track, double frame, const TimeLine& line,
                 Transform& local) {
  if (const KeyRange range = rotationRange(keys, track); range.size() > 0) {
    const KeySegment at = findSegment(keys.rotations, range, frame, line);
    const auto& values = keys.rotations.values;
    local.rotation = blendRotations(values[at.a], values[at.b], at.phase(frame));
  }
  if (const KeyRange range = translationRange(keys, track); range.size() > 0) {
    const KeySegment at = findSegment(keys.translations, range, frame, line);
    const auto& values = keys.translations.values;
    local.translation = blendVectors(values[at.a], values[at.b], at.phase(frame));
  }
  if (const KeyRange range = scaleRange(keys, track); range.size() > 0) {
    const KeySegment at = findSegment(keys.scales, range, frame, line);
    const auto& values = keys.scales.values;
    local.scale = blendVectors(values[at.a], values[at.b], at.phase(frame));
  }
}

std::vector<Transform> localPose(const Model& model, std::optional<std::uint32_t> clip_index,
                                 double frame, LoopMode mode) {
  std::vector<Transform> locals;
  locals.reserve(model.skeleton.bones.size());
  for (const Bone& bone : model.skeleton.bones)
    locals.push_back(bone.rest);
  if (!clip_index || *clip_index >= model.clips.size()) return locals;
  const Clip& clip = model.clips[*clip_index];
  if (!clip.keys || clip.frame_count <= 0.0) return locals;
  const TimeLine line{clip.frame_count, loops(clip, mode),
                      clip.interpolation == Interpolation::Step};
  for (std::size_t track = 0; track < trackCount(*clip.keys); ++track) {
    const std::uint32_t bone = clip.keys->tracks[track].bone;
    if (bone < locals.size()) sampleTrack(*clip.keys, track, frame, line, locals[bone]);
  }
  return locals;
}

/// Matrices of bones and influences from local transforms.
ExactPose poseOf(const Model& model, const std::vector<Transform>& locals, BlendMode blend) {
  std::vector<BoneFrame<double>> frames(locals.size());
  std::vector<glm::dquat> rotations(locals.size(), glm::dquat(1.0, 0.0, 0.0, 0.0));
  ExactPose out;
  out.bones.resize(locals.size());
  const BoneFrame<double> root_frame;
  const Mat34d root_world;
  const glm::dquat root_rotation(1.0, 0.0, 0.0, 0.0);
  for (const std::uint32_t b : model.skeleton.order) {
    const Bone& bone = model.skeleton.bones[b];
    const bool is_root = bone.parent == kNone;
    const Mat34d local = rigidMatrix(locals[b].rotation, locals[b].translation);
    frames[b] = childFrame(is_root ? root_frame : frames[bone.parent],
                           is_root ? root_world : out.bones[bone.parent], local, locals[b].scale,
                           bone.inherit_scale);
    out.bones[b] = scaled(frames[b].unscaled, frames[b].scale);
    rotations[b] = (is_root ? root_rotation : rotations[bone.parent]) * locals[b].rotation;
  }
  const PosedBones<double> posed{out.bones, rotations};
  out.influences.reserve(model.influences.size());
  for (std::size_t i = 0; i < model.influences.size(); ++i) {
    const BlendTerms terms = termsOf(model.influences, i);
    const bool nlerp = blend == BlendMode::Nlerp && isPlainBlend(terms);
    out.influences.push_back(nlerp ? blendNlerp(terms, posed) : blendMatrices(terms, posed));
  }
  return out;
}

}  // namespace

ExactPose evaluateExact(const Model& model, std::optional<std::uint32_t> clip, double frame,
                        LoopMode mode, BlendMode blend) {
  return poseOf(model, localPose(model, clip, frame, mode), blend);
}

ExactPose evaluateExact(const Model& model, std::span<const MixPart> parts, LoopMode mode,
                        BlendMode blend) {
  return poseOf(model, exactLocals(model, parts, mode), blend);
}

std::vector<Transform> exactLocals(const Model& model, std::span<const MixPart> parts,
                                   LoopMode mode) {
  using Local = LocalTransform<double>;
  const CountedParts counted = countedParts(parts);
  if (counted.size == 0) return localPose(model, std::nullopt, 0.0, mode);
  std::vector<Transform> first;
  std::vector<Local> sums;
  double sum = 0.0;
  for (std::size_t i = 0; i < counted.size; ++i)
    sum += double{counted.parts[i].weight};
  for (std::size_t i = 0; i < counted.size; ++i) {
    const MixPart& part = counted.parts[i];
    const bool has_clip = part.clip && *part.clip < model.clips.size();
    const double frame =
        has_clip ? resolveFrame(model.clips[*part.clip], part.frame, mode) : part.frame;
    const std::vector<Transform> locals = localPose(model, part.clip, frame, mode);
    if (counted.size == 1) return locals;
    if (i == 0) {
      first = locals;
      const Local zero{glm::dquat(0.0, 0.0, 0.0, 0.0), glm::dvec3(0.0), glm::dvec3(0.0)};
      sums.assign(locals.size(), zero);
    }
    for (std::size_t b = 0; b < locals.size(); ++b) {
      addLocal(sums[b], Local{first[b].rotation, first[b].translation, first[b].scale},
               Local{locals[b].rotation, locals[b].translation, locals[b].scale},
               double{part.weight} / sum);
    }
  }
  for (std::size_t b = 0; b < sums.size(); ++b) {
    finishLocal(sums[b], Local{first[b].rotation, first[b].translation, first[b].scale});
    first[b] = {sums[b].translation, sums[b].rotation, sums[b].scale};
  }
  return first;
}

}  // namespace sinew::pose
