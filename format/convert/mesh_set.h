#pragma once

// All drawn meshes of the file, level after level.

#include <vector>

#include "format/bmd1/write.h"
#include "format/convert/materials.h"
#include "format/convert/measure.h"
#include "format/convert/records.h"
#include "format/convert/source.h"

namespace sinew::convert {

struct MeshSet {
  std::vector<bmd1::MeshSpec> meshes;
  std::vector<bmd1::LodSpec> lods;  ///< empty: one level
  VertexMap map;                    ///< of the finest level
};

/// Builds the finest level and those below it: the artist's where meshes are named …_LOD1 and so
/// on, else as many as are asked for, each of half the faces, as long as that is possible.
[[nodiscard]] Result<MeshSet> buildMeshSet(const Source& source, const Records& records,
                                           const Materials& materials, const EncodeOptions& options,
                                           EncodeReport& report);

}  // namespace sinew::convert
