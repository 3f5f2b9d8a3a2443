#include "app/document.h"

#include <algorithm>

#include "app/beside.h"
#include "app/texture_finder.h"

namespace sinew::app {
namespace {

constexpr std::uint64_t kMaxSizeMib = std::uint64_t{1} << 40;  ///< more than any memory

/// Missing textures whose tried paths are kept: a file may name one with every few bytes.
constexpr std::size_t kMostTried = 256;

bool asksToStop(const LoadProgress* progress) {
  return progress != nullptr && progress->cancelled.load(std::memory_order_relaxed);
}

void enter(LoadProgress* progress, LoadProgress::Stage stage, std::uint64_t total) {
  if (progress == nullptr) return;
  progress->stage.store(stage, std::memory_order_relaxed);
  progress->done.store(0, std::memory_order_relaxed);
  progress->total.store(total, std::memory_order_relaxed);
}

tl::unexpected<Error> cancelled(const std::string& path) {
  return fail(kLoadCancelled, "loading \"" + path + "\" was stopped");
}

void findTextures(Document& document, const std::vector<std::string>& texture_paths,
                  LoadProgress* progress) {
  enter(progress, LoadProgress::Stage::Textures, document.model().textures.size());
  TextureFinder finder(document.path, texture_paths);
  document.textures.reserve(document.model().textures.size());
  std::size_t missing = 0;
  for (const Texture& texture : document.model().textures) {
    if (asksToStop(progress)) return;
    if (progress != nullptr) progress->done.store(document.textures.size());
    if (!texture.inside()) {
      document.textures.push_back(finder.find(texture.name));
      FoundTexture& found = document.textures.back();
      if (!found.path.empty()) {
        found.tried = {};
      } else if (++missing > kMostTried) {
        found.tried = {};
        found.problem += "; looked for like the others";
      }
      continue;
    }
    FoundTexture inside;
    inside.name = texture.name;
    Result<renderer::Image> image = renderer::decodeTexture(texture);
    if (image)
      inside.image = std::make_shared<const renderer::Image>(std::move(*image));
    else
      inside.problem = describe(image.error());
    document.textures.push_back(std::move(inside));
  }
}

}  // namespace

std::uint64_t maxSizeBytes(const Options& options) {
  return std::min(options.max_size_mib, kMaxSizeMib) << 20;
}

Result<std::shared_ptr<Document>> openDocument(const std::string& path, const Options& options,
                                               bool with_textures, LoadProgress* progress) {
  // Before it is read: what is written meanwhile counts as a change.
  const std::optional<FileStamp> stamp = path == "-" ? std::nullopt : stampOf(path);
  Result<SharedBytes> bytes = readInput(path, maxSizeBytes(options), progress);
  if (!bytes) return tl::unexpected(bytes.error());
  if (asksToStop(progress)) return cancelled(path);
  enter(progress, LoadProgress::Stage::Checking, 0);
  auto document = std::make_shared<Document>();
  document->path = path;
  document->stamp = stamp;
  document->file_size = (*bytes)->size();
  const Result<LoadOptions> load = loadOptionsFor(options, path);
  if (!load) return tl::unexpected(load.error());
  Result<LoadedModel> loaded = loadModel(std::move(*bytes), *load);
  if (!loaded) return tl::unexpected(loaded.error());
  document->loaded = std::move(*loaded);
  if (asksToStop(progress)) return cancelled(path);
  if (with_textures) findTextures(*document, options.texture_paths, progress);
  if (asksToStop(progress)) return cancelled(path);
  return document;
}

std::vector<std::string> textureFilesOf(const std::string& path, const Options& options) {
  const auto document = openDocument(path, options, false);
  if (!document) return {};
  std::vector<std::string> out;
  TextureFinder finder(path, options.texture_paths);
  for (const Texture& texture : (*document)->model().textures) {
    if (texture.inside()) continue;
    FoundTexture found = finder.locate(texture.name);
    if (!found.path.empty()) out.push_back(std::move(found.path));
  }
  return out;
}

}  // namespace sinew::app
