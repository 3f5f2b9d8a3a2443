#version 330 core
#include "common_frame.glsl"
#include "common_wide_line.glsl"

#ifdef NORMAL_LINES
layout(points) in;
in vec3 g_position[];
in vec3 g_normal[];
uniform float u_length;  // pixels on screen where the normal is seen from the side
#else
layout(lines) in;
#endif
layout(triangle_strip, max_vertices = 4) out;

uniform float u_width;

void main() {
  vec4 a = gl_in[0].gl_Position;
#ifdef NORMAL_LINES
  if (dot(g_normal[0], g_normal[0]) == 0.0) return;
  float pixel = 2.0 * max(a.w, 1e-5) * u_viewport.w / abs(u_clip_from_view[1][1]);
  vec4 b = u_clip_from_world * vec4(g_position[0] + g_normal[0] * u_length * pixel, 1.0);
#else
  vec4 b = gl_in[1].gl_Position;
#endif
  if (!clipToFront(a, b)) return;
  vec2 across = acrossLine(a, b, u_width);
  gl_Position = a + vec4(across * a.w, 0.0, 0.0);
  EmitVertex();
  gl_Position = a - vec4(across * a.w, 0.0, 0.0);
  EmitVertex();
  gl_Position = b + vec4(across * b.w, 0.0, 0.0);
  EmitVertex();
  gl_Position = b - vec4(across * b.w, 0.0, 0.0);
  EmitVertex();
  EndPrimitive();
}
