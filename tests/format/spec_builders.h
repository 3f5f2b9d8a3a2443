#pragma once

// Small descriptions of BMD1 files for the writer's tests.

#include <cstddef>
#include <cstdint>
#include <string>

#include "format/bmd1/write.h"

namespace sinew::bmd1 {

inline VertexSpec vertexAt(const glm::dvec3& position,
                           VertexSpec::Form form = VertexSpec::Form::V64) {
  VertexSpec vertex;
  vertex.form = form;
  vertex.position = position;
  vertex.normal = {0, 0, 1};
  return vertex;
}

inline MeshSpec triangle(const std::string& material = "#FF0000") {
  MeshSpec mesh;
  mesh.material = material;
  mesh.vertices = {vertexAt({0, 0, 0}), vertexAt({1, 0, 0}), vertexAt({0, 1, 0})};
  mesh.faces = {{{0, 1, 2, 0}, false}};
  return mesh;
}

inline FileSpec skeleton(std::size_t bone_count) {
  FileSpec spec;
  for (std::size_t i = 0; i < bone_count; ++i)
    spec.bones.push_back({});
  return spec;
}

inline KeySpec moveTo(std::uint32_t frame, double x) {
  KeySpec key;
  key.frame = frame;
  key.translation = glm::dvec3(x, 0, 0);
  return key;
}

inline FileSpec withMaterial(const std::string& material) {
  FileSpec spec;
  spec.meshes = {triangle(material)};
  return spec;
}

}  // namespace sinew::bmd1
