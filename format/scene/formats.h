#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "format/bytes.h"
#include "format/load.h"
#include "format/scene/read.h"

namespace sinew::scene {

/// A doubtful fact that `--reading=FORMAT.NAME=VALUE` decides.
struct ReadingInfo {
  std::string_view name;
  std::vector<std::string_view> values;
};

/// A format whose reader makes a Scene.
struct SceneFormat {
  FileFormat format;
  std::string_view title;
  std::vector<std::string_view> extensions;  ///< lower case, without dot
  std::vector<ReadingInfo> readings;
  bool (*looks_like)(Bytes bytes);
  ReadScene (*read)(const SharedBytes& bytes, const ReadOptions& options);
};

/// All of them, in the order in which content is told apart.
[[nodiscard]] const std::vector<SceneFormat>& sceneFormats();

/// The one of a FileFormat, or null.
[[nodiscard]] const SceneFormat* findSceneFormat(FileFormat format);

/// The format that a file's extension stands for, in any case: for files whose content tells
/// nothing.
[[nodiscard]] std::optional<FileFormat> formatOfName(std::string_view file_name);

/// Reads a file that is taken for a scene format (formatFor); empty for other formats.
[[nodiscard]] std::optional<ReadScene> readScene(const SharedBytes& bytes,
                                                 const LoadOptions& options);

}  // namespace sinew::scene
