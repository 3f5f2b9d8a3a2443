#version 330 core
// Lines a fixed number of pixels wide; every cell splits into ten as soon as the parts are wide enough to read.
#include "common_frame.glsl"
#include "common_color.glsl"

in vec2 v_plane;
in vec3 v_position;
uniform vec3 u_center;
uniform float u_extent;
uniform float u_strength;
uniform vec3 u_axis_color[2];  // sRGB-encoded, of the lines through the origin along right and forward
layout(location = 0) out vec4 o_color;

// How much of the pixel a line of the grid covers. `pixel`: plane units a pixel.
float lineCover(vec2 at, vec2 pixel, float cell, float width) {
  vec2 distance_px = abs(fract(at / cell - 0.5) - 0.5) * cell / pixel;
  vec2 cover = clamp(width * 0.5 + 0.5 - distance_px, 0.0, 1.0);
  return max(cover.x, cover.y);
}

void main() {
  vec2 pixel = max(fwidth(v_plane), vec2(1e-12));
  float wide = 1.0 + 0.35 * (u_pixel.x - 1.0);
  float level = log2(max(pixel.x, pixel.y) * 9.0 * u_pixel.x / u_pixel.y) / log2(10.0);
  float whole = floor(level);
  float fade = 1.0 - (level - whole);
  float cell = u_pixel.y * pow(10.0, whole + 1.0);
  float fine = lineCover(v_plane, pixel, cell * 0.1, wide) * 0.13 * fade * fade;
  float middle = lineCover(v_plane, pixel, cell, wide) * mix(0.13, 0.27, fade);
  float coarse = lineCover(v_plane, pixel, cell * 10.0, wide) * 0.27;
  float alpha = max(max(fine, middle), coarse);
  vec3 color = vec3(0.78);
  // The axes run along right (where forward is 0) and along forward.
  vec2 axis = clamp(wide * 0.8 + 0.5 - abs(v_plane.yx) / pixel.yx, 0.0, 1.0);
  if (axis.x > 0.0) {
    color = mix(color, u_axis_color[0], axis.x);
    alpha = max(alpha, 0.75 * axis.x);
  }
  if (axis.y > 0.0) {
    color = mix(color, u_axis_color[1], axis.y);
    alpha = max(alpha, 0.75 * axis.y);
  }
  float away = length(v_position - u_center) / u_extent;
  alpha *= u_strength * clamp(1.0 - away, 0.0, 1.0) * clamp(1.0 - away, 0.0, 1.0);
  // Grazing angles: lines crowd together there.
  float square = dot(towardsViewer(v_position), u_up.xyz);
  alpha *= smoothstep(0.0, 0.12, abs(square));
  o_color = vec4(toLinear(color) * alpha, alpha);
}
