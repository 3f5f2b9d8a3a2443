#include "renderer/dds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <fmt/core.h>

#include "format/block_image.h"

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

Result<Image> decodeBlockFile(Bytes file, BlockForm form, Image image) {
  const auto width = static_cast<std::uint32_t>(image.width);
  const auto height = static_cast<std::uint32_t>(image.height);
  const std::uint64_t needed = blockImageBytes(form, width, height);
  const Bytes blocks = file.subspan(static_cast<std::size_t>(kHeaderBytes));
  if (blocks.size() < needed) {
    return failAt(file.size(), fmt::format("the DDS file ends after {} of {} bytes of blocks",
                                           blocks.size(), needed));
  }
  image.rgba = decodeBlockImage(form, width, height, blocks);
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
        return decodeBlockFile(file, BlockForm::Bc1, std::move(image));
      case 0x32545844:  // DXT2
        return unpremultiplied(decodeBlockFile(file, BlockForm::Bc2, std::move(image)));
      case 0x33545844:  // DXT3
        return decodeBlockFile(file, BlockForm::Bc2, std::move(image));
      case 0x34545844:  // DXT4
        return unpremultiplied(decodeBlockFile(file, BlockForm::Bc3, std::move(image)));
      case 0x35545844:  // DXT5
        return decodeBlockFile(file, BlockForm::Bc3, std::move(image));
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
