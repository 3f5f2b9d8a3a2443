#version 330 core
#include "common_frame.glsl"
#include "common_input.glsl"
#ifdef DATA
#include "common_color.glsl"
uniform int u_data;        // a DATA_ constant
uniform uint u_lod;
uniform uint u_selected_influence;
const int DATA_NORMALS = 0;
const int DATA_LOD = 1;
const int DATA_BONE = 2;
const int DATA_WEIGHTS = 3;
const int DATA_RECORD = 4;
const int DATA_EXPONENT = 5;
const int DATA_ERROR = 6;
#endif

#ifdef WITH_POSITION
out vec3 v_position;
#endif
#ifdef LIT
out vec3 v_normal;
#endif
#if defined(TEXTURED) || defined(UV)
out vec2 v_st;
#endif
#if defined(COLORED) || defined(DATA)
out vec3 v_color;
#endif
#if defined(VERTEX_COLOR) && defined(ALPHA)
out float v_alpha;
#endif
#ifdef MIRRORED
out float v_mirror;
#endif

#ifdef DATA
float selectedWeight(uint influence) {
  int index = int(influence < u_influence_count ? influence : 0u);
  int at = u_influence_base + 3 * int(u_influence_count) + index / 4;
  return texelFetch(u_influences, at)[index & 3];
}

// sRGB-encoded colour of what Shading asks for.
vec3 dataColor(StoredVertex v, vec3 normal) {
  uint influence = v.influence < u_influence_count ? v.influence : 0u;
  switch (u_data) {
    case DATA_NORMALS:
      return normal * 0.5 + 0.5;
    case DATA_LOD:
      return indexColor(u_lod);
    case DATA_BONE:
      return indexColor(influence) *
             (u_selected_influence == 0xFFFFFFFFu || u_selected_influence == influence ? 1.0 : 0.45);
    case DATA_WEIGHTS:
      return heatColor(selectedWeight(influence));
    case DATA_RECORD:
      return v.bits == 64.0 ? vec3(0.30, 0.69, 0.49) : v.bits == 96.0 ? vec3(0.93, 0.73, 0.29)
           : v.bits == 128.0 ? vec3(0.84, 0.37, 0.30) : vec3(0.6);
    case DATA_EXPONENT:
      return hueColor(fract((v.cell_log2 + 22.0) / 12.0)) * (0.55 + 0.45 * clamp((v.cell_log2 + 22.0) / 31.0, 0.0, 1.0));
    default:
      // A step of heat halves the cell; 2^-12 of the largest is coldest.
      return heatColor(1.0 + (v.cell_log2 - u_pixel.z) / 12.0);
  }
}
#endif

void main() {
  StoredVertex stored = fetchVertex();
  PosedVertex posed = poseVertex(stored);
  gl_Position = u_clip_from_world * vec4(posed.position, 1.0);
#ifdef WITH_POSITION
  v_position = posed.position;
#endif
#ifdef LIT
  v_normal = unitOrZero(posed.normal);
#endif
#if defined(TEXTURED) || defined(UV)
  v_st = stored.st;
#endif
#ifdef COLORED
  v_color = stored.color;
#endif
#if defined(VERTEX_COLOR) && defined(ALPHA)
  v_alpha = a_color.a;
#endif
#ifdef DATA
  v_color = dataColor(stored, unitOrZero(posed.normal));
#endif
#ifdef MIRRORED
  v_mirror = posed.mirror;
#endif
}
