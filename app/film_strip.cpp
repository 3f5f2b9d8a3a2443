#include "app/film_strip.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace sinew::app {
namespace {

/// Columns that make the smaller side of `count` tiles as large as can be; of equal ones the fewest
/// rows.
int bestColumns(int count, int width, int height) {
  int best = count;
  double best_side = 0.0;
  for (int columns = count; columns >= 1; --columns) {
    const int rows = (count + columns - 1) / columns;
    const double side =
        std::min(static_cast<double>(width) / columns, static_cast<double>(height) / rows);
    if (side > best_side) {
      best_side = side;
      best = columns;
    }
  }
  return best;
}

/// How far from the middle of the picture, as a tangent, a ball around the bounds reaches.
double reachOf(const Camera& camera, const pose::Bounds& bounds) {
  const glm::dvec3 to_focus = camera.focal_point - camera.position;
  const double focus = glm::length(to_focus);
  if (!(focus > 0.0)) return std::numeric_limits<double>::infinity();
  const glm::dvec3 forward = to_focus / focus;
  const glm::dvec3 offset = bounds.center() - camera.position;
  const double radius = glm::length(bounds.max - bounds.min) * 0.5;
  const double depth = glm::dot(offset, forward);
  const double aside = glm::length(offset - forward * depth);
  if (camera.orthographic) return (aside + radius) / focus;
  if (depth <= radius) return std::numeric_limits<double>::infinity();
  return (aside + radius) / std::sqrt(depth * depth - radius * radius);
}

}  // namespace

void layOutFilmStrip(const LevelTable& levels, int width, int height,
                     std::vector<FilmTile>& tiles) {
  tiles.clear();
  for (std::uint32_t i = 0; i < levels.size() && tiles.size() < kMostTiles; ++i) {
    if (!levels.isEmpty(i)) tiles.push_back({i, 0, 0, 0, 0});
  }
  const auto count = static_cast<int>(tiles.size());
  if (count == 0) return;
  const int columns = bestColumns(count, width, height);
  const int rows = (count + columns - 1) / columns;
  for (int i = 0; i < count; ++i) {
    FilmTile& tile = tiles[static_cast<std::size_t>(i)];
    const int column = i % columns;
    const int row = i / columns;
    tile.x = column * width / columns;
    tile.y = row * height / rows;
    tile.width = std::max((column + 1) * width / columns - tile.x, 1);
    tile.height = std::max((row + 1) * height / rows - tile.y, 1);
  }
}

Camera tileCamera(const Camera& camera, const pose::Bounds& rest, double view_aspect,
                  double tile_aspect) {
  const double view_y = std::tan(glm::radians(camera.view_angle_deg) / 2.0);
  const double reach = reachOf(camera, rest);
  const double wanted_y = std::min(view_y, reach);
  const double wanted_x = std::min(view_y * view_aspect, reach);
  Camera out = camera;
  const double tile_y = std::max(wanted_y, wanted_x / std::max(tile_aspect, 1e-6));
  out.view_angle_deg = glm::degrees(2.0 * std::atan(tile_y));
  return out;
}

const FilmTile* tileAt(const std::vector<FilmTile>& tiles, glm::dvec2 at, int width, int height) {
  const double x = at.x * width;
  const double y = at.y * height;
  const auto found = std::find_if(tiles.begin(), tiles.end(), [&](const FilmTile& tile) {
    return x >= tile.x && y >= tile.y && x < tile.x + tile.width && y < tile.y + tile.height;
  });
  return found == tiles.end() ? nullptr : &*found;
}

}  // namespace sinew::app
