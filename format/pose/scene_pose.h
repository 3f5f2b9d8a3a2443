#pragma once

// Scenes posed in double precision: what `sinew dump --scene` and `sinew pose` print.

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "format/mat34.h"
#include "format/scene/scene.h"

namespace sinew::pose {

/// The frame that is shown for a frame asked for: looping frame mod frames, in [0, frames);
/// otherwise held within [0, frames - 1]. 0 for a clip without frames.
[[nodiscard]] double resolveFrame(const scene::Clip& clip, double frame);

/// World matrices of a model's bones, own scale included, billboards not applied. `clip` is an
/// index into Scene::clips and `frame` has been resolved; empty, or a clip without frames: the rest
/// pose.
[[nodiscard]] std::vector<Mat34d> sceneWorlds(const scene::Scene& scene,
                                              const scene::SceneModel& model,
                                              std::optional<std::uint32_t> clip, double frame);

/// One matrix an influence, from stored to model space: the sum of weight * World * offset.
[[nodiscard]] std::vector<Mat34d> sceneInfluences(const scene::SceneModel& model,
                                                  const std::vector<Mat34d>& worlds);

/// A mesh's vertices in model space.
[[nodiscard]] std::vector<glm::dvec3> scenePositions(const scene::Mesh& mesh,
                                                     const std::vector<Mat34d>& influences);
/// Its normals by the inverse transpose of the matrix's 3x3 part, normalised (by the part itself
/// where it is singular; a zero normal stays zero). Empty without stored normals.
[[nodiscard]] std::vector<glm::dvec3> sceneNormals(const scene::Mesh& mesh,
                                                   const std::vector<Mat34d>& influences);

}  // namespace sinew::pose
