#version 330 core
// One triangle that covers the target.
out vec2 v_screen;  // 0..1, y up

void main() {
  v_screen = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(v_screen * 2.0 - 1.0, 0.0, 1.0);
}
