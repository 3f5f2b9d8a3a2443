#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/result.h"

namespace sinew::gltf {

/// The bytes of a "data:" URI; empty optional if `uri` is none. An Error ("gltf.uri") where its
/// base64 is broken.
[[nodiscard]] Result<std::optional<std::vector<std::byte>>> dataOf(std::string_view uri);

/// The path that a URI means, relative to the file's folder, with '/' between folders. An Error
/// ("gltf.uri") for everything that could lead elsewhere: schemes, absolute paths, "..", control
/// characters, backslashes.
[[nodiscard]] Result<std::string> relativePathOf(std::string_view uri);

}  // namespace sinew::gltf
