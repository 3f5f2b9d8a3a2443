#include "format/scene/formats.h"

#include <algorithm>
#include <string>

#include "format/bbm/read.h"
#include "format/jade/read.h"
#include "format/mdl0/read.h"

namespace sinew::scene {
namespace {

ReadOptions readOptions(const LoadOptions& options) {
  ReadOptions out;
  out.mode = options.mode;
  out.file_name = options.file_name;
  out.resolver = options.resolver;
  out.max_unpacked_bytes = options.max_unpacked_bytes;
  out.anim_files = options.anim_files;
  const std::string prefix = std::string(toString(formatFor({}, options))) + ".";
  for (const auto& [name, value] : options.readings) {
    if (name.starts_with(prefix)) out.readings.emplace(name.substr(prefix.size()), value);
  }
  return out;
}

}  // namespace

const std::vector<SceneFormat>& sceneFormats() {
  static const std::vector<SceneFormat> formats{
      {FileFormat::Bbm,
       "Fable mesh, animation, archive",
       {"bbm", "3daf", "big"},
       bbm::readingInfos(),
       bbm::looksLikeBbm,
       bbm::read},
      {FileFormat::Jade,
       "Jade Empire model (PC)",
       {"mdl"},
       {{"positions", {"absolute", "delta"}},
        {"rotations", {"high_first", "low_first"}},
        {"palette", {"palette", "mapping"}},
        {"bone_ids", {"registers", "slots"}},
        {"binds", {"rest", "stored"}}},
       jade::looksLikeJade,
       jade::read},
      // Weak signatures last: a single byte announces some of MDL0's wrappers.
      {FileFormat::Mdl0,
       "Wii BRRES: MDL0, TEX0, CHR0 …",
       {"brres", "mdl0", "tex0", "plt0", "chr0", "srt0", "pat0", "clr0", "vis0", "shp0", "szs",
        "szp", "arc", "lz"},
       {},
       mdl0::looksLikeMdl0,
       mdl0::read},
  };
  return formats;
}

const SceneFormat* findSceneFormat(FileFormat format) {
  const auto& all = sceneFormats();
  const auto found = std::find_if(all.begin(), all.end(), [format](const SceneFormat& candidate) {
    return candidate.format == format;
  });
  return found == all.end() ? nullptr : &*found;
}

std::optional<FileFormat> formatOfName(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  if (dot == file_name.npos) return std::nullopt;
  std::string extension(file_name.substr(dot + 1));
  for (char& c : extension)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const SceneFormat& format : sceneFormats()) {
    const auto& known = format.extensions;
    if (std::find(known.begin(), known.end(), extension) != known.end()) return format.format;
  }
  return std::nullopt;
}

std::optional<ReadScene> readScene(const SharedBytes& bytes, const LoadOptions& options) {
  LoadOptions chosen = options;
  chosen.format = formatFor(*bytes, options);
  const SceneFormat* format = findSceneFormat(*chosen.format);
  if (format == nullptr) return std::nullopt;
  return format->read(bytes, readOptions(chosen));
}

}  // namespace sinew::scene
