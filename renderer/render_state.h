#pragma once

#include <cstdint>

namespace sinew::renderer {

enum class Blend : std::uint8_t {
  Off,
  Over  ///< premultiplied: src + (1 - src.a) * dst, alpha alike
};
enum class Depth : std::uint8_t { Off, Test, TestAndWrite };
enum class Cull : std::uint8_t { Off, Back, Front };

/// Everything of the fixed pipeline that a pass depends on. A pass applies a whole state; it trusts
/// no leftovers and restores nothing.
struct RenderState {
  Depth depth = Depth::TestAndWrite;
  Blend blend = Blend::Off;
  Cull cull = Cull::Off;
  bool front_is_clockwise = false;
  bool depth_clamp = false;  ///< draws beyond near and far plane too
  bool srgb = true;          ///< shaders write linear light
  bool point_size = false;   ///< the vertex shader sets gl_PointSize
  bool multisample = true;
};

void apply(const RenderState& state);

}  // namespace sinew::renderer
