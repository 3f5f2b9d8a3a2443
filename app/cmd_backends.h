#pragma once

#include "app/options.h"

namespace sinew::app {

/// `--list-rendering-backends`: the values of `--rendering-backend` and what they stand for.
[[nodiscard]] ExitCode runListRenderingBackends(const Options& options);

}  // namespace sinew::app
