#pragma once

// Textures of an archive (docs/format-bbm.md, section 9).

#include <optional>

#include "format/bbm/big.h"
#include "format/scene/scene.h"

namespace sinew::bbm {

/// Checks a texture's header and the extent of its levels; pixels are unpacked and decoded when
/// asked for. What is broken is told, with offsets in the payload. Empty where nothing of it can be
/// shown.
[[nodiscard]] std::optional<scene::Texture> readTexture(const SharedBytes& archive,
                                                        const BigEntry& entry, Context& context);

}  // namespace sinew::bbm
