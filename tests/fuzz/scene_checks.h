#pragma once

// What everything behind a reader of scene formats relies on without looking again, for fuzz
// entries: aborts where it does not hold.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "format/scene/read.h"

namespace sinew::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// The same findings in both modes, each with a place and a sentence.
inline void compareModes(const scene::ReadScene& strict, const scene::ReadScene& lenient) {
  require(strict.unreadable == lenient.unreadable);
  require(strict.diagnostics.size() == lenient.diagnostics.size());
  for (std::size_t d = 0; d < strict.diagnostics.size(); ++d) {
    const Diagnostic& a = strict.diagnostics[d];
    const Diagnostic& b = lenient.diagnostics[d];
    require(a.rule == b.rule && a.offset == b.offset && a.path == b.path && a.count == b.count);
    require(a.count >= 1 && !a.message.empty());
    require(static_cast<int>(a.severity) <= static_cast<int>(b.severity));
  }
  require(!lenient.unreadable || countBySeverity(lenient.diagnostics).errors > 0);
}

inline void checkBones(const scene::SceneModel& model) {
  for (const scene::Bone& bone : model.bones) {
    require(bone.parent == kNone || bone.parent < model.bones.size());
    for (const double value : bone.world.m)
      require(std::isfinite(value));
  }
  for (const scene::Influence& influence : model.influences) {
    require(!influence.bones.empty());
    require(influence.weights.size() == influence.bones.size());
    require(influence.offsets.empty() || influence.offsets.size() == influence.bones.size());
    double sum = 0.0;
    for (std::size_t k = 0; k < influence.bones.size(); ++k) {
      require(influence.bones[k] < model.bones.size());
      require(influence.weights[k] > 0.0);
      sum += influence.weights[k];
    }
    require(std::abs(sum - 1.0) < 2e-3);
  }
}

inline void checkMesh(const scene::SceneModel& model, const scene::Mesh& mesh) {
  const std::size_t count = mesh.positions.size();
  require(mesh.influence.size() == count);
  require(mesh.normals.empty() || mesh.normals.size() == count);
  for (const auto& set : mesh.colors)
    require(set.empty() || set.size() == count);
  for (const auto& set : mesh.uvs)
    require(set.empty() || set.size() == count);
  for (const std::uint32_t influence : mesh.influence)
    require(influence < model.influences.size());
  require(mesh.triangles.size() % 3 == 0);
  const auto inRange = [&](std::uint32_t index) { require(index < count); };
  std::for_each(mesh.triangles.begin(), mesh.triangles.end(), inRange);
  std::for_each(mesh.points.begin(), mesh.points.end(), inRange);
  for (const auto& line : mesh.lines)
    require(line[0] < count && line[1] < count);
  for (const glm::vec3& p : mesh.positions)
    require(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
}

inline void checkTracks(const scene::Scene& scene, const scene::SceneModel& model) {
  for (const scene::ClipTracks& tracks : model.clip_tracks) {
    require(tracks.clip < scene.clips.size());
    const scene::Clip& clip = scene.clips[tracks.clip];
    require(std::isfinite(durationOf(clip)) && durationOf(clip) >= 0.0);
    std::uint32_t next = 0;
    for (const scene::BoneTrack& track : tracks.tracks) {
      require(track.bone >= next && track.bone < model.bones.size());
      next = track.bone + 1;
      for (const double frame : {0.0, 0.25 * clip.frames, std::max(clip.frames, 1u) - 1.0}) {
        const Transform local = track.curve->at(frame);
        require(std::isfinite(glm::length(local.translation)));
        require(std::abs(glm::length(local.rotation) - 1.0) < 1e-3);
        require(std::isfinite(glm::length(local.scale)));
      }
    }
  }
}

inline void checkScene(const scene::Scene& scene) {
  for (const scene::SceneModel& model : scene.models) {
    checkBones(model);
    for (const scene::Mesh& mesh : model.meshes)
      checkMesh(model, mesh);
    for (const scene::Draw& draw : model.draws) {
      require(draw.mesh < model.meshes.size());
      require(draw.material == kNone || draw.material < model.materials.size());
      require(draw.bone == kNone || draw.bone < model.bones.size());
    }
    for (const scene::Material& material : model.materials) {
      for (const scene::Layer& layer : material.layers)
        require(layer.texture == kNone || layer.texture < scene.textures.size());
    }
    checkTracks(scene, model);
  }
  for (const scene::Texture& texture : scene.textures) {
    if (!texture.pixels) continue;
    for (std::size_t level = 0; level < texture.pixels->levelCount(); ++level) {
      const auto size = texture.pixels->size(level);
      require(texture.pixels->decode(level).size() ==
              4 * std::size_t{size.width} * std::size_t{size.height});
    }
  }
  for (const scene::Clip& clip : scene.clips) {
    if (clip.stored_tracks) static_cast<void>(clip.stored_tracks());
  }
}

}  // namespace sinew::fuzz
