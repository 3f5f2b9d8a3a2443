#pragma once

#include "assets/generator/fox_parts.h"
#include "assets/generator/rig.h"
#include "format/bmd1/write.h"

namespace sinew::assets {

/// Adds the fox's meshes (three levels of detail and two solids), its LODs, and what the rig needs
/// to know of them. Textured meshes have the material `texture`.
void addFoxMeshes(const FoxParts& parts, const std::string& texture, Rig& rig,
                  bmd1::FileSpec& spec);

}  // namespace sinew::assets
