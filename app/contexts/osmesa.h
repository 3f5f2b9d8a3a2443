#pragma once

// OpenGL through libOSMesa, Mesa's rasteriser without EGL: the last resort. The library is opened
// at run time.

#include "app/contexts/egl.h"

namespace sinew::app::osmesa {

/// \return an Error naming the library or the step that failed. The context is current.
[[nodiscard]] Result<egl::MadeContext> create();

}  // namespace sinew::app::osmesa
