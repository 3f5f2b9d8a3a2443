#include "renderer/gpu_info.h"

#include <glad/gl.h>

namespace sinew::renderer {

namespace {

std::string text(GLenum name) {
  const auto* value = reinterpret_cast<const char*>(glGetString(name));
  return value == nullptr ? std::string() : std::string(value);
}

int integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

}  // namespace

GpuInfo queryGpuInfo() {
  GpuInfo info;
  info.vendor = text(GL_VENDOR);
  info.renderer = text(GL_RENDERER);
  info.version = text(GL_VERSION);
  info.glsl_version = text(GL_SHADING_LANGUAGE_VERSION);
  info.max_texture_buffer_texels = integer(GL_MAX_TEXTURE_BUFFER_SIZE);
  info.max_texture_size = integer(GL_MAX_TEXTURE_SIZE);
  info.max_samples = integer(GL_MAX_SAMPLES);
  info.max_renderbuffer_size = integer(GL_MAX_RENDERBUFFER_SIZE);
  if (GLAD_GL_EXT_texture_filter_anisotropic != 0) {
    glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &info.max_anisotropy);
  }
  for (const char* name : {"llvmpipe", "softpipe", "swrast", "Software Rasterizer"}) {
    if (info.renderer.find(name) != std::string::npos) info.software = true;
  }
  return info;
}

}  // namespace sinew::renderer
