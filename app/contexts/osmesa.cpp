#include "app/contexts/osmesa.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <dlfcn.h>
#include <fmt/core.h>

#include "app/contexts/gl_strings.h"

namespace sinew::app::osmesa {
namespace {

// Values of OSMesa's header (GL/osmesa.h), which need not be installed to build.
constexpr int kFormat = 0x22;
constexpr int kRgba = 0x1908;
constexpr int kDepthBits = 0x30;
constexpr int kProfile = 0x33;
constexpr int kCoreProfile = 0x34;
constexpr int kMajorVersion = 0x36;
constexpr int kMinorVersion = 0x37;
constexpr unsigned kUnsignedByte = 0x1401;

struct Api {
  void* (*create)(const int* attributes, void* share) = nullptr;
  void (*destroy)(void* context) = nullptr;
  unsigned char (*make_current)(void* context, void* buffer, unsigned type, int width,
                                int height) = nullptr;
  renderer::GlProcLoader get_proc_address = nullptr;
  std::string problem;
};

template <class F>
bool lookUp(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

Api loadApi() {
  Api api;
  void* library = nullptr;
  for (const char* name : {"libOSMesa.so.8", "libOSMesa.so.6"}) {
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) break;
    const char* reason = dlerror();
    if (!api.problem.empty()) api.problem += "; ";
    api.problem += reason == nullptr ? name : reason;
  }
  if (library == nullptr) return api;
  api.problem.clear();
  const bool complete = lookUp(library, "OSMesaCreateContextAttribs", api.create) &&
                        lookUp(library, "OSMesaDestroyContext", api.destroy) &&
                        lookUp(library, "OSMesaMakeCurrent", api.make_current) &&
                        lookUp(library, "OSMesaGetProcAddress", api.get_proc_address);
  if (!complete) api.problem = "libOSMesa lacks OSMesaCreateContextAttribs";
  return api;
}

const Api& theApi() {
  static const Api api = loadApi();
  return api;
}

class OsMesaContext final : public GlContext {
 public:
  explicit OsMesaContext(void* context) : context_(context) {}
  OsMesaContext(const OsMesaContext&) = delete;
  OsMesaContext& operator=(const OsMesaContext&) = delete;
  ~OsMesaContext() override { theApi().destroy(context_); }
  [[nodiscard]] renderer::GlProcLoader loader() const override { return theApi().get_proc_address; }
  [[nodiscard]] std::string description() const override { return "OSMesa"; }
  /// OSMesa wants a colour buffer of its own; all drawing goes to framebuffer objects instead.
  [[nodiscard]] bool makeCurrent() {
    return theApi().make_current(context_, pixel_.data(), kUnsignedByte, 1, 1) != 0;
  }

 private:
  void* context_;
  std::array<std::uint8_t, 4> pixel_{};
};

}  // namespace

Result<egl::MadeContext> create() {
  const Api& api = theApi();
  if (!api.problem.empty()) return fail("gl.osmesa", api.problem);
  const std::array<int, 12> attributes{
      kFormat,       kRgba, kDepthBits,    24, kProfile, kCoreProfile,
      kMajorVersion, 3,     kMinorVersion, 3,  0,        0};
  void* context = api.create(attributes.data(), nullptr);
  if (context == nullptr)
    return fail("gl.osmesa", "OSMesaCreateContextAttribs failed for OpenGL 3.3 core");
  auto made = std::make_unique<OsMesaContext>(context);
  if (!made->makeCurrent()) return fail("gl.osmesa", "OSMesaMakeCurrent failed");
  std::string name = glRendererName(api.get_proc_address);
  if (name.empty()) return fail("gl.osmesa", "the driver tells no GL_RENDERER");
  return egl::MadeContext{std::move(made), std::move(name), true};
}

}  // namespace sinew::app::osmesa
