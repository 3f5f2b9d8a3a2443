#pragma once

#include <string>

#include "renderer/renderer.h"

namespace sinew::app {

/// GL_RENDERER of the current context, empty where the driver tells none.
[[nodiscard]] std::string glRendererName(renderer::GlProcLoader loader);

/// Whether that name is one of Mesa's CPU rasterisers.
[[nodiscard]] bool isSoftwareRenderer(const std::string& gl_renderer);

}  // namespace sinew::app
