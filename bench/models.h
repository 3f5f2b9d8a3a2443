#pragma once

// Models for the benchmarks, of any size.

#include <cstdint>
#include <vector>

#include "format/bytes.h"

namespace sinew::bench {

struct ModelSize {
  std::uint32_t meshes = 100;  ///< of 32 x 31 vertices and 1,984 triangles each
  std::uint32_t bones = 50;
  std::uint32_t clips =
      4;  ///< of 60 frames, a third of them keyed, rotations and some translations
};

/// A BMD1 file: a row of tori along the bones, one mesh after the other in 64-bit flat, 64-bit
/// textured, mixed and 128-bit records, and two closed boxes as solids. Ends the program with a
/// message when it cannot be written, which is a fault of ours.
[[nodiscard]] std::vector<std::byte> makeModelFile(const ModelSize& size);

}  // namespace sinew::bench
