#include "app/convert/pictures.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/document.h"
#include "app/png.h"
#include "app/text.h"
#include "app/texture_finder.h"
#include "renderer/image.h"

namespace sinew::app {
namespace {

template <std::size_t kSize>
bool startsWith(Bytes bytes, const std::array<std::uint8_t, kSize>& start) {
  return bytes.size() >= kSize &&
         std::equal(start.begin(), start.end(), bytes.begin(), [](std::uint8_t a, std::byte b) {
           return a == std::to_integer<std::uint8_t>(b);
         });
}

/// Empty where the bytes are neither PNG nor JPEG.
std::string mimeTypeOf(Bytes bytes) {
  constexpr std::array<std::uint8_t, 8> kPng{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  constexpr std::array<std::uint8_t, 3> kJpeg{0xFF, 0xD8, 0xFF};
  if (startsWith(bytes, kPng)) return "image/png";
  if (startsWith(bytes, kJpeg)) return "image/jpeg";
  return {};
}

PictureFile asPng(const renderer::Image& image) {
  PictureFile out;
  const Result<std::vector<std::uint8_t>> png = encodePng(image);
  if (!png) {
    out.problem = describe(png.error());
    return out;
  }
  auto bytes = std::make_shared<std::vector<std::byte>>(png->size());
  std::transform(png->begin(), png->end(), bytes->begin(),
                 [](std::uint8_t value) { return std::byte{value}; });
  out.bytes = std::move(bytes);
  out.mime_type = "image/png";
  return out;
}

PictureFile fromBytes(SharedBytes bytes) {
  PictureFile out;
  out.mime_type = mimeTypeOf(*bytes);
  if (!out.mime_type.empty()) {
    out.bytes = std::move(bytes);
    return out;
  }
  const Result<renderer::Image> image = renderer::decodeImage(*bytes);
  if (image) return asPng(*image);
  out.problem = describe(image.error());
  return out;
}

std::filesystem::path folderOf(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(std::filesystem::path(path), ignored).parent_path();
}

}  // namespace

std::vector<std::string> encodePixels(Model& model) {
  std::vector<std::string> problems;
  for (Texture& texture : model.textures) {
    if (texture.encoded != nullptr || texture.pixels == nullptr) continue;
    PictureFile png;
    const Result<renderer::Image> image = renderer::decodeTexture(texture);
    if (image)
      png = asPng(*image);
    else
      png.problem = describe(image.error());
    texture.encoded = std::move(png.bytes);
    if (!png.problem.empty())
      problems.push_back(fmt::format("texture {}: {}", quoted(texture.name), png.problem));
  }
  return problems;
}

PictureFile pngPicture(const SharedBytes& encoded, const std::string& name,
                       const std::string& model_path, const std::string& out_path,
                       const Options& options) {
  SharedBytes bytes = encoded;
  if (!bytes) {
    if (folderOf(model_path) == folderOf(out_path)) return {};
    TextureFinder finder(model_path, options.texture_paths);
    const FoundTexture found = finder.find(name);
    PictureFile missing;
    missing.problem = found.image ? std::string() : describeMissing(found);
    if (!found.image) return missing;
    Result<SharedBytes> read = readInput(found.path, options.max_size_mib << 20);
    if (!read) return asPng(*found.image);
    bytes = std::move(*read);
  }
  PictureFile out = fromBytes(bytes);
  if (out.mime_type != "image/jpeg") return out;
  const Result<renderer::Image> image = renderer::decodeImage(*bytes);
  if (image) return asPng(*image);
  PictureFile broken;
  broken.problem = describe(image.error());
  return broken;
}

std::vector<PictureFile> gatherPictures(const Model& model, const std::string& model_path,
                                        const Options& options) {
  TextureFinder finder(model_path, options.texture_paths);
  std::vector<PictureFile> out;
  for (const Texture& texture : model.textures) {
    if (texture.encoded) {
      out.push_back(fromBytes(texture.encoded));
      continue;
    }
    const FoundTexture found = finder.find(texture.name);
    if (!found.image) {
      PictureFile& missing = out.emplace_back();
      missing.problem = describeMissing(found);
      continue;
    }
    const Result<SharedBytes> bytes = readInput(found.path, options.max_size_mib << 20);
    out.push_back(bytes ? fromBytes(*bytes) : asPng(*found.image));
  }
  return out;
}

}  // namespace sinew::app
