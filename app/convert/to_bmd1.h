#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/convert/output_file.h"
#include "app/options.h"
#include "format/convert/report.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::app {

struct MadeBmd1 {
  std::vector<OutputFile> files;  ///< textures first, the model last
  convert::EncodeReport report;
  std::vector<std::string> warnings;
};

/// Encodes a model as the options ask, with its textures as PNG files beside OUT.
[[nodiscard]] Result<MadeBmd1> makeBmd1(
    const Model& model, const Options& options,
    std::function<void(std::string_view stage, double done)> progress);

}  // namespace sinew::app
