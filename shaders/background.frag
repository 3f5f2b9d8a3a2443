#version 330 core
// A soft vertical gradient around the background colour, drawn with the framebuffer's sRGB encoding off.
in vec2 v_screen;
uniform vec3 u_color_srgb;
layout(location = 0) out vec4 o_color;

void main() {
  // Brightest a little above the middle, where the model's upper half stands.
  vec2 from_center = (v_screen - vec2(0.5, 0.58)) * vec2(0.85, 1.0);
  float glow = exp(-3.2 * dot(from_center, from_center));
  o_color = vec4(u_color_srgb * mix(0.62, 1.22, glow), 1.0);
}
