#pragma once

#include "assets/generator/fox_parts.h"
#include "assets/generator/png_file.h"

namespace sinew::assets {

/// The fox's texture: every texel is coloured by where it lies on the fox.
[[nodiscard]] Picture paintFox(const FoxParts& parts, int size);

}  // namespace sinew::assets
