#include "app/png.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>

#include <fmt/core.h>
#include <png.h>
#include <zlib.h>

namespace sinew::app {
namespace {

using Text = std::vector<std::pair<std::string, std::string>>;

/// What libpng's callbacks share with `encodePng`. libpng leaves by longjmp, so nothing with a
/// destructor may live in the function that calls it: all owners live in `encodePng`.
struct Sink {
  std::vector<std::uint8_t>* bytes = nullptr;
  std::array<char, 128> problem{};
};

void onError(png_structp png, png_const_charp message) {
  auto* sink = static_cast<Sink*>(png_get_error_ptr(png));
  const std::string_view text = message;
  std::copy_n(text.data(), std::min(text.size(), sink->problem.size() - 1), sink->problem.data());
  png_longjmp(png, 1);
}

void onWarning(png_structp /*png*/, png_const_charp /*message*/) {}

void onWrite(png_structp png, png_bytep data, std::size_t size) {
  auto* sink = static_cast<Sink*>(png_get_io_ptr(png));
  sink->bytes->insert(sink->bytes->end(), data, data + size);
}

void onFlush(png_structp /*png*/) {}

bool isOpaque(const renderer::Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 255) return false;
  }
  return true;
}

bool isAscii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > 0; });
}

Result<void> checkText(const Text& text) {
  for (const auto& [key, value] : text) {
    const bool printable =
        std::all_of(key.begin(), key.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (key.empty() || key.size() > 79 || !printable || key.front() == ' ' || key.back() == ' ') {
      return fail("png.text", fmt::format("\"{}\" cannot be a PNG keyword", key));
    }
    if (value.find('\0') != std::string::npos) {
      return fail("png.text", fmt::format("the PNG text \"{}\" holds a NUL byte", key));
    }
  }
  return {};
}

std::vector<png_text> textChunks(Text& text) {
  std::vector<png_text> chunks;
  static std::string none;
  for (auto& [key, value] : text) {
    png_text chunk{};
    chunk.key = key.data();
    chunk.text = value.data();
    if (isAscii(value)) {
      chunk.compression = PNG_TEXT_COMPRESSION_NONE;
      chunk.text_length = value.size();
    } else {
      chunk.compression = PNG_ITXT_COMPRESSION_NONE;
      chunk.itxt_length = value.size();
      chunk.lang = none.data();
      chunk.lang_key = none.data();
    }
    chunks.push_back(chunk);
  }
  return chunks;
}

struct Job {
  png_structp png = nullptr;
  png_infop info = nullptr;
  const std::uint8_t* pixels = nullptr;  ///< RGBA; libpng leaves the alpha out where asked
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  int color_type = 0;
  png_text* text = nullptr;
  int text_count = 0;
};

bool write(const Job& job) {
  if (setjmp(png_jmpbuf(job.png)) != 0) return false;
  // Time matters more than size here (docs/performance.md). Pictures of models are flat areas and
  // smooth shades: after this filter runs of zeros, which this strategy finds fastest and packs
  // best.
  png_set_filter(job.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_set_compression_level(job.png, 1);
  png_set_compression_strategy(job.png, Z_RLE);
  png_set_compression_buffer_size(job.png, std::size_t{1} << 16);
  png_set_IHDR(job.png, job.info, job.width, job.height, 8, job.color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(job.png, job.info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (job.text_count > 0) png_set_text(job.png, job.info, job.text, job.text_count);
  png_write_info(job.png, job.info);
  if (job.color_type == PNG_COLOR_TYPE_RGB) png_set_filler(job.png, 0, PNG_FILLER_AFTER);
  for (png_uint_32 y = 0; y < job.height; ++y) {
    png_write_row(job.png, job.pixels + std::size_t{y} * job.width * 4);
  }
  png_write_end(job.png, job.info);
  return true;
}

}  // namespace

Result<std::vector<std::uint8_t>> encodePng(const renderer::Image& image, const Text& text) {
  const std::size_t pixels =
      image.width > 0 && image.height > 0
          ? static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height)
          : 0;
  if (pixels == 0 || image.rgba.size() / 4 != pixels || image.rgba.size() % 4 != 0) {
    return fail("png.size", fmt::format("an image of {}x{} with {} bytes cannot be written",
                                        image.width, image.height, image.rgba.size()));
  }
  if (auto checked = checkText(text); !checked) return tl::unexpected(checked.error());

  const bool opaque = isOpaque(image);
  Text owned_text = text;
  std::vector<png_text> chunks = textChunks(owned_text);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(std::size_t{1} << 16);
  Sink sink;
  sink.bytes = &bytes;

  Job job;
  job.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, onError, onWarning);
  if (job.png == nullptr) return fail("png.memory", "libpng could not be set up");
  job.info = png_create_info_struct(job.png);
  if (job.info == nullptr) {
    png_destroy_write_struct(&job.png, nullptr);
    return fail("png.memory", "libpng could not be set up");
  }
  png_set_write_fn(job.png, &sink, onWrite, onFlush);
  // libpng's own caps stop at a million pixels a side; ours is the driver's limit, checked long
  // before.
  png_set_user_limits(job.png, 0x7fffffff, 0x7fffffff);
  job.pixels = image.rgba.data();
  job.width = static_cast<png_uint_32>(image.width);
  job.height = static_cast<png_uint_32>(image.height);
  job.color_type = opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
  job.text = chunks.data();
  job.text_count = static_cast<int>(chunks.size());
  const bool written = write(job);
  png_destroy_write_struct(&job.png, &job.info);
  if (!written) return fail("png.encode", fmt::format("libpng: {}", sink.problem.data()));
  return bytes;
}

}  // namespace sinew::app
