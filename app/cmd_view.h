#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew view`: opens the files' window and runs until it is closed. The first file is read before
/// any window opens, so that an unreadable one ends with its exit code and no window.
[[nodiscard]] ExitCode runView(const Options& options);

}  // namespace sinew::app
