#pragma once

// A model as the encoder works on it: in the file's axes and unit, vertices where the rest pose has
// them, at most four bones a vertex, and one bind space in which each bone's vertices meet.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "format/convert/encode.h"
#include "format/mat34.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::convert {

struct BlendEntry {
  std::uint32_t bone = kNone;  ///< of the source's skeleton; kNone: the model itself, never moves
  double weight = 0.0;
};

/// What a vertex hangs on: one to four bones, weights adding up to 1, heaviest first.
struct Blend {
  std::vector<BlendEntry> entries;
  Mat34d rest;     ///< stored vertex -> place at rest
  Mat34d to_bind;  ///< stored vertex -> bind space
};

struct SourceVertex {
  glm::dvec3 position{0.0};  ///< at rest
  glm::dvec3 bind{0.0};      ///< in bind space
  glm::dvec3 normal{0.0};    ///< at rest; length 1 or 0
  glm::dvec2 uv{0.0};
  std::array<std::uint8_t, 3> color{255, 255, 255};
  std::uint32_t blend = 0;
};

struct SourceMesh {
  std::string name;
  std::uint32_t source = 0;  ///< index into Model::meshes
  std::uint32_t material = kNone;
  bool drawn = true;
  std::vector<SourceVertex> vertices;
  std::vector<std::uint32_t> triangles;    ///< counter-clockwise at rest
  std::vector<std::uint8_t> hidden_edges;  ///< as Mesh has them
};

struct Source {
  const Model* model = nullptr;
  Mat34d axes;               ///< model space -> the file's space: a rotation and a uniform scale
  std::vector<Mat34d> rest;  ///< bone space -> the file's space, at rest
  std::vector<Mat34d> rest_inverse;  ///< and back; the identity where a bone is flat at rest
  /// Bind space -> place at rest, of each bone. A bone moves the vertices that hang on it by
  /// deformation * bind, where deformation is what its pose differs from its rest by.
  std::vector<Mat34d> bind;
  std::vector<bool> in_blend;  ///< the bone shares vertices with others
  std::vector<Blend> blends;   ///< by influence
  std::vector<SourceMesh> meshes;
  glm::dvec3 min{0.0};  ///< of all drawn vertices at rest
  glm::dvec3 max{0.0};
  double diagonal = 0.0;
};

/// Reads a model into the encoder's terms. What cannot be kept is added to `report`.
[[nodiscard]] Result<Source> makeSource(const Model& model, const EncodeOptions& options,
                                        EncodeReport& report);

/// Adds `count` to the entry of a feature.
void noteDropped(EncodeReport& report, const std::string& feature, std::uint64_t count);

}  // namespace sinew::convert
