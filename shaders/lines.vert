#version 330 core
// Free lines: one instance a line, six vertices a quad.
#include "common_frame.glsl"
#include "common_wide_line.glsl"
#include "common_color.glsl"

layout(location = 0) in vec3 a_from;
layout(location = 1) in vec3 a_to;
layout(location = 2) in vec4 a_color;  // sRGB-encoded, straight
layout(location = 3) in float a_width; // pixels

uniform mat4 u_clip_from_line;

flat out vec4 v_line_color;

void main() {
  const int corners[6] = int[6](0, 1, 2, 2, 1, 3);
  int corner = corners[gl_VertexID];
  vec4 a = u_clip_from_line * vec4(a_from, 1.0);
  vec4 b = u_clip_from_line * vec4(a_to, 1.0);
  v_line_color = vec4(toLinear(a_color.rgb) * a_color.a, a_color.a);
  if (!clipToFront(a, b)) {
    gl_Position = vec4(0.0, 0.0, -2.0, 1.0);  // outside: nothing is drawn
    return;
  }
  vec2 across = acrossLine(a, b, a_width);
  vec4 end = corner < 2 ? a : b;
  float side = (corner & 1) == 0 ? 1.0 : -1.0;
  gl_Position = end + vec4(across * side * end.w, 0.0, 0.0);
}
