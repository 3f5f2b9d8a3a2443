#pragma once

// The distances of the levels as a bar: which level serves where, how far the eye is, and a handle
// that tries other distances without moving the camera.

#include "app/ui/panel.h"

namespace sinew::app::ui {

/// The largest distance on the bar, metres: beyond the last switch, and no nearer than 10 m.
[[nodiscard]] double levelScaleEnd(const LevelTable& levels);

/// A place on the bar, 0..1, of a distance, and back. Logarithmic in distance + 1, as the nominal
/// scale is.
[[nodiscard]] double placeOfDistance(double distance_m, double end_m);
[[nodiscard]] double distanceOfPlace(double place, double end_m);

/// Draws the bar; dragging on it sends `lod-distance`.
void drawLevelScale(Panel& panel, const Scene& scene);

}  // namespace sinew::app::ui
