#pragma once

// Vertices of the source -> records of the file: places against the quantised bones, the smallest
// form that keeps within the limits, seams closed.

#include <cstdint>
#include <vector>

#include "format/bmd1/write.h"
#include "format/convert/blends.h"
#include "format/convert/materials.h"
#include "format/convert/plan.h"
#include "format/convert/source.h"

namespace sinew::convert {

/// Records of all vertices, by mesh and vertex of the source. Equal ones are still apart.
using Records = std::vector<std::vector<bmd1::VertexSpec>>;

/// The file's number of what a vertex hangs on: pseudo-bones follow all planned bones.
[[nodiscard]] std::uint32_t boneNumber(const Plan& plan, Hang hang);

[[nodiscard]] Result<Records> makeRecords(const Source& source, const Plan& plan,
                                          const Placement& placement, const Materials& materials,
                                          const Limits& limits, EncodeReport& report);

/// Where a record's vertex lies at rest as readers decode it.
[[nodiscard]] glm::dvec3 decodedRest(const Plan& plan, const Placement& placement, Hang hang,
                                     const bmd1::VertexSpec& record);

}  // namespace sinew::convert
