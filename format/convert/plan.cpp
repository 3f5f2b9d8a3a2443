#include "format/convert/plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/convert/codes.h"

namespace sinew::convert {
namespace {

constexpr double kMaxFraction = 255.0;  // of a packed vector; -256 is one more, and not used
constexpr double kFinestStep = 0x1p-22;
constexpr double kSameAngle = 2e-4;  // radians: a rotation this small is float rounding

/// The greatest power of two whose grid keeps places within `limit` of where they should be.
double gridWithin(double limit) {
  const double step = limit / (0.5 * std::sqrt(3.0));
  return std::max(kFinestStep, std::exp2(std::floor(std::log2(step))));
}

/// Whether two bones move as one in all clips.
bool rides(const Source& source, const Motions& motions, std::uint32_t a, std::uint32_t b) {
  const double slack = 1e-4 * source.diagonal;
  const glm::dvec3 center = 0.5 * (source.min + source.max);
  for (const Motion& motion : motions.clips) {
    for (std::uint32_t f = 0; f < motion.frames; ++f) {
      const Mat34d* pose = motion.deformations.data() + f * motions.bones;
      const Mat34d fixed;
      const Mat34d& other = b == kNone ? fixed : pose[b];
      if (differenceOver(pose[a], other, center, 0.5 * source.diagonal) > slack) return false;
    }
  }
  return true;
}

/// Bones that vertices hang on.
std::vector<bool> carriers(const Source& source) {
  std::vector<bool> out(source.rest.size(), false);
  for (const SourceMesh& mesh : source.meshes) {
    for (const SourceVertex& v : mesh.vertices) {
      for (const BlendEntry& e : source.blends[v.blend].entries) {
        if (e.bone != kNone) out[e.bone] = true;
      }
    }
  }
  return out;
}

struct Kept {
  std::vector<bool> bones;
  std::uint64_t idle = 0;  ///< dropped: nothing hangs on them or on what hangs on them
};

Kept keptBones(const Source& source, const Motions& motions, const EncodeOptions& options) {
  const Skeleton& skeleton = source.model->skeleton;
  const std::vector<bool> carries = carriers(source);
  std::vector<bool> below = carries;  // the bone or one below it carries vertices
  for (auto b = skeleton.order.rbegin(); b != skeleton.order.rend(); ++b) {
    const std::uint32_t parent = skeleton.bones[*b].parent;
    if (parent != kNone && below[*b]) below[parent] = true;
  }
  Kept out;
  out.bones.assign(source.rest.size(), false);
  for (const std::uint32_t b : skeleton.order) {
    const std::uint32_t parent = skeleton.bones[b].parent;
    if (options.keep_bones) {
      // The file has a root already, which a first one that never moves would only repeat.
      out.bones[b] = !(b == skeleton.order.front() && parent == kNone &&
                       source.model->skeleton.bones[b].rest.translation == glm::dvec3(0.0) &&
                       rides(source, motions, b, kNone));
    } else if (!below[b]) {
      ++out.idle;
    } else {
      // One that carries nothing itself is only wanted for how it moves those below it.
      out.bones[b] = carries[b] ? !(parent == kNone && rides(source, motions, b, kNone))
                                : !rides(source, motions, b, parent);
    }
  }
  return out;
}

/// The file's root may stand in for a source root that never moves.
std::uint32_t plannedParent(const Source& source, const Plan& plan, std::uint32_t bone) {
  const std::uint32_t parent = source.model->skeleton.bones[bone].parent;
  return parent == kNone ? 0 : plan.bone_of[parent];
}

/// Bones that some clip stretches askew to the file's axes. Those have the source's axes, in which
/// a scale of their own is one number an axis. Blends need equal axes, so their bones cannot.
std::vector<bool> stretchedBones(const Source& source, const Motions& motions) {
  constexpr double kMinShear = 0.01;  // cosine between axes that should be square
  std::vector<bool> out(source.rest.size(), false);
  for (const Motion& motion : motions.clips) {
    for (std::size_t i = 0; i < motion.deformations.size(); ++i) {
      const std::size_t bone = i % motions.bones;
      if (out[bone] || source.in_blend[bone]) continue;
      out[bone] = decompose(motion.deformations[i]).shear > kMinShear;
    }
  }
  return out;
}

void addBone(const Source& source, std::uint32_t b, bool own_axes, Plan& plan) {
  PlannedBone bone;
  bone.name = source.model->skeleton.bones[b].name;
  bone.source = b;
  bone.parent = plannedParent(source, plan, b);
  const PlannedBone& parent = plan.bones[bone.parent];
  const glm::dquat wanted = decompose(own_axes ? source.rest[b] : source.bind[b]).rotation;
  const glm::dquat local = glm::normalize(glm::conjugate(parent.world_rotation) * wanted);
  if (angleBetween(local, {1.0, 0.0, 0.0, 0.0}) > kSameAngle) {
    const RotationCode code = nearestRotationCode(local);
    bone.stored_rotation = code.stored;
    bone.rotation = code.value;
    bone.lattice = false;
  }
  bone.lattice = bone.lattice && parent.lattice;
  bone.world_rotation = glm::normalize(parent.world_rotation * bone.rotation);
  const auto into_parent = inverse(parent.world);
  bone.translation = snapToCode(transformPoint(*into_parent, originOf(source.rest[b])), plan.grid);
  bone.world = parent.world * rigid(bone.rotation, bone.translation);
  plan.bone_of[b] = static_cast<std::uint32_t>(plan.bones.size());
  plan.bones.push_back(std::move(bone));
}

}  // namespace

glm::dvec3 snapToCode(const glm::dvec3& value, double grid) {
  const double largest = std::max({std::abs(value.x), std::abs(value.y), std::abs(value.z)});
  double step = std::max(grid, kFinestStep);
  while (largest / step > kMaxFraction)
    step *= 2.0;
  glm::dvec3 out;
  for (int i = 0; i < 3; ++i)
    out[i] = std::nearbyint(value[i] / step) * step;
  return out;
}

Plan planBones(const Source& source, const Motions& motions, const EncodeOptions& options,
               const Limits& limits, EncodeReport& report) {
  Plan plan;
  // Places at rest keep within the limit; where joints turn, their own errors count once more.
  const double share = motions.clips.empty() ? 0.95 : 0.5;
  const double limit = share * limits.position_percent * 0.01 * source.diagonal;
  plan.grid = limit > 0.0 ? gridWithin(limit) : kFinestStep;
  plan.reach = kMaxFraction * plan.grid;
  plan.bind = source.bind;
  plan.bone_of.assign(source.rest.size(), 0);
  plan.bones.emplace_back();
  if (source.rest.empty()) return plan;
  plan.bones[0].name = "root";
  bool named = false;  // the first root that the file's own one stands in for
  const Kept kept = keptBones(source, motions, options);
  const std::vector<bool> stretched = stretchedBones(source, motions);
  for (const std::uint32_t b : source.model->skeleton.order) {
    if (kept.bones[b]) {
      addBone(source, b, stretched[b], plan);
      ++report.bones.kept;
    } else {
      plan.bone_of[b] = plannedParent(source, plan, b);
      const Bone& bone = source.model->skeleton.bones[b];
      if (bone.parent == kNone && !named && !bone.name.empty()) plan.bones[0].name = bone.name;
      named = named || bone.parent == kNone;
    }
  }
  if (kept.idle > 0) noteDropped(report, "bones that move nothing", kept.idle);
  return plan;
}

bool needsHelper(const Plan& plan, std::uint32_t bone, std::uint32_t pivot) {
  if (plan.helper_of.count({bone, pivot}) > 0) return false;
  const Mat34d bind = bone == kNone ? Mat34d{} : plan.bind[bone];
  const glm::dvec3 place = transformPoint(bind, plan.pivots[pivot].place);
  return glm::distance(place, originOf(plan.bones[plan.carrier(bone)].world)) > 0.01 * plan.grid;
}

std::uint32_t helperAt(Plan& plan, std::uint32_t bone, std::uint32_t pivot) {
  const auto found = plan.helper_of.find({bone, pivot});
  if (found != plan.helper_of.end()) return found->second;
  const std::uint32_t carrier = plan.carrier(bone);
  if (!needsHelper(plan, bone, pivot)) return carrier;
  const Mat34d bind = bone == kNone ? Mat34d{} : plan.bind[bone];
  const PlannedBone& parent = plan.bones[carrier];
  PlannedBone helper;
  helper.source = bone;
  helper.parent = carrier;
  helper.helper = true;
  helper.lattice = parent.lattice;
  helper.world_rotation = parent.world_rotation;
  const auto into_parent = inverse(parent.world);
  helper.translation = snapToCode(
      transformPoint(*into_parent, transformPoint(bind, plan.pivots[pivot].place)), plan.grid);
  helper.world = parent.world * translationBy(helper.translation);
  const auto index = static_cast<std::uint32_t>(plan.bones.size());
  plan.helper_of[{bone, pivot}] = index;
  plan.bones.push_back(std::move(helper));
  return index;
}

std::uint32_t pivotAtJoint(Plan& plan, std::uint32_t bone) {
  const Mat34d bind = bone == kNone ? Mat34d{} : plan.bind[bone];
  const auto unbind = inverse(bind);
  return pivotAt(plan, transformPoint(unbind.value_or(Mat34d{}),
                                      originOf(plan.bones[plan.carrier(bone)].world)));
}

std::uint32_t pivotAt(Plan& plan, const glm::dvec3& bind_place) {
  for (std::uint32_t p = 0; p < plan.pivots.size(); ++p) {
    if (glm::distance(plan.pivots[p].place, bind_place) < 0.01 * plan.grid) return p;
  }
  plan.pivots.push_back({bind_place});
  return static_cast<std::uint32_t>(plan.pivots.size() - 1);
}

}  // namespace sinew::convert
