#pragma once

#include <vector>

#include "format/bytes.h"
#include "format/load.h"
#include "format/scene/read.h"

namespace sinew::scene {

/// A format whose reader makes a Scene.
struct SceneFormat {
  FileFormat format;
  bool (*looks_like)(Bytes bytes);
  ReadScene (*read)(const SharedBytes& bytes, const ReadOptions& options);
};

/// All of them, in the order in which content is told apart.
[[nodiscard]] const std::vector<SceneFormat>& sceneFormats();

/// The one of a FileFormat, or null.
[[nodiscard]] const SceneFormat* findSceneFormat(FileFormat format);

/// What the readers need to know, out of a load's options.
[[nodiscard]] ReadOptions readOptions(const LoadOptions& options);

}  // namespace sinew::scene
