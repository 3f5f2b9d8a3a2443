#include "app/gl_context.h"

#include <utility>

#include <fmt/core.h>

#include "app/contexts/egl.h"
#include "app/contexts/osmesa.h"

namespace sinew::app {
namespace {

using Made = egl::MadeContext;

/// Notes an attempt's outcome and hands the context on.
std::unique_ptr<Made> note(std::string path, Result<Made> made, std::vector<GlAttempt>& attempts) {
  if (!made) {
    attempts.push_back({std::move(path), false, made.error().message});
    return nullptr;
  }
  attempts.push_back({std::move(path), true, made->gl_renderer});
  return std::make_unique<Made>(std::move(*made));
}

std::string devicePath(const GlDevice& device) {
  return fmt::format("EGL device {} ({})", device.number, device.description);
}

/// Tries the devices of the wanted kind in order.
std::unique_ptr<Made> tryDevices(bool software, std::vector<GlAttempt>& attempts) {
  const Result<std::vector<GlDevice>> devices = egl::listDevices();
  if (!devices) {
    attempts.push_back({"EGL devices", false, devices.error().message});
    return nullptr;
  }
  bool found = false;
  for (const GlDevice& device : *devices) {
    if (device.software != software) continue;
    found = true;
    auto made = note(devicePath(device), egl::createOnDevice(device.number), attempts);
    if (made) return made;
  }
  if (!found) {
    attempts.push_back(
        {"EGL devices", false,
         fmt::format("of {} none is a {}", devices->size(), software ? "software device" : "GPU")});
  }
  return nullptr;
}

std::unique_ptr<Made> tryAuto(std::vector<GlAttempt>& attempts) {
  auto surfaceless = note("EGL surfaceless", egl::createSurfaceless(), attempts);
  if (surfaceless && !surfaceless->software) return surfaceless;
  // Where the surfaceless platform only offers a CPU rasteriser, a GPU may still be among the
  // devices: so it is with drivers that lack that platform and stand beside Mesa's.
  if (auto device = tryDevices(false, attempts)) return device;
  if (surfaceless) {
    if (egl::makeCurrent(*surfaceless->context)) return surfaceless;
    attempts.push_back({"EGL surfaceless", false, "eglMakeCurrent failed the second time"});
  }
  if (auto device = tryDevices(true, attempts)) return device;
  return note("OSMesa", osmesa::create(), attempts);
}

std::unique_ptr<Made> trySoftware(std::vector<GlAttempt>& attempts) {
  if (auto device = tryDevices(true, attempts)) return device;
  auto surfaceless = note("EGL surfaceless", egl::createSurfaceless(), attempts);
  if (surfaceless && surfaceless->software) return surfaceless;
  if (surfaceless) {
    attempts.back().ok = false;
    attempts.back().detail = fmt::format("{} is no software renderer", surfaceless->gl_renderer);
    surfaceless.reset();
  }
  return note("OSMesa", osmesa::create(), attempts);
}

std::unique_ptr<Made> tryNumber(int number, std::vector<GlAttempt>& attempts) {
  std::string path = fmt::format("EGL device {}", number);
  const Result<std::vector<GlDevice>> devices = egl::listDevices();
  if (devices && number >= 0 && static_cast<std::size_t>(number) < devices->size()) {
    path = devicePath((*devices)[static_cast<std::size_t>(number)]);
  }
  return note(std::move(path), egl::createOnDevice(number), attempts);
}

}  // namespace

Result<std::unique_ptr<GlContext>> createHeadlessContext(const GlDeviceChoice& choice,
                                                         std::vector<GlAttempt>& attempts) {
  const std::size_t first = attempts.size();
  std::unique_ptr<Made> made;
  switch (choice.kind) {
    case GlDeviceChoice::Kind::Auto:
      made = tryAuto(attempts);
      break;
    case GlDeviceChoice::Kind::Number:
      made = tryNumber(choice.number, attempts);
      break;
    case GlDeviceChoice::Kind::Software:
      made = trySoftware(attempts);
      break;
  }
  if (made) return std::move(made->context);
  std::string message = "no usable OpenGL 3.3 without a display";
  for (std::size_t i = first; i < attempts.size(); ++i) {
    message +=
        fmt::format("{} {}: {}", i == first ? ":" : ";", attempts[i].path, attempts[i].detail);
  }
  return fail("gl.none", std::move(message));
}

std::vector<GlDevice> listGlDevices() {
  Result<std::vector<GlDevice>> devices = egl::listDevices();
  return devices ? std::move(*devices) : std::vector<GlDevice>{};
}

}  // namespace sinew::app
