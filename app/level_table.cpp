#include "app/level_table.h"

#include <algorithm>
#include <limits>

#include "app/mesh_facts.h"

namespace sinew::app {

LevelTable::LevelTable(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  const auto count = static_cast<std::uint32_t>(model.meshes.size());
  sums_.reserve(count + std::size_t{1});
  sums_.emplace_back();
  for (std::uint32_t m = 0; m < count; ++m) {
    Sums sums = sums_.back();
    if (const Mesh& mesh = model.meshes[m]; mesh.drawn) {
      ++sums.meshes;
      sums.vertices += mesh.vertexCount();
      sums.triangles += mesh.triangles.size() / 3;
      sums.bytes += vertexBytes(loaded, m) + faceBytes(loaded, m);
    }
    sums_.push_back(sums);
  }
  // A level takes over where all before it have given up (docs/format-bmd1.md, section 7): what
  // counts of them is the smallest scale that one of them still serves.
  float smallest = std::numeric_limits<float>::infinity();
  levels_.reserve(model.lods.size());
  for (std::uint32_t i = 0; i < model.lods.size(); ++i) {
    const Lod& lod = model.lods[i];
    Range range;
    range.first = lod.all_drawn ? 0 : std::min(lod.first_mesh, count);
    range.end = lod.all_drawn ? count : range.first + std::min(lod.mesh_count, count - range.first);
    range.min_scale = static_cast<float>(lod.min_scale);
    range.scale_before = smallest;
    levels_.push_back(range);
    if (sums_[range.end].meshes == sums_[range.first].meshes) continue;
    if (finest_ == kNone) finest_ = i;
    last_ = i;
    smallest = std::min(smallest, std::max(range.min_scale, 0.0f));
  }
  for (std::uint32_t i = 0; i < size(); ++i) {
    const LevelFacts facts = at(i);
    if (facts.range.reachable && facts.range.far_m) {
      farthest_switch_m_ = std::max(farthest_switch_m_, *facts.range.far_m);
    }
  }
}

LevelFacts LevelTable::at(std::uint32_t level) const {
  LevelFacts facts;
  if (level >= levels_.size()) return facts;
  const Range& range = levels_[level];
  const Sums& from = sums_[range.first];
  const Sums& to = sums_[range.end];
  facts.meshes = to.meshes - from.meshes;
  facts.vertices = to.vertices - from.vertices;
  facts.triangles = to.triangles - from.triangles;
  facts.bytes = to.bytes - from.bytes;
  facts.min_scale = double{range.min_scale};
  if (facts.meshes == 0) return facts;
  const double scale = std::max(facts.min_scale, 0.0);
  const double before = double{range.scale_before};
  const bool is_last = level == last_;
  facts.range.reachable = is_last ? before > 0.0 : scale <= 1.0 && scale < before;
  if (!facts.range.reachable) return facts;
  facts.range.near_m = before > 1.0 ? 0.0 : 1.0 / before - 1.0;
  if (!is_last && scale > 0.0) facts.range.far_m = 1.0 / scale - 1.0;
  return facts;
}

std::uint32_t LevelTable::levelOfMesh(std::uint32_t mesh) const {
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (mesh >= levels_[i].first && mesh < levels_[i].end) return i;
  }
  return kNone;
}

}  // namespace sinew::app
