#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew diff A B`: what differs between two models, a line or a JSON object a difference
/// (docs/screenshot-tests.md, "Comparing models"). `/dev/null`, which git names for a file that is
/// not there, is no model: the other one was added or removed. \return Ok where both decode to the
/// same model, Invalid where they differ, Unreadable or OutputFailed.
[[nodiscard]] ExitCode runDiff(const Options& options);

}  // namespace sinew::app
