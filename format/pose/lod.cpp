#include <algorithm>
#include <limits>

#include "format/pose/pose.h"

namespace sinew::pose {
namespace {

/// Farthest distance at which a level still serves: 1 / min_scale - 1. Negative where no distance
/// does.
double farDistance(double min_scale) {
  return min_scale > 0.0 ? 1.0 / min_scale - 1.0 : std::numeric_limits<double>::infinity();
}

bool hasDrawnMeshes(const Model& model, const Lod& lod) {
  const std::size_t count = model.meshes.size();
  const std::size_t first = lod.all_drawn ? 0 : std::min<std::size_t>(lod.first_mesh, count);
  const std::size_t size =
      lod.all_drawn ? count : std::min<std::size_t>(lod.mesh_count, count - first);
  const auto begin = model.meshes.begin() + static_cast<std::ptrdiff_t>(first);
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(size),
                     [](const Mesh& mesh) { return mesh.drawn; });
}

std::optional<std::uint32_t> lastLevel(const Model& model) {
  for (std::size_t i = model.lods.size(); i-- > 0;) {
    if (hasDrawnMeshes(model, model.lods[i])) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::uint32_t> lodMeshes(const Model& model, std::optional<std::uint32_t> lod) {
  std::size_t first = 0;
  std::size_t count = model.meshes.size();
  if (lod && *lod < model.lods.size() && !model.lods[*lod].all_drawn) {
    first = std::min<std::size_t>(model.lods[*lod].first_mesh, count);
    count = std::min<std::size_t>(model.lods[*lod].mesh_count, count - first);
  } else if (lod && *lod >= model.lods.size()) {
    count = 0;
  }
  std::vector<std::uint32_t> out;
  for (std::size_t i = first; i < first + count; ++i) {
    if (model.meshes[i].drawn) out.push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

LodChoice chooseLod(const Model& model, double distance_m) {
  const double distance = distance_m > 0.0 ? distance_m : 0.0;
  LodChoice out;
  out.nominal_scale = 1.0 / (distance + 1.0);
  const std::optional<std::uint32_t> last = lastLevel(model);
  if (!last) return out;
  for (std::uint32_t i = 0; i <= *last; ++i) {
    const Lod& lod = model.lods[i];
    if (!hasDrawnMeshes(model, lod)) continue;
    // Compared as distances, not scales: the switch then lies exactly where lodRange says, without
    // a rounding step between the two.
    const bool serves = distance <= farDistance(lod.min_scale);
    if (!serves && i != *last) continue;
    out.lod = i;
    out.threshold = lod.min_scale;
    out.is_last_resort = !serves;
    return out;
  }
  return out;
}

LodRange lodRange(const Model& model, std::uint32_t lod) {
  LodRange out;
  const std::optional<std::uint32_t> last = lastLevel(model);
  if (!last || lod > *last || !hasDrawnMeshes(model, model.lods[lod])) return out;
  // Beyond this every earlier level has given up; below 0 where none ever serves.
  double earlier_far = -1.0;
  for (std::uint32_t i = 0; i < lod; ++i) {
    if (!hasDrawnMeshes(model, model.lods[i])) continue;
    earlier_far = std::max(earlier_far, farDistance(model.lods[i].min_scale));
  }
  const double infinity = std::numeric_limits<double>::infinity();
  const double far = lod == *last ? infinity : farDistance(model.lods[lod].min_scale);
  if (earlier_far == infinity || far < 0.0 || far <= earlier_far) return out;
  out.reachable = true;
  out.near_m = std::max(earlier_far, 0.0);
  if (far != infinity) out.far_m = far;
  return out;
}

}  // namespace sinew::pose
