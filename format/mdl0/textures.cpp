#include "format/mdl0/textures.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace sinew::mdl0 {
namespace {

constexpr std::uint64_t kHeadBytes = 0x34;
constexpr std::uint64_t kPaletteHeadBytes = 0x20;
constexpr std::uint32_t kMostSide = 4096;

/// Where a TEX0's header keeps things; version 2 has another order.
struct HeaderFields {
  std::uint64_t data, size, format, levels;
};

HeaderFields fieldsOf(std::uint32_t version) {
  return version == 2 ? HeaderFields{0x14, 0x20, 0x24, 0x28} : HeaderFields{0x10, 0x1C, 0x20, 0x24};
}

std::uint32_t sideOf(std::uint32_t side, std::size_t level) {
  return std::max<std::uint32_t>(1, level < 32 ? side >> level : 0);
}

/// An image in the file's bytes, decoded when asked for.
class FilePixels : public scene::Pixels {
 public:
  struct Image {
    SharedBytes owner;
    std::uint64_t data = 0;   ///< in the owner
    std::uint64_t bytes = 0;  ///< there are
    gx::TexelFormat format = gx::TexelFormat::I4;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t levels = 1;
  };
  struct Palette {
    SharedBytes owner;
    std::uint64_t data = 0;
    std::uint64_t bytes = 0;
    gx::PaletteFormat format = gx::PaletteFormat::Ia8;
  };

  FilePixels(Image image, Palette palette)
      : image_(std::move(image)), palette_(std::move(palette)) {}

  [[nodiscard]] std::size_t levelCount() const override { return image_.levels; }

  [[nodiscard]] Size size(std::size_t level) const override {
    return {sideOf(image_.width, level), sideOf(image_.height, level)};
  }

  [[nodiscard]] std::vector<std::uint8_t> decode(std::size_t level) const override {
    std::uint64_t start = 0;
    for (std::size_t l = 0; l < level; ++l)
      start += gx::imageBytes(image_.format, size(l).width, size(l).height);
    const Size extent = size(level);
    start = std::min(start, image_.bytes);
    const Bytes data = part(image_.owner, image_.data + start, image_.bytes - start);
    std::vector<gx::Texel> palette;
    if (palette_.owner != nullptr) {
      palette =
          gx::decodePalette(palette_.format, part(palette_.owner, palette_.data, palette_.bytes));
    }
    std::vector<gx::Texel> texels(std::size_t{extent.width} * extent.height);
    gx::decodeImage(image_.format, data, extent.width, extent.height, palette, texels);
    std::vector<std::uint8_t> out(texels.size() * sizeof(gx::Texel));
    std::memcpy(out.data(), texels.data(), out.size());
    return out;
  }

 private:
  static Bytes part(const SharedBytes& owner, std::uint64_t offset, std::uint64_t bytes) {
    return Bytes(*owner).subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(bytes));
  }

  Image image_;
  Palette palette_;
};

}  // namespace

void TextureLibrary::addTexture(const Source& source, const Part& part, std::size_t container) {
  Image image;
  image.source = &source;
  image.container = container;
  image.name = part.name;
  image.path = "tex0/" + part.name;
  image.at = part.offset;
  const std::uint32_t version = source.u32(part.offset + 8);
  if (version < 1 || version > 3) {
    source.report(Kind::Unsupported, Effect::Loss, part.offset + 8, image.path,
                  fmt::format("version {} is not read, 1 to 3 are", version));
    return;
  }
  if (!source.has(part.offset, kHeadBytes)) {
    source.report(Kind::Truncated, Effect::Loss, part.offset, image.path,
                  "the file ends inside the header");
    return;
  }
  const HeaderFields fields = fieldsOf(version);
  const std::uint32_t code = source.u32(part.offset + fields.format);
  const std::optional<gx::TexelFormat> format = gx::texelFormat(code);
  if (!format) {
    source.report(Kind::Value, Effect::Loss, part.offset + fields.format, image.path,
                  fmt::format("texture format {:x} does not exist", code));
    return;
  }
  image.format = *format;
  if (!readSize(source, image, part.offset + fields.size)) return;
  const auto data = source.follow(part.offset, part.offset + fields.data, Effect::Loss, image.path);
  if (!data) return;
  image.data = *data;
  if (!readLevels(source, part, image, part.offset + fields.levels)) return;
  const auto index = static_cast<std::uint32_t>(images_.size());
  image_names_.emplace(image.name, index);
  images_.push_back(std::move(image));
  uses_of_image_.emplace_back();
}

bool TextureLibrary::readSize(const Source& source, Image& image, std::uint64_t field) {
  image.width = source.u16(field);
  image.height = source.u16(field + 2);
  const bool zero = image.width == 0 || image.height == 0;
  if (!zero && image.width <= kMostSide && image.height <= kMostSide) return true;
  const bool width_is_bad = zero ? image.width == 0 : image.width > kMostSide;
  source.report(
      zero ? Kind::Value : Kind::Limit, Effect::Loss, width_is_bad ? field : field + 2, image.path,
      fmt::format("{} x {} texels; sides are 1 to {}", image.width, image.height, kMostSide));
  return false;
}

bool TextureLibrary::readLevels(const Source& source, const Part& part, Image& image,
                                std::uint64_t field) {
  image.levels = source.u32(field);
  const std::uint32_t most =
      static_cast<std::uint32_t>(std::bit_width(std::max(image.width, image.height)));
  const auto bytesOf = [&](std::uint32_t level) {
    return gx::imageBytes(image.format, sideOf(image.width, level), sideOf(image.height, level));
  };
  if (image.levels == 0) {
    source.report(Kind::Value, Effect::Repair, field, image.path, "an image has at least a level");
    image.levels = 1;
  }
  if (image.levels > most) {
    source.report(Kind::Count, Effect::Repair, field, image.path,
                  fmt::format("{} levels; {} x {} has {} at most", image.levels, image.width,
                              image.height, most));
    // A number like this says nothing: the levels that the part has bytes for.
    std::uint64_t end = image.data + bytesOf(0);
    image.levels = 1;
    while (image.levels < most && end + bytesOf(image.levels) <= part.end)
      end += bytesOf(image.levels++);
  }
  std::uint64_t needed = 0;
  std::uint64_t texels = 0;
  for (std::uint32_t level = 0; level < image.levels; ++level) {
    needed += bytesOf(level);
    texels += std::uint64_t{sideOf(image.width, level)} * sideOf(image.height, level);
  }
  if (needed > source.size() - image.data) {
    source.report(Kind::Truncated, Effect::Repair, image.data, image.path,
                  fmt::format("{} bytes of texels are needed, the file has {}; the others are 0",
                              needed, source.size() - image.data));
  }
  if (decoded_.spend(texels * sizeof(gx::Texel))) return true;
  source.report(Kind::Limit, Effect::Loss, image.at, image.path,
                "the file's images together are over the limit");
  return false;
}

void TextureLibrary::addPalette(const Source& source, const Part& part, std::size_t container) {
  const std::string path = "plt0/" + part.name;
  const std::uint64_t at = part.offset;
  const std::uint32_t version = source.u32(at + 8);
  if (version < 1 || version > 3) {
    source.report(Kind::Unsupported, Effect::Loss, at + 8, path,
                  fmt::format("version {} is not read, 1 to 3 are", version));
    return;
  }
  if (!source.has(at, kPaletteHeadBytes)) {
    source.report(Kind::Truncated, Effect::Loss, at, path, "the file ends inside the header");
    return;
  }
  const auto format = gx::paletteFormat(source.u32(at + 0x18));
  if (!format) {
    source.report(Kind::Value, Effect::Loss, at + 0x18, path,
                  fmt::format("palette format {} does not exist", source.u32(at + 0x18)));
    return;
  }
  const auto data = source.follow(at, at + 0x10, Effect::Loss, path);
  if (!data) return;
  std::uint32_t entries = source.u16(at + 0x1C);
  const std::uint64_t room = (source.size() - *data) / 2;
  if (entries > room) {
    source.report(Kind::Count, Effect::Repair, at + 0x1C, path,
                  fmt::format("{} entries announced, the file has room for {}", entries, room));
    entries = static_cast<std::uint32_t>(room);
  }
  palette_names_.emplace(part.name, static_cast<std::uint32_t>(palettes_.size()));
  palettes_.push_back({&source, container, part.name, *data, entries, *format});
}

template <class Things>
std::uint32_t TextureLibrary::find(const Things& things, const Names& names, std::string_view name,
                                   std::size_t container) {
  const auto [first, last] = names.equal_range(name);
  if (first == last) return kNone;
  // Equal names keep their order, so the first of another container is the first of all.
  for (auto it = first; it != last; ++it) {
    if (things[it->second].container == container) return it->second;
    if (things[it->second].container > container) break;
  }
  return first->second;
}

std::uint32_t TextureLibrary::paletteOf(const Image& image, const std::optional<std::string>& named,
                                        std::size_t container) const {
  if (!gx::usesPalette(image.format)) return kNone;
  return find(palettes_, palette_names_, named ? std::string_view(*named) : image.name,
              named ? container : image.container);
}

void TextureLibrary::resolve(const ModelReader& model, std::size_t container) {
  for (const PendingLayer& pending : model.layers) {
    const scene::Layer& layer = model.model.materials[pending.material].layers[pending.layer];
    const std::uint32_t index = find(images_, image_names_, layer.name, container);
    if (index == kNone) {
      layers_.emplace_back();
      model.source.report(Kind::Missing, Effect::Repair, pending.at, pending.path,
                          fmt::format("there is no texture `{}`", layer.name));
      continue;
    }
    const Image& image = images_[index];
    const std::uint32_t palette = paletteOf(image, layer.palette, container);
    if (palette == kNone && gx::usesPalette(image.format)) {
      model.source.report(
          Kind::Missing, Effect::Repair, pending.at + 4, pending.path,
          fmt::format("there is no palette `{}`", layer.palette.value_or(image.name)));
    }
    layers_.push_back(Use{index, palette});
    std::vector<std::uint32_t>& uses = uses_of_image_[index];
    if (std::find(uses.begin(), uses.end(), palette) == uses.end()) uses.push_back(palette);
  }
}

scene::Texture TextureLibrary::textureOf(const Use& use) const {
  const Image& image = images_[use.image];
  scene::Texture texture;
  texture.name = image.name;
  if (image.source->place().member != nullptr) texture.member = *image.source->place().member;
  texture.format = gx::toString(image.format);
  texture.width = image.width;
  texture.height = image.height;
  FilePixels::Palette palette;
  if (use.palette != kNone) {
    const Palette& used = palettes_[use.palette];
    texture.palette = used.name;
    palette = {used.source->owner(), used.source->base() + used.data,
               std::uint64_t{2} * used.entries, used.format};
  } else if (gx::usesPalette(image.format)) {
    return texture;
  }
  FilePixels::Image stored{image.source->owner(),
                           image.source->base() + image.data,
                           image.source->size() - image.data,
                           image.format,
                           image.width,
                           image.height,
                           image.levels};
  texture.pixels = std::make_shared<FilePixels>(std::move(stored), std::move(palette));
  return texture;
}

std::vector<scene::Texture> TextureLibrary::finish() {
  std::vector<scene::Texture> textures;
  for (std::uint32_t i = 0; i < images_.size(); ++i) {
    std::vector<std::uint32_t> palettes = uses_of_image_[i];
    const bool unused = palettes.empty();
    if (unused) palettes.push_back(paletteOf(images_[i], std::nullopt, images_[i].container));
    if (unused && palettes.front() == kNone && gx::usesPalette(images_[i].format)) {
      images_[i].source->report(Kind::Missing, Effect::Repair, images_[i].at, images_[i].path,
                                fmt::format("there is no palette `{}`", images_[i].name));
    }
    for (const std::uint32_t palette : palettes) {
      rows_.emplace(std::pair(i, palette), static_cast<std::uint32_t>(textures.size()));
      textures.push_back(textureOf({i, palette}));
    }
  }
  return textures;
}

std::uint32_t TextureLibrary::rowOf(std::size_t layer) const {
  const std::optional<Use>& use = layers_[layer];
  return use ? rows_.at({use->image, use->palette}) : kNone;
}

}  // namespace sinew::mdl0
