#include "app/png.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <future>

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

// ---------------------------------------------------------------- pixels

/// Strips of a picture are packed side by side. Their number depends on the picture alone, so that
/// its bytes do not depend on the machine.
constexpr int kStrips = 4;
constexpr int kLeastStripRows = 16;

/// A part of the zlib stream, without its head and end.
struct Strip {
  std::vector<std::uint8_t> bytes;
  uLong adler = 1;
  std::size_t raw_size = 0;
  bool packed = false;
};

/// A row as PNG has it: the filter's number, then each byte less the same one of the pixel before.
void filterRow(const std::uint8_t* rgba, std::uint8_t* out, int width, std::size_t channels) {
  *out++ = PNG_FILTER_VALUE_SUB;
  std::copy_n(rgba, channels, out);
  out += channels;
  for (int x = 1; x < width; ++x, rgba += 4, out += channels) {
    for (std::size_t c = 0; c < channels; ++c)
      out[c] = static_cast<std::uint8_t>(rgba[c + 4] - rgba[c]);
  }
}

/// Packs what stands in `stream`'s input into `out`.
bool pack(z_stream& stream, int flush, std::vector<std::uint8_t>& out) {
  constexpr std::size_t kStep = std::size_t{1} << 16;
  do {
    const std::size_t before = out.size();
    out.resize(before + kStep);
    stream.next_out = out.data() + before;
    stream.avail_out = kStep;
    const int status = deflate(&stream, flush);
    out.resize(before + kStep - stream.avail_out);
    if (status == Z_STREAM_ERROR) return false;
  } while (stream.avail_out == 0);
  return true;
}

/// Rows [first, last) as raw deflate data that ends on a byte, and ends the stream if `is_last`.
Strip packStrip(const renderer::Image& image, std::size_t channels, int first, int last,
                bool is_last) {
  Strip strip;
  z_stream stream{};
  // Time matters more than size here (docs/performance.md). Pictures of models are flat areas and
  // smooth shades: after this filter runs of zeros, which this strategy finds fastest and packs
  // best.
  constexpr int kRawDeflate = -15;
  constexpr int kMemory = 8;
  if (deflateInit2(&stream, 1, Z_DEFLATED, kRawDeflate, kMemory, Z_RLE) != Z_OK) return strip;
  std::vector<std::uint8_t> row(1 + static_cast<std::size_t>(image.width) * channels);
  strip.packed = true;
  for (int y = first; y < last && strip.packed; ++y) {
    const std::size_t at = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) * 4;
    filterRow(image.rgba.data() + at, row.data(), image.width, channels);
    strip.adler = adler32_z(strip.adler, row.data(), row.size());
    strip.raw_size += row.size();
    stream.next_in = row.data();
    stream.avail_in = static_cast<uInt>(row.size());
    const bool ends = y + 1 == last;
    const int flush = !ends ? Z_NO_FLUSH : is_last ? Z_FINISH : Z_FULL_FLUSH;
    strip.packed = pack(stream, flush, strip.bytes);
  }
  deflateEnd(&stream);
  return strip;
}

/// The zlib stream of the picture in pieces; empty where memory is short.
std::vector<Strip> packPixels(const renderer::Image& image, std::size_t channels) {
  const int count = std::clamp(image.height / kLeastStripRows, 1, kStrips);
  // Where there is no thread to be had, a strip is packed when it is asked for.
  constexpr auto kPolicy = std::launch::async | std::launch::deferred;
  std::vector<std::future<Strip>> others;
  const auto row = [&](int strip) { return image.height / count * strip; };
  for (int i = 1; i < count; ++i) {
    const int last = i + 1 == count ? image.height : row(i + 1);
    others.push_back(std::async(kPolicy, [&image, channels, first = row(i), last] {
      return packStrip(image, channels, first, last, last == image.height);
    }));
  }
  std::vector<Strip> strips;
  strips.push_back(packStrip(image, channels, 0, count == 1 ? image.height : row(1), count == 1));
  for (std::future<Strip>& other : others)
    strips.push_back(other.get());
  if (!std::all_of(strips.begin(), strips.end(), [](const Strip& s) { return s.packed; })) {
    return {};
  }
  constexpr std::array<std::uint8_t, 2> kHead{0x78, 0x01};  // window of 32 KiB, fastest
  strips.front().bytes.insert(strips.front().bytes.begin(), kHead.begin(), kHead.end());
  uLong adler = strips.front().adler;
  for (std::size_t i = 1; i < strips.size(); ++i) {
    adler = adler32_combine(adler, strips[i].adler, static_cast<z_off_t>(strips[i].raw_size));
  }
  for (int shift = 24; shift >= 0; shift -= 8)
    strips.back().bytes.push_back(static_cast<std::uint8_t>(adler >> shift));
  return strips;
}

// ---------------------------------------------------------------- the file

struct Job {
  png_structp png = nullptr;
  png_infop info = nullptr;
  const std::vector<Strip>* strips = nullptr;
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  int color_type = 0;
  png_text* text = nullptr;
  int text_count = 0;
};

bool write(const Job& job) {
  if (setjmp(png_jmpbuf(job.png)) != 0) return false;
  png_set_IHDR(job.png, job.info, job.width, job.height, 8, job.color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(job.png, job.info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (job.text_count > 0) png_set_text(job.png, job.info, job.text, job.text_count);
  png_write_info(job.png, job.info);
  constexpr png_byte kImageData[5] = {'I', 'D', 'A', 'T', 0};
  constexpr png_byte kImageEnd[5] = {'I', 'E', 'N', 'D', 0};
  constexpr std::size_t kLargestChunk = std::size_t{1} << 30;
  for (std::size_t i = 0; i < job.strips->size(); ++i) {
    const std::vector<std::uint8_t>& bytes = (*job.strips)[i].bytes;
    for (std::size_t at = 0; at < bytes.size(); at += kLargestChunk) {
      png_write_chunk(job.png, kImageData, bytes.data() + at,
                      std::min(kLargestChunk, bytes.size() - at));
    }
  }
  png_write_chunk(job.png, kImageEnd, nullptr, 0);
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
  const std::vector<Strip> strips = packPixels(image, opaque ? 3 : 4);
  if (strips.empty()) return fail("png.memory", "zlib could not be set up");
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
  job.strips = &strips;
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
