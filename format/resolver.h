#pragma once

#include <functional>
#include <string>

#include "format/bytes.h"
#include "format/result.h"

namespace sinew {

/// Reads a whole file beside the model. The path is relative, with '/' between folders, and leads
/// nowhere else: no scheme, no "..", no drive. A name that differs in case alone is found where no
/// file has the exact one, as the systems these formats come from do not tell them apart.
using FileResolver = std::function<Result<SharedBytes>(const std::string& path)>;

}  // namespace sinew
