#pragma once

// A scene's model as the common model, which is drawn, played and converted.

#include <cstdint>
#include <vector>

#include "format/model.h"
#include "format/scene/scene.h"

namespace sinew::scene {

/// The models of a scene that are levels of detail of one another: one model, or consecutive ones
/// with a level, the same name and the same member. Indices into Scene::models.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> levelGroups(const Scene& scene);

/// The common model of one of `levelGroups`' rows. What is drawn twice becomes two meshes over the
/// same vertices. Influence i of the result is bone i alone; blends follow. A clip's curves become
/// keys on whole frames, without those that lie on the line between their neighbours. Where a layer
/// has a matrix, texture coordinates are those at rest. Empty models give an empty model.
///
/// Not in it: how a clip changes a bone's scale inheritance, and clips of other kinds than bones.
[[nodiscard]] Model toModel(const Scene& scene, const std::vector<std::uint32_t>& levels);

}  // namespace sinew::scene
