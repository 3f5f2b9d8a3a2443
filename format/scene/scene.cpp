#include "format/scene/scene.h"

#include <algorithm>

#include <fmt/format.h>

#include "format/hierarchy.h"
#include "format/utf8.h"

namespace sinew::scene {
namespace {

Skeleton skeletonOf(const std::vector<Bone>& bones) {
  Skeleton skeleton;
  skeleton.bones.resize(bones.size());
  for (std::size_t i = 0; i < bones.size(); ++i)
    skeleton.bones[i].parent = bones[i].parent;
  return skeleton;
}

}  // namespace

double durationOf(const Clip& clip) {
  if (clip.duration_s) return *clip.duration_s;
  if (clip.frames == 0 || clip.rate_hz <= 0.0) return 0.0;
  return (clip.loop ? clip.frames : clip.frames - 1.0) / clip.rate_hz;
}

std::string printableName(std::string_view stored) {
  std::string out;
  while (!stored.empty()) {
    const std::size_t sound = findIllFormedUtf8(stored);
    out += stored.substr(0, sound);
    if (sound == stored.size()) break;
    out += fmt::format("\\x{:02X}", static_cast<unsigned char>(stored[sound]));
    stored.remove_prefix(sound + 1);
  }
  return out;
}

void composeWorlds(std::vector<Bone>& bones) {
  Skeleton skeleton = skeletonOf(bones);
  finishSkeleton(skeleton);
  std::vector<BoneFrame<double>> frames(bones.size());
  for (const std::uint32_t index : skeleton.order) {
    Bone& bone = bones[index];
    const std::uint32_t parent = skeleton.bones[index].parent;
    const BoneFrame<double> root;
    frames[index] = childFrame(
        parent == kNone ? root : frames[parent], parent == kNone ? Mat34d{} : bones[parent].world,
        rigidMatrix(bone.rest.rotation, bone.rest.translation), bone.rest.scale, bone.inherit);
    bone.world = scaled(frames[index].unscaled, frames[index].scale);
  }
}

std::vector<std::uint32_t> cutParentCycles(std::vector<Bone>& bones) {
  Skeleton skeleton = skeletonOf(bones);
  std::vector<std::uint32_t> cut = finishSkeleton(skeleton);
  for (const std::uint32_t bone : cut)
    bones[bone].parent = kNone;
  std::sort(cut.begin(), cut.end());
  return cut;
}

}  // namespace sinew::scene
