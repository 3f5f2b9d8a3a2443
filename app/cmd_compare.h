#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew compare A B`: judges two pictures by a metric, prints one line or JSON and writes a diff
/// picture where one is asked for (docs/screenshot-tests.md). \return Ok, Invalid where they
/// differ, SizeMismatch, Unreadable, Usage or OutputFailed.
[[nodiscard]] ExitCode runCompare(const Options& options);

}  // namespace sinew::app
