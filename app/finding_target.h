#pragma once

// Which part of a model a finding is about.

#include <array>
#include <cstdint>

#include "format/load.h"

namespace sinew::app {

/// Indices of the model, kNone for what the finding does not name.
struct FindingTarget {
  std::uint32_t mesh = kNone;
  std::uint32_t vertex = kNone;    ///< of the mesh
  std::uint32_t triangle = kNone;  ///< of the mesh; the first half of a quad
  std::uint32_t level = kNone;
  std::uint32_t bone_id = kNone;  ///< as in app/bone_ids.h
  std::uint32_t clip = kNone;
  std::uint32_t solid = kNone;  ///< index into Model::solids
  [[nodiscard]] bool any() const {
    return mesh != kNone || level != kNone || bone_id != kNone || clip != kNone;
  }
};

/// Reads a finding's path ("meshes[2].faces[5]"). What the model left out, such as a face with a
/// bad index, is kNone; so is what a damaged path names beyond the model.
[[nodiscard]] FindingTarget targetOf(const LoadedModel& loaded, const Diagnostic& finding);

/// The face record that a triangle of the model was made from, kNone for formats without them.
[[nodiscard]] std::uint32_t faceOfTriangle(const LoadedModel& loaded, std::uint32_t mesh,
                                           std::uint32_t triangle);

}  // namespace sinew::app
