#include <cstddef>
#include <vector>

#include "format/pose/blend.h"
#include "format/pose/hierarchy.h"
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

}  // namespace

ExactPose evaluateExact(const Model& model, std::optional<std::uint32_t> clip, double frame,
                        LoopMode mode, BlendMode blend) {
  const std::vector<Transform> locals = localPose(model, clip, frame, mode);
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

}  // namespace sinew::pose
