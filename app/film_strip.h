#pragma once

// All levels of detail side by side: where each one goes, and the camera that it is seen by.

#include <cstdint>
#include <vector>

#include "app/level_table.h"
#include "app/state.h"
#include "format/pose/pose.h"

namespace sinew::app {

/// A part of the view that shows one level, in pixels from the view's top left corner.
struct FilmTile {
  std::uint32_t level = 0;
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  friend bool operator==(const FilmTile&, const FilmTile&) = default;
};

/// Levels that a film strip shows; more would be too small to tell apart.
inline constexpr std::size_t kMostTiles = 16;

/// Tiles for the levels that draw something, the finest first, at most kMostTiles: rows of equal
/// tiles, as large as the view allows. None without such levels.
void layOutFilmStrip(const LevelTable& levels, int width, int height, std::vector<FilmTile>& tiles);

/// The view's camera for a tile of another shape: from the same eye, through a lens that keeps in
/// sight what the whole view shows of a ball around `rest`.
[[nodiscard]] Camera tileCamera(const Camera& camera, const pose::Bounds& rest, double view_aspect,
                                double tile_aspect);

/// The tile at a place of the view (0..1 from its top left corner), or null.
[[nodiscard]] const FilmTile* tileAt(const std::vector<FilmTile>& tiles, glm::dvec2 at, int width,
                                     int height);

}  // namespace sinew::app
