#include "app/contexts/gl_strings.h"

#include <array>

namespace sinew::app {

std::string glRendererName(renderer::GlProcLoader loader) {
  constexpr unsigned kGlRenderer = 0x1F01;
  using GetString = const unsigned char* (*)(unsigned);
  const auto get_string = reinterpret_cast<GetString>(loader("glGetString"));
  if (get_string == nullptr) return {};
  const unsigned char* name = get_string(kGlRenderer);
  return name == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(name));
}

bool isSoftwareRenderer(const std::string& gl_renderer) {
  static constexpr std::array kNames{"llvmpipe", "softpipe", "swrast", "Software Rasterizer",
                                     "SWR"};
  for (const char* name : kNames) {
    if (gl_renderer.find(name) != std::string::npos) return true;
  }
  return false;
}

}  // namespace sinew::app
