// PNG, ISO/IEC 15948: section numbers below are the standard's.

#include "app/regress/fast_png.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include <libdeflate.h>

#include "app/regress/png_chunks.h"

namespace sinew::app::regress {

namespace {

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const {
    libdeflate_free_decompressor(decompressor);
  }
};

struct Packed {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t channels = 0;  ///< 3 or 4
  std::vector<std::byte> deflated;
};

/// Width, height and channels where the picture is a plain one (11.2.2).
bool readHeader(const PngChunk& chunk, Packed& out) {
  if (chunk.type != "IHDR" || chunk.data.size() != 13) return false;
  out.width = bigEndian(chunk.data, 0);
  out.height = bigEndian(chunk.data, 4);
  const auto depth = std::to_integer<int>(chunk.data[8]);
  const auto color = std::to_integer<int>(chunk.data[9]);
  const bool plain = depth == 8 && (color == 2 || color == 6) && chunk.data[10] == std::byte{0} &&
                     chunk.data[11] == std::byte{0} && chunk.data[12] == std::byte{0};
  out.channels = color == 2 ? 3 : 4;
  return plain && out.width > 0 && out.height > 0 && out.width <= renderer::kMaxImageSide &&
         out.height <= renderer::kMaxImageSide;
}

/// Chunks that leave the pixels as they are; all unknown ancillary ones do, but libpng may know
/// them.
bool isHarmless(std::string_view type) {
  for (const std::string_view known :
       {"sRGB", "tEXt", "iTXt", "zTXt", "pHYs", "tIME", "eXIf", "bKGD", "sBIT", "cHRM"}) {
    if (type == known) return true;
  }
  return false;
}

std::optional<Packed> readChunks(Bytes file) {
  Packed out;
  std::size_t at = kPngSignature.size();
  bool headed = false;
  bool closed = false;  // behind the last IDAT
  while (const std::optional<PngChunk> chunk = readPngChunk(file.subspan(at))) {
    at += chunk->size;
    if (!headed) {
      if (!readHeader(*chunk, out)) return std::nullopt;
      headed = true;
    } else if (chunk->type == "IDAT") {
      if (closed) return std::nullopt;
      out.deflated.insert(out.deflated.end(), chunk->data.begin(), chunk->data.end());
    } else if (chunk->type == "IEND") {
      if (out.deflated.empty()) return std::nullopt;
      return out;
    } else {
      const bool linear =
          chunk->type == "gAMA" && (chunk->data.size() != 4 || bigEndian(chunk->data, 0) != 45455);
      if (linear || (chunk->type != "gAMA" && !isHarmless(chunk->type))) return std::nullopt;
      closed = !out.deflated.empty();
    }
  }
  return std::nullopt;
}

std::uint8_t paeth(int left, int up, int corner) {
  const int estimate = left + up - corner;
  const int to_left = std::abs(estimate - left);
  const int to_up = std::abs(estimate - up);
  const int to_corner = std::abs(estimate - corner);
  if (to_left <= to_up && to_left <= to_corner) return static_cast<std::uint8_t>(left);
  return static_cast<std::uint8_t>(to_up <= to_corner ? up : corner);
}

/// Undoes the filter of one row (9.2), writing RGBA. `up` is the row above, zeros at first.
template <std::size_t kChannels>
bool unfilterRow(const std::uint8_t* in, const std::uint8_t* up, std::uint8_t* out,
                 std::size_t width) {
  const std::uint8_t filter = *in++;
  std::uint8_t left[4] = {};
  std::uint8_t corner[4] = {};
  const auto each = [&](const auto& predict) {
    for (std::size_t x = 0; x < width; ++x, in += kChannels, up += 4, out += 4) {
      for (std::size_t c = 0; c < kChannels; ++c)
        left[c] = static_cast<std::uint8_t>(in[c] + predict(c));
      std::memcpy(out, left, kChannels);  // behind the reads: `out` may be where `in` is
      if constexpr (kChannels == 3) out[3] = 255;
    }
  };
  switch (filter) {
    case 0:
      each([](std::size_t) { return 0; });
      return true;
    case 1:
      each([&](std::size_t c) { return left[c]; });
      return true;
    case 2:
      each([&](std::size_t c) { return up[c]; });
      return true;
    case 3:
      each([&](std::size_t c) { return (left[c] + up[c]) / 2; });
      return true;
    case 4:
      each([&](std::size_t c) {
        const std::uint8_t value = paeth(left[c], up[c], corner[c]);
        corner[c] = up[c];
        return value;
      });
      return true;
    default:
      return false;
  }
}

bool unfilter(const Packed& packed, const std::uint8_t* filtered, renderer::Image& image) {
  const std::size_t in_stride = packed.width * packed.channels + 1;
  const std::size_t out_stride = packed.width * 4;
  const std::vector<std::uint8_t> zeros(out_stride, 0);
  const std::uint8_t* up = zeros.data();
  for (std::size_t y = 0; y < packed.height; ++y) {
    const std::uint8_t* in = filtered + y * in_stride;
    std::uint8_t* out = image.rgba.data() + y * out_stride;
    const bool known = packed.channels == 3 ? unfilterRow<3>(in, up, out, packed.width)
                                            : unfilterRow<4>(in, up, out, packed.width);
    if (!known) return false;
    up = out;
  }
  return true;
}

}  // namespace

std::optional<renderer::Image> decodePlainPng(Bytes file) {
  if (!isPng(file)) return std::nullopt;
  const std::optional<Packed> packed = readChunks(file);
  if (!packed) return std::nullopt;
  const std::size_t size = packed->height * (packed->width * packed->channels + 1);
  // Deflate packs at most 1032 bytes into one: a larger claim is false, and nothing is allocated.
  if (size / 1032 > packed->deflated.size()) return std::nullopt;
  const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
      libdeflate_alloc_decompressor());
  if (!decompressor) return std::nullopt;
  // Unpacked into the end of the picture's own memory: undoing the filters from the first row on
  // writes 4 bytes a pixel behind what it reads, and never overtakes it.
  const std::size_t pixel_bytes = packed->width * packed->height * 4;
  renderer::Image image;
  image.width = static_cast<int>(packed->width);
  image.height = static_cast<int>(packed->height);
  image.rgba.resize(std::max(pixel_bytes, size) + 4);
  std::uint8_t* filtered = image.rgba.data() + image.rgba.size() - size;
  if (libdeflate_zlib_decompress(decompressor.get(), packed->deflated.data(),
                                 packed->deflated.size(), filtered, size,
                                 nullptr) != LIBDEFLATE_SUCCESS) {
    return std::nullopt;
  }
  if (!unfilter(*packed, filtered, image)) return std::nullopt;
  image.rgba.resize(pixel_bytes);
  return image;
}

}  // namespace sinew::app::regress
