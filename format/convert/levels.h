#pragma once

// Levels of detail: the artist's where meshes are named for it, else made by simplification.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "format/convert/encode.h"
#include "format/convert/faces.h"

namespace sinew::convert {

/// The level that a mesh's name ends in: "tree_LOD2" -> 2, in any case; empty: none.
[[nodiscard]] std::optional<std::uint32_t> levelOfName(std::string_view name);
/// The name without that ending.
[[nodiscard]] std::string_view baseOfName(std::string_view name);

/// The smallest scale (docs/format-bmd1.md, section 7) at which an error of this size still shows
/// as at least a pixel of a picture 1080 high with a view angle of 45 degrees: coarser levels serve
/// below it.
[[nodiscard]] double scaleForError(double error_m);

/// A coarser version of a mesh: the same vertices (the file stores them once), fewer faces; open
/// edges stay where they are. `share` of the faces is what is asked for; fewer are taken away where
/// the surface would come to lie farther off than `max_error`. `error` is how far it does. Both in
/// the mesh's units.
struct Simplified {
  bmd1::MeshSpec spec;
  double error = 0.0;
};
[[nodiscard]] Simplified simplify(const BuiltMesh& mesh, double share, double max_error);

/// ld_sc of each level from the errors of the levels after it (`errors_m[0]` belongs to level 1):
/// strictly falling as stored, the last one 0. Levels that would never be chosen get a negative
/// number: the caller leaves them out.
[[nodiscard]] std::vector<double> levelScales(const std::vector<double>& errors_m);

}  // namespace sinew::convert
