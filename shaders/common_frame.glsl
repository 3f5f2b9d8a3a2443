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
  vec4 u_ray;        // what viewRay is made of
  vec4 u_ray_x;
  vec4 u_ray_y;
};

vec3 towardsViewer(vec3 position) {
  return normalize(u_eye.xyz - position * u_eye.w);
}

// The way to the viewer from all that is seen in a pixel (gl_FragCoord.xy), not normalised. A varying would cost
// every triangle its set-up.
vec3 viewRay(vec2 pixel) {
  return u_ray.xyz + u_ray_x.xyz * pixel.x + u_ray_y.xyz * pixel.y;
}
