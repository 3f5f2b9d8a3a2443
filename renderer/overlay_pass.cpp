#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>

#include "renderer/passes.h"

namespace sinew::renderer {

namespace {

glm::vec3 rgb(const Rgba8& color) {
  return glm::vec3(color[0], color[1], color[2]) / 255.0f;
}

/// Two directions in the plane of `up`; where `up` is an axis of space, two other axes.
std::array<glm::vec3, 2> planeAxes(const glm::vec3& up) {
  if (std::abs(up.x) < 0.5f) {
    const glm::vec3 right = glm::normalize(glm::vec3(1.0f, 0.0f, 0.0f) - up * up.x);
    return {right, glm::cross(up, right)};
  }
  const glm::vec3 right = glm::normalize(glm::vec3(0.0f, 1.0f, 0.0f) - up * up.y);
  return {right, glm::cross(up, right)};
}

const Rgba8& axisColor(const glm::vec3& axis) {
  const glm::vec3 a = glm::abs(axis);
  return a.x >= a.y && a.x >= a.z ? kAxisX : a.y >= a.z ? kAxisY : kAxisZ;
}

/// The letters X, Y, Z as strokes in a box of -1..1.
struct Stroke {
  glm::vec2 from;
  glm::vec2 to;
};
constexpr std::array<Stroke, 2> kLetterX{{{{-1, -1}, {1, 1}}, {{-1, 1}, {1, -1}}}};
constexpr std::array<Stroke, 3> kLetterY{{{{-1, 1}, {0, 0}}, {{1, 1}, {0, 0}}, {{0, 0}, {0, -1}}}};
constexpr std::array<Stroke, 3> kLetterZ{
    {{{-1, 1}, {1, 1}}, {{1, 1}, {-1, -1}}, {{-1, -1}, {1, -1}}}};

template <std::size_t N>
void addLetter(std::vector<LineInstance>& lines, const std::array<Stroke, N>& letter,
               const glm::vec3& center, float size, const Rgba8& color, float width) {
  for (const Stroke& stroke : letter) {
    lines.push_back({center + glm::vec3(stroke.from * glm::vec2(0.75f, 1.0f) * size, 0.0f),
                     center + glm::vec3(stroke.to * glm::vec2(0.75f, 1.0f) * size, 0.0f), color,
                     width});
  }
}

void describeLines() {
  const auto stride = static_cast<GLsizei>(sizeof(LineInstance));
  const auto at = [](std::size_t offset) { return reinterpret_cast<const void*>(offset); };
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, at(offsetof(LineInstance, from)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, at(offsetof(LineInstance, to)));
  glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, at(offsetof(LineInstance, color)));
  glVertexAttribPointer(3, 1, GL_FLOAT, GL_FALSE, stride, at(offsetof(LineInstance, width)));
  for (GLuint i = 0; i < 4; ++i) {
    glEnableVertexAttribArray(i);
    glVertexAttribDivisor(i, 1);
  }
}

}  // namespace

Result<void> drawBackground(const PassContext& context) {
  const Display& display = context.frame->display;
  const bool data = display.shading >= Shading::Normals;
  const glm::vec4& color = display.background;
  const bool transparent = color.a <= 0.0f;
  RenderState state;
  state.depth = Depth::TestAndWrite;  // clearing the depth needs its mask
  apply(state);
  const float alpha = std::clamp(color.a, 0.0f, 1.0f);
  const glm::vec3 linear = transparent ? glm::vec3(0.0f) : toLinear(glm::vec3(color)) * alpha;
  glClearColor(linear.x, linear.y, linear.z, alpha);
  glClearDepth(1.0);
  clearViewport(context, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  if (alpha < 1.0f || !display.background_gradient || data) return {};
  ProgramKey key;
  key.kind = ProgramKind::Background;
  auto program = context.shaders->get(key);
  if (!program) return tl::unexpected<Error>(program.error());
  state.depth = Depth::Off;
  state.srgb = false;  // the gradient is one of encoded values
  apply(state);
  glUseProgram((*program)->program.id());
  glUniform3fv((*program)->at(Uniform::ColorSrgb), 1, glm::value_ptr(color));
  glBindVertexArray(context.empty_vertices);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  return {};
}

Result<void> drawGrid(const PassContext& context) {
  ProgramKey key;
  key.kind = ProgramKind::Grid;
  auto found = context.shaders->get(key);
  if (!found) return tl::unexpected<Error>(found.error());
  const LinkedProgram& program = **found;
  const View& view = context.frame->view;
  const glm::vec3 up = glm::vec3(context.block.up);
  const auto axes = planeAxes(up);
  const float height = glm::dot(view.eye, up);
  const glm::vec3 below = view.eye - up * height;
  // Far enough that the fade is at the horizon's haze, from any height.
  const float reach = std::max(
      {std::abs(height) * 12.0f, glm::length(view.eye) * 5.0f, context.block.pixel.y * 8.0f});
  RenderState state;
  state.depth = Depth::Test;
  state.blend = Blend::Over;
  state.depth_clamp = true;  // the ground reaches beyond the far plane, which hugs the model
  apply(state);
  glUseProgram(program.program.id());
  glUniform3fv(program.at(Uniform::Center), 1, glm::value_ptr(below));
  glUniform3fv(program.at(Uniform::Right), 1, glm::value_ptr(axes[0]));
  glUniform3fv(program.at(Uniform::Forward), 1, glm::value_ptr(axes[1]));
  glUniform1f(program.at(Uniform::Extent), reach);
  glUniform1f(program.at(Uniform::Strength), 1.0f);
  const std::array<glm::vec3, 2> colors{rgb(axisColor(axes[0])), rgb(axisColor(axes[1]))};
  glUniform3fv(program.at(Uniform::AxisColor), 2, glm::value_ptr(colors[0]));
  glBindVertexArray(context.empty_vertices);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  return {};
}

Result<void> flushLines(const PassContext& context, const RenderState& state,
                        const glm::mat4& clip_from_line) {
  InstanceBatch<LineInstance>& lines = *context.lines;
  if (lines.items.empty()) return {};
  ProgramKey key;
  key.kind = ProgramKind::Lines;
  auto program = context.shaders->get(key);
  if (!program) return tl::unexpected<Error>(program.error());
  apply(state);
  lines.upload(describeLines);
  glUseProgram((*program)->program.id());
  glUniformMatrix4fv((*program)->at(Uniform::ClipFromLine), 1, GL_FALSE,
                     glm::value_ptr(clip_from_line));
  glDrawArraysInstanced(GL_TRIANGLES, 0, 6, static_cast<GLsizei>(lines.items.size()));
  lines.items.clear();
  return {};
}

void clearViewport(const PassContext& context, GLbitfield buffers) {
  // Clearing knows no viewport, only the scissor.
  const Viewport& at = context.viewport;
  glEnable(GL_SCISSOR_TEST);
  glScissor(at.x, at.y, at.width, at.height);
  glClear(buffers);
  glDisable(GL_SCISSOR_TEST);
}

float pixelSize(const PassContext& context, const glm::vec3& point) {
  const glm::mat4& clip = context.block.clip_from_world;
  const float w =
      std::abs(clip[0].w * point.x + clip[1].w * point.y + clip[2].w * point.z + clip[3].w);
  const float scale = std::abs(context.block.clip_from_view[1].y);
  return 2.0f * std::max(w, 1e-6f) * context.block.viewport.w / std::max(scale, 1e-12f);
}

bool isFinite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

Result<void> drawMarks(const PassContext& context) {
  constexpr float kDiamond = 6.0f;  // half of its height, points
  const glm::mat4& view = context.frame->view.view_from_world;
  const glm::vec3 right(view[0].x, view[1].x, view[2].x);
  const glm::vec3 up(view[0].y, view[1].y, view[2].y);
  std::vector<LineInstance>& lines = context.lines->items;
  lines.clear();
  const float scale = context.block.pixel.x;
  for (const Mark& mark : context.frame->marks) {
    if (!isFinite(mark.from) || !isFinite(mark.to)) continue;
    const auto byte = [](float v) {
      return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f);
    };
    const Rgba8 color{byte(mark.color.r), byte(mark.color.g), byte(mark.color.b), 255};
    if (mark.from != mark.to) {
      lines.push_back({mark.from, mark.to, color, mark.width * scale});
      continue;
    }
    const float radius = kDiamond * scale * pixelSize(context, mark.from);
    const std::array<glm::vec3, 4> corners{mark.from + up * radius, mark.from + right * radius,
                                           mark.from - up * radius, mark.from - right * radius};
    for (std::size_t i = 0; i < 4; ++i)
      lines.push_back({corners[i], corners[(i + 1) % 4], color, mark.width * scale});
  }
  RenderState state;
  state.depth = Depth::Off;
  state.blend = Blend::Over;
  state.depth_clamp = true;  // a mark may lie outside what the bounds of the model hold
  return flushLines(context, state, context.block.clip_from_world);
}

Result<void> drawGizmo(const PassContext& context) {
  const float scale = context.block.pixel.x;
  const float width = context.block.viewport.x;
  const float height = context.block.viewport.y;
  // Small pictures get a small gizmo, so that it stays in its corner.
  const float arm = std::min(34.0f * scale, 0.12f * std::min(width, height));
  const glm::vec3 center(arm * 1.75f, arm * 1.75f, 0.0f);
  const glm::mat3 rotation(context.frame->view.view_from_world);
  std::vector<LineInstance>& lines = context.lines->items;
  lines.clear();
  // Farthest first: the lines are drawn over each other without depth.
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return rotation[a].z < rotation[b].z; });
  for (const int axis : order) {
    const glm::vec3 direction = glm::normalize(rotation[axis]);
    Rgba8 color = axis == 0 ? kAxisX : axis == 1 ? kAxisY : kAxisZ;
    const glm::vec3 tip(direction.x * arm, direction.y * arm, 0.0f);
    lines.push_back({center, center + tip, color, 2.2f * scale});
    const glm::vec3 letter = center + tip * 1.32f;
    const float size = arm * 0.13f;
    if (axis == 0) addLetter(lines, kLetterX, letter, size, color, 1.5f * scale);
    if (axis == 1) addLetter(lines, kLetterY, letter, size, color, 1.5f * scale);
    if (axis == 2) addLetter(lines, kLetterZ, letter, size, color, 1.5f * scale);
  }
  RenderState state;
  state.depth = Depth::Off;
  state.blend = Blend::Over;
  const glm::mat4 clip_from_pixels = glm::ortho(0.0f, width, 0.0f, height, -1.0f, 1.0f);
  return flushLines(context, state, clip_from_pixels);
}

}  // namespace sinew::renderer
