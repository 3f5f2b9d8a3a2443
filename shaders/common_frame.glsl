// What every pass knows of the frame; renderer/gpu_types.h has the same layout.
layout(std140) uniform FrameBlock {
  mat4 u_clip_from_world;
  mat4 u_view_from_world;
  mat4 u_clip_from_view;
  vec4 u_eye;        // w 1: a point; w 0: orthographic, xyz points towards the viewer
  vec4 u_up;
  vec4 u_key_light;  // towards the light, world space
  vec4 u_viewport;   // width, height, 1 / width, 1 / height, pixels
  vec4 u_pixel;      // x: pixels a point; y: units a metre; z: largest position cell, log2
};

vec3 towardsViewer(vec3 position) {
  return normalize(u_eye.xyz - position * u_eye.w);
}
