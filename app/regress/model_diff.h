#pragma once

// What differs between two models, in words: `sinew diff`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/model.h"

namespace sinew::app::regress {

/// One difference, read as "SUBJECT: TEXT".
struct ModelChange {
  std::string_view kind;  ///< "bone", "pseudo-bone", "mesh", "level", "clip", "key" or "solid"
  std::string subject;    ///< e.g. `bone "arm"`, `clip "walk", bone "arm"`
  std::string text;       ///< e.g. "renamed to \"hand\"", from the first model to the second
};

/// How far the vertices of a mesh lie apart, where both models have it with as many vertices.
struct MeshTravel {
  std::uint32_t mesh = 0;
  double distance = 0.0;  ///< greatest of all vertices, of all poses looked at; model units
  std::uint32_t vertex = 0;
  std::optional<std::uint32_t> clip;  ///< of the first model; empty: at rest
  double frame = 0.0;
};

/// Which elements of two lists are the same one. Those of one name are, in order; of what is left
/// over, as many on both sides are renamed ones, in order, else those of one index.
struct Matching {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::vector<std::uint32_t> removed;  ///< only in the first list
  std::vector<std::uint32_t> added;    ///< only in the second list
};
[[nodiscard]] Matching matchNames(const std::vector<std::string>& a,
                                  const std::vector<std::string>& b);

/// Bones, pseudo-bones, meshes, levels, solids, and clips with their keys, in this order.
[[nodiscard]] std::vector<ModelChange> structuralChanges(const Model& a, const Model& b);

/// The clips of both that are the same one, and what their keys differ in (part of
/// structuralChanges).
[[nodiscard]] Matching matchClips(const Model& a, const Model& b);
[[nodiscard]] std::vector<ModelChange> clipChanges(const Model& a, const Model& b);

/// The meshes whose vertices lie apart, and how many poses were looked at: at rest and every whole
/// frame of the clips that both models have, or evenly fewer of them where that would take long.
struct Travels {
  std::vector<MeshTravel> meshes;
  std::uint64_t poses = 0;
  std::uint64_t all_poses = 0;
};
[[nodiscard]] Travels meshTravels(const Model& a, const Model& b);

/// The angle between two rotations, degrees; 0 for q and -q.
[[nodiscard]] double angleBetween(const glm::dquat& a, const glm::dquat& b);

}  // namespace sinew::app::regress
