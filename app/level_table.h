#pragma once

// Sums and switch distances of a model's levels of detail. Made once a model; a file may hold a
// million levels, so that only running sums are kept and a level's facts are worked out when asked
// for.

#include <cstdint>
#include <vector>

#include "format/load.h"
#include "format/pose/pose.h"

namespace sinew::app {

/// Sums over the drawn meshes of a level.
struct LevelFacts {
  std::uint32_t meshes = 0;
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  std::uint64_t bytes = 0;  ///< vertex and face lists; shared ones count in each mesh
  double min_scale = 0.0;   ///< as stored
  pose::LodRange range;     ///< the distances that choose it
};

class LevelTable {
 public:
  LevelTable() = default;
  explicit LevelTable(const LoadedModel& loaded);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(levels_.size()); }
  [[nodiscard]] LevelFacts at(std::uint32_t level) const;
  [[nodiscard]] bool isEmpty(std::uint32_t level) const { return at(level).meshes == 0; }
  /// The first level that draws something, kNone where none does.
  [[nodiscard]] std::uint32_t finest() const { return finest_; }
  /// The farthest distance at which one level follows another, metres; 0 where none does.
  [[nodiscard]] double farthestSwitch_m() const { return farthest_switch_m_; }
  /// The first level that draws a mesh, kNone where none does.
  [[nodiscard]] std::uint32_t levelOfMesh(std::uint32_t mesh) const;

 private:
  /// Sums over the meshes before one.
  struct Sums {
    std::uint32_t meshes = 0;
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;
    std::uint64_t bytes = 0;
  };
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    float min_scale = 0.0f;  ///< exact: stored as 8 bits
    float scale_before = 0.0f;
  };

  std::vector<Sums> sums_;  ///< one more than there are meshes
  std::vector<Range> levels_;
  std::uint32_t finest_ = kNone;
  std::uint32_t last_ = kNone;
  double farthest_switch_m_ = 0.0;
};

}  // namespace sinew::app
