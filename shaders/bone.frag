#version 330 core
#include "common_frame.glsl"

flat in vec3 v_normal;
flat in vec3 v_bone_color;
in vec3 v_position;
layout(location = 0) out vec4 o_color;

void main() {
  float facing = abs(dot(v_normal, towardsViewer(v_position)));
  float key = max(dot(v_normal, u_key_light.xyz), 0.0);
  o_color = vec4(v_bone_color * (0.35 + 0.35 * facing + 0.45 * key), 1.0);
}
