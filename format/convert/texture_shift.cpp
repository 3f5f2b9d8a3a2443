#include "format/convert/texture_shift.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include <glm/common.hpp>

namespace sinew::convert {
namespace {

constexpr double kLow = -0.5;
constexpr double kHigh = 1.4990234375;  // the largest that 11 bits hold without exponent

/// Sets of vertices that triangles connect.
class Islands {
 public:
  explicit Islands(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) {
      parent_[v] = parent_[parent_[v]];
      v = parent_[v];
    }
    return v;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Whole repeats to add to a stretch of coordinates.
double shiftFor(double low, double high, double step) {
  if (low >= kLow && high <= kHigh) return 0.0;
  if (high - low <= kHigh - kLow - 1e-9) {
    // Any whole number in between puts the stretch inside, if there is one.
    const double least = std::ceil((kLow - low) / step) * step;
    if (high + least <= kHigh) return least;
  }
  return -std::nearbyint(0.5 * (low + high) / step) * step;
}

}  // namespace

std::vector<glm::dvec2> shiftedCoordinates(const SourceMesh& mesh,
                                           const std::array<Wrap, 2>& wrap) {
  std::vector<glm::dvec2> out;
  for (const SourceVertex& v : mesh.vertices) {
    const bool finite = std::isfinite(v.uv.x) && std::isfinite(v.uv.y);
    out.push_back(finite ? v.uv : glm::dvec2(0.0));
  }
  Islands islands(out.size());
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    islands.join(mesh.triangles[t], mesh.triangles[t + 1]);
    islands.join(mesh.triangles[t], mesh.triangles[t + 2]);
  }
  std::vector<glm::dvec2> low(out.size(), glm::dvec2(1e300));
  std::vector<glm::dvec2> high(out.size(), glm::dvec2(-1e300));
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    const std::uint32_t island = islands.find(v);
    low[island] = glm::min(low[island], out[v]);
    high[island] = glm::max(high[island], out[v]);
  }
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    const std::uint32_t island = islands.find(v);
    for (int axis = 0; axis < 2; ++axis) {
      const Wrap how = wrap[static_cast<std::size_t>(axis)];
      if (how == Wrap::Clamp) continue;
      out[v][axis] +=
          shiftFor(low[island][axis], high[island][axis], how == Wrap::Mirror ? 2.0 : 1.0);
    }
  }
  return out;
}

}  // namespace sinew::convert
