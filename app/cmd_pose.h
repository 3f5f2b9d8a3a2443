#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew pose`: bone matrices, and vertices with `--vertices`, at a time of a clip, computed in
/// double precision (docs/cli.md, "pose").
[[nodiscard]] ExitCode runPose(const Options& options);

}  // namespace sinew::app
