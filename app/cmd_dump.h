#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew dump`: the records of each file, all or those that Options::dump names (docs/cli.md,
/// "dump").
[[nodiscard]] ExitCode runDump(const Options& options);

}  // namespace sinew::app
