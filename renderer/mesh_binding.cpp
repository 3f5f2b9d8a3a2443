// How a mesh is bound and drawn, whatever the pass.

#include <algorithm>
#include <array>
#include <cstddef>

#include <glm/gtc/type_ptr.hpp>

#include "renderer/passes.h"

namespace sinew::renderer {

namespace {

const void* bufferOffset(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);
}

/// The bound array buffer is the mesh's chunk.
void pointAtRecords(const GpuMesh& mesh) {
  struct Layout {
    GLint words;
    GLsizei stride;
  };
  Layout layout{4, 4};  // Overlap
  std::size_t first = 0;
  if (mesh.input == MeshInput::Bits64) layout = {2, 8};
  if (mesh.input == MeshInput::Bits96) layout = {3, 12};
  if (mesh.input == MeshInput::Bits128) layout = {4, 16};
  // Overlapping records are addressed from the chunk's start, by the same indices as a texture
  // buffer.
  if (mesh.input != MeshInput::Overlap) first = std::size_t{mesh.first_word} * 4;
  glEnableVertexAttribArray(0);
  glVertexAttribIPointer(0, layout.words, GL_UNSIGNED_INT, layout.stride, bufferOffset(first));
}

/// The bound array buffer is the mesh's own.
void pointAtPlain(bool colored) {
  const GLsizei stride = static_cast<GLsizei>(sizeof(FloatVertex)) + (colored ? 4 : 0);
  for (GLuint i = 0; i < 4; ++i)
    glEnableVertexAttribArray(i);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride,
                        bufferOffset(offsetof(FloatVertex, position)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride,
                        bufferOffset(offsetof(FloatVertex, normal)));
  glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride, bufferOffset(offsetof(FloatVertex, uv)));
  glVertexAttribIPointer(3, 1, GL_UNSIGNED_INT, stride,
                         bufferOffset(offsetof(FloatVertex, influence)));
  if (!colored) return;
  glEnableVertexAttribArray(4);
  glVertexAttribPointer(4, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, bufferOffset(sizeof(FloatVertex)));
}

/// Binds the vertex array of the mesh's kind and points it at the mesh's vertices.
void bindVertices(const GpuModel::Impl& model, const GpuMesh& mesh) {
  const bool plain = mesh.input == MeshInput::Arrays;
  const std::size_t kind = static_cast<std::size_t>(mesh.input) + (plain && mesh.colored ? 1 : 0);
  static_assert(static_cast<std::size_t>(MeshInput::Arrays) + 2 == kVertexArrays);
  glBindVertexArray(model.vertex_arrays[kind].id());
  if (plain) {
    glBindBuffer(GL_ARRAY_BUFFER, model.plain_vertices[mesh.plain].id());
    pointAtPlain(mesh.colored);
  } else if (mesh.input != MeshInput::Stream) {
    glBindBuffer(GL_ARRAY_BUFFER, model.chunks[mesh.chunk].buffer.id());
    pointAtRecords(mesh);
  }
}

}  // namespace

ProgramKey keyOf(ProgramKind kind, const GpuMesh& mesh) {
  ProgramKey key;
  key.kind = kind;
  key.input = mesh.input;
  key.flat_normals = mesh.flat_normals;
  return key;
}

bool isDrawable(const ModelInstance& instance, std::uint32_t mesh) {
  const GpuModel::Impl& gpu = instance.gpu->impl();
  return mesh < gpu.meshes.size() && gpu.meshes[mesh].drawable;
}

void bindMesh(const LinkedProgram& program, const GpuModel::Impl& model, const GpuMesh& mesh) {
  // Two bits a hue (section 1): what the channel's base is as a multiple of 0x55.
  constexpr std::array<GLuint, 3> kShade{0xFFA9FF57, 0x7AFAB5F7, 0xAEEF5DDF};
  // How the three 128-bit S/T readings differ (section 4): bits flipped, S shift, T shift with
  // right shift, exponent mask.
  constexpr std::array<std::array<GLuint, 4>, 3> kSt128{
      {{0, 18, 4 | 18 << 8, 15},
       {0x2000 | 0x2000 << 14, 18, 4 | 18 << 8, 15},
       {0, 16, 0 | 16 << 8, 0}}};
  glUseProgram(program.program.id());
  if (mesh.input == MeshInput::Stream) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kUnitWords));
    glBindTexture(GL_TEXTURE_BUFFER, model.chunks[mesh.chunk].words.id());
  }
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kUnitInfluences));
  glBindTexture(GL_TEXTURE_BUFFER, model.influence_texels.id());
  glActiveTexture(GL_TEXTURE0);
  const std::size_t count = std::max<std::size_t>(model.model->influences.size(), 1);
  glUniform1ui(program.at(Uniform::InfluenceCount), static_cast<GLuint>(count));
  glUniform1i(program.at(Uniform::InfluenceBase), 0);
  glUniform3ui(program.at(Uniform::Shade), kShade[mesh.shade_bgr ? 2 : 0], kShade[1],
               kShade[mesh.shade_bgr ? 0 : 2]);
  glUniform4uiv(program.at(Uniform::St128), 1, kSt128[static_cast<std::size_t>(mesh.st128)].data());
  glUniform3fv(program.at(Uniform::FlatColor), 1, glm::value_ptr(mesh.flat_color));
  bindVertices(model, mesh);
}

void drawIndexed(const PassContext& context, const GpuModel::Impl& model, GLenum mode,
                 const IndexRange& range) {
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model.index_buffers[range.buffer].id());
  context.pacer->drawElements(mode, range.offset_bytes, range.count);
}

void drawMeshPoints(Pacer& pacer, const GpuModel::Impl& model, const GpuMesh& mesh) {
  if (!mesh.points) return pacer.drawArrays(GL_POINTS, mesh.vertex_count);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model.index_buffers[mesh.points->buffer].id());
  pacer.drawElements(GL_POINTS, mesh.points->offset_bytes, mesh.points->count);
}

}  // namespace sinew::renderer
