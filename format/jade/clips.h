#pragma once

// Animations of a model and of its super-models as clips (docs/format-jade.md, sections 8 and 10).

#include <memory>

#include "format/jade/context.h"
#include "format/jade/mdl.h"
#include "format/scene/scene.h"

namespace sinew::jade {

/// Adds the model's own clips, then those of the super-models that lie beside it and that it does
/// not define itself. `model.bones` are the nodes of `mdl`.
void addClips(Context& context, const std::shared_ptr<const Mdl>& mdl, scene::SceneModel& model);

}  // namespace sinew::jade
