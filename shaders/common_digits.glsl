// The S/T test pattern: eight by eight cells a repeat, column letter and row digit in each, S as red, T as green.

// 3 x 5 pixels a glyph, top row in the highest three bits.
const int kLetters[8] = int[8](0x2BED, 0x6BAE, 0x3923, 0x6B6E, 0x79A7, 0x79A4, 0x396B, 0x5BED);
const int kDigits[8] = int[8](0x2C97, 0x62A7, 0x628E, 0x5BC9, 0x798E, 0x39EF, 0x7292, 0x7BEF);

float glyph(int bits, vec2 at) {  // at: 0..1 in the glyph's box, y down
  ivec2 p = ivec2(floor(at * vec2(3.0, 5.0)));
  if (p.x < 0 || p.x > 2 || p.y < 0 || p.y > 4) return 0.0;
  return float((bits >> (14 - (p.y * 3 + p.x))) & 1);
}

vec3 uvColor(vec2 st) {
  vec2 repeat = fract(st);
  vec2 cell = repeat * 8.0;
  ivec2 index = ivec2(cell) & 7;
  vec2 inside = fract(cell);
  vec3 color = vec3(0.15 + 0.8 * repeat.x, 0.15 + 0.8 * repeat.y, 0.55 - 0.25 * (repeat.x + repeat.y) * 0.5);
  if (((index.x + index.y) & 1) != 0) color *= 0.72;
  vec2 grid = min(inside, 1.0 - inside);
  float line = step(min(grid.x, grid.y), 0.03);
  float text = max(glyph(kLetters[index.x], (inside - vec2(0.16, 0.25)) / vec2(0.3, 0.5)),
                   glyph(kDigits[index.y], (inside - vec2(0.54, 0.25)) / vec2(0.3, 0.5)));
  return mix(mix(color, vec3(1.0), text * 0.75), vec3(0.08), line * 0.6);
}
