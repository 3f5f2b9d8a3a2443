#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew test`: draws the cases of a manifest and compares them with their baselines
/// (docs/screenshot-tests.md). Results on standard output, progress on standard error.
[[nodiscard]] ExitCode runTest(const Options& options);

}  // namespace sinew::app
