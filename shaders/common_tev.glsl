// The TEV's arithmetic in integers, as format/gx/tev.cpp has it (docs/format-mdl0.md, "TEV"). A generated main part calls
// these with constants, so that the compiler drops what a stage does not use.

uniform ivec4 u_tev_register[4];  // PREV, C0, C1, C2: what the stages start with
uniform ivec4 u_tev_konst[4];     // K0..K3

ivec3 tevByte(ivec3 v) { return v & 255; }
int tevByte(int v) { return v & 255; }

ivec3 tevClamp(ivec3 v, bool to_byte) { return to_byte ? clamp(v, 0, 255) : clamp(v, -1024, 1023); }
int tevClamp(int v, bool to_byte) { return to_byte ? clamp(v, 0, 255) : clamp(v, -1024, 1023); }

// scale: 0 once, 1 twice, 2 four times, 3 halved. a, b, c are bytes.
ivec3 tevCombine(ivec3 a, ivec3 b, ivec3 c, ivec3 d, bool subtract, int bias, int scale) {
  int shift = scale == 3 ? 0 : scale;
  ivec3 weight = c + (c >> 7);
  ivec3 mixed = (a * (256 - weight) + b * weight) * (1 << shift);
  if (scale != 3) mixed += subtract ? 127 : 128;
  mixed >>= 8;
  ivec3 result = (d + bias) * (1 << shift) + (subtract ? -mixed : mixed);
  return scale == 3 ? result >> 1 : result;
}

int tevCombine(int a, int b, int c, int d, bool subtract, int bias, int scale) {
  return tevCombine(ivec3(a), ivec3(b), ivec3(c), ivec3(d), subtract, bias, scale).x;
}

// The bytes that a comparison looks at as one number: width 0 red, 1 and green, 2 and blue.
int tevJoin(ivec3 v, int width) {
  int joined = v.r;
  if (width > 0) joined |= v.g << 8;
  if (width > 1) joined |= v.b << 16;
  return joined;
}

bool tevHolds(int a, int b, bool equal) { return equal ? a == b : a > b; }

// d and c where a is above b or equals it.
ivec3 tevCompareEach(ivec3 a, ivec3 b, ivec3 c, ivec3 d, bool equal) {
  return d + ivec3(tevHolds(a.r, b.r, equal) ? c.r : 0, tevHolds(a.g, b.g, equal) ? c.g : 0,
                   tevHolds(a.b, b.b, equal) ? c.b : 0);
}
