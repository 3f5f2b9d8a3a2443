// BMD1 vertex records -> numbers (docs/format-bmd1.md, sections 1 and 4). format/bmd1/decode.cpp follows the
// same rules on the CPU; a test compares both over every record of the corpus.
//
// GLSL 3.30 has neither bitfieldExtract nor unpackHalf2x16: fields are cut by shifts, halves rebuilt by hand.
// Everything is select, not branch: SIMD rasterisers run both sides of a branch anyway.

struct StoredVertex {
  vec3 position;
  vec3 normal;
  vec2 st;
  vec3 color;      // sRGB-encoded 0..1
  uint influence;
  float cell_log2; // log2 of the position's rounding cell
  float bits;      // 64, 96, 128; 0 where nothing is packed
};

uniform uvec3 u_shade;   // two bits a hue: the channel's base value / 0x55
uniform uvec4 u_st128;   // bits to flip, S shift, T shift and right shift (packed 8:0, 15:8), exponent mask
uniform vec3 u_flat_color;

// Sign-extends the field that `word << left` puts at the top.
vec3 unpackPacked3(uint word) {
  ivec3 fraction = ivec3(uvec3(word << 23u, word << 14u, word << 5u)) >> 23;
  return vec3(fraction) * uintBitsToFloat(((word >> 27u) + 105u) << 23u);
}

// F8A in bits 7:0, 15:8, 23:16.
vec3 unpackF8a3(uint word) {
  uvec3 code = uvec3(word, word >> 8u, word >> 16u);
  uvec3 low = code & 0x7Fu;
  uvec3 number = ((code & 0x80u) << 24u) | ((low << 19u) + (120u << 23u));
  return mix(uintBitsToFloat(number), vec3(0.0), equal(low, uvec3(0u)));
}

// Binary16. Denormals by arithmetic, because GPUs may flush float denormals; Inf and NaN give 0.
vec3 unpackHalf3(uvec3 code) {
  uvec3 magnitude = code & 0x7FFFu;
  vec3 normal = uintBitsToFloat((magnitude << 13u) + (112u << 23u));
  vec3 denormal = vec3(magnitude) * 5.9604644775390625e-8;
  vec3 value = mix(normal, denormal, lessThan(magnitude, uvec3(0x400u)));
  value = mix(value, vec3(0.0), greaterThanEqual(magnitude, uvec3(0x7C00u)));
  return uintBitsToFloat(floatBitsToUint(value) | ((code & 0x8000u) << 16u));
}

vec2 unpackSt11(uint word) {
  uvec2 code = uvec2(word, word >> 11u) & 0x7FFu;
  return (vec2(code) / 1024.0 - 0.5) * float(1u << ((word >> 21u) & 6u));
}

vec2 unpackSt12(uint word) {
  return vec2(uvec2(word, word >> 12u) & 0xFFFu) / 2048.0 - 0.5;
}

// The three readings differ in bits flipped (offset binary), field width, and whether there is an exponent.
vec2 unpackSt128(uint word) {
  uint bits = word ^ u_st128.x;
  int right = int(u_st128.z >> 8u);
  ivec2 code = ivec2(uvec2(bits << u_st128.y, bits << (u_st128.z & 0xFFu))) >> right;
  return vec2(code) / 4096.0 * float(1u << ((word >> 28u) & u_st128.w));
}

vec3 unpackShade(uint code) {
  uvec3 base = ((u_shade >> ((code >> 3u) & 0x1Eu)) & 3u) * 0x55u;
  return vec3((base * ((code & 0xFu) + 1u)) >> 4u) / 255.0;
}

float packedCellLog2(uint word) { return float(word >> 27u) - 22.0; }

float halfCellLog2(uvec3 code) {
  uvec3 exponent = (code >> 10u) & 0x1Fu;
  return float(max(max(exponent.x, exponent.y), max(exponent.z, 1u))) - 25.0;
}

StoredVertex unpack64(uvec2 w) {
  StoredVertex v;
  v.position = unpackPacked3(w.x);
#ifdef FLAT_NORMALS
  v.normal = unpackF8a3(w.y);
  v.st = vec2(0.0);
  v.color = u_flat_color;
#else
  v.normal = v.position;
  v.st = unpackSt11(w.y);
  v.color = vec3(1.0);
#endif
  v.influence = w.y >> 24u;
  v.cell_log2 = packedCellLog2(w.x);
  v.bits = 64.0;
  return v;
}

// Bit 0 of the tag: S/T with exponent. Bit 1: the last byte is the bone, not the colour. Reserved tags F0..F7
// read the same two bits.
StoredVertex unpack96(uvec3 w) {
  StoredVertex v;
  v.position = unpackPacked3(w.x);
  v.normal = unpackF8a3(w.z);
  bool with_exponent = (w.y & 0x01000000u) != 0u;
  bool with_bone = (w.y & 0x02000000u) != 0u;
  v.st = with_exponent ? unpackSt11(w.y) : unpackSt12(w.y);
  uint last = w.z >> 24u;
  v.color = unpackShade(with_bone ? 0x0Fu : last);
  v.influence = with_bone ? last : 0u;
  v.cell_log2 = packedCellLog2(w.x);
  v.bits = 96.0;
  return v;
}

StoredVertex unpack128(uvec4 w) {
  StoredVertex v;
  uvec3 halves = uvec3(w.x, w.x >> 16u, w.y) & 0xFFFFu;
  v.position = unpackHalf3(halves);
  v.normal = unpackF8a3(w.w);
  v.st = unpackSt128(w.z);
  v.color = unpackShade((w.y >> 16u) & 0xFFu);
  v.influence = w.w >> 24u;
  v.cell_log2 = halfCellLog2(halves);
  v.bits = 128.0;
  return v;
}

// Any record; words behind a short one are ignored.
StoredVertex unpackMixed(uvec4 w) {
  uint tag = w.y >> 24u;
  bool is_64 = tag < 0xF0u;
  bool is_128 = tag >= 0xFCu;
  bool with_bone = (tag & 2u) != 0u;
  uvec3 halves = uvec3(w.x, w.x >> 16u, w.y) & 0xFFFFu;
  StoredVertex v;
  v.position = is_128 ? unpackHalf3(halves) : unpackPacked3(w.x);
  vec3 normal = unpackF8a3(is_64 ? w.y : is_128 ? w.w : w.z);
  vec2 st11 = unpackSt11(w.y);
  vec2 st96 = (tag & 1u) != 0u ? st11 : unpackSt12(w.y);
  uint last = (is_128 ? w.w : w.z) >> 24u;
  uint shade = is_128 ? (w.y >> 16u) & 0xFFu : is_64 || with_bone ? 0x0Fu : last;
  v.color = unpackShade(shade);
#ifdef FLAT_NORMALS
  v.normal = normal;
  v.st = is_64 ? vec2(0.0) : is_128 ? unpackSt128(w.z) : st96;
  v.color = is_64 ? u_flat_color : v.color;
#else
  v.normal = is_64 ? v.position : normal;
  v.st = is_64 ? st11 : is_128 ? unpackSt128(w.z) : st96;
#endif
  v.influence = is_64 ? tag : is_128 || with_bone ? last : 0u;
  v.cell_log2 = is_128 ? halfCellLog2(halves) : packedCellLog2(w.x);
  v.bits = is_64 ? 64.0 : is_128 ? 128.0 : 96.0;
  return v;
}
