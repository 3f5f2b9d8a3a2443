#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "format/gltf/accessors.h"
#include "format/gltf/context.h"
#include "format/gltf/file.h"

namespace sinew::gltf {

/// A primitive's vertices as the file has them, only those that a triangle uses. Arrays are empty
/// where the file has none.
struct Geometry {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<glm::vec4> tangents;
  std::vector<std::vector<glm::vec2>> uvs;  ///< by set; sets that are missing are empty
  std::vector<glm::vec4> colors;            ///< linear
  std::uint32_t influences_each = 0;        ///< joints and weights a vertex
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
  std::vector<std::uint32_t> triangles;
};

/// Reads a primitive of triangles. Faults stick in `context`.
[[nodiscard]] Geometry readGeometry(Context& context, Store& store, const Primitive& primitive,
                                    const std::string& path);

/// Gives every corner its face's normal; vertices are split where faces differ.
void makeFlatNormals(Geometry& geometry);

}  // namespace sinew::gltf
