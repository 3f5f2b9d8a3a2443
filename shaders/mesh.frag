#version 330 core
#include "common_frame.glsl"
#include "common_color.glsl"
#if defined(LIT) || defined(FACETED)
#include "common_light.glsl"
#endif
#ifdef UV
#include "common_digits.glsl"
#endif

#ifdef WITH_POSITION
in vec3 v_position;
#endif
#ifdef LIT
in vec3 v_normal;
#endif
#if defined(TEXTURED) || defined(UV)
in vec2 v_st;
#endif
#if defined(COLORED) || defined(DATA)
in vec3 v_color;
#endif
#if defined(VERTEX_COLOR) && defined(ALPHA)
in float v_alpha;
#endif
#ifdef MIRRORED
in float v_mirror;
uniform int u_cull;  // 0 nothing, 1 back faces, 2 front faces
#endif

uniform vec4 u_color;      // material, linear, straight alpha
uniform vec3 u_color_srgb; // the same encoded
uniform vec3 u_highlight;  // added light for a selected mesh
#ifdef TEXTURED
uniform sampler2D u_texture;
#endif
#ifdef ALPHA
uniform float u_alpha_cutoff;  // below: discarded
uniform float u_alpha_blend;   // 1: alpha is coverage, 0: it only masks
#endif

layout(location = 0) out vec4 o_color;

void main() {
  bool front = gl_FrontFacing;
#ifdef MIRRORED
  // The rasteriser saw the winding before the mirror was known.
  front = front == (v_mirror > 0.0);
  if (u_cull != 0 && front == (u_cull == 2)) discard;
#endif

#ifdef DATA
  o_color = vec4(v_color, 1.0);  // encoded: data is drawn with the framebuffer's encoding off
#elif defined(UV)
  o_color = vec4(uvColor(v_st), 1.0);  // encoded
#else
#ifdef COLORED
  // Section 1, "Drawn colour": vertex colour * material colour in encoded bytes, then the texture.
  vec4 base = vec4(toLinear(v_color * u_color_srgb), u_color.a);
#else
  vec4 base = u_color;
#endif
#ifdef TEXTURED
  vec4 texel = texture(u_texture, v_st);
  base.rgb *= texel.rgb;
#endif
  float alpha = 1.0;
#ifdef ALPHA
#ifdef TEXTURED
  base.a *= texel.a;
#endif
#ifdef VERTEX_COLOR
  base.a *= v_alpha;
#endif
  if (base.a < u_alpha_cutoff) discard;
  alpha = mix(1.0, base.a, u_alpha_blend);
#endif
#if defined(LIT) || defined(FACETED)
  vec3 to_viewer = normalize(viewRay(gl_FragCoord.xy));
#ifdef FACETED
  vec3 face = cross(dFdx(v_position), dFdy(v_position));
  face *= inversesqrt(max(dot(face, face), 1e-36));
  vec3 normal = dot(face, to_viewer) < 0.0 ? -face : face;
#else
  vec3 normal = v_normal * inversesqrt(max(dot(v_normal, v_normal), 1e-12));
  normal = front ? normal : -normal;
#endif
  base.rgb = litColor(base.rgb, normal, to_viewer);
#endif
  o_color = vec4((base.rgb + u_highlight) * alpha, alpha);
#endif
}
