#pragma once

// The geometry of a BMD1 model as binary glTF, for readers that we are measured against. Not an
// exporter: rest pose, no animations, no textures.

#include <vector>

#include "format/load.h"

namespace sinew::bench {

/// A GLB file with the drawn meshes: positions, normals and S/T as floats, up to four joints and
/// weights a vertex, 16-bit indices where they suffice, one material a mesh, and the skeleton with
/// inverse bind matrices.
[[nodiscard]] std::vector<std::byte> toGlb(const LoadedModel& loaded);

}  // namespace sinew::bench
