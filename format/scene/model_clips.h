#pragma once

#include <vector>

#include "format/model.h"
#include "format/scene/scene.h"

namespace sinew::scene {

/// A model's clips of kind bones, in the scene's order, as keys on whole frames.
[[nodiscard]] std::vector<sinew::Clip> modelClips(const Scene& scene, const SceneModel& model);

}  // namespace sinew::scene
