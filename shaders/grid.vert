#version 330 core
// The ground plane through the origin, as a square around the point below the viewer.
#include "common_frame.glsl"

uniform vec3 u_center;
uniform vec3 u_right;    // in the plane, length 1
uniform vec3 u_forward;
uniform float u_extent;  // half the side

out vec2 v_plane;        // coordinates in the plane, from the origin
out vec3 v_position;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 position = u_center + (u_right * corner.x + u_forward * corner.y) * u_extent;
  v_plane = vec2(dot(position, u_right), dot(position, u_forward));
  v_position = position;
  gl_Position = u_clip_from_world * vec4(position, 1.0);
}
