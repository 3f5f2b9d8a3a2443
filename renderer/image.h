#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "format/bytes.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::renderer {

/// 8-bit RGBA, straight alpha, sRGB-encoded colour, rows from the top, no padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Largest side an image may have, checked before anything is decoded.
inline constexpr int kMaxImageSide = 16384;

/// Decodes PNG, TGA, JPEG and BMP (stb_image) and DDS (BC1 to BC3 and uncompressed 16/24/32 bit,
/// first level, decoded on the CPU so that every driver shows the same texels). \return an Error
/// with the byte offset where it can be told: not an image, truncated, too large.
[[nodiscard]] Result<Image> decodeImage(Bytes file);

/// Decodes a texture that lies inside its model's file (Texture::inside), first level.
[[nodiscard]] Result<Image> decodeTexture(const Texture& texture);

}  // namespace sinew::renderer
