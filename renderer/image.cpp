#include "renderer/image.h"

#include <limits>
#include <memory>

#include <fmt/core.h>
#include <stb_image.h>

#include "renderer/dds.h"

namespace sinew::renderer {

namespace {

struct FreePixels {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

tl::unexpected<Error> failed(std::string message) {
  return fail("image", std::move(message));
}

}  // namespace

Result<Image> decodeImage(Bytes file) {
  if (isDds(file)) return decodeDds(file);
  if (file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    return failed(fmt::format("the image file has {} bytes, more than can be read", file.size()));
  }
  const auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
  const int size = static_cast<int>(file.size());
  int width = 0;
  int height = 0;
  int channels = 0;
  if (size == 0 || stbi_info_from_memory(bytes, size, &width, &height, &channels) == 0) {
    return failed(fmt::format("not a PNG, TGA, JPEG, BMP or DDS image: {}",
                              size == 0 ? "the file is empty" : stbi_failure_reason()));
  }
  if (width < 1 || height < 1 || width > kMaxImageSide || height > kMaxImageSide) {
    return failed(fmt::format("the image is {} x {} pixels, expected sides of 1 to {}", width,
                              height, kMaxImageSide));
  }
  // A tiny file may claim a huge picture. Deflate packs at most 1032 bytes into one and a byte of a
  // PNG holds at most 8 pixels, so a larger claim cannot be true and nothing is allocated for it.
  const std::uint64_t pixels =
      static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  if (pixels / 8256 > file.size()) {
    return failed(fmt::format("the image is {} x {} pixels, which {} bytes cannot hold", width,
                              height, file.size()));
  }
  const std::unique_ptr<stbi_uc, FreePixels> decoded(
      stbi_load_from_memory(bytes, size, &width, &height, &channels, 4));
  if (!decoded) return failed(fmt::format("the image is damaged: {}", stbi_failure_reason()));
  Image image;
  image.width = width;
  image.height = height;
  image.rgba.assign(decoded.get(), decoded.get() + pixels * 4);
  return image;
}

Result<Image> decodeTexture(const Texture& texture) {
  if (texture.encoded != nullptr) return decodeImage(*texture.encoded);
  if (texture.pixels == nullptr) return failed("the model's file does not hold it");
  const Pixels::Size size = texture.pixels->size(0);
  if (size.width > kMaxImageSide || size.height > kMaxImageSide)
    return failed(
        fmt::format("it is {} x {}, larger than {}", size.width, size.height, kMaxImageSide));
  Image image{static_cast<int>(size.width), static_cast<int>(size.height),
              texture.pixels->decode(0)};
  if (image.rgba.empty()) return failed("the model's file does not hold all of it");
  return image;
}

}  // namespace sinew::renderer
