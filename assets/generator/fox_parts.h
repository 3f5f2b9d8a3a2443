#pragma once

// The fox's shape at rest: units of 1/40 m, z up, facing +y, its right side at +x.

#include <glm/vec3.hpp>

#include "assets/generator/loft.h"
#include "assets/generator/mesh_builder.h"

namespace sinew::assets {

/// All tubes; those of one side are the right one (x > 0).
struct FoxParts {
  Loft trunk;  ///< rump to nose; the head begins at kHeadStart
  Loft jaw;
  Loft front_leg;
  Loft hind_leg;
  Loft tail;
  Loft ear;
  Loft cheek;  ///< the tuft beside the jaw
  glm::dvec3 eye{0.0};
  glm::dvec3 gaze{0.0};  ///< the way the right eye looks
  glm::dvec3 nose{0.0};
};

inline constexpr double kHeadStart = 11.0;  ///< v of the trunk where the head's mesh begins
inline constexpr double kSockStart = 7.0;   ///< v of the legs where the flat-coloured sock begins

[[nodiscard]] FoxParts makeFoxParts();

/// Where the legs meet the trunk the surfaces cross; their normals are led over from one to the
/// other, so that the light shows no crease. Returns the normal for a point of the leg.
[[nodiscard]] glm::dvec3 joinToTrunk(const FoxParts& parts, const SurfacePoint& point,
                                     double reach);

/// The stretch of a loft that an area of the texture shows.
struct PaintedStretch {
  TextureArea area;
  double first = 0.0;  ///< v at the area's top
  double last = 0.0;   ///< v at its bottom
};

/// The parts of the fox's texture.
struct FoxAtlas {
  PaintedStretch body;
  PaintedStretch head;
  PaintedStretch jaw;
  PaintedStretch front_leg;
  PaintedStretch hind_leg;
  PaintedStretch tail;
  PaintedStretch ear;
  PaintedStretch cheek;
  TextureArea eye;
};
[[nodiscard]] FoxAtlas foxAtlas();

}  // namespace sinew::assets
