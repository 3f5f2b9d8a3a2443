#pragma once

// The panels around the picture. Everything behind this header may include imgui.h; nothing else
// does.

#include <memory>
#include <string>
#include <vector>

#include "app/gestures.h"
#include "app/input.h"
#include "app/keymap.h"
#include "app/viewer.h"
#include "format/result.h"
#include "renderer/renderer.h"

namespace sinew::app {

/// Where a widget was drawn last, in framebuffer pixels from the window's top left corner. Tests
/// aim by name.
struct WidgetRect {
  std::string name;
  float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;
};

/// Text that goes to and comes from the clipboard; both may be empty.
struct Clipboard {
  void* window = nullptr;
  const char* (*get)(void* window) = nullptr;
  void (*set)(void* window, const char* text) = nullptr;
};

/// What the mouse pointer should look like.
enum class Pointer : std::uint8_t { Arrow, Text, Hand, ResizeSideways };

/// One frame's surroundings.
struct FrameInput {
  int width = 0;  ///< of the window's framebuffer, pixels
  int height = 0;
  double dt_s = 0.0;           ///< since the last frame
  double content_scale = 1.0;  ///< the monitor's: pixels a point
  unsigned framebuffer = 0;    ///< drawn into; 0: the window's
};

class Ui {
 public:
  /// Needs the window's OpenGL context, current here and in every later call.
  /// \return an Error where the text's shaders or the font's texture cannot be made.
  [[nodiscard]] static Result<std::unique_ptr<Ui>> create(const Clipboard& clipboard = {});
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  /// Queues an event for the next frames.
  void push(const InputEvent& event);

  /// True while another frame is due although nothing new happens: events wait, panels settle,
  /// something flies.
  [[nodiscard]] bool wantsFrame() const;
  /// True while a text field blinks its cursor.
  [[nodiscard]] bool editsText() const;
  [[nodiscard]] Pointer pointer() const;

  /// One frame: runs what the events ask for, draws the model where it changed, and everything into
  /// the framebuffer. Commands of panels take effect in the next frame, which `wantsFrame` then
  /// asks for.
  [[nodiscard]] Result<void> frame(Viewer& viewer, renderer::Renderer& renderer,
                                   const FrameInput& input);

  /// The last frame's widgets.
  [[nodiscard]] const std::vector<WidgetRect>& widgets() const;
  [[nodiscard]] const WidgetRect* widget(const std::string& name) const;
  /// Frames drawn, and those of them that drew the model anew.
  [[nodiscard]] std::uint64_t frames() const;
  [[nodiscard]] std::uint64_t sceneFrames() const;
  [[nodiscard]] ViewRect view() const;

 private:
  struct Impl;
  explicit Ui(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sinew::app
