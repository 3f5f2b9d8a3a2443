#pragma once

#include "renderer/passes.h"
#include "renderer/picture.h"

namespace sinew::renderer {

/// Draws all of a picture into the bound framebuffer. `context.frame` is not looked at.
[[nodiscard]] Result<void> drawPicturePasses(const PassContext& context, const PictureFrame& frame);

}  // namespace sinew::renderer
