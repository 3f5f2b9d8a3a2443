#pragma once

// A posed model as plain triangles: what OBJ and PLY files hold.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "format/model.h"
#include "format/pose/pose.h"

namespace sinew::app {

/// One mesh under a pose: Y up, front +Z, metres.
struct PosedSurface {
  std::string name;
  std::uint32_t material = kNone;
  std::vector<glm::dvec3> positions;
  std::vector<glm::dvec3> normals;  ///< length 1, or 0
  std::vector<glm::vec2> uvs;       ///< v 0 is the image's top row
  std::vector<std::array<std::uint8_t, 3>> colors;
  std::vector<std::uint32_t> triangles;
};

/// The drawn meshes of the finest level.
[[nodiscard]] std::vector<PosedSurface> posedSurfaces(const Model& model,
                                                      const pose::ExactPose& pose);

/// Wavefront OBJ. `material_file`: name of the .mtl file it refers to; empty: none.
[[nodiscard]] std::string objText(const Model& model, const std::vector<PosedSurface>& surfaces,
                                  const std::string& material_file);
/// Its .mtl file; `pictures`: file names of the textures, empty where there is none.
[[nodiscard]] std::string mtlText(const Model& model, const std::vector<std::string>& pictures);
/// Binary little-endian PLY of all surfaces together.
[[nodiscard]] std::vector<std::uint8_t> plyBytes(const std::vector<PosedSurface>& surfaces);

}  // namespace sinew::app
