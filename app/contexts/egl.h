#pragma once

// OpenGL through EGL without any window system. libEGL is opened at run time, so that commands that
// draw nothing work on machines without it.

#include <memory>
#include <string>
#include <vector>

#include "app/gl_context.h"
#include "format/result.h"

namespace sinew::app::egl {

/// A context that was made; `software` tells whether a rasteriser on the CPU stands behind it.
struct MadeContext {
  std::unique_ptr<GlContext> context;
  std::string gl_renderer;
  bool software = false;
};

/// EGL_PLATFORM_SURFACELESS_MESA. The context is current.
/// \return an Error with the step that failed and the EGL error's name.
[[nodiscard]] Result<MadeContext> createSurfaceless();

/// EGL_EXT_platform_device with device `number` of `listDevices`. The context is current.
[[nodiscard]] Result<MadeContext> createOnDevice(int number);

/// The devices of EGL_EXT_device_enumeration, in the driver's order.
/// \return an Error where there is no libEGL or it cannot list devices.
[[nodiscard]] Result<std::vector<GlDevice>> listDevices();

/// Makes a context of this file current again after another was tried.
[[nodiscard]] bool makeCurrent(const GlContext& context);

}  // namespace sinew::app::egl
