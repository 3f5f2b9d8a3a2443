#pragma once

// Small BMD1 files whose pictures can be told by hand.

#include <string>

#include "format/bmd1/write.h"

namespace sinew::app {

/// A square in the plane y = 0 that faces the front (+Y), seen counter-clockwise from there: who
/// stands in front has +X to the left.
inline bmd1::MeshSpec square(const std::string& material, double half, std::uint8_t bone = 0) {
  bmd1::MeshSpec mesh;
  mesh.material = material;
  for (const glm::dvec3 corner : {glm::dvec3(half, 0, -half), glm::dvec3(-half, 0, -half),
                                  glm::dvec3(-half, 0, half), glm::dvec3(half, 0, half)}) {
    bmd1::VertexSpec vertex;
    vertex.bone = bone;
    vertex.position = corner;
    vertex.normal = {0, 1, 0};
    mesh.vertices.push_back(vertex);
  }
  mesh.faces.push_back({{0, 1, 2, 3}, true});
  return mesh;
}

inline std::string bytesOf(const bmd1::FileSpec& spec) {
  const auto bytes = bmd1::write(spec);
  if (!bytes) return "not written: " + describe(bytes.error());
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

/// One red square of 16 units.
inline bmd1::FileSpec redSquare() {
  bmd1::FileSpec spec;
  spec.meshes.push_back(square("#FF0000", 8.0));
  return spec;
}

/// Red, green and blue squares as three levels: red to 1 m (1/2), green to 3 m (1/4), blue beyond.
inline bmd1::FileSpec threeLevels() {
  bmd1::FileSpec spec;
  spec.meshes = {square("#FF0000", 8.0), square("#00FF00", 8.0), square("#0000FF", 8.0)};
  spec.lods = {{0, 1, 0.5}, {1, 1, 0.25}, {2, 1, 0.0}};
  return spec;
}

/// A red square on a bone of its own, with clips "walk" (no loop: 80 units to +X in 4 frames) and
/// "mirror" (frame 1 mirrors X).
inline bmd1::FileSpec walkingSquare() {
  bmd1::FileSpec spec;
  spec.meshes.push_back(square("#FF0000", 8.0, 1));
  spec.bones.resize(2);
  spec.bones[0].name = "root";
  spec.bones[1].name = "body";
  bmd1::AnimSpec walk;
  walk.name = "walk";
  walk.frames = 5;
  walk.hz = 4.0;
  walk.loop = false;
  walk.tracks.resize(2);
  bmd1::KeySpec start;
  start.translation = glm::dvec3(0.0);
  bmd1::KeySpec end;
  end.frame = 4;
  end.translation = glm::dvec3(80, 0, 0);
  walk.tracks[1] = {start, end};
  bmd1::AnimSpec mirror;
  mirror.name = "mirror";
  mirror.frames = 2;
  mirror.hz = 1.0;
  mirror.loop = false;
  mirror.tracks.resize(2);
  bmd1::KeySpec plain;
  plain.scale = glm::dvec3(1.0);
  bmd1::KeySpec mirrored;
  mirrored.frame = 1;
  mirrored.scale = glm::dvec3(-1, 1, 1);
  mirror.tracks[1] = {plain, mirrored};
  spec.anims = {walk, mirror};
  return spec;
}

}  // namespace sinew::app
