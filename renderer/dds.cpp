#include "renderer/dds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <fmt/core.h>

namespace sinew::renderer {

namespace {

constexpr std::uint64_t kHeaderBytes = 128;  // magic and DDS_HEADER
constexpr std::uint64_t kHeightAt = 12;
constexpr std::uint64_t kWidthAt = 16;
constexpr std::uint64_t kPixelFlagsAt = 80;
constexpr std::uint64_t kFourCcAt = 84;
constexpr std::uint64_t kBitCountAt = 88;
constexpr std::uint64_t kMasksAt = 92;

constexpr std::uint32_t kHasAlpha = 0x1;
constexpr std::uint32_t kHasFourCc = 0x4;
constexpr std::uint32_t kRgb = 0x40;
constexpr std::uint32_t kLuminance = 0x20000;

using Texel = std::array<std::uint8_t, 4>;

std::uint32_t byteAt(Bytes bytes, std::uint64_t at) {
  return std::to_integer<std::uint32_t>(bytes[static_cast<std::size_t>(at)]);
}
std::uint32_t u16At(Bytes bytes, std::uint64_t at) {
  return byteAt(bytes, at) | byteAt(bytes, at + 1) << 8;
}
std::uint32_t u32At(Bytes bytes, std::uint64_t at) {
  return u16At(bytes, at) | u16At(bytes, at + 2) << 16;
}

tl::unexpected<Error> failAt(std::uint64_t offset, std::string message) {
  return tl::unexpected<Error>(Error{"image.dds", offset, {}, std::move(message)});
}

Texel rgb565(std::uint32_t code) {
  const std::uint32_t r = code >> 11 & 31;
  const std::uint32_t g = code >> 5 & 63;
  const std::uint32_t b = code & 31;
  return {static_cast<std::uint8_t>(r << 3 | r >> 2), static_cast<std::uint8_t>(g << 2 | g >> 4),
          static_cast<std::uint8_t>(b << 3 | b >> 2), 255};
}

Texel mixTexels(const Texel& a, const Texel& b, std::uint32_t weight_a, std::uint32_t weight_b) {
  Texel out{0, 0, 0, 255};
  const std::uint32_t total = weight_a + weight_b;
  for (std::size_t c = 0; c < 3; ++c) {
    out[c] = static_cast<std::uint8_t>((a[c] * weight_a + b[c] * weight_b + total / 2) / total);
  }
  return out;
}

/// The colours of an 8-byte colour block. BC1 alone has the three-colour form with a transparent
/// fourth.
void decodeColors(Bytes block, bool allow_transparent, std::array<Texel, 16>& out) {
  const std::uint32_t code0 = u16At(block, 0);
  const std::uint32_t code1 = u16At(block, 2);
  std::array<Texel, 4> palette{rgb565(code0), rgb565(code1), {}, {}};
  if (code0 > code1 || !allow_transparent) {
    palette[2] = mixTexels(palette[0], palette[1], 2, 1);
    palette[3] = mixTexels(palette[0], palette[1], 1, 2);
  } else {
    palette[2] = mixTexels(palette[0], palette[1], 1, 1);
    palette[3] = {0, 0, 0, 0};
  }
  const std::uint32_t indices = u32At(block, 4);
  for (std::uint32_t i = 0; i < 16; ++i)
    out[i] = palette[indices >> (2 * i) & 3];
}

void decodeAlpha4(Bytes block, std::array<Texel, 16>& out) {
  for (std::uint32_t i = 0; i < 16; ++i) {
    const std::uint32_t code = byteAt(block, i / 2) >> (4 * (i & 1)) & 15;
    out[i][3] = static_cast<std::uint8_t>(code * 17);
  }
}

void decodeAlpha8(Bytes block, std::array<Texel, 16>& out) {
  const std::uint32_t a0 = byteAt(block, 0);
  const std::uint32_t a1 = byteAt(block, 1);
  std::array<std::uint32_t, 8> palette{a0, a1, 0, 0, 0, 0, 0, 255};
  const std::uint32_t steps = a0 > a1 ? 7 : 5;
  for (std::uint32_t k = 1; k < steps; ++k) {
    palette[k + 1] = (a0 * (steps - k) + a1 * k + steps / 2) / steps;
  }
  std::uint64_t indices = 0;
  for (std::uint64_t i = 0; i < 6; ++i)
    indices |= std::uint64_t{byteAt(block, 2 + i)} << (8 * i);
  for (std::uint32_t i = 0; i < 16; ++i) {
    out[i][3] = static_cast<std::uint8_t>(palette[indices >> (3 * i) & 7]);
  }
}

enum class BlockForm : std::uint8_t { Bc1, Bc2, Bc3 };

Result<Image> decodeBlocks(Bytes file, BlockForm form, Image image) {
  const std::uint64_t block_bytes = form == BlockForm::Bc1 ? 8 : 16;
  const auto width = static_cast<std::uint64_t>(image.width);
  const auto height = static_cast<std::uint64_t>(image.height);
  const std::uint64_t columns = (width + 3) / 4;
  const std::uint64_t rows = (height + 3) / 4;
  const std::uint64_t needed = columns * rows * block_bytes;  // sides are at most kMaxImageSide
  if (file.size() - kHeaderBytes < needed) {
    return failAt(file.size(), fmt::format("the DDS file ends after {} of {} bytes of blocks",
                                           file.size() - kHeaderBytes, needed));
  }
  image.rgba.resize(static_cast<std::size_t>(width * height * 4));
  std::array<Texel, 16> texels{};
  for (std::uint64_t block = 0; block < columns * rows; ++block) {
    Bytes bytes = file.subspan(static_cast<std::size_t>(kHeaderBytes + block * block_bytes),
                               static_cast<std::size_t>(block_bytes));
    decodeColors(form == BlockForm::Bc1 ? bytes : bytes.subspan(8), form == BlockForm::Bc1, texels);
    if (form == BlockForm::Bc2) decodeAlpha4(bytes, texels);
    if (form == BlockForm::Bc3) decodeAlpha8(bytes, texels);
    const std::uint64_t left = block % columns * 4;
    const std::uint64_t top = block / columns * 4;
    for (std::uint64_t y = top; y < std::min(top + 4, height); ++y) {
      for (std::uint64_t x = left; x < std::min(left + 4, width); ++x) {
        const Texel& texel = texels[static_cast<std::size_t>((y - top) * 4 + x - left)];
        std::copy(texel.begin(), texel.end(),
                  image.rgba.begin() + static_cast<std::ptrdiff_t>((y * width + x) * 4));
      }
    }
  }
  return image;
}

/// One channel of a pixel described by a mask, widened to 8 bits by rounding.
std::uint8_t channel(std::uint32_t pixel, std::uint32_t mask, std::uint8_t absent) {
  if (mask == 0) return absent;
  const int shift = std::countr_zero(mask);
  const std::uint64_t top = mask >> shift;
  const std::uint64_t value = (pixel & mask) >> shift;
  return static_cast<std::uint8_t>((value * 255 + top / 2) / top);
}

/// DXT2 and DXT4 hold colours multiplied by alpha; images are straight.
Result<Image> unpremultiplied(Result<Image> image) {
  if (!image) return image;
  for (std::size_t i = 0; i < image->rgba.size(); i += 4) {
    const std::uint32_t alpha = image->rgba[i + 3];
    for (std::size_t c = i; alpha != 0 && c < i + 3; ++c) {
      image->rgba[c] = static_cast<std::uint8_t>(
          std::min<std::uint32_t>(255, (image->rgba[c] * 255U + alpha / 2) / alpha));
    }
  }
  return image;
}

Result<Image> decodePlain(Bytes file, std::uint32_t flags, Image image) {
  const std::uint32_t bits = u32At(file, kBitCountAt);
  if (bits != 8 && bits != 16 && bits != 24 && bits != 32) {
    return failAt(kBitCountAt, fmt::format("{} bits a pixel, expected 8, 16, 24 or 32", bits));
  }
  std::array<std::uint32_t, 4> masks{};
  for (std::size_t c = 0; c < 4; ++c)
    masks[c] = u32At(file, kMasksAt + 4 * c);
  if ((flags & kLuminance) != 0) masks[1] = masks[2] = masks[0];
  if ((flags & kHasAlpha) == 0) masks[3] = 0;
  const std::uint64_t pixel_bytes = bits / 8;
  const std::uint64_t pixels =
      static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
  if (file.size() - kHeaderBytes < pixels * pixel_bytes) {
    return failAt(file.size(), fmt::format("the DDS file ends after {} of {} bytes of pixels",
                                           file.size() - kHeaderBytes, pixels * pixel_bytes));
  }
  image.rgba.resize(static_cast<std::size_t>(pixels * 4));
  for (std::uint64_t i = 0; i < pixels; ++i) {
    std::uint32_t pixel = 0;
    for (std::uint64_t b = 0; b < pixel_bytes; ++b) {
      pixel |= byteAt(file, kHeaderBytes + i * pixel_bytes + b) << (8 * b);
    }
    for (std::size_t c = 0; c < 4; ++c) {
      image.rgba[static_cast<std::size_t>(i * 4) + c] = channel(pixel, masks[c], c == 3 ? 255 : 0);
    }
  }
  return image;
}

}  // namespace

bool isDds(Bytes file) {
  return file.size() >= 4 && u32At(file, 0) == 0x20534444;
}

Result<Image> decodeDds(Bytes file) {
  if (file.size() < kHeaderBytes) {
    return failAt(file.size(),
                  fmt::format("the DDS file ends inside its header, after {} of {} bytes",
                              file.size(), kHeaderBytes));
  }
  const std::uint32_t width = u32At(file, kWidthAt);
  const std::uint32_t height = u32At(file, kHeightAt);
  constexpr auto kSide = static_cast<std::uint32_t>(kMaxImageSide);
  if (width == 0 || height == 0 || width > kSide || height > kSide) {
    return failAt(kHeightAt, fmt::format("the image is {} x {} pixels, expected sides of 1 to {}",
                                         width, height, kMaxImageSide));
  }
  Image image;
  image.width = static_cast<int>(width);
  image.height = static_cast<int>(height);
  const std::uint32_t flags = u32At(file, kPixelFlagsAt);
  if ((flags & kHasFourCc) != 0) {
    const std::uint32_t four_cc = u32At(file, kFourCcAt);
    switch (four_cc) {
      case 0x31545844:  // DXT1
        return decodeBlocks(file, BlockForm::Bc1, std::move(image));
      case 0x32545844:  // DXT2
        return unpremultiplied(decodeBlocks(file, BlockForm::Bc2, std::move(image)));
      case 0x33545844:  // DXT3
        return decodeBlocks(file, BlockForm::Bc2, std::move(image));
      case 0x34545844:  // DXT4
        return unpremultiplied(decodeBlocks(file, BlockForm::Bc3, std::move(image)));
      case 0x35545844:  // DXT5
        return decodeBlocks(file, BlockForm::Bc3, std::move(image));
      default:
        return failAt(
            kFourCcAt,
            fmt::format("DDS pixel format 0x{:08X}, expected DXT1 to DXT5 or plain pixels",
                        four_cc));
    }
  }
  if ((flags & (kRgb | kLuminance)) == 0) {
    return failAt(
        kPixelFlagsAt,
        fmt::format("DDS pixel flags 0x{:X} name neither colours nor a block format", flags));
  }
  return decodePlain(file, flags, std::move(image));
}

}  // namespace sinew::renderer
