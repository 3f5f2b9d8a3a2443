#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew check`: every broken rule of each file as text, JSON or one SARIF 2.1.0 log (docs/cli.md,
/// "check").
[[nodiscard]] ExitCode runCheck(const Options& options);

}  // namespace sinew::app
