#include "app/contexts/context_glfw.h"

#define GLFW_INCLUDE_NONE
#include <algorithm>
#include <array>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/contexts/glfw_keys.h"

namespace sinew::app {
namespace {

constexpr int kWidth = 1280;
constexpr int kHeight = 800;

/// GLFW reports errors to a callback without user data: the last one, for the sentence that is
/// shown.
std::string& lastError() {
  static std::string text;
  return text;
}

void onError(int, const char* text) {
  lastError() = text;
}

}  // namespace

struct GlfwWindow::Impl {
  GLFWwindow* window = nullptr;
  std::array<GLFWcursor*, 4> cursors{};
  Pointer pointer = Pointer::Arrow;
  std::vector<InputEvent> events;
  double mouse_x = 0.0, mouse_y = 0.0;
  Modifiers modifiers;
  bool damaged = true;
  bool fullscreen = false;
  std::array<int, 4> windowed{};  ///< x, y, width, height before full screen

  ~Impl() {
    for (GLFWcursor* cursor : cursors) {
      if (cursor != nullptr) glfwDestroyCursor(cursor);
    }
    if (window != nullptr) glfwDestroyWindow(window);
    glfwTerminate();
  }

  void setCallbacks();
};

namespace {

GlfwWindow::Impl& implOf(GLFWwindow* window) {
  return *static_cast<GlfwWindow::Impl*>(glfwGetWindowUserPointer(window));
}

Modifiers modifiersOf(int mods) {
#ifdef __APPLE__
  const bool ctrl = (mods & GLFW_MOD_SUPER) != 0;
#else
  const bool ctrl = (mods & GLFW_MOD_CONTROL) != 0;
#endif
  return {ctrl, (mods & GLFW_MOD_SHIFT) != 0, (mods & GLFW_MOD_ALT) != 0};
}

/// Positions come in screen coordinates, which are not pixels on every platform.
void setPosition(GLFWwindow* window, double x, double y, GlfwWindow::Impl& impl) {
  int width = 0, height = 0, pixel_width = 0, pixel_height = 0;
  glfwGetWindowSize(window, &width, &height);
  glfwGetFramebufferSize(window, &pixel_width, &pixel_height);
  impl.mouse_x = width > 0 ? x * pixel_width / width : x;
  impl.mouse_y = height > 0 ? y * pixel_height / height : y;
}

InputEvent eventAt(const GlfwWindow::Impl& impl, InputEvent::Kind kind) {
  InputEvent event;
  event.kind = kind;
  event.x = impl.mouse_x;
  event.y = impl.mouse_y;
  event.modifiers = impl.modifiers;
  return event;
}

void onMove(GLFWwindow* window, double x, double y) {
  GlfwWindow::Impl& impl = implOf(window);
  setPosition(window, x, y, impl);
  impl.events.push_back(eventAt(impl, InputEvent::Kind::MouseMove));
}

void onButton(GLFWwindow* window, int button, int action, int mods) {
  if (button > GLFW_MOUSE_BUTTON_MIDDLE) return;
  GlfwWindow::Impl& impl = implOf(window);
  double x = 0.0, y = 0.0;
  glfwGetCursorPos(window, &x, &y);
  setPosition(window, x, y, impl);
  impl.modifiers = modifiersOf(mods);
  InputEvent event = eventAt(impl, InputEvent::Kind::MouseButton);
  event.button = button == GLFW_MOUSE_BUTTON_LEFT    ? MouseButton::Left
                 : button == GLFW_MOUSE_BUTTON_RIGHT ? MouseButton::Right
                                                     : MouseButton::Middle;
  event.down = action == GLFW_PRESS;
  impl.events.push_back(event);
}

void onScroll(GLFWwindow* window, double x, double y) {
  GlfwWindow::Impl& impl = implOf(window);
  InputEvent event = eventAt(impl, InputEvent::Kind::Wheel);
  event.x = x;
  event.y = y;
  impl.events.push_back(event);
}

void onKey(GLFWwindow* window, int key, int scancode, int action, int mods) {
  GlfwWindow::Impl& impl = implOf(window);
  InputEvent event = eventAt(impl, InputEvent::Kind::Key);
  event.down = action != GLFW_RELEASE;
  event.repeat = action == GLFW_REPEAT;
  impl.modifiers = event.modifiers = modifiersOf(mods);
  event.key = layoutKeyName(key, scancode);
  event.us_key = usKeyName(key);
  impl.events.push_back(event);
}

void onCharacter(GLFWwindow* window, unsigned character) {
  GlfwWindow::Impl& impl = implOf(window);
  InputEvent event = eventAt(impl, InputEvent::Kind::Text);
  event.character = static_cast<char32_t>(character);
  impl.events.push_back(event);
}

void onFocus(GLFWwindow* window, int focused) {
  GlfwWindow::Impl& impl = implOf(window);
  if (focused == GLFW_FALSE) impl.events.push_back(eventAt(impl, InputEvent::Kind::FocusLost));
}

void onDrop(GLFWwindow* window, int count, const char** paths) {
  GlfwWindow::Impl& impl = implOf(window);
  // What drags has the keyboard, so that Ctrl is only known where the server tells its state.
  const bool ctrl = glfwGetKey(window, GLFW_KEY_LEFT_CONTROL) == GLFW_PRESS ||
                    glfwGetKey(window, GLFW_KEY_RIGHT_CONTROL) == GLFW_PRESS;
  for (int i = 0; i < count; ++i) {
    InputEvent event = eventAt(impl, InputEvent::Kind::Drop);
    event.path = paths[i];
    // The first replaces the present model, the others come beside it.
    event.modifiers.ctrl = ctrl || i > 0;
    impl.events.push_back(event);
  }
}

const char* getClipboard(void* window) {
  const char* text = glfwGetClipboardString(static_cast<GLFWwindow*>(window));
  return text != nullptr ? text : "";
}

void setClipboard(void* window, const char* text) {
  glfwSetClipboardString(static_cast<GLFWwindow*>(window), text);
}

}  // namespace

void GlfwWindow::Impl::setCallbacks() {
  glfwSetWindowUserPointer(window, this);
  glfwSetCursorPosCallback(window, onMove);
  glfwSetMouseButtonCallback(window, onButton);
  glfwSetScrollCallback(window, onScroll);
  glfwSetKeyCallback(window, onKey);
  glfwSetCharCallback(window, onCharacter);
  glfwSetWindowFocusCallback(window, onFocus);
  glfwSetDropCallback(window, onDrop);
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { implOf(w).damaged = true; });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { implOf(w).damaged = true; });
  glfwSetWindowContentScaleCallback(window,
                                    [](GLFWwindow* w, float, float) { implOf(w).damaged = true; });
}

GlfwWindow::GlfwWindow(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GlfwWindow::~GlfwWindow() = default;

Result<std::unique_ptr<GlfwWindow>> GlfwWindow::create(const std::string& title,
                                                       const Options& options, double width_points,
                                                       double height_points) {
  lastError().clear();
  glfwSetErrorCallback(onError);
  if (glfwInit() == GLFW_FALSE) {
    return fail("gl.display", fmt::format("no window can be opened: {}", lastError()));
  }
  auto impl = std::make_unique<Impl>();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.gl_debug ? GLFW_TRUE : GLFW_FALSE);
  if (options.rendering_backend != RenderingBackend::Auto) {
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, options.rendering_backend == RenderingBackend::Egl
                                                  ? GLFW_EGL_CONTEXT_API
                                                  : GLFW_NATIVE_CONTEXT_API);
  }
  // A resolution means pixels; the usual size means points.
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, options.resolution ? GLFW_FALSE : GLFW_TRUE);
  std::array<int, 2> points{kWidth, kHeight};
  if (width_points >= 100.0 && height_points >= 100.0)
    points = {static_cast<int>(width_points), static_cast<int>(height_points)};
  const auto [width, height] = options.resolution.value_or(points);
  // The picture has its own depth and samples: the window only shows it.
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "sinew");
  impl->window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (impl->window == nullptr) {
    return fail("gl.context", fmt::format("no OpenGL 3.3 window can be opened: {}", lastError()));
  }
  impl->setCallbacks();
  impl->cursors = {
      glfwCreateStandardCursor(GLFW_ARROW_CURSOR), glfwCreateStandardCursor(GLFW_IBEAM_CURSOR),
      glfwCreateStandardCursor(GLFW_HAND_CURSOR), glfwCreateStandardCursor(GLFW_HRESIZE_CURSOR)};
  glfwMakeContextCurrent(impl->window);
  glfwSwapInterval(1);
  return std::unique_ptr<GlfwWindow>(new GlfwWindow(std::move(impl)));
}

renderer::GlProcLoader GlfwWindow::loader() const {
  return [](const char* name) { return glfwGetProcAddress(name); };
}

std::string GlfwWindow::description() const {
  return fmt::format("GLFW {}", glfwGetVersionString());
}

void GlfwWindow::wake() {
  glfwPostEmptyEvent();
}

void GlfwWindow::wait(double seconds) {
  if (seconds < 0.0) {
    glfwWaitEvents();
  } else if (seconds == 0.0) {
    glfwPollEvents();
  } else {
    glfwWaitEventsTimeout(seconds);
  }
}

std::vector<InputEvent> GlfwWindow::takeEvents() {
  return std::exchange(impl_->events, {});
}
bool GlfwWindow::takeDamage() {
  return std::exchange(impl_->damaged, false);
}
bool GlfwWindow::takeCloseRequest() {
  const bool asked = glfwWindowShouldClose(impl_->window) != 0;
  if (asked) glfwSetWindowShouldClose(impl_->window, GLFW_FALSE);
  return asked;
}

int GlfwWindow::width() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(impl_->window, &width, &height);
  return width;
}

int GlfwWindow::height() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(impl_->window, &width, &height);
  return height;
}

double GlfwWindow::contentScale() const {
  float x = 1.0f, y = 1.0f;
  glfwGetWindowContentScale(impl_->window, &x, &y);
  return std::clamp(static_cast<double>(std::max(x, y)), 0.5, 4.0);
}

double GlfwWindow::time_s() const {
  return glfwGetTime();
}

Clipboard GlfwWindow::clipboard() {
  return {impl_->window, getClipboard, setClipboard};
}

void GlfwWindow::swap() {
  glfwSwapBuffers(impl_->window);
}
void GlfwWindow::setTitle(const std::string& title) {
  glfwSetWindowTitle(impl_->window, title.c_str());
}

void GlfwWindow::setFullscreen(bool on) {
  Impl& impl = *impl_;
  if (on == impl.fullscreen) return;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (on && mode == nullptr) return;
  impl.fullscreen = on;
  auto& [x, y, width, height] = impl.windowed;
  if (on) {
    glfwGetWindowPos(impl.window, &x, &y);
    glfwGetWindowSize(impl.window, &width, &height);
    glfwSetWindowMonitor(impl.window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    glfwSetWindowMonitor(impl.window, nullptr, x, y, width, height, GLFW_DONT_CARE);
  }
}

void GlfwWindow::setPointer(Pointer pointer) {
  if (pointer == impl_->pointer) return;
  impl_->pointer = pointer;
  glfwSetCursor(impl_->window, impl_->cursors[static_cast<std::size_t>(pointer)]);
}

}  // namespace sinew::app
