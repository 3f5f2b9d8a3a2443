#version 330 core
// A texture seen flat: some of its channels, over a checker where it is transparent. Beyond 0..1 it repeats, dimly.
#include "common_frame.glsl"
#include "common_color.glsl"

in vec2 v_screen;
uniform sampler2D u_texture;
uniform vec4 u_st_rect;   // S and T of the lower left corner, and how far they run across the picture
uniform vec4 u_channels;  // 1: the channel shows
layout(location = 0) out vec4 o_color;

void main() {
  vec2 st = u_st_rect.xy + v_screen * u_st_rect.zw;
  vec4 texel = texture(u_texture, st);
  float colors = dot(u_channels.rgb, vec3(1.0));
  vec3 color = texel.rgb * u_channels.rgb;
  if (colors == 1.0) color = vec3(dot(color, vec3(1.0)));  // one alone is easier to judge in grey
  float alpha = mix(1.0, texel.a, u_channels.a);
  if (colors == 0.0) {
    color = u_channels.a > 0.0 ? toLinear(vec3(texel.a)) : vec3(0.0);
    alpha = 1.0;
  }
  vec2 cell = floor(gl_FragCoord.xy / (8.0 * u_pixel.x));
  vec3 ground = toLinear(vec3(mod(cell.x + cell.y, 2.0) < 0.5 ? 0.42 : 0.32));
  color = mix(ground, color, alpha);
  bool outside = any(lessThan(st, vec2(0.0))) || any(greaterThan(st, vec2(1.0)));
  if (outside) color = mix(toLinear(vec3(0.13)), color, 0.22);
  o_color = vec4(color, 1.0);
}
