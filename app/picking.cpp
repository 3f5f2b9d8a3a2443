#include "app/picking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/geometric.hpp>

#include "format/unpack.h"

namespace sinew::app {
namespace {

/// Distance along the ray, or nothing (Möller and Trumbore 1997, both sides).
std::optional<double> intersect(const Ray& ray, const glm::dvec3& a, const glm::dvec3& b,
                                const glm::dvec3& c, glm::dvec3& weights) {
  const glm::dvec3 ab = b - a;
  const glm::dvec3 ac = c - a;
  const glm::dvec3 p = glm::cross(ray.direction, ac);
  const double det = glm::dot(ab, p);
  if (det == 0.0 || !std::isfinite(det)) return std::nullopt;
  const glm::dvec3 from_a = ray.origin - a;
  const double u = glm::dot(from_a, p) / det;
  if (!(u >= 0.0 && u <= 1.0)) return std::nullopt;
  const glm::dvec3 q = glm::cross(from_a, ab);
  const double v = glm::dot(ray.direction, q) / det;
  if (!(v >= 0.0 && u + v <= 1.0)) return std::nullopt;
  const double t = glm::dot(ac, q) / det;
  if (!(t >= 0.0)) return std::nullopt;
  weights = {1.0 - u - v, u, v};
  return t;
}

}  // namespace

ViewSpot spotAt(const Scene& scene, const State& state, glm::dvec2 at, int width, int height) {
  const double aspect =
      static_cast<double>(std::max(width, 1)) / static_cast<double>(std::max(height, 1));
  if (state.view.film_strip) {
    const auto& tiles = scene.filmTiles(width, height);
    if (const FilmTile* tile = tileAt(tiles, at, width, height)) {
      const double tile_aspect = static_cast<double>(tile->width) / tile->height;
      return {tileCamera(state.camera, scene.restBounds(), aspect, tile_aspect),
              {(at.x * width - tile->x) / tile->width, (at.y * height - tile->y) / tile->height},
              tile_aspect,
              scene.tileMeshes(state, static_cast<std::size_t>(tile - tiles.data()))};
    }
  }
  return {state.camera, at, aspect, scene.shownMeshes()};
}

std::optional<SurfaceHit> pickSurface(const Scene& scene, const ViewSpot& spot) {
  const Model& model = scene.model();
  const Ray ray =
      rayThrough(spot.camera, {spot.at.x * 2.0 - 1.0, 1.0 - spot.at.y * 2.0}, spot.aspect);
  SurfaceHit hit;
  hit.distance = std::numeric_limits<double>::infinity();
  std::uint32_t corner = 0;
  std::vector<glm::vec3> positions;
  for (const std::uint32_t index : spot.meshes) {
    const Mesh& mesh = model.meshes[index];
    positions.assign(mesh.vertexCount(), glm::vec3(0.0f));
    pose::skin(model, mesh, scene.poser().influenceMatrices(), positions, {});
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
      const std::uint32_t* v = &mesh.triangles[i];
      glm::dvec3 weights{0.0};
      const auto t = intersect(ray, positions[v[0]], positions[v[1]], positions[v[2]], weights);
      if (!t || *t >= hit.distance) continue;
      const int nearest = weights.x >= weights.y ? (weights.x >= weights.z ? 0 : 2)
                                                 : (weights.y >= weights.z ? 1 : 2);
      corner = v[nearest];
      hit.mesh = index;
      hit.triangle = static_cast<std::uint32_t>(i / 3);
      hit.distance = *t;
    }
  }
  if (hit.mesh == kNone) return std::nullopt;
  hit.point = ray.origin + ray.direction * hit.distance;
  hit.influence = unpackVertex(model, model.meshes[hit.mesh], corner).influence;
  return hit;
}

glm::dvec3 bonePosition(const Scene& scene, std::uint32_t bone) {
  const auto& m = scene.poser().boneMatrices()[bone].m;
  return {m[3], m[7], m[11]};
}

std::optional<ScreenPoint> projectPoint(const Camera& camera, const glm::dvec3& point,
                                        double aspect) {
  const glm::dvec3 to_focus = camera.focal_point - camera.position;
  const double focus_distance = glm::length(to_focus);
  if (!(focus_distance > 0.0)) return std::nullopt;
  const glm::dvec3 forward = to_focus / focus_distance;
  const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.view_up));
  const glm::dvec3 up = glm::cross(right, forward);
  const glm::dvec3 from_eye = point - camera.position;
  const double depth = glm::dot(from_eye, forward);
  if (!(depth > 0.0)) return std::nullopt;
  const double half_height = std::tan(glm::radians(camera.view_angle_deg) / 2.0) *
                             (camera.orthographic ? focus_distance : depth);
  const double x = glm::dot(from_eye, right) / (half_height * aspect);
  const double y = glm::dot(from_eye, up) / half_height;
  return ScreenPoint{{x * 0.5 + 0.5, 0.5 - y * 0.5}, depth};
}

std::uint32_t pickBone(const Scene& scene, const Camera& camera, glm::dvec2 at, double aspect,
                       double reach) {
  std::uint32_t best = kNone;
  double best_distance = reach;
  const auto count = static_cast<std::uint32_t>(scene.model().skeleton.bones.size());
  for (std::uint32_t bone = 0; bone < count; ++bone) {
    const auto point = projectPoint(camera, bonePosition(scene, bone), aspect);
    if (!point) continue;
    const double distance =
        glm::length(glm::dvec2((point->at.x - at.x) * aspect, point->at.y - at.y));
    if (distance < best_distance) {
      best_distance = distance;
      best = bone;
    }
  }
  return best;
}

}  // namespace sinew::app
