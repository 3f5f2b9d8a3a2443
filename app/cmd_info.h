#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew info`: what each file holds and what it weighs, as text or JSON (docs/cli.md, "info").
[[nodiscard]] ExitCode runInfo(const Options& options);

}  // namespace sinew::app
