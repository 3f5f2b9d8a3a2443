#pragma once

#include "format/gx/material.h"
#include "format/scene/value.h"

namespace sinew::mdl0 {

/// The `gx` object of a material as dumps print it: channels, registers, stages, probe.
[[nodiscard]] scene::Value describe(const gx::Material& material);

}  // namespace sinew::mdl0
