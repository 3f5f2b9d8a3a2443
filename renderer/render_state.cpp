#include "renderer/render_state.h"

#include <glad/gl.h>

namespace sinew::renderer {

namespace {

void enable(GLenum capability, bool on) {
  if (on) {
    glEnable(capability);
  } else {
    glDisable(capability);
  }
}

}  // namespace

void apply(const RenderState& state) {
  enable(GL_DEPTH_TEST, state.depth != Depth::Off);
  glDepthMask(state.depth == Depth::TestAndWrite ? GL_TRUE : GL_FALSE);
  glDepthFunc(GL_LEQUAL);
  enable(GL_DEPTH_CLAMP, state.depth_clamp);
  enable(GL_BLEND, state.blend != Blend::Off);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  enable(GL_CULL_FACE, state.cull != Cull::Off);
  glCullFace(state.cull == Cull::Front ? GL_FRONT : GL_BACK);
  glFrontFace(state.front_is_clockwise ? GL_CW : GL_CCW);
  enable(GL_FRAMEBUFFER_SRGB, state.srgb);
  enable(GL_PROGRAM_POINT_SIZE, state.point_size);
  enable(GL_MULTISAMPLE, state.multisample);
  // Never used here, but a library that shares the context may have left them on.
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_COLOR_LOGIC_OP);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  glDisable(GL_SAMPLE_COVERAGE);
  glDisable(GL_PRIMITIVE_RESTART);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

}  // namespace sinew::renderer
