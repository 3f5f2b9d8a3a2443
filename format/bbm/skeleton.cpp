#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "format/affine.h"
#include "format/bbm/build.h"

namespace sinew::bbm {
namespace {

Mat34d storedInverse(const RawBone& raw, std::uint32_t& not_finite) {
  Mat34d out;
  for (std::size_t i = 0; i < 12; ++i)
    out.m[i] = finiteOr(raw.inverse_bind[i], 0.0, not_finite);
  return out;
}

/// The parent-relative transform of table 2: its rotation is stored as the conjugate.
Transform storedLocal(const RawBone& raw, std::uint32_t& not_finite) {
  Transform out;
  for (glm::length_t i = 0; i < 3; ++i) {
    out.translation[i] = finiteOr(raw.translation[static_cast<std::size_t>(i)], 0.0, not_finite);
    out.scale[i] = finiteOr(raw.scale[static_cast<std::size_t>(i)], 1.0, not_finite);
  }
  glm::dquat q(
      finiteOr(raw.rotation[3], 0.0, not_finite), -finiteOr(raw.rotation[0], 0.0, not_finite),
      -finiteOr(raw.rotation[1], 0.0, not_finite), -finiteOr(raw.rotation[2], 0.0, not_finite));
  if (glm::length(q) > 1e-12) out.rotation = glm::normalize(q);
  return out;
}

/// Cuts every cycle of parents at its lowest bone. \return those cut loose
std::vector<std::uint32_t> cutCycles(std::vector<scene::Bone>& bones) {
  std::vector<std::uint32_t> cut;
  std::vector<std::uint32_t> walk(bones.size(), kNone);  // which walk came by
  for (std::uint32_t start = 0; start < bones.size(); ++start) {
    std::uint32_t bone = start;
    while (bone != kNone && walk[bone] == kNone) {
      walk[bone] = start;
      bone = bones[bone].parent;
    }
    if (bone == kNone || walk[bone] != start) continue;
    std::uint32_t lowest = bone;
    for (std::uint32_t b = bones[bone].parent; b != bone; b = bones[b].parent)
      lowest = std::min(lowest, b);
    bones[lowest].parent = kNone;
    cut.push_back(lowest);
  }
  return cut;
}

void setParents(const RawLod& lod, BuiltSkeleton& out, const std::string& path, Context& context) {
  const auto count = static_cast<std::int32_t>(lod.bones.size());
  for (std::size_t i = 0; i < lod.bones.size(); ++i) {
    const RawBone& raw = lod.bones[i];
    scene::Bone& bone = out.bones[i];
    bone.name = scene::printableName(raw.name);
    bone.source_offset = raw.hierarchy_offset;
    if (raw.parent >= 0 && raw.parent < count) bone.parent = static_cast<std::uint32_t>(raw.parent);
  }
  for (const std::uint32_t cut : cutCycles(out.bones)) {
    context.tell(Kind::Loop, Effect::Repair, lod.bones[cut].hierarchy_offset + 4,
                 fmt::format("{}/bones/{}", path, out.bones[cut].name),
                 fmt::format("bone {} is among its own parents; it becomes a root", cut));
  }
}

/// From the inverse bind matrices. False where one has no inverse.
bool fromInverseBinds(const RawLod& lod, BuiltSkeleton& out, const std::string& path,
                      Context& context) {
  std::vector<Mat34d> worlds;
  bool sound = true;
  for (std::size_t i = 0; i < lod.bones.size(); ++i) {
    std::uint32_t not_finite = 0;
    const std::uint64_t offset = lod.bones[i].inverse_bind_offset;
    const std::string bone_path = fmt::format("{}/bones/{}", path, out.bones[i].name);
    out.inverse_binds.push_back(storedInverse(lod.bones[i], not_finite));
    if (not_finite > 0) {
      context.tell(Kind::NotFinite, Effect::Repair, offset, bone_path,
                   fmt::format("{} numbers of the inverse bind are not finite", not_finite));
    }
    const std::optional<Mat34d> world = inverseOf(out.inverse_binds.back());
    if (!world) {
      context.tell(Kind::Value, Effect::Repair, offset, bone_path,
                   "the inverse bind has no inverse; the local transforms are used");
      sound = false;
      continue;
    }
    worlds.push_back(*world);
  }
  if (!sound) return false;
  for (std::size_t i = 0; i < lod.bones.size(); ++i) {
    scene::Bone& bone = out.bones[i];
    const bool root = bone.parent == kNone;
    bone.world = worlds[i];
    bone.rest = decompose(root ? worlds[i] : out.inverse_binds[bone.parent] * worlds[i]).transform;
  }
  return true;
}

void fromLocals(const RawLod& lod, BuiltSkeleton& out, const std::string& path, Context& context) {
  std::uint32_t not_finite = 0;
  for (std::size_t i = 0; i < lod.bones.size(); ++i)
    out.bones[i].rest = storedLocal(lod.bones[i], not_finite);
  if (not_finite > 0) {
    context.tell(Kind::NotFinite, Effect::Repair, lod.bones.front().hierarchy_offset,
                 path + "/bones",
                 fmt::format("{} numbers of the local transforms are not finite", not_finite));
  }
  scene::composeWorlds(out.bones);
  out.inverse_binds.clear();
  for (const scene::Bone& bone : out.bones)
    out.inverse_binds.push_back(inverseOf(bone.world).value_or(Mat34d{}));
}

}  // namespace

BuiltSkeleton buildSkeleton(const RawLod& lod, const std::string& path, Context& context) {
  BuiltSkeleton out;
  if (lod.bones.empty()) return out;
  out.bones.resize(lod.bones.size());
  setParents(lod, out, path, context);
  if (!lod.has_inverse_binds || !fromInverseBinds(lod, out, path, context))
    fromLocals(lod, out, path, context);
  return out;
}

std::uint32_t InfluenceTable::of(const std::vector<Share>& shares) {
  std::vector<Share> merged;
  std::uint32_t total = 0;
  for (const auto& [bone, weight] : shares) {
    if (weight == 0) continue;
    total += weight;
    auto same = merged.begin();
    while (same != merged.end() && same->first != bone)
      ++same;
    if (same == merged.end()) {
      merged.emplace_back(bone, weight);
    } else {
      same->second += weight;
    }
  }
  if (merged.empty()) {
    merged.emplace_back(shares.front().first, 255);
    total = 255;
  }
  const auto [at, fresh] = known_.emplace(merged, static_cast<std::uint32_t>(influences_.size()));
  if (!fresh) return at->second;
  scene::Influence influence;
  for (const auto& [bone, weight] : merged) {
    influence.bones.push_back(bone);
    influence.weights.push_back(static_cast<double>(weight) / total);
    influence.offsets.push_back(inverse_binds_[bone]);
  }
  influences_.push_back(std::move(influence));
  return at->second;
}

std::uint32_t InfluenceTable::rigid(std::uint32_t bone) {
  // No skinned influence has weight 0.
  const auto [at, fresh] =
      known_.emplace(std::vector<Share>{{bone, 0}}, static_cast<std::uint32_t>(influences_.size()));
  if (fresh) influences_.push_back({{bone}, {1.0}, {}});
  return at->second;
}

scene::Bone madeRoot() {
  scene::Bone root;
  root.name = "root";
  return root;
}

}  // namespace sinew::bbm
