#include "renderer/picture_pass.h"

#include <algorithm>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace sinew::renderer {

namespace {

/// u_st_rect of the shaders: S and T of the lower left corner, and across the picture.
glm::vec4 rectOf(const PictureFrame& frame) {
  const glm::vec2 size = frame.high_st - frame.low_st;
  return {frame.low_st.x, frame.high_st.y, size.x, -size.y};
}

Result<void> drawTexture(const PassContext& context, const PictureFrame& frame) {
  ProgramKey key;
  key.kind = ProgramKind::Picture;
  auto program = context.shaders->get(key);
  if (!program) return tl::unexpected<Error>(program.error());
  RenderState state;
  state.depth = Depth::Off;
  apply(state);
  const GpuModel::Impl& gpu = frame.gpu->impl();
  const bool known = frame.texture < gpu.textures.size() && gpu.textures[frame.texture];
  const gl::Texture& texture = known ? gpu.textures[frame.texture] : gpu.checker;
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kUnitTexture));
  glBindTexture(GL_TEXTURE_2D, texture.id());
  const TextureFilter filter =
      frame.smooth && known ? TextureFilter::Trilinear : TextureFilter::Nearest;
  glBindSampler(static_cast<GLuint>(kUnitTexture),
                context.samplers->get(filter, {Wrap::Repeat, Wrap::Repeat}, *context.info));
  glActiveTexture(GL_TEXTURE0);
  const LinkedProgram& p = **program;
  glUseProgram(p.program.id());
  const glm::vec4 rect = rectOf(frame);
  glUniform4fv(p.at(Uniform::StRect), 1, glm::value_ptr(rect));
  const auto on = [&](std::size_t i) { return frame.channels[i] ? 1.0f : 0.0f; };
  glUniform4f(p.at(Uniform::Channels), on(0), on(1), on(2), on(3));
  glBindVertexArray(context.empty_vertices);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  return {};
}

Result<void> drawUvEdges(const PassContext& context, const PictureFrame& frame,
                         std::uint32_t index) {
  GpuModel::Impl& gpu = frame.gpu->impl();
  if (index >= gpu.meshes.size() || !gpu.meshes[index].drawable) return {};
  gpu.ensureEdges(std::span(&index, 1));
  const GpuMesh& mesh = gpu.meshes[index];
  if (mesh.edges->count == 0) return {};
  auto program = context.shaders->get(keyOf(ProgramKind::UvEdges, mesh));
  if (!program) return tl::unexpected<Error>(program.error());
  RenderState state;
  state.depth = Depth::Off;
  state.blend = Blend::Over;
  apply(state);
  const LinkedProgram& p = **program;
  bindMesh(p, gpu, mesh);
  const glm::vec4 rect = rectOf(frame);
  glUniform4fv(p.at(Uniform::StRect), 1, glm::value_ptr(rect));
  const glm::vec3 linear = toLinear(frame.uv_color) * 0.9f;
  glUniform4f(p.at(Uniform::Color), linear.x, linear.y, linear.z, 0.9f);
  glUniform1f(p.at(Uniform::Width), std::max(1.0f, 1.1f * context.block.pixel.x));
  drawIndexed(context, gpu, GL_LINES, *mesh.edges);
  return {};
}

}  // namespace

Result<void> drawPicturePasses(const PassContext& context, const PictureFrame& frame) {
  if (auto done = drawTexture(context, frame); !done) return done;
  for (const std::uint32_t mesh : frame.uv_meshes) {
    if (auto done = drawUvEdges(context, frame, mesh); !done) return done;
  }
  std::vector<LineInstance>& lines = context.lines->items;
  lines.clear();
  const float scale = context.block.pixel.x;
  for (const PictureLine& line : frame.lines) {
    const auto byte = [](float v) {
      return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f);
    };
    lines.push_back({glm::vec3(line.from, 0.0f),
                     glm::vec3(line.to, 0.0f),
                     {byte(line.color.r), byte(line.color.g), byte(line.color.b), 255},
                     line.width * scale});
  }
  RenderState state;
  state.depth = Depth::Off;
  state.blend = Blend::Over;
  const glm::mat4 clip_from_st =
      glm::ortho(frame.low_st.x, frame.high_st.x, frame.high_st.y, frame.low_st.y, -1.0f, 1.0f);
  return flushLines(context, state, clip_from_st);
}

}  // namespace sinew::renderer
