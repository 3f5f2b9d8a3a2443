#pragma once

#include <string>

#include "format/gx/material.h"

namespace sinew::renderer {

/// GLSL of a material's TEV stages, to stand behind shaders/common_tev.glsl:
///     ivec4 tev(ivec4 texel[8], ivec4 color0, ivec4 color1)
/// with the texels by map and all values 0..255, gives the pixel, 0..255 a component, as
/// gx::evaluate does. Registers and konst colours are uniforms, since clips change them; materials
/// with equal stages have equal text, by which programs can be cached. One stage a block, with the
/// stage's formula as a comment.
[[nodiscard]] std::string tevFunction(const gx::Material& material);

}  // namespace sinew::renderer
