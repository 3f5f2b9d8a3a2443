#include "app/bone_facts.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>

#include "app/bone_ids.h"
#include "app/playback.h"
#include "format/pose/pose.h"

namespace sinew::app {
namespace {

/// Cosine of the angle between axes from which on they count as not at right angles.
constexpr double kShear = 1e-4;

Mat34d widened(const Mat34f& m) {
  Mat34d out;
  for (std::size_t i = 0; i < 12; ++i)
    out.m[i] = double{m.m[i]};
  return out;
}

/// R and T with the scale first: p' = R (S p) + T.
Mat34d matrixOf(const Transform& t) {
  const glm::dmat3 r = glm::mat3_cast(t.rotation);
  Mat34d out;
  for (glm::length_t row = 0; row < 3; ++row) {
    for (glm::length_t column = 0; column < 3; ++column) {
      out.m[static_cast<std::size_t>(4 * row + column)] = r[column][row] * t.scale[column];
    }
    out.m[static_cast<std::size_t>(4 * row + 3)] = t.translation[row];
  }
  return out;
}

BoneTransform withParts(const Transform& t) {
  BoneTransform out;
  out.matrix = matrixOf(t);
  out.translation = t.translation;
  out.rotation = t.rotation;
  out.scale = t.scale;
  return out;
}

Transform localOf(const Scene& scene, const State& state, std::uint32_t bone) {
  std::array<pose::MixPart, pose::kMostMixParts> parts;
  const std::size_t count = mixParts(scene.model(), state.playback, state.playback.frame, parts);
  return pose::exactLocals(scene.model(), std::span(parts).first(count),
                           poseLoopMode(state.playback.loop))[bone];
}

/// Calls `visit(influence, bones, weights)` for every influence, edited weights included. Weights
/// add up to 1.
template <class Visit>
void forEachInfluence(const Model& model, const State& state, Visit&& visit) {
  const Influences& all = model.influences;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::size_t first = all.first[i];
    const std::size_t count = all.first[i + 1] - first;
    std::span<const std::uint32_t> bones = std::span(all.bones).subspan(first, count);
    std::span<const float> weights = std::span(all.weights).subspan(first, count);
    std::array<float, 4> shares{};
    const auto edit = std::ranges::find_if(state.pseudo_edits, [&](const PseudoBoneEdit& e) {
      return e.pseudo_bone < model.pseudo_bones.size() &&
             model.pseudo_bones[e.pseudo_bone].influence == i;
    });
    if (edit != state.pseudo_edits.end()) {
      float sum = 0.0f;
      for (std::size_t slot = 0; slot < 4; ++slot)
        sum += edit->bones[slot] == kNone ? 0.0f : edit->weights[slot];
      for (std::size_t slot = 0; slot < 4 && sum != 0.0f; ++slot)
        shares[slot] = edit->bones[slot] == kNone ? 0.0f : edit->weights[slot] / sum;
      bones = edit->bones;
      weights = shares;
    }
    visit(i, bones, weights);
  }
}

/// Of every bone whether it is `top` or hangs below it.
std::vector<bool> bonesBelow(const Skeleton& skeleton, std::uint32_t top) {
  std::vector<bool> below(skeleton.bones.size(), false);
  for (const std::uint32_t bone : skeleton.order) {
    const std::uint32_t parent = skeleton.bones[bone].parent;
    below[bone] = bone == top || (parent != kNone && below[parent]);
  }
  return below;
}

std::string numbers(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values)
    text += fmt::format("{}{:.9g}", text.empty() ? "[" : ", ", value + 0.0);
  return text + "]";
}

std::string vectorText(const glm::dvec3& v) {
  return numbers({v.x, v.y, v.z});
}

}  // namespace

BoneTransform transformOf(const Mat34d& matrix) {
  BoneTransform out;
  out.matrix = matrix;
  const auto& m = matrix.m;
  out.translation = {m[3], m[7], m[11]};
  std::array<glm::dvec3, 3> axes{glm::dvec3{m[0], m[4], m[8]}, glm::dvec3{m[1], m[5], m[9]},
                                 glm::dvec3{m[2], m[6], m[10]}};
  out.scale = {glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2])};
  const bool flat = !(out.scale.x > 0.0 && out.scale.y > 0.0 && out.scale.z > 0.0);
  if (flat) {
    out.sheared = true;
    return out;
  }
  if (glm::dot(glm::cross(axes[0], axes[1]), axes[2]) < 0.0) out.scale.x = -out.scale.x;
  for (glm::length_t k = 0; k < 3; ++k)
    axes[static_cast<std::size_t>(k)] /= out.scale[k];
  out.sheared = std::abs(glm::dot(axes[0], axes[1])) > kShear ||
                std::abs(glm::dot(axes[1], axes[2])) > kShear ||
                std::abs(glm::dot(axes[2], axes[0])) > kShear;
  out.rotation = glm::normalize(glm::quat_cast(glm::dmat3(axes[0], axes[1], axes[2])));
  return out;
}

glm::dvec3 eulerDegrees(const glm::dquat& rotation) {
  const glm::dmat3 r = glm::mat3_cast(rotation);  // r[column][row]
  const double sin_y = std::clamp(-r[0][2], -1.0, 1.0);
  glm::dvec3 radians(0.0, std::asin(sin_y), 0.0);
  if (std::abs(sin_y) > 1.0 - 1e-9) {
    radians.x = std::atan2(-r[2][1], r[1][1]);
  } else {
    radians.x = std::atan2(r[1][2], r[2][2]);
    radians.z = std::atan2(r[0][1], r[0][0]);
  }
  return glm::degrees(radians);
}

std::optional<BoneTransform> boneTransform(const Scene& scene, const State& state, std::uint32_t id,
                                           BoneSpace space) {
  const Model& model = scene.model();
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  if (id >= boneIdCount(model)) return std::nullopt;
  if (id >= bones) {
    const std::uint32_t influence = model.pseudo_bones[id - bones].influence;
    const auto matrices = scene.poser().influenceMatrices();
    if (space != BoneSpace::Global || influence >= matrices.size()) return std::nullopt;
    return transformOf(widened(matrices[influence]));
  }
  switch (space) {
    case BoneSpace::Rest:
      return withParts(model.skeleton.bones[id].rest);
    case BoneSpace::Local:
      return withParts(localOf(scene, state, id));
    case BoneSpace::Global:
      return transformOf(widened(scene.poser().boneMatrices()[id]));
  }
  return std::nullopt;
}

BoneReach boneReach(const Scene& scene, const State& state, std::uint32_t id) {
  const Model& model = scene.model();
  const std::span<const std::uint32_t> counts = scene.influenceVertices();
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  BoneReach reach;
  if (id >= boneIdCount(model)) return reach;
  if (id >= bones) {
    const std::uint32_t influence = model.pseudo_bones[id - bones].influence;
    reach.direct = influence < counts.size() ? counts[influence] : 0;
    reach.with_below = reach.direct;
    return reach;
  }
  const std::vector<bool> below = bonesBelow(model.skeleton, id);
  forEachInfluence(model, state, [&](std::uint32_t influence, auto terms, auto weights) {
    std::size_t others = 0;
    bool has_bone = false;
    bool has_below = false;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (weights[k] == 0.0f || terms[k] >= bones) continue;
      has_bone = has_bone || terms[k] == id;
      has_below = has_below || below[terms[k]];
      others += terms[k] == id ? 0 : 1;
    }
    if (has_bone) (others == 0 ? reach.direct : reach.blended) += counts[influence];
    if (has_below) reach.with_below += counts[influence];
  });
  return reach;
}

void sharesOfBone(const Model& model, const State& state, std::uint32_t id, std::span<float> out) {
  const auto bones = static_cast<std::uint32_t>(model.skeleton.bones.size());
  forEachInfluence(model, state, [&](std::uint32_t influence, auto terms, auto weights) {
    float share = 0.0f;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (terms[k] == id && id < bones) share += weights[k];
    }
    if (id >= bones && id < boneIdCount(model) &&
        model.pseudo_bones[id - bones].influence == influence) {
      share = 1.0f;
    }
    if (influence < out.size()) out[influence] = share;
  });
}

std::vector<std::uint32_t> childrenOf(const Model& model, std::uint32_t bone) {
  std::vector<std::uint32_t> children;
  for (std::uint32_t b = 0; b < model.skeleton.bones.size(); ++b) {
    if (model.skeleton.bones[b].parent == bone) children.push_back(b);
  }
  return children;
}

std::string transformText(const BoneTransform& transform, TransformPart part) {
  const glm::dquat& q = transform.rotation;
  const auto& m = transform.matrix.m;
  switch (part) {
    case TransformPart::Position:
      return vectorText(transform.translation);
    case TransformPart::Rotation:
      return numbers({q.x, q.y, q.z, q.w});
    case TransformPart::Euler:
      return vectorText(eulerDegrees(q));
    case TransformPart::Scale:
      return vectorText(transform.scale);
    case TransformPart::Matrix:
      return fmt::format("[{}, {}, {}]", numbers({m[0], m[1], m[2], m[3]}),
                         numbers({m[4], m[5], m[6], m[7]}), numbers({m[8], m[9], m[10], m[11]}));
  }
  return {};
}

}  // namespace sinew::app
