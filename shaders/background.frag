#version 330 core
// A soft vertical gradient around the background colour.
#include "common_color.glsl"

in vec2 v_screen;
uniform vec3 u_color_srgb;
layout(location = 0) out vec4 o_color;

void main() {
  // Brightest a little above the middle, where the model's upper half stands.
  vec2 from_center = (v_screen - vec2(0.5, 0.58)) * vec2(0.85, 1.0);
  float glow = exp(-3.2 * dot(from_center, from_center));
  vec3 encoded = u_color_srgb * mix(0.62, 1.22, glow);
  // Half a step of noise in a fixed pattern hides the banding of dark gradients.
  uvec2 p = uvec2(gl_FragCoord.xy);
  uint hash = (p.x * 1664525u + p.y * 1013904223u) ^ (p.x << 7u) ^ (p.y << 3u);
  hash = (hash ^ (hash >> 15u)) * 2246822519u;
  float noise = float(hash >> 24u) / 255.0 - 0.5;
  o_color = vec4(toLinear(clamp(encoded + noise / 255.0, 0.0, 1.0)), 1.0);
}
