#include "app/model_boxes.h"

#include <cmath>

#include <glm/common.hpp>

#include "format/unpack.h"

namespace sinew::app {
namespace {

/// Vertices times frames above which a clip's bounds come from the boxes: a second's work.
constexpr std::uint64_t kMaxExactWork = 200'000'000;

glm::dvec3 transform(const Mat34f& m, const glm::dvec3& p) {
  const auto row = [&](std::size_t r) {
    return double{m.m[4 * r]} * p.x + double{m.m[4 * r + 1]} * p.y + double{m.m[4 * r + 2]} * p.z +
           double{m.m[4 * r + 3]};
  };
  return {row(0), row(1), row(2)};
}

/// Half the size of a transformed box along each axis.
glm::dvec3 extents(const Mat34f& m, const glm::dvec3& half) {
  const auto row = [&](std::size_t r) {
    return std::abs(double{m.m[4 * r]}) * half.x + std::abs(double{m.m[4 * r + 1]}) * half.y +
           std::abs(double{m.m[4 * r + 2]}) * half.z;
  };
  return {row(0), row(1), row(2)};
}

bool isFinite(const glm::dvec3& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

using InfluenceBounds = std::vector<std::optional<pose::Bounds>>;

}  // namespace

void extend(std::optional<pose::Bounds>& bounds, const glm::dvec3& point) {
  if (!isFinite(point)) return;
  if (!bounds) bounds = pose::Bounds{point, point};
  bounds->min = glm::min(bounds->min, point);
  bounds->max = glm::max(bounds->max, point);
}

void extend(std::optional<pose::Bounds>& bounds, const std::optional<pose::Bounds>& other) {
  if (!other) return;
  extend(bounds, other->min);
  extend(bounds, other->max);
}

std::optional<pose::Bounds> boneBounds(std::span<const Mat34f> bones) {
  std::optional<pose::Bounds> out;
  for (const Mat34f& bone : bones)
    extend(out, transform(bone, glm::dvec3(0.0)));
  return out;
}

ModelBoxes::ModelBoxes(const Model& model, std::span<const Mat34f> rest) {
  const auto boxesOf = [](const InfluenceBounds& bounds) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      if (!bounds[i]) continue;
      boxes.push_back({static_cast<std::uint32_t>(i), bounds[i]->center(),
                       (bounds[i]->max - bounds[i]->min) * 0.5});
    }
    return boxes;
  };
  std::vector<UnpackedVertex> vertices;
  InfluenceBounds surface(model.influences.size());
  counts_.assign(model.influences.size(), 0);
  for (const Mesh& mesh : model.meshes) {
    if (!mesh.drawn) continue;
    vertices.resize(mesh.vertexCount());
    unpackVertices(model, mesh, vertices);
    for (const UnpackedVertex& vertex : vertices) {
      ++counts_[vertex.influence];
      extend(surface[vertex.influence], glm::dvec3(vertex.position));
      extend(rest_, transform(rest[vertex.influence], glm::dvec3(vertex.position)));
    }
  }
  InfluenceBounds solids(model.influences.size());
  for (const Solid& solid : model.solids) {
    if (solid.mesh >= model.meshes.size() || solid.influence >= solids.size()) continue;
    const Mesh& mesh = model.meshes[solid.mesh];
    vertices.resize(mesh.vertexCount());
    unpackVertices(model, mesh, vertices);
    for (const UnpackedVertex& vertex : vertices) {
      extend(solids[solid.influence], glm::dvec3(vertex.position));
    }
  }
  surface_ = boxesOf(surface);
  solids_ = boxesOf(solids);
}

std::optional<pose::Bounds> ModelBoxes::posed(const std::vector<Box>& boxes,
                                              std::span<const Mat34f> influences) {
  std::optional<pose::Bounds> out;
  for (const Box& box : boxes) {
    const Mat34f& matrix = influences[box.influence];
    const glm::dvec3 center = transform(matrix, box.center);
    const glm::dvec3 half = extents(matrix, box.half);
    if (!isFinite(center) || !isFinite(half)) continue;
    extend(out, center - half);
    extend(out, center + half);
  }
  return out;
}

std::optional<pose::Bounds> ModelBoxes::surface(std::span<const Mat34f> influences) const {
  return posed(surface_, influences);
}

std::optional<pose::Bounds> ModelBoxes::solids(std::span<const Mat34f> influences) const {
  return posed(solids_, influences);
}

std::optional<pose::Bounds> clipBounds(const Model& model, const ModelBoxes& boxes,
                                       std::span<const double> frames, const pose::Poser& poser,
                                       const std::function<void(double)>& pose_at) {
  struct Point {
    glm::vec3 position;
    std::uint32_t influence;
  };
  std::uint64_t count = 0;
  for (const Mesh& mesh : model.meshes)
    count += mesh.drawn ? mesh.vertexCount() : 0;
  const bool exact = count <= kMaxExactWork / (frames.size() + 1);
  std::vector<Point> points;
  if (exact) {
    points.reserve(count);
    std::vector<UnpackedVertex> vertices;
    for (const Mesh& mesh : model.meshes) {
      if (!mesh.drawn) continue;
      vertices.resize(mesh.vertexCount());
      unpackVertices(model, mesh, vertices);
      for (const UnpackedVertex& vertex : vertices)
        points.push_back({vertex.position, vertex.influence});
    }
  }
  std::optional<pose::Bounds> out;
  for (const double frame : frames) {
    pose_at(frame);
    const std::span<const Mat34f> influences = poser.influenceMatrices();
    if (!exact) extend(out, boxes.surface(influences));
    for (const Point& point : points) {
      extend(out, transform(influences[point.influence], glm::dvec3(point.position)));
    }
  }
  return out;
}

}  // namespace sinew::app
