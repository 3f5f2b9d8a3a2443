#pragma once

// Bounds that follow the pose without touching a vertex again: one box an influence, made once.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "format/mat34.h"
#include "format/model.h"
#include "format/pose/pose.h"

namespace sinew::app {

/// The boxes of a model's drawn meshes and of its solids, in each influence's stored space.
class ModelBoxes {
 public:
  /// Unpacks every drawn mesh and every solid once. `rest` are the influence matrices at rest.
  ModelBoxes(const Model& model, std::span<const Mat34f> rest);

  /// Bounds of the drawn vertices at rest, exact; empty where nothing is drawn.
  [[nodiscard]] const std::optional<pose::Bounds>& rest() const { return rest_; }

  /// Drawn vertices of each influence.
  [[nodiscard]] const std::vector<std::uint32_t>& vertexCounts() const { return counts_; }

  /// Bounds that hold every drawn vertex under a pose; the boxes' corners can make them larger.
  [[nodiscard]] std::optional<pose::Bounds> surface(std::span<const Mat34f> influences) const;
  /// The same of the solids.
  [[nodiscard]] std::optional<pose::Bounds> solids(std::span<const Mat34f> influences) const;

 private:
  struct Box {
    std::uint32_t influence = 0;
    glm::dvec3 center{0.0};
    glm::dvec3 half{0.0};
  };
  static std::optional<pose::Bounds> posed(const std::vector<Box>& boxes,
                                           std::span<const Mat34f> influences);

  std::optional<pose::Bounds> rest_;
  std::vector<std::uint32_t> counts_;
  std::vector<Box> surface_;
  std::vector<Box> solids_;
};

/// Bounds of the drawn vertices over all of a clip, at every frame and half-way between: what is
/// drawn moves along nearly straight lines in between. `pose_at(frame)` poses `poser`. Empty where
/// nothing is drawn.
[[nodiscard]] std::optional<pose::Bounds> clipBounds(const Model& model, const ModelBoxes& boxes,
                                                     std::span<const double> frames,
                                                     const pose::Poser& poser,
                                                     const std::function<void(double)>& pose_at);

/// Makes `bounds` hold a point; a point that is not finite is passed over.
void extend(std::optional<pose::Bounds>& bounds, const glm::dvec3& point);
void extend(std::optional<pose::Bounds>& bounds, const std::optional<pose::Bounds>& other);

/// Bounds of the bones' origins; empty without bones.
[[nodiscard]] std::optional<pose::Bounds> boneBounds(std::span<const Mat34f> bones);

}  // namespace sinew::app
