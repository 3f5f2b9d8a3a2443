#pragma once

// Models of Jade Empire (PC): NAME.mdl with its NAME.mdx, materials, textures and super-models
// beside it (docs/format-jade.md).

#include "format/bytes.h"
#include "format/scene/read.h"

namespace sinew::jade {

/// True for the signatures of the PC release and of the Xbox release, which `read` refuses.
[[nodiscard]] bool looksLikeJade(Bytes bytes);

/// Reads a .mdl. The other files come through `options.resolver`: NAME.mdx or NAME.mdx2, where NAME
/// is that of `options.file_name`; ID.mab and the textures, which may also lie in `override/`; and
/// super-models. Readings: positions (absolute, delta), rotations (high_first, low_first), palette
/// (palette, mapping), bone_ids (registers, slots), binds (rest, stored).
[[nodiscard]] scene::ReadScene read(const SharedBytes& bytes, const scene::ReadOptions& options);

}  // namespace sinew::jade
