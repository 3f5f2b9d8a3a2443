#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew convert IN OUT`: another format by OUT's extension.
[[nodiscard]] ExitCode runConvert(const Options& options);

}  // namespace sinew::app
