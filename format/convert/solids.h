#pragma once

// Meshes that bound bones (docs/format-bmd1.md, section 6): those the source has or names so, or
// hulls of what hangs on a bone.

#include <cstdint>
#include <string_view>
#include <vector>

#include "format/bmd1/write.h"
#include "format/convert/blends.h"
#include "format/convert/plan.h"
#include "format/convert/source.h"

namespace sinew::convert {

/// UCX_…, UBX_…, USP_…, UCP_…, or …_col, …-col, …_collision, in any case.
[[nodiscard]] bool isSolidName(std::string_view name);

struct PlannedSolid {
  std::uint32_t bone = 0;  ///< planned
  bmd1::MeshSpec mesh;     ///< without material
};

/// At most one solid a bone, each closed and free of crossings; what is not is replaced by its
/// convex hull, with a warning.
[[nodiscard]] std::vector<PlannedSolid> makeSolids(const Source& source, const Plan& plan,
                                                   const EncodeOptions& options,
                                                   EncodeReport& report);

}  // namespace sinew::convert
