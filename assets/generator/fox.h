#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assets/generator/png_file.h"
#include "format/bmd1/write.h"

namespace sinew::assets {

/// The sample model: a fox with clips walk, idle, jump, puff, and yip; its texture is looked for as
/// `texture`.
[[nodiscard]] bmd1::FileSpec makeFox(const std::string& texture);
[[nodiscard]] Picture makeFoxTexture();

}  // namespace sinew::assets
