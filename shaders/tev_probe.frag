#version 330 core
// One pixel of a generated TEV function for fixed inputs: for showing and testing it.
#include "common_tev.glsl"
uniform ivec4 u_texel[8];
uniform ivec4 u_color0;
uniform ivec4 u_color1;
layout(location = 0) out ivec4 o_pixel;

ivec4 tev(ivec4 texel[8], ivec4 color0, ivec4 color1);

void main() { o_pixel = tev(u_texel, u_color0, u_color1); }
