#pragma once

// Images of 4x4 blocks: BC1, BC2 and BC3, which games call DXT1, DXT3 and DXT5. Decoded on the CPU,
// so that every driver shows the same texels.

#include <cstdint>
#include <vector>

#include "format/bytes.h"

namespace sinew {

enum class BlockForm : std::uint8_t {
  Bc1,  ///< DXT1: 8 bytes a block; the three-colour form has a transparent fourth
  Bc2,  ///< DXT3: 16 bytes, four bits of alpha a texel
  Bc3   ///< DXT5: 16 bytes, interpolated alpha
};

/// Bytes that an image takes: blocks row by row, sides rounded up to whole blocks. Sides are at
/// most 2^28.
[[nodiscard]] std::uint64_t blockImageBytes(BlockForm form, std::uint32_t width,
                                            std::uint32_t height);

/// RGBA, 8 bits each, alpha as stored, rows in the order stored, no padding: 4 * width * height
/// bytes. The caller has checked that `blocks` has blockImageBytes(...) bytes or more.
[[nodiscard]] std::vector<std::uint8_t> decodeBlockImage(BlockForm form, std::uint32_t width,
                                                         std::uint32_t height, Bytes blocks);

}  // namespace sinew
