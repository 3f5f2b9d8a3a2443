#pragma once

// Models, images and animations of the Wii: BRRES files with MDL0, TEX0, PLT0, CHR0, SRT0, PAT0,
// CLR0, VIS0 and SHP0 parts, such parts alone, in U8 archives and behind Yaz0, Yay0, LZ10 or LZ11.
// docs/format-mdl0.md.

#include "format/scene/read.h"

namespace sinew::mdl0 {

/// Whether the bytes begin such a file.
[[nodiscard]] bool looksLikeMdl0(Bytes bytes);

/// Reads a file whole. No bytes make it crash, hang or allocate more than a small multiple of them
/// and of what they unpack to.
[[nodiscard]] scene::ReadScene read(const SharedBytes& bytes, const scene::ReadOptions& options);

}  // namespace sinew::mdl0
