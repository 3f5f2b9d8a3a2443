#pragma once

#include "format/bytes.h"
#include "format/result.h"
#include "renderer/image.h"

namespace sinew::renderer {

/// True where the bytes start as a DDS file does.
[[nodiscard]] bool isDds(Bytes file);

/// Decodes the first level of a DDS file: BC1, BC2, BC3 (FourCC DXT1..DXT5) or uncompressed pixels
/// of 8 to 32 bits described by channel masks. \return an Error with the offset of the bad field:
/// truncated, an unknown pixel format, too large.
[[nodiscard]] Result<Image> decodeDds(Bytes file);

}  // namespace sinew::renderer
