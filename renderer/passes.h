#pragma once

// The passes of a frame, in the order of `Renderer::draw`. Each applies a whole render state, binds
// what it needs and leaves nothing that a later pass relies on.

#include <array>
#include <cstddef>
#include <vector>

#include "renderer/frame.h"
#include "renderer/gl/handle.h"
#include "renderer/gpu_model.h"
#include "renderer/gpu_types.h"
#include "renderer/pacer.h"
#include "renderer/render_state.h"
#include "renderer/shader_library.h"

namespace sinew::renderer {

/// Sampler objects by filter and wrap modes, made when first needed.
class SamplerCache {
 public:
  [[nodiscard]] GLuint get(TextureFilter filter, const std::array<Wrap, 2>& wrap,
                           const GpuInfo& info);

 private:
  std::array<gl::Sampler, 27> samplers_;
};

/// Instances that change every frame: a list that keeps its memory and a buffer that follows it.
template <class T>
struct InstanceBatch {
  std::vector<T> items;
  gl::Buffer buffer;
  gl::VertexArray vertices;
  std::size_t capacity = 0;  ///< items the buffer holds

  /// Sends the items and binds the vertex array. `describe` sets the attributes of a new buffer.
  template <class Describe>
  void upload(Describe&& describe) {
    if (!buffer) {
      buffer = gl::Buffer::create();
      vertices = gl::VertexArray::create();
      glBindVertexArray(vertices.id());
      glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
      describe();
    }
    glBindVertexArray(vertices.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    if (items.size() > capacity) capacity = items.capacity();
    // A new store each time: the one in flight need not be waited for.
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity * sizeof(T)), nullptr,
                 GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(items.size() * sizeof(T)),
                    items.data());
  }
};

/// What all passes share.
struct PassContext {
  ShaderLibrary* shaders = nullptr;
  SamplerCache* samplers = nullptr;
  InstanceBatch<LineInstance>* lines = nullptr;
  InstanceBatch<BoneInstance>* bones = nullptr;
  Pacer* pacer = nullptr;
  GLuint empty_vertices = 0;
  const GpuInfo* info = nullptr;
  const Frame* frame = nullptr;
  FrameBlock block;
  Viewport viewport;  ///< what is drawn into, never empty
};

/// How an instance's influences turn faces.
enum class Mirror : std::uint8_t { None, Some, All };
[[nodiscard]] Mirror mirrorOf(const ModelInstance& instance);

[[nodiscard]] Result<void> drawBackground(const PassContext& context);
[[nodiscard]] Result<void> drawSurfaces(const PassContext& context, const ModelInstance& instance);
/// Edges, vertices and normals.
[[nodiscard]] Result<void> drawTraces(const PassContext& context, const ModelInstance& instance);
[[nodiscard]] Result<void> drawSolids(const PassContext& context, const ModelInstance& instance);
[[nodiscard]] Result<void> drawGrid(const PassContext& context);
/// Armature, bone axes, and the mark of a selected pseudo-bone.
[[nodiscard]] Result<void> drawSkeleton(const PassContext& context, const ModelInstance& instance);
/// The frame's marks, over everything.
[[nodiscard]] Result<void> drawMarks(const PassContext& context);
/// The model space's axes in the lower left corner.
[[nodiscard]] Result<void> drawGizmo(const PassContext& context);

// ---------------------------------------------------------------- shared by the passes

/// Clears the frame's part of the target.
void clearViewport(const PassContext& context, GLbitfield buffers);
/// World length of one pixel at a point.
[[nodiscard]] float pixelSize(const PassContext& context, const glm::vec3& point);
[[nodiscard]] bool isFinite(const glm::vec3& v);
/// Binds a model's buffers for a mesh and sets the uniforms of its vertex stage.
void bindMesh(const LinkedProgram& program, const GpuModel::Impl& model, const GpuMesh& mesh);
/// Draws a range of the bound mesh's indices.
void drawIndexed(const PassContext& context, const GpuModel::Impl& model, GLenum mode,
                 const IndexRange& range);
/// Draws all vertices of the bound mesh as points, through `points` where records are indexed by
/// word.
void drawMeshPoints(Pacer& pacer, const GpuModel::Impl& model, const GpuMesh& mesh);
/// The key of a program that reads this mesh.
[[nodiscard]] ProgramKey keyOf(ProgramKind kind, const GpuMesh& mesh);
/// The meshes of an instance that are on the GPU.
[[nodiscard]] bool isDrawable(const ModelInstance& instance, std::uint32_t mesh);
/// Draws the collected lines with `clip_from_line`, then forgets them.
[[nodiscard]] Result<void> flushLines(const PassContext& context, const RenderState& state,
                                      const glm::mat4& clip_from_line);

/// sRGB-encoded 0..1 -> linear.
[[nodiscard]] float toLinear(float encoded);
[[nodiscard]] glm::vec3 toLinear(const glm::vec3& encoded);

inline constexpr Rgba8 kAxisX{226, 78, 82, 255};
inline constexpr Rgba8 kAxisY{122, 190, 66, 255};
inline constexpr Rgba8 kAxisZ{74, 136, 226, 255};
inline constexpr Rgba8 kSelected{255, 176, 48, 255};

}  // namespace sinew::renderer
