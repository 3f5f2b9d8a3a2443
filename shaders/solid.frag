#version 330 core
// Translucent bounding solids. All have one colour, so that the blend over it does not depend on their order:
// what is left of the background is the product of (1 - alpha).
#include "common_frame.glsl"

in vec3 v_position;
uniform vec4 u_color;  // linear, straight
layout(location = 0) out vec4 o_color;

void main() {
  vec3 face = cross(dFdx(v_position), dFdy(v_position));
  face *= inversesqrt(max(dot(face, face), 1e-36));
  // Denser where the surface turns away, which shows its shape.
  float alpha = u_color.a * (1.6 - abs(dot(face, towardsViewer(v_position))));
  o_color = vec4(u_color.rgb * alpha, alpha);
}
