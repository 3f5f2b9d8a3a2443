#pragma once

#include <string>
#include <vector>

#include "app/receipt.h"
#include "app/regress/worker_messages.h"
#include "renderer/image.h"

namespace sinew::app::regress {

/// A picture that was drawn for a request.
struct DrawnPicture {
  DrawRequest request;
  renderer::Image image;
  PngText receipt;
  CompareSettings settings;
  std::string mask;  ///< a picture; empty: none
};

/// Compares it with its baseline and encodes what is wanted. Needs no OpenGL.
[[nodiscard]] CaseReply finishPicture(const DrawnPicture& drawn);

}  // namespace sinew::app::regress
