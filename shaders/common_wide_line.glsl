// A line as a quad of a width in pixels: core profile lines may be one pixel wide only.

// Cuts the line at the near side of the eye, where division by w is safe.
bool clipToFront(inout vec4 a, inout vec4 b) {
  const float kNear = 1e-5;
  if (a.w < kNear && b.w < kNear) return false;
  if (a.w < kNear) a = mix(a, b, (kNear - a.w) / (b.w - a.w));
  if (b.w < kNear) b = mix(b, a, (kNear - b.w) / (a.w - b.w));
  return true;
}

// Half the width, in clip space per unit of w, across the line a-b.
vec2 acrossLine(vec4 a, vec4 b, float width) {
  vec2 along = (b.xy / b.w - a.xy / a.w) * u_viewport.xy;
  float square = dot(along, along);
  vec2 unit = square > 1e-12 ? along * inversesqrt(square) : vec2(1.0, 0.0);
  return vec2(-unit.y, unit.x) * width * u_viewport.zw;
}
