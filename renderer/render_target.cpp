#include "renderer/render_target.h"

#include <algorithm>

#include <fmt/core.h>

#include "renderer/render_state.h"

namespace sinew::renderer {

namespace {

/// GL errors from before are not ours to report here.
void forgetErrors() {
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
}

Result<void> checkComplete(int width, int height, int samples) {
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  const GLenum error = glGetError();
  if (status == GL_FRAMEBUFFER_COMPLETE && error == GL_NO_ERROR) return {};
  return fail("gl.framebuffer",
              fmt::format("the driver gives no framebuffer of {} x {} pixels with {} samples "
                          "(status 0x{:X}, error 0x{:X})",
                          width, height, samples, status, error));
}

}  // namespace

RenderTarget::RenderTarget(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RenderTarget::~RenderTarget() = default;
RenderTarget::RenderTarget(RenderTarget&&) noexcept = default;
RenderTarget& RenderTarget::operator=(RenderTarget&&) noexcept = default;

int RenderTarget::width() const {
  return impl_->width;
}
int RenderTarget::height() const {
  return impl_->height;
}

Result<RenderTarget> RenderTarget::create(const GpuInfo& info, int width, int height, int samples) {
  const int side = std::min(info.max_texture_size, info.max_renderbuffer_size);
  if (width < 1 || height < 1 || width > side || height > side) {
    return fail("gl.size", fmt::format("a picture of {} x {} pixels: sides must be 1 to {} here",
                                       width, height, side));
  }
  if (samples < 0 || samples > std::max(info.max_samples, 1)) {
    return fail("gl.samples", fmt::format("{} samples a pixel: this driver has 1 to {}", samples,
                                          info.max_samples));
  }
  forgetErrors();
  auto impl = std::make_unique<Impl>();
  impl->width = width;
  impl->height = height;
  impl->samples = std::max(samples, 1);
  impl->color = gl::Texture::create();
  impl->depth = gl::Renderbuffer::create();
  impl->draw_framebuffer = gl::Framebuffer::create();
  impl->empty_vertices = gl::VertexArray::create();
  glBindFramebuffer(GL_FRAMEBUFFER, impl->draw_framebuffer.id());
  glBindRenderbuffer(GL_RENDERBUFFER, impl->depth.id());
  if (impl->samples > 1) {
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, impl->color.id());
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, impl->samples, GL_SRGB8_ALPHA8, width,
                            height, GL_TRUE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE,
                           impl->color.id(), 0);
    // A texture may have more samples than were asked for; the depth buffer must have as many.
    GLint actual = impl->samples;
    glGetTexLevelParameteriv(GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_SAMPLES, &actual);
    impl->samples = std::max(actual, 2);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, impl->samples, GL_DEPTH_COMPONENT24, width,
                                     height);
  } else {
    glBindTexture(GL_TEXTURE_2D, impl->color.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, impl->color.id(),
                           0);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
  }
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, impl->depth.id());
  if (auto complete = checkComplete(width, height, samples); !complete) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return tl::unexpected<Error>(complete.error());
  }
  return RenderTarget(std::move(impl));
}

void RenderTarget::Impl::makeResolved() {
  resolved_color = gl::Texture::create();
  resolved_framebuffer = gl::Framebuffer::create();
  glBindTexture(GL_TEXTURE_2D, resolved_color.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_framebuffer.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, resolved_color.id(),
                         0);
}

void RenderTarget::Impl::bindResolved() {
  if ((samples == 1 && !premultiplied) || resolve_program == nullptr) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_framebuffer.id());
    return;
  }
  if (!resolved_framebuffer) makeResolved();
  if (!resolved_is_current) {
    glBindFramebuffer(GL_FRAMEBUFFER, resolved_framebuffer.id());
    glViewport(0, 0, width, height);
    RenderState state;
    state.depth = Depth::Off;
    apply(state);
    glUseProgram(resolve_program->program.id());
    glUniform1i(resolve_program->at(Uniform::SampleCount), samples);
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kUnitTexture));
    glBindSampler(static_cast<GLuint>(kUnitTexture), 0);
    glBindTexture(samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D, color.id());
    glBindVertexArray(empty_vertices.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glActiveTexture(GL_TEXTURE0);
    resolved_is_current = true;
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_framebuffer.id());
}

Image RenderTarget::readPixels() {
  impl_->bindResolved();
  Image image;
  image.width = impl_->width;
  image.height = impl_->height;
  const std::size_t row = static_cast<std::size_t>(image.width) * 4;
  image.rgba.resize(row * static_cast<std::size_t>(image.height));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  // GL's rows start at the bottom.
  for (int top = 0, bottom = image.height - 1; top < bottom; ++top, --bottom) {
    auto* const first = image.rgba.data() + row * static_cast<std::size_t>(top);
    std::swap_ranges(first, first + row,
                     image.rgba.data() + row * static_cast<std::size_t>(bottom));
  }
  return image;
}

void RenderTarget::blitToWindow() {
  blitTo(0, 0, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void RenderTarget::blitTo(unsigned framebuffer, int x, int y) {
  impl_->bindResolved();
  // Bytes are copied as they are: with FRAMEBUFFER_SRGB off neither side converts, whether or not
  // the other one has an sRGB format.
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, impl_->width, impl_->height, x, y, x + impl_->width, y + impl_->height,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

unsigned RenderTarget::drawFramebuffer() const {
  impl_->resolved_is_current = false;  // what is drawn now must be seen by the next read
  return impl_->draw_framebuffer.id();
}

}  // namespace sinew::renderer
