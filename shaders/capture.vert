#version 330 core
// What the vertex stage makes of each record, for transform feedback: tests compare it with the CPU's.
#include "common_input.glsl"

out vec3 capture_position;
out vec3 capture_normal;
out vec2 capture_st;
out vec3 capture_color;

void main() {
  StoredVertex stored = fetchVertex();
  PosedVertex posed = poseVertex(stored);
  capture_position = posed.position;
  capture_normal = unitOrZero(posed.normal);
  capture_st = stored.st;
  capture_color = stored.color;
  gl_Position = vec4(posed.position, 1.0);
}
