#pragma once

#include <cstdint>
#include <string>

#include "format/bytes.h"
#include "format/result.h"
#include "renderer/image.h"

namespace sinew::app::regress {

/// Decodes a picture to compare: straight alpha, sRGB-encoded, 8 bits a channel. PNG files of every
/// kind, with 16 bits rounded to 8 and a gAMA chunk turned into sRGB (colour profiles are not
/// applied); and what renderer::decodeImage reads. \return an Error where it is damaged or larger
/// than renderer::kMaxImageSide a side.
[[nodiscard]] Result<renderer::Image> decodePicture(Bytes file);

/// The same, with the path in front of the message.
[[nodiscard]] Result<renderer::Image> decodeNamed(const std::string& path,
                                                  const SharedBytes& bytes);

/// Reads a picture from a file of at most `max_size_bytes`, or from standard input for "-".
[[nodiscard]] Result<renderer::Image> readPicture(const std::string& path,
                                                  std::uint64_t max_size_bytes);

}  // namespace sinew::app::regress
