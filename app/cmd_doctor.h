#pragma once

#include "app/options.h"

namespace sinew::app {

/// `sinew doctor` and `--list-gl-devices`: versions, every way to OpenGL that was tried and why it
/// failed, the devices and the driver's limits; text, or JSON with `--json`. NoGl where nothing can
/// draw without a display.
[[nodiscard]] ExitCode runDoctor(const Options& options);

/// `--list-gl-devices` of any command.
[[nodiscard]] ExitCode runListGlDevices(const Options& options);

}  // namespace sinew::app
