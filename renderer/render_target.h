#pragma once

#include "renderer/gl/handle.h"
#include "renderer/renderer.h"
#include "renderer/shader_library.h"

namespace sinew::renderer {

/// Passes draw into `draw_framebuffer`. With one sample and an opaque background that is also what
/// is read; otherwise `resolve` averages the samples into `resolved` and undoes the
/// premultiplication.
struct RenderTarget::Impl {
  int width = 0;
  int height = 0;
  int samples = 1;
  gl::Texture color;  ///< GL_TEXTURE_2D, or _MULTISAMPLE for samples > 1
  gl::Renderbuffer depth;
  gl::Framebuffer draw_framebuffer;
  gl::Texture resolved_color;  ///< made when first needed
  gl::Framebuffer resolved_framebuffer;
  gl::VertexArray empty_vertices;
  const LinkedProgram* resolve_program = nullptr;  ///< of the renderer that drew last
  bool premultiplied = false;                      ///< the last frame has transparent parts
  bool resolved_is_current = false;

  /// Makes the pixels readable and binds their framebuffer for reading.
  void bindResolved();

 private:
  void makeResolved();
};

}  // namespace sinew::renderer
