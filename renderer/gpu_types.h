#pragma once

// Structs shared with GLSL, laid out by the std140 rules.

#include <array>
#include <cstddef>
#include <cstdint>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace sinew::renderer {

/// FrameBlock of shaders/common_frame.glsl.
struct FrameBlock {
  glm::mat4 clip_from_world{1.0f};
  glm::mat4 view_from_world{1.0f};
  glm::mat4 clip_from_view{1.0f};
  glm::vec4 eye{0.0f};
  glm::vec4 up{0.0f};
  glm::vec4 key_light{0.0f};
  glm::vec4 viewport{0.0f};
  glm::vec4 pixel{0.0f};
  glm::vec4 ray{0.0f};
  glm::vec4 ray_x{0.0f};
  glm::vec4 ray_y{0.0f};
};
static_assert(sizeof(FrameBlock) == 320);
static_assert(offsetof(FrameBlock, view_from_world) == 64);
static_assert(offsetof(FrameBlock, clip_from_view) == 128);
static_assert(offsetof(FrameBlock, eye) == 192);
static_assert(offsetof(FrameBlock, up) == 208);
static_assert(offsetof(FrameBlock, key_light) == 224);
static_assert(offsetof(FrameBlock, viewport) == 240);
static_assert(offsetof(FrameBlock, pixel) == 256);
static_assert(offsetof(FrameBlock, ray) == 272);
static_assert(offsetof(FrameBlock, ray_x) == 288);
static_assert(offsetof(FrameBlock, ray_y) == 304);

using Rgba8 = std::array<std::uint8_t, 4>;

/// One instance of shaders/lines.vert.
struct LineInstance {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  Rgba8 color{};
  float width = 1.0f;
};
static_assert(sizeof(LineInstance) == 32);
static_assert(offsetof(LineInstance, to) == 12);
static_assert(offsetof(LineInstance, color) == 24);
static_assert(offsetof(LineInstance, width) == 28);

/// One instance of shaders/bone.vert.
struct BoneInstance {
  glm::vec3 head{0.0f};
  glm::vec3 tail{0.0f};
  Rgba8 color{};
  float waist = 0.0f;
  float waist_at = 0.0f;
};
static_assert(sizeof(BoneInstance) == 36);
static_assert(offsetof(BoneInstance, tail) == 12);
static_assert(offsetof(BoneInstance, color) == 24);
static_assert(offsetof(BoneInstance, waist) == 28);
static_assert(offsetof(BoneInstance, waist_at) == 32);

/// A vertex of a plain mesh: 36 bytes, and 4 more where the mesh has colours.
struct FloatVertex {
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f};
  glm::vec2 uv{0.0f};
  std::uint32_t influence = 0;
};
static_assert(sizeof(FloatVertex) == 36);
static_assert(offsetof(FloatVertex, normal) == 12);
static_assert(offsetof(FloatVertex, uv) == 24);
static_assert(offsetof(FloatVertex, influence) == 32);

}  // namespace sinew::renderer
