#pragma once

#include <string_view>
#include <vector>

#include "format/load.h"

namespace sinew {

/// A format that can be read.
struct FormatInfo {
  FileFormat format = FileFormat::Bmd1;
  std::string_view title;
  std::vector<std::string_view> extensions;  ///< lower case, without dot
};

/// All of them, BMD1 first.
[[nodiscard]] const std::vector<FormatInfo>& formatInfos();

}  // namespace sinew
