#pragma once

// The window and its OpenGL context, by GLFW. The only part that includes it.

#include <memory>
#include <string>
#include <vector>

#include "app/gl_context.h"
#include "app/input.h"
#include "app/ui/ui.h"
#include "format/result.h"

struct GLFWwindow;

namespace sinew::app {

class GlfwWindow final : public GlContext {
 public:
  /// Opens a window with an OpenGL 3.3 core context, current here. Of the options it takes
  /// resolution, backend and debug output. Without a resolution it has so many points, and where
  /// these are below 100, 1280 by 800. \return an Error (no display, no context) with GLFW's
  /// reason.
  [[nodiscard]] static Result<std::unique_ptr<GlfwWindow>> create(const std::string& title,
                                                                  const Options& options,
                                                                  double width_points = 0.0,
                                                                  double height_points = 0.0);
  ~GlfwWindow() override;
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  [[nodiscard]] renderer::GlProcLoader loader() const override;
  [[nodiscard]] std::string description() const override;

  /// Waits for events: at most `seconds`, or as long as it takes where that is negative; 0 only
  /// polls.
  void wait(double seconds);
  /// Ends a `wait` early. Any thread may call it while a window exists.
  static void wake();
  /// Events since the last call.
  [[nodiscard]] std::vector<InputEvent> takeEvents();
  /// True once after the window was resized, exposed, or moved to a monitor with another scale.
  [[nodiscard]] bool takeDamage();

  /// True once after the user asked the window to close.
  [[nodiscard]] bool takeCloseRequest();
  [[nodiscard]] int width() const;  ///< of the framebuffer, pixels; 0 while minimised
  [[nodiscard]] int height() const;
  [[nodiscard]] double contentScale() const;
  [[nodiscard]] double time_s() const;
  [[nodiscard]] Clipboard clipboard();

  void swap();
  void setTitle(const std::string& title);
  void setFullscreen(bool on);
  void setPointer(Pointer pointer);

  struct Impl;

 private:
  explicit GlfwWindow(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sinew::app
