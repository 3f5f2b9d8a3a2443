#pragma once

// Names of bones over the picture. The text is drawn by ImGui (app/ui), so that window and `shot`
// write the same letters.

#include "app/scene.h"
#include "app/state.h"
#include "format/result.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// Writes the bone names that `state.view.bone_names` asks for over what was last drawn into
/// `target`, seen by `state.camera`. Needs no window; `scene` must have been updated with `state`.
/// `text_scale`: 1 is 15 px letters. Does nothing for BoneNames::Off. \return an Error where the
/// text's shaders do not compile.
[[nodiscard]] Result<void> drawBoneNames(const State& state, const Scene& scene,
                                         renderer::RenderTarget& target, float text_scale = 1.0f);

}  // namespace sinew::app
