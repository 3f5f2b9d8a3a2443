#pragma once

// Where OpenGL comes from. Headless contexts are decided before any window library is touched: EGL
// surfaceless, then EGL devices, then OSMesa.

#include <memory>
#include <string>
#include <vector>

#include "app/options.h"
#include "format/result.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// A current OpenGL 3.3 core context; releasing it is the destructor's work.
class GlContext {
 public:
  virtual ~GlContext() = default;
  [[nodiscard]] virtual renderer::GlProcLoader loader() const = 0;
  /// "EGL surfaceless", "EGL device 0 (…)", "OSMesa", "GLFW (X11, GLX)"
  [[nodiscard]] virtual std::string description() const = 0;
};

/// One way that was tried, for `doctor` and for error messages.
struct GlAttempt {
  std::string path;  ///< e.g. "EGL surfaceless"
  bool ok = false;
  std::string
      detail;  ///< the GL renderer where it worked, else the reason with the EGL error's name
};

/// A device of `--list-gl-devices`.
struct GlDevice {
  int number = 0;
  std::string description;  ///< extension string, DRM node or renderer name
  bool software = false;
};

/// Makes a headless context by the choice. `attempts` gets every way tried, also on success.
/// \return an Error naming all ways tried.
[[nodiscard]] Result<std::unique_ptr<GlContext>> createHeadlessContext(
    const GlDeviceChoice& choice, std::vector<GlAttempt>& attempts);

[[nodiscard]] std::vector<GlDevice> listGlDevices();

}  // namespace sinew::app
