#pragma once

#include "assets/generator/fox_parts.h"
#include "assets/generator/rig.h"

namespace sinew::assets {

/// The fox's bones. Trunk bones point along their +y, legs along -z, the tail along -y, ears along
/// +z, eyes +y.
[[nodiscard]] Rig makeFoxRig(const FoxParts& parts);

}  // namespace sinew::assets
