#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/result.h"

namespace sinew::renderer {

/// A file of shaders/, embedded at build time.
struct ShaderSource {
  std::string_view name;
  std::string_view text;
};

/// All embedded files (generated).
[[nodiscard]] std::span<const ShaderSource> shaderSources();

/// A file with its `#include "NAME"` lines replaced by the files' texts (each once), `defines`
/// after the version line, and #line directives so that compile errors name the line of the file.
struct ExpandedShader {
  std::string text;
  std::vector<std::string_view> files;  ///< by the number that #line gives them
};

/// \return an Error for a name that is not embedded, naming the file and line that includes it.
[[nodiscard]] Result<ExpandedShader> expandShader(std::string_view name,
                                                  const std::vector<std::string>& defines);

/// A driver's log with the file numbers of its lines ("0:12(3): …", "0(12) : …", "ERROR: 0:12: …")
/// replaced by names: "mesh.vert:12(3): …".
[[nodiscard]] std::string nameFilesInLog(std::string_view log,
                                         const std::vector<std::string_view>& files);

}  // namespace sinew::renderer
