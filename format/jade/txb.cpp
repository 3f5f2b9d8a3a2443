// TXB images: PC textures of Jade Empire.

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "format/block_image.h"
#include "format/jade/materials.h"

namespace sinew::jade {
namespace {

using namespace layout;

constexpr std::uint64_t kMostTxiBytes = 65'536;

enum class Encoding : std::uint8_t { Bgra8 = 0x04, Grey8 = 0x09, Dxt1 = 0x0A, Dxt5 = 0x0C };

struct Level {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint64_t at = 0;
};

std::uint64_t levelBytes(Encoding encoding, std::uint32_t width, std::uint32_t height) {
  switch (encoding) {
    case Encoding::Bgra8:
      return 4ULL * width * height;
    case Encoding::Grey8:
      return std::uint64_t{width} * height;
    case Encoding::Dxt1:
      return blockImageBytes(BlockForm::Bc1, width, height);
    case Encoding::Dxt5:
      return blockImageBytes(BlockForm::Bc3, width, height);
  }
  return 0;
}

class TxbPixels : public scene::Pixels {
 public:
  TxbPixels(SharedBytes bytes, Encoding encoding, std::vector<Level> levels)
      : bytes_(std::move(bytes)), encoding_(encoding), levels_(std::move(levels)) {}

  [[nodiscard]] std::size_t levelCount() const override { return levels_.size(); }
  [[nodiscard]] Size size(std::size_t level) const override {
    return {levels_[level].width, levels_[level].height};
  }
  [[nodiscard]] std::vector<std::uint8_t> decode(std::size_t level) const override {
    const Level& l = levels_[level];
    const View view(*bytes_);
    const Bytes stored = view.slice(l.at, levelBytes(encoding_, l.width, l.height));
    if (encoding_ == Encoding::Dxt1)
      return decodeBlockImage(BlockForm::Bc1, l.width, l.height, stored);
    if (encoding_ == Encoding::Dxt5)
      return decodeBlockImage(BlockForm::Bc3, l.width, l.height, stored);
    return decodePlain(l, View(stored));
  }

 private:
  [[nodiscard]] std::vector<std::uint8_t> decodePlain(const Level& level, const View& view) const {
    // The six sides of a cube lie below each other and are swizzled one by one.
    const std::uint32_t side = level.height == 6 * level.width ? level.width : level.height;
    const bool swizzled = std::has_single_bit(level.width) && std::has_single_bit(side);
    std::vector<std::uint8_t> out;
    out.reserve(4 * static_cast<std::size_t>(level.width) * level.height);
    for (std::uint32_t y = 0; y < level.height; ++y) {
      for (std::uint32_t x = 0; x < level.width; ++x) {
        const std::uint32_t inside =
            swizzled ? swizzledIndex(x, y % side, level.width, side) : y % side * level.width + x;
        const std::uint64_t texel = std::uint64_t{y / side * side} * level.width + inside;
        if (encoding_ == Encoding::Grey8) {
          const std::uint8_t grey = view.u8(texel);
          out.insert(out.end(), {grey, grey, grey, 255});
        } else {
          const std::uint64_t at = 4 * texel;
          out.insert(out.end(), {view.u8(at + 2), view.u8(at + 1), view.u8(at), view.u8(at + 3)});
        }
      }
    }
    return out;
  }

  SharedBytes bytes_;
  Encoding encoding_;
  std::vector<Level> levels_;
};

class TxbReader {
 public:
  TxbReader(Context& context, const SharedBytes& bytes, const std::string& path)
      : context_(context), bytes_(bytes), view_(*bytes), path_(path) {}

  void read(scene::Texture& out) {
    if (!readHeader()) return;
    std::vector<Level> levels = readLevels();
    if (levels.empty()) return;
    constexpr std::pair<Encoding, const char*> kFormats[] = {{Encoding::Bgra8, "BGRA8"},
                                                             {Encoding::Grey8, "GREY8"},
                                                             {Encoding::Dxt1, "DXT1"},
                                                             {Encoding::Dxt5, "DXT5"}};
    for (const auto& [encoding, name] : kFormats) {
      if (encoding == encoding_) out.format = name;
    }
    out.width = width_;
    out.height = height_;
    out.extra = {{"cube", height_ == 6 * width_}, {"txi", txi()}};
    out.pixels = std::make_shared<TxbPixels>(bytes_, encoding_, std::move(levels));
  }

 private:
  bool fail(Kind kind, std::uint64_t at, std::string message) {
    context_.findings.add(kind, Effect::Loss, at, path_, std::move(message));
    return false;
  }

  bool readHeader() {
    if (!view_.has(0, txb::kHeader)) {
      return fail(Kind::Truncated, view_.size(),
                  fmt::format("the texture ends inside its header, after {} of {} bytes",
                              view_.size(), txb::kHeader));
    }
    width_ = view_.u16(8);
    height_ = view_.u16(10);
    if (width_ == 0 || height_ == 0)
      return fail(Kind::Value, 8, fmt::format("a texture of {}x{}", width_, height_));
    if (width_ > kMaxTextureSide || height_ > kMaxTextureSide) {
      return fail(Kind::Limit, 8,
                  fmt::format("a texture of {}x{}, at most {} a side are read", width_, height_,
                              kMaxTextureSide));
    }
    const std::uint8_t code = view_.u8(12);
    encoding_ = static_cast<Encoding>(code);
    if (encoding_ != Encoding::Bgra8 && encoding_ != Encoding::Grey8 &&
        encoding_ != Encoding::Dxt1 && encoding_ != Encoding::Dxt5) {
      return fail(Kind::Unsupported, 12,
                  fmt::format("texture encoding {:02X}h, expected 04h, 09h, 0Ah or 0Ch", code));
    }
    return true;
  }

  std::vector<Level> readLevels() {
    std::uint32_t count = view_.u8(13);
    if (count == 0) {
      context_.findings.add(Kind::Value, Effect::Repair, 13, path_,
                            "a texture of no mip levels; the first is read");
      count = 1;
    }
    std::vector<Level> levels;
    Level next{width_, height_, txb::kHeader};
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t bytes = levelBytes(encoding_, next.width, next.height);
      if (!view_.has(next.at, bytes)) {
        context_.findings.add(Kind::Truncated, i == 0 ? Effect::Loss : Effect::Repair, next.at,
                              path_,
                              fmt::format("mip level {} needs {} bytes at {}, the file has {}", i,
                                          bytes, next.at, view_.size()));
        break;
      }
      levels.push_back(next);
      end_ = next.at + bytes;
      if (next.width == 1 && next.height == 1) break;
      next = {std::max(next.width / 2, 1U), std::max(next.height / 2, 1U), end_};
    }
    const std::uint64_t declared = txb::kHeader + view_.u32(0);
    if (!levels.empty() && declared < end_) {
      context_.findings.add(Kind::Mismatch, Effect::Repair, 0, path_,
                            fmt::format("the header declares {} bytes of pixels, the mip levels "
                                        "take {}",
                                        view_.u32(0), end_ - txb::kHeader));
    }
    end_ = std::max(end_, declared);
    return levels;
  }

  /// The text behind the pixels.
  scene::Value txi() const {
    if (end_ >= view_.size()) return nullptr;
    const std::uint64_t size = std::min(view_.size() - end_, kMostTxiBytes);
    const std::string_view text = view_.field(end_, static_cast<std::size_t>(size));
    if (text.empty()) return nullptr;
    return scene::printableName(text);
  }

  Context& context_;
  const SharedBytes& bytes_;
  View view_;
  const std::string& path_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  Encoding encoding_ = Encoding::Bgra8;
  std::uint64_t end_ = 0;  ///< of the pixels
};

}  // namespace

std::uint32_t swizzledIndex(std::uint32_t x, std::uint32_t y, std::uint32_t width,
                            std::uint32_t height) {
  std::uint32_t index = 0;
  std::uint32_t shift = 0;
  for (std::uint32_t bit = 0; (width | height) >> bit > 1; ++bit) {
    if (width >> bit > 1) index |= (x >> bit & 1) << shift++;
    if (height >> bit > 1) index |= (y >> bit & 1) << shift++;
  }
  return index;
}

void readTxb(Context& context, const SharedBytes& bytes, const std::string& path,
             scene::Texture& out) {
  TxbReader(context, bytes, path).read(out);
}

}  // namespace sinew::jade
