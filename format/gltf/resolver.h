#pragma once

#include <functional>
#include <string>

#include "format/bytes.h"
#include "format/result.h"

namespace sinew::gltf {

/// Reads a whole file beside the model. The path is relative, with '/' between folders, and leads
/// nowhere else: no scheme, no "..", no drive (relativePathOf in uri.h).
using Resolver = std::function<Result<SharedBytes>(const std::string& path)>;

}  // namespace sinew::gltf
