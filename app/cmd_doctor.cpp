#include "app/cmd_doctor.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "app/contexts/egl.h"
#include "app/contexts/osmesa.h"
#include "app/file_command.h"
#include "app/gl_context.h"
#include "app/json_stream.h"
#include "app/output.h"
#include "app/settings.h"
#include "app/version.h"
#include "format/load.h"
#include "renderer/renderer.h"

namespace sinew::app {
namespace {

/// What the context that `shot` would use offers.
struct Chosen {
  std::string description;
  renderer::GpuInfo info;
};

struct Findings {
  std::vector<GlAttempt> chosen_attempts;  ///< up to the first that works, as `shot` makes them
  std::vector<GlAttempt> ways;             ///< every way on its own
  std::vector<GlDevice> devices;
  std::string problem;  ///< why nothing can draw; empty: something can
  std::unique_ptr<Chosen> chosen;
};

constexpr std::array kVariables{"DISPLAY",
                                "WAYLAND_DISPLAY",
                                "LIBGL_ALWAYS_SOFTWARE",
                                "EGL_PLATFORM",
                                "MESA_LOADER_DRIVER_OVERRIDE",
                                "__EGL_VENDOR_LIBRARY_FILENAMES"};

GlAttempt attempt(std::string path, const Result<egl::MadeContext>& made) {
  return {std::move(path), made.has_value(), made ? made->gl_renderer : made.error().message};
}

std::vector<GlAttempt> tryEveryWay(const std::vector<GlDevice>& devices) {
  std::vector<GlAttempt> out;
  out.push_back(attempt("EGL surfaceless", egl::createSurfaceless()));
  for (const GlDevice& device : devices) {
    out.push_back(
        attempt(fmt::format("EGL device {}", device.number), egl::createOnDevice(device.number)));
  }
  if (devices.empty()) {
    const auto listed = egl::listDevices();
    out.push_back({"EGL devices", false, listed ? "there is none" : listed.error().message});
  }
  out.push_back(attempt("OSMesa", osmesa::create()));
  return out;
}

Findings look(const Options& options) {
  Findings out;
  out.devices = listGlDevices();
  out.ways = tryEveryWay(out.devices);
  Result<std::unique_ptr<GlContext>> context =
      createHeadlessContext(options.gl_device, out.chosen_attempts);
  if (!context) {
    out.problem = context.error().message;
    return out;
  }
  const auto renderer = renderer::Renderer::create((*context)->loader(), false);
  if (!renderer) {
    out.problem = fmt::format("{}: {}", (*context)->description(), renderer.error().message);
    return out;
  }
  out.chosen = std::make_unique<Chosen>(Chosen{(*context)->description(), renderer->info()});
  return out;
}

/// Where the window's settings are, and whether they can be read.
struct SettingsPlace {
  std::string path;  ///< empty: none
  std::string state;
};

SettingsPlace lookAtSettings(const Options& options) {
  if (options.no_config) return {"", "not used (--no-config)"};
  const std::string path = options.config.empty() ? settingsPath() : options.config;
  if (path.empty()) return {"", "no home folder, so that nothing is kept"};
  std::vector<std::string> warnings;
  const auto settings = loadSettings(path, warnings);
  if (!settings) return {path, describe(settings.error())};
  if (settings->original.empty()) return {path, "not there yet"};
  return {path, warnings.empty() ? "fine" : fmt::format("{} warnings", warnings.size())};
}

std::string_view valueOf(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

void writeJson(JsonStream& json, const Findings& found, const SettingsPlace& settings) {
  json.beginObject().field("schema", 1).field("command", "doctor").field("version", version());
  json.key("formats").beginArray(true).value(toString(FileFormat::Bmd1)).endArray();
  json.key("environment").beginObject();
  for (const char* name : kVariables) {
    if (std::getenv(name) == nullptr)
      json.null(name);
    else
      json.field(name, valueOf(name));
  }
  json.endObject();
  json.key("settings").beginObject(true);
  json.field("path", settings.path).field("state", settings.state).endObject();
  json.key("gl_paths").beginArray();
  for (const GlAttempt& way : found.ways) {
    json.beginObject(true).field("path", way.path).field("ok", way.ok);
    json.field(way.ok ? "renderer" : "reason", way.detail).endObject();
  }
  json.endArray();
  json.key("gl_devices").beginArray();
  for (const GlDevice& device : found.devices) {
    json.beginObject(true).field("number", device.number).field("description", device.description);
    json.field("software", device.software).endObject();
  }
  json.endArray();
  if (!found.chosen) {
    json.null("gl").field("problem", found.problem).endObject().finish();
    return;
  }
  const renderer::GpuInfo& info = found.chosen->info;
  json.key("gl").beginObject();
  json.field("path", found.chosen->description)
      .field("vendor", info.vendor)
      .field("renderer", info.renderer);
  json.field("version", info.version)
      .field("glsl_version", info.glsl_version)
      .field("software", info.software);
  json.field("max_texture_buffer_texels", info.max_texture_buffer_texels);
  json.field("max_texture_size", info.max_texture_size).field("max_samples", info.max_samples);
  json.field("max_renderbuffer_size", info.max_renderbuffer_size);
  json.field("max_anisotropy", static_cast<double>(info.max_anisotropy)).endObject();
  json.null("problem").endObject().finish();
}

void writeDevices(Output& output, const std::vector<GlDevice>& devices) {
  for (const GlDevice& device : devices) {
    output.write(fmt::format("  {}  {}\n", device.number, device.description));
  }
}

void writeText(Output& output, const Findings& found, const SettingsPlace& settings) {
  output.write(fmt::format("sinew {}\n\nEnvironment\n", version()));
  for (const char* name : kVariables) {
    const bool set = std::getenv(name) != nullptr;
    output.write(fmt::format("  {:<30} {}\n", name, set ? valueOf(name) : "not set"));
  }
  output.write(fmt::format("\nSettings of the window\n  {}{}{}\n", settings.path,
                           settings.path.empty() ? "" : ": ", settings.state));
  output.write("\nWays to OpenGL 3.3 without a window\n");
  for (const GlAttempt& way : found.ways) {
    output.write(
        fmt::format("  {:<16} {:<7} {}\n", way.path, way.ok ? "works" : "fails", way.detail));
  }
  output.write("\nDevices (--gl-device)\n");
  if (found.devices.empty()) output.write("  none\n");
  writeDevices(output, found.devices);
  if (!found.chosen) {
    output.write(fmt::format("\nNothing can draw: {}\n", found.problem));
    return;
  }
  const renderer::GpuInfo& info = found.chosen->info;
  output.write(fmt::format("\nUsed for pictures: {}\n", found.chosen->description));
  const auto line = [&output](std::string_view name, const std::string& value) {
    output.write(fmt::format("  {:<24} {}\n", name, value));
  };
  line("vendor", info.vendor);
  line("renderer", info.renderer + (info.software ? " (software)" : ""));
  line("OpenGL", info.version);
  line("GLSL", info.glsl_version);
  line("texture buffer", fmt::format("{} texels", info.max_texture_buffer_texels));
  line("texture side", fmt::format("{} px", info.max_texture_size));
  line("picture side", fmt::format("{} px", info.max_renderbuffer_size));
  line("samples a pixel", fmt::format("{}", info.max_samples));
  line("anisotropy", fmt::format("{}", info.max_anisotropy));
}

ExitCode finish(const Options& options, Output& output, ExitCode status) {
  if (output.flush()) return status;
  say(options, Verbosity::Quiet,
      fmt::format("standard output cannot be written: {}", output.problem()));
  return ExitCode::OutputFailed;
}

}  // namespace

ExitCode runDoctor(const Options& options) {
  const Findings found = look(options);
  Output output(STDOUT_FILENO);
  if (options.json) {
    JsonStream json(output);
    writeJson(json, found, lookAtSettings(options));
  } else {
    writeText(output, found, lookAtSettings(options));
  }
  return finish(options, output, found.chosen ? ExitCode::Ok : ExitCode::NoGl);
}

ExitCode runListGlDevices(const Options& options) {
  Output output(STDOUT_FILENO);
  const Result<std::vector<GlDevice>> devices = egl::listDevices();
  if (!devices) {
    say(options, Verbosity::Quiet, devices.error().message);
    return ExitCode::NoGl;
  }
  for (const GlDevice& device : *devices) {
    output.write(fmt::format("{}\t{}\n", device.number, device.description));
  }
  if (devices->empty()) say(options, Verbosity::Warning, "there is no EGL device");
  return finish(options, output, ExitCode::Ok);
}

}  // namespace sinew::app
