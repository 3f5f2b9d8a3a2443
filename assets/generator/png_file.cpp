#include "assets/generator/png_file.h"

#include <stdexcept>

#include <png.h>

namespace sinew::assets {

std::vector<std::byte> encodePng(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  if (png_image_write_to_memory(&image, nullptr, &size, 0, picture.rgb.data(), 0, nullptr) == 0) {
    throw std::runtime_error(image.message);
  }
  std::vector<std::byte> out(size);
  if (png_image_write_to_memory(&image, out.data(), &size, 0, picture.rgb.data(), 0, nullptr) ==
      0) {
    throw std::runtime_error(image.message);
  }
  out.resize(size);
  return out;
}

}  // namespace sinew::assets
