#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew shot`: one or many PNGs without any window (docs/cli.md, "shot"). Reads no settings;
/// equal input gives equal bytes on one driver. Talks on stderr.
[[nodiscard]] ExitCode runShot(const Options& options);

}  // namespace sinew::app
