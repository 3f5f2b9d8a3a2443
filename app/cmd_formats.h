#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew formats`: the formats that are read and the commands that take them.
[[nodiscard]] ExitCode runFormats(const Options& options);

}  // namespace sinew::app
