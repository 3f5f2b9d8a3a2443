#version 330 core
uniform vec4 u_color;  // linear, premultiplied
#ifdef POINTS
uniform float u_round;  // 1: round points
#endif
layout(location = 0) out vec4 o_color;

void main() {
#ifdef POINTS
  vec2 from_center = gl_PointCoord * 2.0 - 1.0;
  if (u_round * dot(from_center, from_center) > 1.0) discard;
#endif
  o_color = u_color;
}
