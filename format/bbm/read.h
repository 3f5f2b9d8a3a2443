#pragma once

// Fable's models: compiled and tagged meshes, animation images and BIG archives of them and of
// textures (docs/format-bbm.md).

#include <vector>

#include "format/bytes.h"
#include "format/scene/formats.h"

namespace sinew::bbm {

/// True where the bytes look like one of the four streams, by content alone. A compiled model has
/// no signature: a printable name that is no other format's, and a flag.
[[nodiscard]] bool looksLikeBbm(Bytes bytes);

/// Reads whatever of the four it is. `bytes` is not null. What is broken costs only itself; the
/// result is `unreadable` where nothing at all could be read.
[[nodiscard]] scene::ReadScene read(const SharedBytes& bytes, const scene::ReadOptions& options);

/// What `--reading=bbm.NAME=VALUE` knows (docs/format-bbm.md, section 10). The first value of each
/// is the default.
[[nodiscard]] const std::vector<scene::ReadingInfo>& readingInfos();

}  // namespace sinew::bbm
