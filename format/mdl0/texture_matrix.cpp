#include "format/mdl0/texture_matrix.h"

#include <cmath>
#include <numbers>

namespace sinew::mdl0 {

std::array<double, 6> textureMatrix(std::uint32_t mode, const std::array<float, 5>& srt) {
  const double s = srt[0];
  const double t = srt[1];
  const double angle = srt[2] * std::numbers::pi / 180.0;
  const double x = srt[3];
  const double y = srt[4];
  const double c = std::cos(angle);
  const double n = std::sin(angle);
  switch (mode) {
    case 1:
      return {s * c, -s * n, s * n - s * c * x - s * n * y,  //
              t * n, t * c,  -t * c - t * n * x + t * c * y + 1.0};
    case 2:
      return {s * c,  s * n, -s * c * (x + 0.5) + s * n * (y - 0.5) + 0.5,
              -t * n, t * c, t * n * (x + 0.5) + t * c * (y - 0.5) + 0.5};
    default:
      return {s * c,  s * n, s * (0.5 - 0.5 * n - 0.5 * c - x),
              -t * n, t * c, t * (0.5 * n - 0.5 * c - 0.5 + y) + 1.0};
  }
}

}  // namespace sinew::mdl0
