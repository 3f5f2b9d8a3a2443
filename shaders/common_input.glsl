// Where vertices come from. One of INPUT_STREAM, INPUT_OVERLAP, INPUT_64, INPUT_96, INPUT_128, INPUT_ARRAYS.
#include "common_unpack.glsl"

#if defined(INPUT_STREAM)
// A mixed list: the index buffer holds the record's first word, which arrives as gl_VertexID.
uniform usamplerBuffer u_words;
StoredVertex fetchVertex() {
  int at = gl_VertexID;
  // Words behind a short record are fetched too, and ignored: the buffer has two spare words at its end.
  return unpackMixed(uvec4(texelFetch(u_words, at).x, texelFetch(u_words, at + 1).x,
                           texelFetch(u_words, at + 2).x, texelFetch(u_words, at + 3).x));
}
#elif defined(INPUT_OVERLAP)
// A mixed list as attributes with a stride of one word: every index is a word offset. The buffer has 8 spare
// bytes at its end.
layout(location = 0) in uvec4 a_record;
StoredVertex fetchVertex() { return unpackMixed(a_record); }
#elif defined(INPUT_64)
layout(location = 0) in uvec2 a_record;
StoredVertex fetchVertex() { return unpack64(a_record); }
#elif defined(INPUT_96)
layout(location = 0) in uvec3 a_record;
StoredVertex fetchVertex() { return unpack96(a_record); }
#elif defined(INPUT_128)
layout(location = 0) in uvec4 a_record;
StoredVertex fetchVertex() { return unpack128(a_record); }
#else
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_st;
layout(location = 3) in uint a_influence;
#ifdef VERTEX_COLOR
layout(location = 4) in vec4 a_color;
#endif
StoredVertex fetchVertex() {
  StoredVertex v;
  v.position = a_position;
  v.normal = a_normal;
  v.st = a_st;
#ifdef VERTEX_COLOR
  v.color = a_color.rgb;
#else
  v.color = vec3(1.0);
#endif
  v.influence = a_influence;
  v.cell_log2 = -1000.0;
  v.bits = 0.0;
  return v;
}
#endif

// Influence matrices: three texels each, rows of (x, y, z, translation). Behind them one float an influence:
// the selected bone's weight.
uniform samplerBuffer u_influences;
uniform uint u_influence_count;
uniform int u_influence_base;  // texel of influence 0

struct PosedVertex {
  vec3 position;
  vec3 normal;  // not normalised
  float mirror; // -1 where the influence turns faces inside out, else 1
};

PosedVertex poseVertex(StoredVertex v) {
  int at = u_influence_base + 3 * int(v.influence < u_influence_count ? v.influence : 0u);
  vec4 x = texelFetch(u_influences, at);
  vec4 y = texelFetch(u_influences, at + 1);
  vec4 z = texelFetch(u_influences, at + 2);
  PosedVertex out_vertex;
  vec4 p = vec4(v.position, 1.0);
  out_vertex.position = vec3(dot(x, p), dot(y, p), dot(z, p));
  // Section 4: sign(det M) * cof(M) n, the inverse transpose up to a positive factor, defined for flat M too.
  vec3 cx = cross(y.xyz, z.xyz);
  vec3 cy = cross(z.xyz, x.xyz);
  vec3 cz = cross(x.xyz, y.xyz);
  out_vertex.mirror = dot(x.xyz, cx) < 0.0 ? -1.0 : 1.0;
  out_vertex.normal = out_vertex.mirror * vec3(dot(cx, v.normal), dot(cy, v.normal), dot(cz, v.normal));
  return out_vertex;
}

// Length 1, or 0 where there is no direction.
vec3 unitOrZero(vec3 n) {
  float square = dot(n, n);
  return n * (square > 0.0 ? inversesqrt(square) : 0.0);
}
