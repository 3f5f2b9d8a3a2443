#version 330 core
// Bones as octahedra: one instance a bone, 24 vertices. The waist lies near the head.
#include "common_frame.glsl"
#include "common_color.glsl"

layout(location = 0) in vec3 a_head;
layout(location = 1) in vec3 a_tail;
layout(location = 2) in vec4 a_color;   // sRGB-encoded
layout(location = 3) in float a_waist;  // half the thickness, world units
layout(location = 4) in float a_waist_at;  // along the bone, 0..1

flat out vec3 v_normal;
flat out vec3 v_bone_color;
out vec3 v_position;

vec3 corner(int index, vec3 side, vec3 other) {
  if (index == 4) return a_head;
  if (index == 5) return a_tail;
  vec3 waist = mix(a_head, a_tail, a_waist_at);
  return waist + a_waist * (index == 0 ? side : index == 1 ? other : index == 2 ? -side : -other);
}

void main() {
  int face = gl_VertexID / 3;
  vec3 along = a_tail - a_head;
  vec3 axis = along * inversesqrt(max(dot(along, along), 1e-30));
  vec3 reference = abs(axis.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0);
  vec3 side = normalize(cross(axis, reference));
  vec3 other = cross(axis, side);
  int first = face & 3;
  int second = (face + 1) & 3;
  bool tail_half = face >= 4;
  vec3 a = corner(first, side, other);
  vec3 b = corner(second, side, other);
  vec3 tip = corner(tail_half ? 5 : 4, side, other);
  int k = gl_VertexID % 3;
  vec3 position = k == 0 ? a : k == 1 ? b : tip;
  vec3 n = cross(b - a, tip - a);
  n = dot(n, (a + b) * 0.5 - mix(a_head, a_tail, a_waist_at)) < 0.0 ? -n : n;
  v_normal = n * inversesqrt(max(dot(n, n), 1e-30));
  v_bone_color = toLinear(a_color.rgb);
  v_position = position;
  gl_Position = u_clip_from_world * vec4(position, 1.0);
}
