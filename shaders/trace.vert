#version 330 core
// Edges, vertices and normals of a mesh: positions for the geometry stage or for points.
#include "common_frame.glsl"
#include "common_input.glsl"

uniform float u_width;  // pixels

#ifdef UV_PLANE
uniform vec4 u_st_rect;  // S and T of the lower left corner, and how far they run across the picture
#endif

#ifdef NORMAL_LINES
out vec3 g_position;
out vec3 g_normal;
#endif

void main() {
  StoredVertex stored = fetchVertex();
#ifdef UV_PLANE
  gl_Position = vec4((stored.st - u_st_rect.xy) / u_st_rect.zw * 2.0 - 1.0, 0.0, 1.0);
#else
  PosedVertex posed = poseVertex(stored);
  gl_Position = u_clip_from_world * vec4(posed.position, 1.0);
#ifdef NORMAL_LINES
  g_position = posed.position;
  g_normal = unitOrZero(posed.normal);
#else
  // Towards the viewer, so that lines win over the faces they lie on.
  gl_Position.z -= 2e-4 * gl_Position.w;
  gl_PointSize = u_width;
#endif
#endif
}
