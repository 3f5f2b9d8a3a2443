#include "format/load.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "format/gltf/read.h"
#include "format/scene/formats.h"
#include "format/scene/to_model.h"

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

/// The row of scene::levelGroups that the user named.
Result<std::vector<std::uint32_t>> chooseModel(const scene::Scene& scene, const std::string& name) {
  const std::vector<std::vector<std::uint32_t>> groups = scene::levelGroups(scene);
  if (name.empty()) return groups.empty() ? std::vector<std::uint32_t>{} : groups.front();
  for (const auto& group : groups) {
    if (scene.models[group.front()].name == name) return group;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (name == fmt::format("#{}", i)) return groups[i];
  }
  std::string names;
  for (const auto& group : groups) {
    if (names.size() > 200) break;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", scene.models[group.front()].name);
  }
  return fail("model.unknown", fmt::format("no model \"{}\"; the file has {}", name,
                                           names.empty() ? "none" : names));
}

Result<LoadedModel> loadScene(FileFormat format, const SharedBytes& bytes, scene::ReadScene read,
                              const LoadOptions& options) {
  if (read.unreadable) {
    const auto worst = std::find_if(
        read.diagnostics.begin(), read.diagnostics.end(),
        [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; });
    if (worst == read.diagnostics.end()) return fail("magic", "nothing could be read");
    return tl::unexpected<Error>(
        Error{std::string(worst->rule), worst->offset, worst->path, worst->message});
  }
  const auto levels = chooseModel(read.scene, options.model);
  if (!levels) return tl::unexpected<Error>(levels.error());
  LoadedModel loaded;
  loaded.format = format;
  loaded.mode = options.mode;
  loaded.model = scene::toModel(read.scene, *levels);
  loaded.model.bytes = bytes;
  loaded.diagnostics = std::move(read.diagnostics);
  loaded.scene = std::make_shared<const scene::Scene>(std::move(read.scene));
  return loaded;
}

}  // namespace

Result<LoadedModel> loadModel(SharedBytes bytes, const LoadOptions& options) {
  assert(bytes != nullptr);
  const FileFormat format = formatFor(*bytes, options);
  if (format == FileFormat::Gltf) return loadGltf(bytes, options);
  if (auto read = scene::readScene(bytes, options))
    return loadScene(format, bytes, std::move(*read), options);
  return loadBmd1(std::move(bytes), options);
}

}  // namespace sinew
