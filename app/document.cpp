#include "app/document.h"

#include <algorithm>

#include "app/texture_finder.h"

namespace sinew::app {
namespace {

constexpr std::uint64_t kMaxSizeMib = std::uint64_t{1} << 40;  ///< more than any memory

void findTextures(Document& document, const std::vector<std::string>& texture_paths) {
  TextureFinder finder(document.path, texture_paths);
  for (const Texture& texture : document.model().textures) {
    if (!texture.encoded) {
      document.textures.push_back(finder.find(texture.name));
      continue;
    }
    FoundTexture inside;
    inside.name = texture.name;
    Result<renderer::Image> image = renderer::decodeImage(*texture.encoded);
    if (image)
      inside.image = std::make_shared<const renderer::Image>(std::move(*image));
    else
      inside.problem = describe(image.error());
    document.textures.push_back(std::move(inside));
  }
}

}  // namespace

Result<std::shared_ptr<Document>> openDocument(const std::string& path, const Options& options,
                                               bool with_textures) {
  const std::uint64_t max_size = std::min(options.max_size_mib, kMaxSizeMib) << 20;
  Result<SharedBytes> bytes = readInput(path, max_size);
  if (!bytes) return tl::unexpected(bytes.error());
  auto document = std::make_shared<Document>();
  document->path = path;
  document->file_size = (*bytes)->size();
  Result<LoadedModel> loaded = loadModel(std::move(*bytes), options.load);
  if (!loaded) return tl::unexpected(loaded.error());
  document->loaded = std::move(*loaded);
  if (with_textures) findTextures(*document, options.texture_paths);
  return document;
}

}  // namespace sinew::app
