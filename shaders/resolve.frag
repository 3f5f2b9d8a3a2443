#version 330 core
// Averages the samples in linear light and undoes the premultiplication, so that 8-bit colours keep their
// precision at small alpha.
#ifdef SAMPLES
uniform sampler2DMS u_color_samples;
uniform int u_sample_count;
#else
uniform sampler2D u_color_samples;
#endif
layout(location = 0) out vec4 o_color;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
#ifdef SAMPLES
  vec4 sum = vec4(0.0);
  for (int i = 0; i < u_sample_count; ++i) sum += texelFetch(u_color_samples, at, i);
  sum /= float(u_sample_count);
#else
  vec4 sum = texelFetch(u_color_samples, at, 0);
#endif
  o_color = sum.a > 0.0 ? vec4(sum.rgb / sum.a, sum.a) : vec4(0.0);
}
