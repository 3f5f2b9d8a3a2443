// Light that shows shape: sky and ground, a key light over the viewer's shoulder, a soft rim. Linear light.
// Weights add up to about 1 where a white surface faces the key light, so that nothing clips.

// `normal`: length 1, or 0 for a surface without direction, which then gets the even part alone.
vec3 litColor(vec3 base, vec3 normal, vec3 to_viewer) {
  float up = dot(normal, u_up.xyz);
  vec3 even = mix(vec3(0.20, 0.19, 0.185), vec3(0.46, 0.48, 0.51), up * 0.5 + 0.5);
  float toward_key = dot(normal, u_key_light.xyz);
  // Wrapped a little past the terminator, squared so that it ends softly.
  float key = max((toward_key + 0.25) / 1.25, 0.0);
  float toward_viewer = dot(normal, to_viewer);
  float facing = max(toward_viewer, 0.0);
  float edge = (1.0 - facing) * (1.0 - facing);
  float rim = edge * edge * dot(normal, normal) * (0.5 + 0.5 * up);
  // The normal against the middle of both directions, whose sum has the square 2 + 2 cos; to the 24th.
  float square = 2.0 + 2.0 * dot(u_key_light.xyz, to_viewer);
  float shine = max((toward_key + toward_viewer) * inversesqrt(max(square, 1e-6)), 0.0);
  shine *= shine * shine;  // 3
  shine *= shine;
  shine *= shine;
  shine *= shine;
  return base * (even + vec3(0.60, 0.58, 0.555) * key * key) + vec3(0.10, 0.105, 0.115) * rim + 0.025 * shine;
}
