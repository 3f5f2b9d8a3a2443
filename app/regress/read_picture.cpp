#include "app/regress/read_picture.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <png.h>

#include "app/document.h"
#include "app/regress/fast_png.h"

namespace sinew::app::regress {

namespace {

/// What libpng's callbacks share with `decodePng`. libpng leaves by longjmp, so nothing with a
/// destructor may live in the functions that call it: all owners live in `decodePng`.
struct Source {
  Bytes left;
  std::array<char, 128> problem{};
};

void onError(png_structp png, png_const_charp message) {
  auto* source = static_cast<Source*>(png_get_error_ptr(png));
  const std::string_view text = message;
  std::copy_n(text.data(), std::min(text.size(), source->problem.size() - 1),
              source->problem.data());
  png_longjmp(png, 1);
}

void onWarning(png_structp /*png*/, png_const_charp /*message*/) {}

void onRead(png_structp png, png_bytep data, std::size_t size) {
  auto* source = static_cast<Source*>(png_get_io_ptr(png));
  if (size > source->left.size()) png_error(png, "the file ends too early");
  std::memcpy(data, source->left.data(), size);
  source->left = source->left.subspan(size);
}

struct Reader {
  png_structp png = nullptr;
  png_infop info = nullptr;
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

/// Reads up to the pixels and sets up 8-bit RGBA.
bool readHead(const Reader& reader) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_user_limits(reader.png, renderer::kMaxImageSide, renderer::kMaxImageSide);
  // Files without a gAMA or sRGB chunk are sRGB.
  png_set_alpha_mode(reader.png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  png_read_info(reader.png, reader.info);
  png_set_expand(reader.png);
  png_set_scale_16(reader.png);
  png_set_gray_to_rgb(reader.png);
  png_set_add_alpha(reader.png, 0xFF, PNG_FILLER_AFTER);
  png_set_interlace_handling(reader.png);
  png_read_update_info(reader.png, reader.info);
  return true;
}

bool readPixels(const Reader& reader, png_bytepp rows) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_read_image(reader.png, rows);
  png_read_end(reader.png, nullptr);
  return true;
}

tl::unexpected<Error> damaged(const Source& source) {
  return fail("image", fmt::format("the PNG is damaged: {}", source.problem.data()));
}

Result<renderer::Image> decodePng(Bytes file) {
  Source source{file, {}};
  Reader reader;
  reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, onError, onWarning);
  if (reader.png != nullptr) reader.info = png_create_info_struct(reader.png);
  if (reader.info == nullptr) return fail("image", "libpng could not be set up");
  png_set_read_fn(reader.png, &source, onRead);
  if (!readHead(reader)) return damaged(source);

  renderer::Image image;
  image.width = static_cast<int>(png_get_image_width(reader.png, reader.info));
  image.height = static_cast<int>(png_get_image_height(reader.png, reader.info));
  const auto row_bytes = static_cast<std::size_t>(image.width) * 4;
  // A tiny file may claim a huge picture. Deflate packs at most 1032 bytes into one and a byte of a
  // PNG holds at most 8 pixels, so a larger claim cannot be true and nothing is allocated for it.
  const std::size_t pixels = static_cast<std::size_t>(image.height) * row_bytes / 4;
  if (pixels / 8256 > file.size()) {
    return fail("image", fmt::format("the image is {} x {} pixels, which {} bytes cannot hold",
                                     image.width, image.height, file.size()));
  }
  if (png_get_rowbytes(reader.png, reader.info) != row_bytes) {
    return fail("image", "libpng gives rows of an unexpected size");
  }
  image.rgba.resize(pixels * 4);
  std::vector<png_bytep> rows(static_cast<std::size_t>(image.height));
  for (std::size_t y = 0; y < rows.size(); ++y)
    rows[y] = image.rgba.data() + y * row_bytes;
  if (!readPixels(reader, rows.data())) return damaged(source);
  return image;
}

}  // namespace

Result<renderer::Image> decodePicture(Bytes file) {
  if (std::optional<renderer::Image> plain = decodePlainPng(file)) return std::move(*plain);
  const auto* bytes = reinterpret_cast<png_const_bytep>(file.data());
  if (file.size() >= 8 && png_sig_cmp(bytes, 0, 8) == 0) return decodePng(file);
  return renderer::decodeImage(file);
}

Result<renderer::Image> decodeNamed(const std::string& path, const SharedBytes& bytes) {
  Result<renderer::Image> image = decodePicture(*bytes);
  if (!image) image.error().message = fmt::format("{}: {}", path, image.error().message);
  return image;
}

Result<renderer::Image> readPicture(const std::string& path, std::uint64_t max_size_bytes) {
  const Result<SharedBytes> bytes = readInput(path, max_size_bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  return decodeNamed(path, *bytes);
}

}  // namespace sinew::app::regress
