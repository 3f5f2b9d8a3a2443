#include "format/scene/formats.h"

#include <algorithm>

namespace sinew::scene {

const std::vector<SceneFormat>& sceneFormats() {
  static const std::vector<SceneFormat> formats{};
  return formats;
}

const SceneFormat* findSceneFormat(FileFormat format) {
  const auto& all = sceneFormats();
  const auto found = std::find_if(all.begin(), all.end(), [format](const SceneFormat& candidate) {
    return candidate.format == format;
  });
  return found == all.end() ? nullptr : &*found;
}

ReadOptions readOptions(const LoadOptions& options) {
  ReadOptions out;
  out.mode = options.mode;
  out.file_name = options.file_name;
  out.resolver = options.resolver;
  out.max_unpacked_bytes = options.max_unpacked_bytes;
  out.readings = options.readings;
  out.anim_files = options.anim_files;
  return out;
}

}  // namespace sinew::scene
