#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew keys`: every key with the command that it runs, as the user's settings have them.
[[nodiscard]] ExitCode runKeys(const Options& options);

}  // namespace sinew::app
