#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "renderer/passes.h"

namespace sinew::renderer {

namespace {

constexpr Rgba8 kBone{196, 203, 214, 255};
constexpr Rgba8 kBoneDim{140, 148, 162, 255};

glm::vec3 origin(const Mat34f& matrix) {
  return {matrix.m[3], matrix.m[7], matrix.m[11]};
}

glm::vec3 axis(const Mat34f& matrix, std::size_t column) {
  return {matrix.m[column], matrix.m[4 + column], matrix.m[8 + column]};
}

void describeBones() {
  const auto stride = static_cast<GLsizei>(sizeof(BoneInstance));
  const auto at = [](std::size_t offset) { return reinterpret_cast<const void*>(offset); };
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, at(offsetof(BoneInstance, head)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, at(offsetof(BoneInstance, tail)));
  glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, at(offsetof(BoneInstance, color)));
  glVertexAttribPointer(3, 1, GL_FLOAT, GL_FALSE, stride, at(offsetof(BoneInstance, waist)));
  glVertexAttribPointer(4, 1, GL_FLOAT, GL_FALSE, stride, at(offsetof(BoneInstance, waist_at)));
  for (GLuint i = 0; i < 5; ++i) {
    glEnableVertexAttribArray(i);
    glVertexAttribDivisor(i, 1);
  }
}

/// A joint: a small octahedron of constant size on screen.
void addJoint(const PassContext& context, const glm::vec3& at, float radius_px,
              const Rgba8& color) {
  const float radius = radius_px * context.block.pixel.x * pixelSize(context, at);
  const glm::vec3 half(0.0f, 0.0f, radius);
  context.bones->items.push_back({at - half, at + half, color, radius, 0.5f});
}

void collectBones(const PassContext& context, const ModelInstance& instance) {
  const Skeleton& skeleton = instance.gpu->impl().model->skeleton;
  const std::size_t count = std::min(skeleton.bones.size(), instance.bone_matrices.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Bone& bone = skeleton.bones[i];
    const glm::vec3 tail = origin(instance.bone_matrices[i]);
    if (!bone.visible || !isFinite(tail)) continue;
    const bool selected = i == instance.selected_bone;
    addJoint(context, tail, selected ? 5.5f : 3.2f, selected ? kSelected : kBone);
    if (bone.parent >= count) continue;
    const glm::vec3 head = origin(instance.bone_matrices[bone.parent]);
    const float length = glm::length(tail - head);
    if (!isFinite(head) || !(length > 0.0f)) continue;
    // Long bones stay slim, short ones stay visible.
    const float pixel = pixelSize(context, head) * context.block.pixel.x;
    const float waist = std::min(std::max(length * 0.085f, 1.2f * pixel), 9.0f * pixel);
    // The links that leave the selected joint move with it.
    const bool lit = bone.parent == instance.selected_bone;
    context.bones->items.push_back({head, tail, lit ? kSelected : kBoneDim, waist, 0.16f});
  }
  const bool pseudo = instance.selected_bone == kNone &&
                      instance.selected_influence < instance.influence_matrices.size();
  if (pseudo) {
    const glm::vec3 at = origin(instance.influence_matrices[instance.selected_influence]);
    if (isFinite(at)) addJoint(context, at, 6.5f, kSelected);
  }
}

void addAxes(const PassContext& context, const Mat34f& matrix, float length_px, float width_px) {
  const glm::vec3 at = origin(matrix);
  if (!isFinite(at)) return;
  const float length = length_px * context.block.pixel.x * pixelSize(context, at);
  constexpr std::array<Rgba8, 3> kColors{kAxisX, kAxisY, kAxisZ};
  for (std::size_t k = 0; k < 3; ++k) {
    const glm::vec3 direction = axis(matrix, k);
    const float size = glm::length(direction);
    if (!(size > 0.0f) || !std::isfinite(size)) continue;
    context.lines->items.push_back(
        {at, at + direction * (length / size), kColors[k], width_px * context.block.pixel.x});
  }
}

void collectAxes(const PassContext& context, const ModelInstance& instance) {
  const Skeleton& skeleton = instance.gpu->impl().model->skeleton;
  const std::size_t count = std::min(skeleton.bones.size(), instance.bone_matrices.size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool selected = i == instance.selected_bone;
    addAxes(context, instance.bone_matrices[i], selected ? 30.0f : 14.0f, selected ? 2.6f : 1.6f);
  }
  if (instance.selected_bone == kNone &&
      instance.selected_influence < instance.influence_matrices.size()) {
    addAxes(context, instance.influence_matrices[instance.selected_influence], 30.0f, 2.6f);
  }
}

Result<void> flushBones(const PassContext& context) {
  InstanceBatch<BoneInstance>& bones = *context.bones;
  if (bones.items.empty()) return {};
  ProgramKey key;
  key.kind = ProgramKind::Bone;
  auto program = context.shaders->get(key);
  if (!program) return tl::unexpected<Error>(program.error());
  RenderState state;
  apply(state);
  bones.upload(describeBones);
  glUseProgram((*program)->program.id());
  glDrawArraysInstanced(GL_TRIANGLES, 0, 24, static_cast<GLsizei>(bones.items.size()));
  bones.items.clear();
  return {};
}

}  // namespace

Result<void> drawSkeleton(const PassContext& context, const ModelInstance& instance) {
  const Display& display = context.frame->display;
  context.bones->items.clear();
  context.lines->items.clear();
  if (display.armature) collectBones(context, instance);
  if (auto done = flushBones(context); !done) return done;
  if (display.bone_axes) collectAxes(context, instance);
  RenderState state;
  state.depth = Depth::Off;
  state.blend = Blend::Over;
  return flushLines(context, state, context.block.clip_from_world);
}

}  // namespace sinew::renderer
