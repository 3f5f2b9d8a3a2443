#pragma once

#include <string>
#include <vector>

#include "app/document.h"

namespace sinew::app {

/// Finds the image of a texture that a material names (docs/format-bmd1.md, section 3; docs/cli.md,
/// "Textures"): relative to the model's folder and its parents up to the one that holds the name's
/// first folder, then in each of `texture_paths`; a leading `resource/` and a 3-letter extension
/// may be dropped,
/// `\` counts as `/`, every part in any case; extensions png tga jpg jpeg bmp dds. Never leaves the
/// folders searched: names with `..` or absolute names are refused.
[[nodiscard]] FoundTexture findTexture(const std::string& name, const std::string& model_path,
                                       const std::vector<std::string>& texture_paths);

}  // namespace sinew::app
