#include "format/pose/scene_pose.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "format/hierarchy.h"

namespace sinew::pose {
namespace {

glm::dmat3 linearOf(const Mat34d& m) {
  return {glm::dvec3(m.m[0], m.m[4], m.m[8]), glm::dvec3(m.m[1], m.m[5], m.m[9]),
          glm::dvec3(m.m[2], m.m[6], m.m[10])};
}

/// What moves normals.
glm::dmat3 normalMatrix(const Mat34d& m) {
  const glm::dmat3 linear = linearOf(m);
  const double size = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
  if (std::abs(glm::determinant(linear)) <= 1e-12 * size) return linear;
  return glm::transpose(glm::inverse(linear));
}

}  // namespace

double resolveFrame(const scene::Clip& clip, double frame) {
  if (clip.frames == 0 || !std::isfinite(frame)) return 0.0;
  const double count = clip.frames;
  if (!clip.loop) return std::clamp(frame, 0.0, count - 1.0);
  const double wrapped = frame - count * std::floor(frame / count);
  return wrapped >= count || wrapped < 0.0 ? 0.0 : wrapped;
}

std::vector<Mat34d> sceneWorlds(const scene::Scene& scene, const scene::SceneModel& model,
                                std::optional<std::uint32_t> clip, double frame) {
  std::vector<Mat34d> worlds;
  worlds.reserve(model.bones.size());
  for (const scene::Bone& bone : model.bones)
    worlds.push_back(bone.world);
  if (!clip || scene.clips[*clip].frames == 0) return worlds;
  const auto tracks =
      std::find_if(model.clip_tracks.begin(), model.clip_tracks.end(),
                   [&](const scene::ClipTracks& candidate) { return candidate.clip == *clip; });
  if (tracks == model.clip_tracks.end()) return worlds;
  std::vector<scene::Bone> bones(model.bones.size());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    bones[i].parent = model.bones[i].parent;
    bones[i].rest = model.bones[i].rest;
    bones[i].inherit = model.bones[i].inherit;
  }
  for (const scene::BoneTrack& track : tracks->tracks) {
    if (track.curve == nullptr) continue;
    bones[track.bone].rest = track.curve->at(frame);
    bones[track.bone].inherit = track.inherit;
  }
  scene::composeWorlds(bones);
  for (std::size_t i = 0; i < bones.size(); ++i)
    worlds[i] = bones[i].world;
  return worlds;
}

std::vector<Mat34d> sceneInfluences(const scene::SceneModel& model,
                                    const std::vector<Mat34d>& worlds) {
  std::vector<Mat34d> out;
  out.reserve(model.influences.size());
  for (const scene::Influence& influence : model.influences) {
    if (influence.bones.empty()) {
      out.emplace_back();
      continue;
    }
    Mat34d& sum = out.emplace_back(Mat34d{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}});
    for (std::size_t k = 0; k < influence.bones.size(); ++k) {
      const Mat34d& world = worlds[influence.bones[k]];
      addWeighted(sum, influence.weights[k],
                  influence.offsets.empty() ? world : world * influence.offsets[k]);
    }
  }
  return out;
}

std::vector<glm::dvec3> scenePositions(const scene::Mesh& mesh,
                                       const std::vector<Mat34d>& influences) {
  std::vector<glm::dvec3> out;
  out.reserve(mesh.positions.size());
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Mat34d& m = influences[mesh.influence[v]];
    out.push_back(linearOf(m) * glm::dvec3(mesh.positions[v]) +
                  glm::dvec3(m.m[3], m.m[7], m.m[11]));
  }
  return out;
}

std::vector<glm::dvec3> sceneNormals(const scene::Mesh& mesh,
                                     const std::vector<Mat34d>& influences) {
  std::vector<glm::dvec3> out;
  if (mesh.normals.empty()) return out;
  std::vector<glm::dmat3> matrices;
  matrices.reserve(influences.size());
  for (const Mat34d& influence : influences)
    matrices.push_back(normalMatrix(influence));
  out.reserve(mesh.normals.size());
  for (std::size_t v = 0; v < mesh.normals.size(); ++v) {
    const glm::dvec3 moved = matrices[mesh.influence[v]] * glm::dvec3(mesh.normals[v]);
    const double length = glm::length(moved);
    out.push_back(length > 0.0 ? moved / length : glm::dvec3(0.0));
  }
  return out;
}

}  // namespace sinew::pose
