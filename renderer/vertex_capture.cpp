#include "renderer/vertex_capture.h"

#include <fmt/core.h>

#include "renderer/passes.h"
#include "renderer/renderer_impl.h"

namespace sinew::renderer {

static_assert(sizeof(CapturedVertex) == 44,
              "as the four varyings of shaders/capture.vert are packed");

Result<std::vector<CapturedVertex>> captureVertices(Renderer& renderer, const GpuModel& model,
                                                    std::uint32_t mesh,
                                                    std::span<const Mat34f> influence_matrices) {
  ModelInstance instance;
  instance.gpu = &model;
  instance.influence_matrices = influence_matrices;
  if (!isDrawable(instance, mesh)) {
    return fail("gl.mesh", fmt::format("mesh {} is not on the GPU", mesh));
  }
  GpuModel::Impl& gpu = model.impl();
  gpu.uploadInfluences(instance, false);
  gpu.ensurePoints(std::span(&mesh, 1));
  const GpuMesh& source = gpu.meshes[mesh];
  ProgramKey key = keyOf(ProgramKind::Capture, source);
  key.colored = source.input == MeshInput::Arrays && source.colored;
  auto program = renderer.impl().shaders.get(key);
  if (!program) return tl::unexpected<Error>(program.error());
  std::vector<CapturedVertex> out(source.vertex_count);
  const auto bytes = static_cast<GLsizeiptr>(out.size() * sizeof(CapturedVertex));
  gl::Buffer buffer = gl::Buffer::create();
  glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer.id());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
  // A context without surface draws nothing, not even into a buffer, unless some framebuffer is
  // complete.
  auto target = RenderTarget::create(renderer.info(), 1, 1, 1);
  if (!target) return tl::unexpected<Error>(target.error());
  bindMesh(**program, gpu, source);
  renderer.impl().pacer.begin(renderer.info(), 1, 1, renderer.timeLimit());
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  drawMeshPoints(renderer.impl().pacer, gpu, source);
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, out.data());
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  glBindVertexArray(0);
  glUseProgram(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return out;
}

}  // namespace sinew::renderer
