#include <algorithm>

#include "renderer/passes.h"

namespace sinew::renderer {

namespace {

void setColor(const LinkedProgram& program, const glm::vec3& srgb, float alpha) {
  const glm::vec3 linear = toLinear(srgb) * alpha;
  glUniform4f(program.at(Uniform::Color), linear.x, linear.y, linear.z, alpha);
}

RenderState traceState(const PassContext& context) {
  RenderState state;
  // Without surface nothing hides a line.
  state.depth = context.frame->display.surface ? Depth::Test : Depth::Off;
  state.blend = Blend::Over;
  state.depth_clamp = true;
  state.point_size = true;
  return state;
}

Result<void> drawEdges(const PassContext& context, const ModelInstance& instance,
                       std::uint32_t index) {
  const GpuModel::Impl& gpu = instance.gpu->impl();
  const GpuMesh& mesh = gpu.meshes[index];
  if (mesh.edges->count == 0) return {};
  auto program = context.shaders->get(keyOf(ProgramKind::Edges, mesh));
  if (!program) return tl::unexpected<Error>(program.error());
  bindMesh(**program, gpu, mesh);
  const bool on_surface = context.frame->display.surface;
  setColor(**program, on_surface ? glm::vec3(0.05f, 0.06f, 0.08f) : glm::vec3(0.80f, 0.84f, 0.90f),
           on_surface ? 0.75f : 0.8f);
  if (index == instance.selected_mesh) setColor(**program, {1.0f, 0.69f, 0.19f}, 0.95f);
  glUniform1f((*program)->at(Uniform::Width), std::max(1.0f, 1.1f * context.block.pixel.x));
  drawIndexed(context, gpu, GL_LINES, *mesh.edges);
  return {};
}

/// The pointer's mesh, where light on its surface shows nothing: edges that nothing hides.
Result<void> drawHovered(const PassContext& context, const ModelInstance& instance) {
  const std::uint32_t index = instance.hovered_mesh;
  if (index == kNone || !isDrawable(instance, index)) return {};
  const Display& display = context.frame->display;
  const bool listed =
      std::find(instance.meshes.begin(), instance.meshes.end(), index) != instance.meshes.end();
  const bool lit = display.surface && display.shading < Shading::Normals;
  if (listed && lit) return {};
  GpuModel::Impl& gpu = instance.gpu->impl();
  gpu.ensureEdges(std::span(&index, 1));
  const GpuMesh& mesh = gpu.meshes[index];
  if (mesh.edges->count == 0) return {};
  auto program = context.shaders->get(keyOf(ProgramKind::Edges, mesh));
  if (!program) return tl::unexpected<Error>(program.error());
  RenderState state = traceState(context);
  if (!listed) state.depth = Depth::Off;
  apply(state);
  bindMesh(**program, gpu, mesh);
  setColor(**program, {0.42f, 0.78f, 1.0f}, 0.9f);
  glUniform1f((*program)->at(Uniform::Width), std::max(1.0f, 1.1f * context.block.pixel.x));
  drawIndexed(context, gpu, GL_LINES, *mesh.edges);
  return {};
}

Result<void> drawPoints(const PassContext& context, const ModelInstance& instance,
                        std::uint32_t index) {
  const GpuModel::Impl& gpu = instance.gpu->impl();
  const GpuMesh& mesh = gpu.meshes[index];
  auto program = context.shaders->get(keyOf(ProgramKind::Points, mesh));
  if (!program) return tl::unexpected<Error>(program.error());
  bindMesh(**program, gpu, mesh);
  setColor(**program, {0.99f, 0.79f, 0.36f}, 1.0f);
  const float size = 4.0f * context.block.pixel.x;
  glUniform1f((*program)->at(Uniform::Width), size);
  glUniform1f((*program)->at(Uniform::Round), size >= 4.0f ? 1.0f : 0.0f);
  drawMeshPoints(*context.pacer, gpu, mesh);
  return {};
}

Result<void> drawNormals(const PassContext& context, const ModelInstance& instance,
                         std::uint32_t index) {
  const GpuModel::Impl& gpu = instance.gpu->impl();
  const GpuMesh& mesh = gpu.meshes[index];
  auto program = context.shaders->get(keyOf(ProgramKind::NormalLines, mesh));
  if (!program) return tl::unexpected<Error>(program.error());
  bindMesh(**program, gpu, mesh);
  setColor(**program, {0.42f, 0.83f, 0.86f}, 0.9f);
  glUniform1f((*program)->at(Uniform::Width), std::max(1.0f, 1.1f * context.block.pixel.x));
  glUniform1f((*program)->at(Uniform::Length), 16.0f * context.block.pixel.x);
  drawMeshPoints(*context.pacer, gpu, mesh);
  return {};
}

Result<void> drawSolidMesh(const PassContext& context, const ModelInstance& instance,
                           const Solid& solid, bool selected) {
  const GpuModel::Impl& gpu = instance.gpu->impl();
  const GpuMesh& mesh = gpu.meshes[solid.mesh];
  const bool fill = context.frame->display.solids == SolidMode::Fill;
  const glm::vec3 color = selected ? glm::vec3(1.0f, 0.69f, 0.19f) : glm::vec3(0.36f, 0.70f, 0.93f);
  // Every vertex is relative to the bone that the solid serves: one influence, counted from its
  // matrix, makes the clamp of the vertex stage choose it whatever bone a vertex names.
  const auto place = [&](const LinkedProgram& program) {
    bindMesh(program, gpu, mesh);
    glUniform1ui(program.at(Uniform::InfluenceCount), 1);
    glUniform1i(program.at(Uniform::InfluenceBase), static_cast<GLint>(solid.influence * 3));
  };
  RenderState state;
  state.depth = Depth::Test;
  state.blend = Blend::Over;
  state.depth_clamp = true;
  apply(state);
  if (fill) {
    auto program = context.shaders->get(keyOf(ProgramKind::Solid, mesh));
    if (!program) return tl::unexpected<Error>(program.error());
    place(**program);
    const glm::vec3 linear = toLinear(color);
    glUniform4f((*program)->at(Uniform::Color), linear.x, linear.y, linear.z, 0.2f);
    drawIndexed(context, gpu, GL_TRIANGLES, mesh.triangles);
  }
  if (mesh.edges->count == 0) return {};
  auto program = context.shaders->get(keyOf(ProgramKind::Edges, mesh));
  if (!program) return tl::unexpected<Error>(program.error());
  place(**program);
  setColor(**program, color, fill ? 0.35f : 0.85f);
  glUniform1f((*program)->at(Uniform::Width), std::max(1.0f, 1.2f * context.block.pixel.x));
  drawIndexed(context, gpu, GL_LINES, *mesh.edges);
  return {};
}

}  // namespace

Result<void> drawTraces(const PassContext& context, const ModelInstance& instance) {
  const Display& display = context.frame->display;
  GpuModel::Impl& gpu = instance.gpu->impl();
  if (display.edges) gpu.ensureEdges(instance.meshes);
  if (display.normals || display.vertices) gpu.ensurePoints(instance.meshes);
  using Trace = Result<void> (*)(const PassContext&, const ModelInstance&, std::uint32_t);
  const std::array<std::pair<bool, Trace>, 3> traces{
      {{display.edges, drawEdges}, {display.normals, drawNormals}, {display.vertices, drawPoints}}};
  for (const auto& [wanted, trace] : traces) {
    if (!wanted) continue;
    apply(traceState(context));
    for (const std::uint32_t index : instance.meshes) {
      if (!isDrawable(instance, index)) continue;
      if (auto done = trace(context, instance, index); !done) return done;
    }
  }
  return drawHovered(context, instance);
}

Result<void> drawSolids(const PassContext& context, const ModelInstance& instance) {
  const bool all = context.frame->display.solids != SolidMode::Off;
  GpuModel::Impl& gpu = instance.gpu->impl();
  const Model& model = *gpu.model;
  if (!all && instance.selected_solid >= model.solids.size()) return {};
  gpu.ensureEdges(gpu.solid_meshes);
  // All of one colour, then the selected one: within each group the blend does not depend on the
  // order.
  for (const bool selected : {false, true}) {
    for (std::size_t i = 0; i < model.solids.size(); ++i) {
      const Solid& solid = model.solids[i];
      const bool picked = i == instance.selected_solid;
      if (!all && !picked) continue;
      const bool chosen = picked || (instance.selected_solid == kNone && solid.influence != kNone &&
                                     solid.influence == instance.selected_influence);
      if (chosen != selected || !isDrawable(instance, solid.mesh)) continue;
      if (solid.influence >= model.influences.size()) continue;
      if (auto done = drawSolidMesh(context, instance, solid, selected); !done) return done;
    }
  }
  return {};
}

}  // namespace sinew::renderer
