#pragma once

// What `sinew info` says of a file that holds a scene (mdl0, bbm, jade) besides the model it shows.

#include "app/json_stream.h"
#include "app/output.h"
#include "format/scene/scene.h"

namespace sinew::app {

/// The member `scene`: wrappers, members, models, images, clips of every kind, readings.
void writeSceneJson(JsonStream& json, const scene::Scene& scene);

/// The same as lines, behind the model's.
void writeSceneText(Output& output, const scene::Scene& scene);

}  // namespace sinew::app
