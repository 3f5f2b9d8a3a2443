// Between sRGB-encoded and linear light.

vec3 toLinear(vec3 encoded) {
  vec3 high = pow((encoded + 0.055) / 1.055, vec3(2.4));
  return mix(high, encoded / 12.92, vec3(lessThanEqual(encoded, vec3(0.04045))));
}

// A saturated colour of a hue 0..1, sRGB-encoded.
vec3 hueColor(float hue) {
  vec3 k = abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0;
  return mix(vec3(0.95), clamp(k, 0.0, 1.0), 0.7);
}

// Neighbouring indices get far apart hues.
vec3 indexColor(uint index) {
  return hueColor(fract(float(index) * 0.61803399)) * (1.0 - 0.12 * float(index % 3u));
}

// 0 cold (dark blue) .. 1 hot (pale yellow), sRGB-encoded.
vec3 heatColor(float t) {
  const vec3 stops[5] = vec3[5](vec3(0.11, 0.13, 0.36), vec3(0.23, 0.45, 0.74), vec3(0.32, 0.72, 0.55),
                                vec3(0.95, 0.65, 0.24), vec3(0.99, 0.95, 0.70));
  float x = clamp(t, 0.0, 1.0) * 4.0;
  int i = min(int(x), 3);
  return mix(stops[i], stops[i + 1], x - float(i));
}
