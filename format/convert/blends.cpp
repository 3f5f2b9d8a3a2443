#include "format/convert/blends.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/convert/clusters.h"
#include "format/convert/codes.h"

namespace sinew::convert {
namespace {

/// Places of one bone's own vertices, in bind space.
struct Extent {
  glm::dvec3 min{0.0};
  glm::dvec3 max{0.0};
  bool any = false;

  void add(const glm::dvec3& p) {
    min = any ? glm::min(min, p) : p;
    max = any ? glm::max(max, p) : p;
    any = true;
  }
};

/// The pivots around which one bone's own vertices are stored: its joint where that reaches them
/// all, else the centres of even cells, multiples of the grid.
class Cells {
 public:
  Cells(const Extent& extent, const glm::dvec3& joint, double grid, double reach) : grid_(grid) {
    const glm::dvec3 far = glm::max(glm::abs(extent.max - joint), glm::abs(extent.min - joint));
    single_ = std::max({far.x, far.y, far.z}) <= reach;
    const glm::dvec3 size = extent.max - extent.min;
    for (int i = 0; i < 3; ++i) {
      // Two steps less: centres and vertices are rounded to the grid.
      const double count = std::ceil(size[i] / (2.0 * (reach - 2.0 * grid)));
      cell_[i] = size[i] / std::max(1.0, count);
      first_[i] = extent.min[i] + 0.5 * cell_[i];
    }
  }

  [[nodiscard]] bool single() const { return single_; }
  [[nodiscard]] glm::dvec3 centerFor(const glm::dvec3& p) const {
    glm::dvec3 out = first_;
    for (int i = 0; i < 3; ++i) {
      if (cell_[i] > 0.0) out[i] += cell_[i] * std::floor((p[i] - first_[i]) / cell_[i] + 0.5);
      out[i] = std::nearbyint(out[i] / grid_) * grid_;
    }
    return out;
  }

 private:
  double grid_;
  bool single_ = true;
  glm::dvec3 first_{0.0};
  glm::dvec3 cell_{0.0};
};

class Placer {
 public:
  Placer(const Source& source, Plan& plan, std::size_t bone_limit)
      : source_(source), plan_(plan), bone_limit_(bone_limit) {
    for (const SourceMesh& mesh : source.meshes)
      out_.hangs.emplace_back(mesh.vertices.size());
  }

  void placeRigid();
  void placeBlended(const std::vector<PoseSample>& poses, const Limits& limits,
                    EncodeReport& report);
  [[nodiscard]] Placement take() {
    dropUnusedHelpers();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool roomFor(std::uint32_t bone, std::uint32_t pivot) const {
    return !needsHelper(plan_, bone, pivot) ||
           plan_.bones.size() + out_.pseudo.size() < bone_limit_;
  }
  [[nodiscard]] Clustering bestClustering(const std::vector<PoseSample>& poses,
                                          const std::vector<BlendPoint>& points,
                                          const ClusterLimits& limits);
  void addPseudo(const Cluster& cluster);
  void dropUnusedHelpers();

  const Source& source_;
  Plan& plan_;
  std::size_t bone_limit_;
  Placement out_;
};

void Placer::placeRigid() {
  std::map<std::uint32_t, Extent> extents;
  const auto each = [this](const auto& visit) {
    for (std::size_t m = 0; m < source_.meshes.size(); ++m) {
      for (std::size_t v = 0; v < source_.meshes[m].vertices.size(); ++v) {
        const SourceVertex& vertex = source_.meshes[m].vertices[v];
        const Blend& blend = source_.blends[vertex.blend];
        if (blend.entries.size() == 1) visit(m, v, blend.entries[0].bone, vertex);
      }
    }
  };
  each([&](std::size_t, std::size_t, std::uint32_t bone, const SourceVertex& vertex) {
    extents[bone].add(vertex.bind);
  });
  std::map<std::uint32_t, Cells> cells;
  for (const auto& [bone, extent] : extents) {
    const std::uint32_t joint = pivotAtJoint(plan_, bone);
    cells.emplace(bone, Cells(extent, plan_.pivots[joint].place, plan_.grid, plan_.reach));
  }
  each([&](std::size_t m, std::size_t v, std::uint32_t bone, const SourceVertex& vertex) {
    const Cells& of_bone = cells.at(bone);
    Hang hang{false, plan_.carrier(bone)};
    if (!of_bone.single()) {
      const std::uint32_t pivot = pivotAt(plan_, of_bone.centerFor(vertex.bind));
      if (roomFor(bone, pivot)) hang.index = helperAt(plan_, bone, pivot);
    }
    out_.hangs[m][v] = hang;
  });
}

void Placer::addPseudo(const Cluster& cluster) {
  PlannedPseudo pseudo;
  pseudo.rest = Mat34d{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
  pseudo.lattice = true;
  double sum = 0.0;
  for (const double w : cluster.weights)
    sum += w;
  for (std::size_t s = 0; s < cluster.size; ++s) {
    if (cluster.weights[s] == 0.0) continue;
    pseudo.bones[s] = helperAt(plan_, cluster.bones[s], cluster.pivot);
    pseudo.weights[s] = cluster.weights[s];
    const PlannedBone& helper = plan_.bones[pseudo.bones[s]];
    accumulate(pseudo.rest, cluster.weights[s] / sum, helper.world);
    pseudo.lattice = pseudo.lattice && helper.lattice &&
                     originOf(helper.world) == originOf(plan_.bones[pseudo.bones[0]].world);
  }
  // Equal origins blend to themselves but for rounding.
  if (pseudo.lattice) pseudo.rest = plan_.bones[pseudo.bones[0]].world;
  out_.pseudo.push_back(pseudo);
}

/// Where bones run out, pivots that reach farther need fewer helpers and leave more pseudo-bones;
/// places far from them are stored in steps of twice the grid.
Clustering Placer::bestClustering(const std::vector<PoseSample>& poses,
                                  const std::vector<BlendPoint>& points,
                                  const ClusterLimits& limits) {
  Plan far = plan_;
  Clustering near = clusterBlends(source_, poses, points, plan_, limits);
  if (near.worst <= limits.distance) return near;
  const double reach = far.reach;
  far.reach *= 2.0;
  Clustering wide = clusterBlends(source_, poses, points, far, limits);
  if (wide.worst >= near.worst) return near;
  plan_ = std::move(far);
  plan_.reach = reach;
  return wide;
}

void Placer::placeBlended(const std::vector<PoseSample>& poses, const Limits& limits,
                          EncodeReport& report) {
  std::map<std::tuple<double, double, double, std::uint32_t>, std::uint32_t> known;
  std::vector<BlendPoint> points;
  struct Place {
    std::size_t mesh;
    std::size_t vertex;
    std::uint32_t point;
  };
  std::vector<Place> places;
  for (std::size_t m = 0; m < source_.meshes.size(); ++m) {
    for (std::size_t v = 0; v < source_.meshes[m].vertices.size(); ++v) {
      const SourceVertex& vertex = source_.meshes[m].vertices[v];
      if (source_.blends[vertex.blend].entries.size() < 2) continue;
      const auto [at, is_new] =
          known.try_emplace(std::tuple(vertex.bind.x, vertex.bind.y, vertex.bind.z, vertex.blend),
                            static_cast<std::uint32_t>(points.size()));
      if (is_new) points.push_back({vertex.bind, vertex.blend});
      places.push_back({m, v, at->second});
    }
  }
  if (points.empty()) return;
  const ClusterLimits cluster_limits{bone_limit_,
                                     0.25 * limits.translation_percent * 0.01 * source_.diagonal};
  const Clustering clustering = bestClustering(poses, points, cluster_limits);
  std::set<std::uint32_t> sets;
  for (const BlendPoint& point : points)
    sets.insert(point.blend);
  report.bones.weight_sets = static_cast<std::uint32_t>(sets.size());
  report.bones.cluster_max = clustering.worst;
  report.bones.cluster_max_percent = 100.0 * clustering.worst / source_.diagonal;
  std::map<std::uint32_t, std::string> names;  // of the source's, each for one blend
  for (const PseudoBone& pseudo : source_.model->pseudo_bones)
    names.emplace(pseudo.influence, pseudo.name);
  std::vector<std::uint32_t> pseudo_of(clustering.clusters.size(), kNone);
  for (const Place& place : places) {
    const std::uint32_t c = clustering.cluster_of[place.point];
    const Cluster& cluster = clustering.clusters[c];
    Hang& hang = out_.hangs[place.mesh][place.vertex];
    if (cluster.size == 1) {
      hang = {false, plan_.carrier(cluster.bones[0])};
      continue;
    }
    if (pseudo_of[c] == kNone) {
      pseudo_of[c] = static_cast<std::uint32_t>(out_.pseudo.size());
      addPseudo(cluster);
    }
    std::string& name = out_.pseudo[pseudo_of[c]].name;
    const auto named = names.find(points[place.point].blend);
    if (name.empty() && named != names.end()) {
      name = named->second;
      names.erase(named);
    }
    hang = {true, pseudo_of[c]};
  }
}

/// Helpers come last in the plan; some served blends that others took over.
void Placer::dropUnusedHelpers() {
  std::vector<bool> used(plan_.bones.size(), false);
  for (std::size_t b = 0; b < used.size(); ++b)
    used[b] = !plan_.bones[b].helper;
  for (const auto& mesh : out_.hangs) {
    for (const Hang hang : mesh) {
      if (!hang.pseudo) used[hang.index] = true;
    }
  }
  for (const PlannedPseudo& pseudo : out_.pseudo) {
    for (std::size_t s = 0; s < 4; ++s) {
      if (pseudo.weights[s] > 0.0) used[pseudo.bones[s]] = true;
    }
  }
  std::vector<std::uint32_t> number(used.size(), 0);
  std::vector<PlannedBone> bones;
  for (std::size_t b = 0; b < used.size(); ++b) {
    number[b] = static_cast<std::uint32_t>(bones.size());
    if (used[b]) bones.push_back(std::move(plan_.bones[b]));
  }
  plan_.bones = std::move(bones);
  std::erase_if(plan_.helper_of, [&](const auto& entry) { return !used[entry.second]; });
  for (auto& [key, bone] : plan_.helper_of)
    bone = number[bone];
  for (auto& mesh : out_.hangs) {
    for (Hang& hang : mesh) {
      if (!hang.pseudo) hang.index = number[hang.index];
    }
  }
  for (PlannedPseudo& pseudo : out_.pseudo) {
    for (std::uint32_t& bone : pseudo.bones)
      bone = number[bone];
  }
}

}  // namespace

Placement placeVertices(const Source& source, const std::vector<PoseSample>& poses, Plan& plan,
                        const Limits& limits, std::size_t bone_limit, EncodeReport& report) {
  Placer placer(source, plan, bone_limit);
  placer.placeRigid();
  placer.placeBlended(poses, limits, report);
  Placement out = placer.take();
  report.bones.pseudo = static_cast<std::uint32_t>(out.pseudo.size());
  report.bones.helpers = static_cast<std::uint32_t>(plan.helper_of.size());
  return out;
}

}  // namespace sinew::convert
