#pragma once

#include "renderer/renderer.h"

namespace sinew::renderer {

/// Asks the current context what it is and can do.
[[nodiscard]] GpuInfo queryGpuInfo();

/// Keeps indices exact on every driver: some mangle gl_VertexID from 2^23 on.
inline constexpr int kMaxStreamWords = 1 << 23;

}  // namespace sinew::renderer
