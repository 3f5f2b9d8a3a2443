#include "format/load.h"

#include <cassert>
#include <utility>

#include "format/gltf/read.h"

namespace sinew {
namespace {

Result<LoadedModel> loadBmd1(SharedBytes bytes, const LoadOptions& options) {
  Result<bmd1::File> read = bmd1::read(std::move(bytes), options.mode, options.bmd1);
  if (!read) return tl::unexpected<Error>(std::move(read.error()));
  auto file = std::make_shared<bmd1::File>(std::move(*read));
  LoadedModel loaded;
  loaded.format = FileFormat::Bmd1;
  loaded.mode = options.mode;
  loaded.model = bmd1::toModel(*file, {.tracks = options.tracks});
  loaded.diagnostics = std::move(file->diagnostics);
  file->diagnostics.clear();
  loaded.bmd1 = std::move(file);
  return loaded;
}

Result<LoadedModel> loadGltf(const SharedBytes& bytes, const LoadOptions& options) {
  Result<gltf::ReadModel> read =
      gltf::read(bytes, {options.mode, options.resolver, options.tracks});
  if (!read) return tl::unexpected<Error>(std::move(read.error()));
  LoadedModel loaded;
  loaded.format = FileFormat::Gltf;
  loaded.mode = options.mode;
  loaded.model = std::move(read->model);
  loaded.diagnostics = std::move(read->diagnostics);
  return loaded;
}

}  // namespace

Result<LoadedModel> loadModel(SharedBytes bytes, const LoadOptions& options) {
  assert(bytes != nullptr);
  const FileFormat format =
      options.format ? *options.format : detectFormat(*bytes).value_or(FileFormat::Bmd1);
  switch (format) {
    case FileFormat::Bmd1:
      return loadBmd1(std::move(bytes), options);
    case FileFormat::Gltf:
      return loadGltf(bytes, options);
  }
  return fail("format.unknown", "the file's format is not known");
}

}  // namespace sinew
