#include "app/contexts/egl.h"

#ifndef EGL_NO_X11
#define EGL_NO_X11  // no window system's headers
#endif
#include <array>
#include <string_view>
#include <utility>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <fmt/core.h>

#include "app/contexts/gl_strings.h"

namespace sinew::app::egl {
namespace {

/// The entry points that are used, looked up once. libEGL stays open to the end of the process:
/// drivers register exit handlers, and other contexts may live on the same display.
struct Api {
  decltype(&eglGetProcAddress) get_proc_address = nullptr;
  decltype(&eglGetError) get_error = nullptr;
  decltype(&eglQueryString) query_string = nullptr;
  decltype(&eglInitialize) initialize = nullptr;
  decltype(&eglBindAPI) bind_api = nullptr;
  decltype(&eglChooseConfig) choose_config = nullptr;
  decltype(&eglCreateContext) create_context = nullptr;
  decltype(&eglDestroyContext) destroy_context = nullptr;
  decltype(&eglMakeCurrent) make_current = nullptr;
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
  PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string = nullptr;
  std::string client_extensions;
  std::string problem;  ///< why nothing of this can be used; empty: all is well
};

template <class F>
bool lookUp(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

bool hasExtension(std::string_view list, std::string_view name) {
  for (std::size_t at = list.find(name); at != std::string_view::npos;
       at = list.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool starts = at == 0 || list[at - 1] == ' ';
    if (starts && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

Api loadApi() {
  Api api;
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    api.problem = reason == nullptr ? "libEGL.so.1 cannot be opened" : reason;
    return api;
  }
  const bool complete = lookUp(library, "eglGetProcAddress", api.get_proc_address) &&
                        lookUp(library, "eglGetError", api.get_error) &&
                        lookUp(library, "eglQueryString", api.query_string) &&
                        lookUp(library, "eglInitialize", api.initialize) &&
                        lookUp(library, "eglBindAPI", api.bind_api) &&
                        lookUp(library, "eglChooseConfig", api.choose_config) &&
                        lookUp(library, "eglCreateContext", api.create_context) &&
                        lookUp(library, "eglDestroyContext", api.destroy_context) &&
                        lookUp(library, "eglMakeCurrent", api.make_current);
  if (!complete) {
    api.problem = "libEGL.so.1 lacks functions of EGL 1.4";
    return api;
  }
  const char* extensions = api.query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (extensions == nullptr) {
    api.problem = "this libEGL has no client extensions";
    return api;
  }
  api.client_extensions = extensions;
  const auto extensionFunction = [&api](const char* name) { return api.get_proc_address(name); };
  api.get_platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      extensionFunction("eglGetPlatformDisplayEXT"));
  api.query_devices =
      reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(extensionFunction("eglQueryDevicesEXT"));
  api.query_device_string = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(
      extensionFunction("eglQueryDeviceStringEXT"));
  if (!hasExtension(api.client_extensions, "EGL_EXT_platform_base") ||
      api.get_platform_display == nullptr) {
    api.problem = "this libEGL lacks EGL_EXT_platform_base";
  }
  return api;
}

const Api& theApi() {
  static const Api api = loadApi();
  return api;
}

std::string errorName(EGLint error) {
  static constexpr std::array<std::string_view, 15> kNames{
      "EGL_SUCCESS",       "EGL_NOT_INITIALIZED",     "EGL_BAD_ACCESS",
      "EGL_BAD_ALLOC",     "EGL_BAD_ATTRIBUTE",       "EGL_BAD_CONFIG",
      "EGL_BAD_CONTEXT",   "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY",
      "EGL_BAD_MATCH",     "EGL_BAD_NATIVE_PIXMAP",   "EGL_BAD_NATIVE_WINDOW",
      "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE",         "EGL_CONTEXT_LOST"};
  const EGLint index = error - EGL_SUCCESS;
  if (index < 0 || index >= static_cast<EGLint>(kNames.size()))
    return fmt::format("0x{:04x}", error);
  return std::string(kNames[static_cast<std::size_t>(index)]);
}

tl::unexpected<Error> eglFail(const Api& api, const char* step) {
  return fail("gl.egl", fmt::format("{} failed ({})", step, errorName(api.get_error())));
}

class EglContext final : public GlContext {
 public:
  EglContext(EGLDisplay display, EGLContext context, std::string description)
      : display_(display), context_(context), description_(std::move(description)) {}
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;
  ~EglContext() override {
    const Api& api = theApi();
    api.make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    api.destroy_context(display_, context_);
    // The display is not terminated: EGL hands out one a platform, and other contexts may stand on
    // it.
  }
  [[nodiscard]] renderer::GlProcLoader loader() const override { return theApi().get_proc_address; }
  [[nodiscard]] std::string description() const override { return description_; }
  [[nodiscard]] bool makeCurrent() const {
    return theApi().make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
  }

 private:
  EGLDisplay display_;
  EGLContext context_;
  std::string description_;
};

Result<MadeContext> createOnDisplay(const Api& api, EGLDisplay display, std::string description) {
  EGLint major = 0;
  EGLint minor = 0;
  if (api.initialize(display, &major, &minor) != EGL_TRUE) return eglFail(api, "eglInitialize");
  const char* extensions = api.query_string(display, EGL_EXTENSIONS);
  const std::string_view list = extensions == nullptr ? "" : extensions;
  if (!hasExtension(list, "EGL_KHR_surfaceless_context")) {
    return fail("gl.egl", "the display lacks EGL_KHR_surfaceless_context");
  }
  const bool has_create_context =
      major > 1 || minor >= 5 || hasExtension(list, "EGL_KHR_create_context");
  if (!has_create_context) return fail("gl.egl", "the display lacks EGL_KHR_create_context");
  if (api.bind_api(EGL_OPENGL_API) != EGL_TRUE) return eglFail(api, "eglBindAPI(EGL_OPENGL_API)");

  // All drawing goes to framebuffer objects, so the config's own buffers do not matter.
  EGLConfig config = nullptr;
  if (!hasExtension(list, "EGL_KHR_no_config_context")) {
    const std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                       EGL_NONE};
    EGLint count = 0;
    if (api.choose_config(display, wanted.data(), &config, 1, &count) != EGL_TRUE) {
      return eglFail(api, "eglChooseConfig");
    }
    if (count < 1) return fail("gl.egl", "no EGL config offers OpenGL");
  }
  const std::array<EGLint, 7> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                         3,
                                         EGL_CONTEXT_MINOR_VERSION,
                                         3,
                                         EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                         EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                         EGL_NONE};
  EGLContext context = api.create_context(display, config, EGL_NO_CONTEXT, attributes.data());
  if (context == EGL_NO_CONTEXT) return eglFail(api, "eglCreateContext for OpenGL 3.3 core");
  auto made = std::make_unique<EglContext>(display, context, std::move(description));
  if (!made->makeCurrent()) return eglFail(api, "eglMakeCurrent");
  std::string name = glRendererName(api.get_proc_address);
  if (name.empty()) return fail("gl.egl", "the driver tells no GL_RENDERER");
  const bool software = isSoftwareRenderer(name);
  return MadeContext{std::move(made), std::move(name), software};
}

/// The raw device handles; an Error where they cannot be had.
Result<std::vector<EGLDeviceEXT>> devices(const Api& api) {
  if (!api.problem.empty()) return fail("gl.egl", api.problem);
  const bool listed = hasExtension(api.client_extensions, "EGL_EXT_device_base") ||
                      (hasExtension(api.client_extensions, "EGL_EXT_device_enumeration") &&
                       hasExtension(api.client_extensions, "EGL_EXT_device_query"));
  if (!listed || api.query_devices == nullptr || api.query_device_string == nullptr) {
    return fail("gl.egl", "this libEGL lacks EGL_EXT_device_enumeration");
  }
  EGLint count = 0;
  if (api.query_devices(0, nullptr, &count) != EGL_TRUE) return eglFail(api, "eglQueryDevicesEXT");
  std::vector<EGLDeviceEXT> list(static_cast<std::size_t>(count < 0 ? 0 : count));
  if (!list.empty()) {
    EGLint written = 0;
    if (api.query_devices(count, list.data(), &written) != EGL_TRUE) {
      return eglFail(api, "eglQueryDevicesEXT");
    }
    if (written >= 0 && written < count) list.resize(static_cast<std::size_t>(written));
  }
  return list;
}

GlDevice describeDevice(const Api& api, EGLDeviceEXT device, int number) {
  GlDevice out;
  out.number = number;
  const char* extensions = api.query_device_string(device, EGL_EXTENSIONS);
  const std::string_view list = extensions == nullptr ? "" : extensions;
  out.software = hasExtension(list, "EGL_MESA_device_software");
  if (out.software) {
    out.description = "software";
  } else if (hasExtension(list, "EGL_EXT_device_drm")) {
    const char* node = api.query_device_string(device, EGL_DRM_DEVICE_FILE_EXT);
    if (node != nullptr) out.description = node;
  }
  if (!list.empty()) {
    out.description += out.description.empty() ? list : fmt::format(" ({})", list);
  }
  if (out.description.empty()) out.description = "no description";
  return out;
}

}  // namespace

Result<MadeContext> createSurfaceless() {
  const Api& api = theApi();
  if (!api.problem.empty()) return fail("gl.egl", api.problem);
  if (!hasExtension(api.client_extensions, "EGL_MESA_platform_surfaceless")) {
    return fail("gl.egl", "this libEGL lacks EGL_MESA_platform_surfaceless");
  }
  EGLDisplay display =
      api.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display == EGL_NO_DISPLAY) return eglFail(api, "eglGetPlatformDisplayEXT");
  return createOnDisplay(api, display, "EGL surfaceless");
}

Result<MadeContext> createOnDevice(int number) {
  const Api& api = theApi();
  Result<std::vector<EGLDeviceEXT>> list = devices(api);
  if (!list) return tl::unexpected(list.error());
  if (!hasExtension(api.client_extensions, "EGL_EXT_platform_device")) {
    return fail("gl.egl", "this libEGL lacks EGL_EXT_platform_device");
  }
  if (number < 0 || static_cast<std::size_t>(number) >= list->size()) {
    return fail("gl.device",
                fmt::format("there is no device {}: this libEGL lists {}", number, list->size()));
  }
  EGLDeviceEXT device = (*list)[static_cast<std::size_t>(number)];
  EGLDisplay display = api.get_platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
  if (display == EGL_NO_DISPLAY) return eglFail(api, "eglGetPlatformDisplayEXT");
  return createOnDisplay(api, display, fmt::format("EGL device {}", number));
}

Result<std::vector<GlDevice>> listDevices() {
  const Api& api = theApi();
  Result<std::vector<EGLDeviceEXT>> list = devices(api);
  if (!list) return tl::unexpected(list.error());
  std::vector<GlDevice> out;
  for (std::size_t i = 0; i < list->size(); ++i) {
    out.push_back(describeDevice(api, (*list)[i], static_cast<int>(i)));
  }
  return out;
}

bool makeCurrent(const GlContext& context) {
  const auto* egl_context = dynamic_cast<const EglContext*>(&context);
  return egl_context != nullptr && egl_context->makeCurrent();
}

}  // namespace sinew::app::egl
