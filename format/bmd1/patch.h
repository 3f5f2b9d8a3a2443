#pragma once

// Changes a file's bytes in place: what is edited, and nothing else (docs/format-bmd1.md, section
// 6).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "format/bmd1/file.h"
#include "format/result.h"

namespace sinew::bmd1 {

/// Other bones and weights for a pseudo-bone.
struct PseudoBonePatch {
  std::uint32_t bone = kNone;  ///< index into File::bones
  /// kNone: the stored id stays, which is allowed where the weight is 0 only.
  std::array<std::uint32_t, 4> bones{kNone, kNone, kNone, kNone};
  std::array<double, 4> weights{};  ///< rounded to the nearest F8A
};

/// A copy of the file's bytes with these ids and weights; every other byte is as it was.
/// \return an Error naming the field (path) that cannot be stored: "patch.reference" (no
/// pseudo-bone, no normal bone), "patch.value" (beyond F8A's range, not finite, weights that add up
/// to 0).
[[nodiscard]] Result<std::vector<std::byte>> withPseudoBones(
    const File& file, std::span<const PseudoBonePatch> patches);

}  // namespace sinew::bmd1
