#include "format/bbm/texture.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "format/bbm/framed.h"
#include "format/block_image.h"
#include "format/lzo.h"

namespace sinew::bbm {
namespace {

constexpr std::uint32_t kMaxSide = 4096;
constexpr std::uint64_t kRawTail = 3;

enum class PixelForm : std::uint8_t { Bgra, Dxt1, Dxt3, Dxt5 };

std::string_view nameOf(PixelForm form) {
  constexpr std::array<std::string_view, 4> kNames{"BGRA8", "DXT1", "DXT3", "DXT5"};
  return kNames[static_cast<std::size_t>(form)];
}

BlockForm blockForm(PixelForm form) {
  return form == PixelForm::Dxt1   ? BlockForm::Bc1
         : form == PixelForm::Dxt3 ? BlockForm::Bc2
                                   : BlockForm::Bc3;
}

struct Header {
  std::uint16_t width = 0;
  std::uint16_t height = 0;
  std::uint16_t depth = 0;
  std::uint16_t frame_width = 0;
  std::uint16_t frame_height = 0;
  std::uint16_t frames = 0;
  std::uint32_t format = 0;
  std::uint8_t transparency = 0;
  std::uint8_t levels = 0;
  std::uint32_t stored_size = 0;  ///< of level 0 in the file; 0: everything is raw
  std::uint8_t bits = 0;
};

Header readHeader(Cursor& in) {
  Header out;
  out.width = in.u16();
  out.height = in.u16();
  out.depth = in.u16();
  out.frame_width = in.u16();
  out.frame_height = in.u16();
  out.frames = in.u16();
  out.format = in.u32();
  out.transparency = in.u8();
  out.levels = in.u8();
  in.skip(2);
  in.skip(4);  // unpacked size of level 0: the sides tell
  out.stored_size = in.u32();
  in.skip(1);
  out.bits = in.u8();
  in.skip(4);
  return out;
}

/// Where a level lies in the archive.
struct LevelData {
  std::uint64_t offset = 0;
  std::uint64_t packed_size = 0;  ///< of its LZO1X stream, behind which 3 bytes follow; 0: raw
};

class BbmPixels : public Pixels {
 public:
  BbmPixels(SharedBytes archive, PixelForm form, Size size)
      : archive_(std::move(archive)), form_(form), size_(size) {}

  [[nodiscard]] std::size_t levelCount() const override { return levels.size(); }
  [[nodiscard]] Size size(std::size_t level) const override {
    return {std::max(size_.width >> level, 1U), std::max(size_.height >> level, 1U)};
  }
  [[nodiscard]] std::uint64_t levelBytes(std::size_t level) const {
    const Size side = size(level);
    if (form_ == PixelForm::Bgra) return std::uint64_t{4} * side.width * side.height;
    return blockImageBytes(blockForm(form_), side.width, side.height);
  }

  [[nodiscard]] std::vector<std::uint8_t> decode(std::size_t level) const override {
    const Size side = size(level);
    const LevelData& data = levels[level];
    const auto bytes = static_cast<std::size_t>(levelBytes(level));
    std::vector<std::byte> unpacked;
    Bytes stored = Bytes(*archive_).subspan(static_cast<std::size_t>(data.offset));
    if (data.packed_size > 0) {
      // Checked when the texture was read: the stream gives all but the last three bytes.
      unpacked.resize(std::max(bytes, unpacked_size));
      const auto size = static_cast<std::size_t>(data.packed_size);
      const std::size_t held = unpacked.size() - kRawTail;
      (void)decompressLzo(stored.first(size), std::span(unpacked).first(held));
      const Bytes tail = stored.subspan(size, kRawTail);
      std::copy(tail.begin(), tail.end(), unpacked.begin() + static_cast<std::ptrdiff_t>(held));
      stored = unpacked;
    }
    stored = stored.first(bytes);
    if (form_ != PixelForm::Bgra)
      return decodeBlockImage(blockForm(form_), side.width, side.height, stored);
    std::vector<std::uint8_t> rgba(bytes);
    for (std::size_t i = 0; i < bytes; i += 4) {
      rgba[i] = std::to_integer<std::uint8_t>(stored[i + 2]);
      rgba[i + 1] = std::to_integer<std::uint8_t>(stored[i + 1]);
      rgba[i + 2] = std::to_integer<std::uint8_t>(stored[i]);
      rgba[i + 3] = std::to_integer<std::uint8_t>(stored[i + 3]);
    }
    return rgba;
  }

  std::vector<LevelData> levels;
  std::size_t unpacked_size = 0;  ///< of level 0, all slices of a volume

 private:
  SharedBytes archive_;
  PixelForm form_;
  Size size_;
};

class TextureReader {
 public:
  TextureReader(const SharedBytes& archive, const BigEntry& entry, Context& context)
      : archive_(archive), entry_(entry), context_(context) {}

  std::optional<scene::Texture> run() {
    const auto at = static_cast<std::size_t>(entry_.sub_header.offset);
    Cursor in(Bytes(*archive_).subspan(at, static_cast<std::size_t>(entry_.sub_header.size)), at);
    header_ = readHeader(in);
    if (!in.ok()) {
      return lostHeader(Kind::Truncated, in.offset(), "the texture's header has no 34 bytes");
    }
    if (header_.width == 0 || header_.height == 0) {
      return lostHeader(Kind::Value, at,
                        fmt::format("a texture of {} x {}", header_.width, header_.height));
    }
    if (header_.width > kMaxSide || header_.height > kMaxSide) {
      return lostHeader(Kind::Limit, at,
                        fmt::format("a texture of {} x {}, at most {} a side are read",
                                    header_.width, header_.height, kMaxSide));
    }
    const std::optional<PixelForm> form = pixelForm();
    if (!form) {
      return lostHeader(
          Kind::Unsupported, at + 12,
          fmt::format("pixel format 0x{:X} with {} bits", header_.format, header_.bits));
    }
    auto pixels =
        std::make_shared<BbmPixels>(archive_, *form, Pixels::Size{header_.width, header_.height});
    levels(*pixels);
    if (pixels->levels.empty()) return std::nullopt;
    return make(*form, std::move(pixels));
  }

 private:
  std::nullopt_t lost(Kind kind, std::uint64_t offset, std::string message) {
    context_.tell(kind, Effect::Loss, offset, entry_.name, std::move(message));
    return std::nullopt;
  }

  /// The header lies in the archive's table, so its offsets are the file's.
  std::nullopt_t lostHeader(Kind kind, std::uint64_t offset, std::string message) {
    const auto member = context_.findings.member();
    context_.findings.setMember(nullptr);
    context_.tell(kind, Effect::Loss, offset, fmt::format("{}/sub-header", entry_.name),
                  std::move(message));
    context_.findings.setMember(member);
    return std::nullopt;
  }

  /// What the transparency says of blocks with alpha, where the code leaves a doubt.
  [[nodiscard]] PixelForm alphaBlocks(PixelForm by_code) {
    PixelForm by_transparency = by_code;
    if (header_.transparency == 3) by_transparency = PixelForm::Dxt5;
    if (header_.transparency == 1 || header_.transparency == 4) by_transparency = PixelForm::Dxt3;
    if (by_transparency == by_code) return by_code;
    const bool code = context_.readings.block_format == BlockFormat::Code;
    context_.noteReading("block-format", code ? "code" : "transparency",
                         "a texture's format code and its transparency differ");
    return code ? by_code : by_transparency;
  }

  std::optional<PixelForm> pixelForm() {
    switch (header_.format) {
      case 0x01:
        return PixelForm::Bgra;
      case 0x1F:
      case 0x21:
        return PixelForm::Dxt1;
      case 0x20:
      case 0x22:
        return alphaBlocks(PixelForm::Dxt3);
      case 0x23:
        return alphaBlocks(PixelForm::Dxt5);
      default:
        break;
    }
    const std::int32_t type = entry_.type & 0xF;
    if (type == 2 || type == 3) {
      return header_.transparency == 0 || header_.transparency == 2 ? PixelForm::Dxt1
                                                                    : PixelForm::Dxt5;
    }
    if (header_.bits == 4) return PixelForm::Dxt1;
    if (header_.bits == 8) return header_.transparency == 3 ? PixelForm::Dxt5 : PixelForm::Dxt3;
    if (header_.bits == 32) return PixelForm::Bgra;
    return std::nullopt;
  }

  /// Finds the levels of the first frame, and checks that those of the others are there.
  void levels(BbmPixels& pixels) {
    const auto at = static_cast<std::size_t>(entry_.offset);
    Cursor in(Bytes(*archive_).subspan(at, static_cast<std::size_t>(entry_.size)), 0);
    const std::uint32_t frames = std::max<std::uint32_t>(header_.frames, 1);
    const std::size_t wanted = std::clamp<std::size_t>(header_.levels, 1, 16);
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      for (std::size_t level = 0; level < wanted; ++level) {
        const std::uint64_t slices =
            std::max<std::uint64_t>(std::uint64_t{header_.depth} >> level, 1);
        const std::uint64_t size = pixels.levelBytes(level) * slices;
        LevelData data;
        if (level == 0) {
          if (size > kMaxBlock) {
            lost(
                Kind::Limit, 0,
                fmt::format("level 0 of {} bytes, at most {} MiB are read", size, kMaxBlock >> 20));
            return;
          }
          if (frame == 0) pixels.unpacked_size = static_cast<std::size_t>(size);
          if (!levelZero(in, size, data)) return;
        } else {
          data.offset = entry_.offset + in.offset();
          in.skip(size);
        }
        if (!in.ok()) {
          lost(Kind::Truncated, in.offset(),
               fmt::format("level {} of frame {} has {} bytes, the data end", level, frame, size));
          return;
        }
        if (frame == 0) pixels.levels.push_back(data);
      }
    }
  }

  bool levelZero(Cursor& in, std::uint64_t size, LevelData& out) {
    out.offset = entry_.offset + in.offset();
    if (header_.stored_size == 0) {
      in.skip(size);
      return true;
    }
    const std::uint64_t begin = in.offset();
    const std::uint16_t word = in.u16();  // a level has 4 bytes or more
    const std::uint64_t packed = word == 0xFFFF ? in.u32() : word;
    out.offset = entry_.offset + in.offset();
    out.packed_size = packed;
    if (packed == 0) {
      in.skip(size);
      return true;
    }
    const Bytes stream = in.bytes(packed);
    in.skip(kRawTail);
    if (!in.ok()) return true;
    const LzoResult measured = measureLzo(stream, static_cast<std::size_t>(size - kRawTail));
    if (measured.status != LzoStatus::Done || measured.produced != size - kRawTail) {
      lost(measured.status == LzoStatus::InputEnds ? Kind::Truncated : Kind::Mismatch, begin,
           fmt::format("level 0: {}, {} of {} bytes", toString(measured.status), measured.produced,
                       size - kRawTail));
      return false;
    }
    if (in.offset() - begin != header_.stored_size) {
      context_.tell(Kind::Mismatch, Effect::Oddity, begin, entry_.name,
                    fmt::format("level 0 takes {} bytes, its header says {}", in.offset() - begin,
                                header_.stored_size));
    }
    return true;
  }

  scene::Texture make(PixelForm form, std::shared_ptr<const Pixels> pixels) {
    scene::Texture out;
    out.name = entry_.name;
    out.format = nameOf(form);
    out.width = header_.width;
    out.height = header_.height;
    out.pixels = std::move(pixels);
    out.extra = {
        {"id", entry_.id},
        {"frame_size", scene::Value::List{int{header_.frame_width}, int{header_.frame_height}}},
        {"image_count", int{header_.frames}}};
    return out;
  }

  const SharedBytes& archive_;
  const BigEntry& entry_;
  Context& context_;
  Header header_;
};

}  // namespace

std::optional<scene::Texture> readTexture(const SharedBytes& archive, const BigEntry& entry,
                                          Context& context) {
  return TextureReader(archive, entry, context).run();
}

}  // namespace sinew::bbm
