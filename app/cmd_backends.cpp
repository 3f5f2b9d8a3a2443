#include "app/cmd_backends.h"

#include <fmt/format.h>
#include <unistd.h>

#include "app/file_command.h"

namespace sinew::app {

ExitCode runListRenderingBackends(const Options& options) {
  Output output(STDOUT_FILENO);
  output.write(
      "auto  what the window system offers first\n"
      "egl   EGL, on X11 and Wayland\n"
      "glx   GLX, on X11\n");
  return finish(output, options);
}

}  // namespace sinew::app
