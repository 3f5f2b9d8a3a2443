#include "renderer/renderer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/core.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "renderer/gpu_info.h"
#include "renderer/gpu_model.h"
#include "renderer/passes.h"
#include "renderer/picture_pass.h"
#include "renderer/render_target.h"
#include "renderer/renderer_impl.h"

namespace sinew::renderer {

namespace {

constexpr std::size_t kMaxMessages = 64;

void GLAD_API_PTR onDebugMessage(GLenum /*source*/, GLenum type, GLuint /*id*/, GLenum severity,
                                 GLsizei length, const GLchar* message, const void* user) {
  if (severity != GL_DEBUG_SEVERITY_HIGH && type != GL_DEBUG_TYPE_ERROR) return;
  auto* messages = static_cast<std::vector<std::string>*>(const_cast<void*>(user));
  if (messages->size() >= kMaxMessages) return;
  messages->emplace_back(message, length < 0 ? std::char_traits<char>::length(message)
                                             : static_cast<std::size_t>(length));
}

/// The way to the viewer as a sum over a pixel's coordinates: in view space minus the point at
/// z = -1 that the projection takes to them.
void setRays(const glm::mat4& projection, const glm::mat3& world_from_view, bool orthographic,
             FrameBlock& out) {
  if (orthographic) {
    out.ray = glm::vec4(world_from_view[2], 0.0f);
    return;
  }
  const float x = 1.0f / projection[0].x;
  const float y = 1.0f / projection[1].y;
  const glm::vec3 corner((1.0f - projection[2].x) * x, (1.0f - projection[2].y) * y, 1.0f);
  out.ray = glm::vec4(world_from_view * corner, 0.0f);
  out.ray_x = glm::vec4(world_from_view[0] * (-2.0f * x * out.viewport.z), 0.0f);
  out.ray_y = glm::vec4(world_from_view[1] * (-2.0f * y * out.viewport.w), 0.0f);
}

FrameBlock frameBlock(const Frame& frame, const Viewport& viewport, float largest_cell) {
  const View& view = frame.view;
  FrameBlock out;
  out.view_from_world = view.view_from_world;
  out.clip_from_view = view.clip_from_view;
  out.clip_from_world = view.clip_from_view * view.view_from_world;
  const glm::mat4 world_from_view = glm::inverse(view.view_from_world);
  const bool orthographic = view.clip_from_view[3].w != 0.0f;
  out.eye =
      orthographic ? glm::vec4(glm::vec3(world_from_view[2]), 0.0f) : glm::vec4(view.eye, 1.0f);
  out.up = glm::vec4(glm::normalize(view.up), 0.0f);
  // Over the viewer's left shoulder, so that every side of a model is lit when one walks around it.
  const glm::vec3 key = glm::mat3(world_from_view) * glm::vec3(-0.45f, 0.62f, 0.85f);
  out.key_light = glm::vec4(glm::normalize(key), 0.0f);
  const auto width = static_cast<float>(viewport.width);
  const auto height = static_cast<float>(viewport.height);
  out.viewport = {width, height, 1.0f / width, 1.0f / height};
  out.pixel = {std::max(view.pixel_scale, 0.1f), std::max(view.units_per_metre, 1e-6f),
               largest_cell, 0.0f};
  setRays(view.clip_from_view, glm::mat3(world_from_view), orthographic, out);
  // A pixel's coordinates count from the target's corner, the rays from the viewport's.
  out.ray -=
      out.ray_x * static_cast<float>(viewport.x) + out.ray_y * static_cast<float>(viewport.y);
  return out;
}

/// The part of the target that the frame goes to.
Viewport viewportOf(const Frame& frame, const RenderTarget& target) {
  const Viewport& wanted = frame.viewport;
  if (wanted.width < 1 || wanted.height < 1) return {0, 0, target.width(), target.height()};
  return wanted;
}

bool isComplete(const ModelInstance& instance) {
  return instance.gpu != nullptr;
}

}  // namespace

// ---------------------------------------------------------------- creation

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::~Renderer() {
  if (impl_ && impl_->debug_output) glDebugMessageCallback(nullptr, nullptr);
}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

Result<Renderer> Renderer::create(GlProcLoader loader, bool debug_output) {
  RendererOptions options;
  options.debug_output = debug_output;
  return create(loader, options);
}

Result<Renderer> Renderer::create(GlProcLoader loader, const RendererOptions& options) {
  const int version = loader == nullptr ? 0 : gladLoadGL(loader);
  if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33) {
    return fail("gl.version",
                fmt::format("OpenGL 3.3 is needed and the context has {}.{}",
                            GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version)));
  }
  auto impl = std::make_unique<Impl>();
  impl->info = queryGpuInfo();
  if (options.max_texture_buffer_texels) {
    impl->info.max_texture_buffer_texels =
        std::min(impl->info.max_texture_buffer_texels, *options.max_texture_buffer_texels);
  }
  impl->debug_output = options.debug_output && GLAD_GL_KHR_debug != 0;
  if (impl->debug_output) {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(onDebugMessage, &impl->messages);
  }
  impl->frame_buffer = gl::Buffer::create();
  glBindBuffer(GL_UNIFORM_BUFFER, impl->frame_buffer.id());
  glBufferData(GL_UNIFORM_BUFFER, sizeof(FrameBlock), nullptr, GL_DYNAMIC_DRAW);
  impl->empty_vertices = gl::VertexArray::create();
  return Renderer(std::move(impl));
}

const GpuInfo& Renderer::info() const {
  return impl_->info;
}
std::size_t Renderer::programCount() const {
  return impl_->shaders.size();
}

Result<GpuModel> Renderer::upload(const Model& model) {
  auto uploaded = uploadModel(model, impl_->info);
  if (!uploaded) return tl::unexpected<Error>(uploaded.error());
  return GpuModel(std::move(*uploaded));
}

std::vector<std::string> Renderer::takeGlErrors() {
  std::vector<std::string> out = std::exchange(impl_->messages, {});
  for (std::size_t i = 0; i < kMaxMessages; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    out.push_back(fmt::format("GL error 0x{:X}", error));
  }
  return out;
}

// ---------------------------------------------------------------- a frame

namespace {

Result<void> drawModels(const PassContext& context,
                        Result<void> (*pass)(const PassContext&, const ModelInstance&)) {
  for (const ModelInstance& instance : context.frame->models) {
    if (!isComplete(instance)) continue;
    if (auto done = pass(context, instance); !done) return done;
  }
  return {};
}

Result<void> drawPasses(const PassContext& context) {
  const Display& display = context.frame->display;
  if (auto done = drawBackground(context); !done) return done;
  if (display.surface) {
    if (auto done = drawModels(context, drawSurfaces); !done) return done;
  }
  if (auto done = drawModels(context, drawTraces); !done) return done;
  if (display.grid) {
    if (auto done = drawGrid(context); !done) return done;
  }
  if (auto done = drawModels(context, drawSolids); !done) return done;
  if (display.armature || display.bone_axes) {
    // On top of everything, but in depth order among themselves.
    glDepthMask(GL_TRUE);
    clearViewport(context, GL_DEPTH_BUFFER_BIT);
    if (auto done = drawModels(context, drawSkeleton); !done) return done;
  }
  if (!context.frame->marks.empty()) {
    if (auto done = drawMarks(context); !done) return done;
  }
  return display.axes ? drawGizmo(context) : Result<void>{};
}

/// What the passes of a frame share; sends its uniform block.
PassContext contextOf(Renderer::Impl& impl, const Frame& frame, const RenderTarget& target,
                      float largest_cell) {
  PassContext context;
  context.shaders = &impl.shaders;
  context.samplers = &impl.samplers;
  context.lines = &impl.lines;
  context.bones = &impl.bones;
  context.pacer = &impl.pacer;
  context.empty_vertices = impl.empty_vertices.id();
  context.info = &impl.info;
  context.frame = &frame;
  context.viewport = viewportOf(frame, target);
  context.block = frameBlock(frame, context.viewport, largest_cell);
  glBindBuffer(GL_UNIFORM_BUFFER, impl.frame_buffer.id());
  glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof(FrameBlock), &context.block);
  glBindBufferBase(GL_UNIFORM_BUFFER, kFrameBlockBinding, impl.frame_buffer.id());
  return context;
}

/// Makes the target the one that is drawn into.
Result<void> bindTarget(Renderer::Impl& impl, const PassContext& context, RenderTarget& target) {
  RenderTarget::Impl& surface = target.impl();
  // A frame of its own viewport joins those that went before.
  const bool is_part = context.frame->viewport.width > 0;
  surface.premultiplied =
      context.frame->display.background.a < 1.0f || (is_part && surface.premultiplied);
  surface.resolved_is_current = false;
  if (surface.samples > 1 || surface.premultiplied) {
    ProgramKey key;
    key.kind = ProgramKind::Resolve;
    key.samples = surface.samples > 1;
    auto program = impl.shaders.get(key);
    if (!program) return tl::unexpected<Error>(program.error());
    surface.resolve_program = *program;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, surface.draw_framebuffer.id());
  const Viewport& at = context.viewport;
  glViewport(at.x, at.y, at.width, at.height);
  impl.pacer.begin(impl.info, at.width, at.height, impl.time_limit_s);
  return {};
}

/// Others who draw in this context expect plain bytes and no state of ours.
void leaveContext() {
  glDisable(GL_FRAMEBUFFER_SRGB);
  glBindVertexArray(0);
  glUseProgram(0);
  glBindSampler(static_cast<GLuint>(kUnitTexture), 0);
}

}  // namespace

Result<void> Renderer::draw(const Frame& frame, RenderTarget& target) {
  const bool weights = frame.display.shading == Shading::Weights;
  float largest_cell = -25.0f;
  for (const ModelInstance& instance : frame.models) {
    if (!isComplete(instance)) continue;
    GpuModel::Impl& gpu = instance.gpu->impl();
    gpu.uploadInfluences(instance, weights);
    if (frame.display.shading == Shading::Error) {
      largest_cell = std::max(largest_cell, gpu.largestCellLog2());
    }
  }
  PassContext context = contextOf(*impl_, frame, target, largest_cell);
  if (auto ready = bindTarget(*impl_, context, target); !ready) return ready;
  auto done = drawPasses(context);
  leaveContext();
  return done;
}

void Renderer::setTimeLimit(double seconds) {
  impl_->time_limit_s = seconds;
}

double Renderer::timeLimit() const {
  return impl_->time_limit_s;
}

bool Renderer::gaveUp() const {
  return impl_->pacer.gaveUp();
}

Result<void> Renderer::drawPicture(const PictureFrame& picture, RenderTarget& target) {
  if (picture.gpu == nullptr) return {};
  Frame frame;
  frame.display.background = glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
  frame.view.pixel_scale = picture.pixel_scale;
  PassContext context = contextOf(*impl_, frame, target, 0.0f);
  if (auto ready = bindTarget(*impl_, context, target); !ready) return ready;
  auto done = drawPicturePasses(context, picture);
  leaveContext();
  return done;
}

}  // namespace sinew::renderer
