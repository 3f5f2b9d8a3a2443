#pragma once

#include "app/options.h"

namespace sinew::app::regress {

/// The process that draws cases (worker_messages.h): one GL context, every model and its textures
/// loaded once; what was drawn is compared and encoded by threads beside. It writes no file.
/// Returns when standard input ends.
[[nodiscard]] ExitCode runTestWorker();

}  // namespace sinew::app::regress
