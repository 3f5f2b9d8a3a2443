#include "format/convert/clusters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <glm/geometric.hpp>

#include "format/convert/affine.h"
#include "format/convert/codes.h"

namespace sinew::convert {
namespace {

constexpr int kRefinements = 2;

Mat34f narrow(const Mat34d& m) {
  Mat34f out;
  for (std::size_t i = 0; i < 12; ++i)
    out.m[i] = static_cast<float>(m.m[i]);
  return out;
}

glm::vec3 apply(const Mat34f& m, const glm::vec3& p) {
  return {m.m[0] * p.x + m.m[1] * p.y + m.m[2] * p.z + m.m[3],
          m.m[4] * p.x + m.m[5] * p.y + m.m[6] * p.z + m.m[7],
          m.m[8] * p.x + m.m[9] * p.y + m.m[10] * p.z + m.m[11]};
}

/// The bones of a cluster, each once.
std::set<std::uint32_t> bonesOf(const Cluster& cluster) {
  return {cluster.bones.begin(), cluster.bones.begin() + cluster.size};
}

/// The work: how all points move under their own blends, and how far each is from its cluster's.
class Clusterer {
 public:
  Clusterer(const Source& source, const std::vector<PoseSample>& poses,
            const std::vector<BlendPoint>& points, Plan& plan, const ClusterLimits& limits)
      : source_(source), points_(points), plan_(plan), limits_(limits), poses_(poses.size()) {
    addBoneMatrices(poses);
    addTargets();
  }

  void addSingles();
  /// Gives the worst point a cluster of its own; false where that is not needed or not possible.
  bool addWorst();
  void refine();
  [[nodiscard]] double worst() const;
  [[nodiscard]] Clustering take();

 private:
  void addBoneMatrices(const std::vector<PoseSample>& poses);
  void addTargets();
  [[nodiscard]] Cluster clusterFor(const std::array<std::uint32_t, 4>& bones,
                                   const std::array<double, 4>& shares) const;
  [[nodiscard]] std::optional<std::uint32_t> choosePivot(const Cluster& cluster,
                                                         const glm::dvec3& place);
  [[nodiscard]] std::size_t helpersFor(const Cluster& cluster, std::uint32_t pivot) const;
  [[nodiscard]] std::vector<Mat34f> matricesOf(const Cluster& cluster) const;
  [[nodiscard]] float distance2(const std::vector<Mat34f>& matrices, std::size_t point) const;
  void offer(std::uint32_t cluster, std::size_t point, float d2) {
    if (d2 >= distance2_[point]) return;
    distance2_[point] = d2;
    cluster_of_[point] = cluster;
  }
  void recentre(std::uint32_t cluster, const std::vector<std::uint32_t>& members);
  void reassign();

  const Source& source_;
  const std::vector<BlendPoint>& points_;
  Plan& plan_;
  const ClusterLimits& limits_;
  std::size_t poses_;
  std::vector<Mat34f> bone_matrices_;  ///< [bone * poses + pose], bind space -> pose; last: root
  std::vector<glm::vec3> targets_;     ///< [point * poses + pose]
  std::vector<Cluster> clusters_;
  std::vector<std::vector<Mat34f>> matrices_;  ///< of each cluster
  std::map<std::uint32_t, std::uint32_t> single_of_;
  std::vector<float> distance2_;
  std::vector<std::uint32_t> cluster_of_;
  std::vector<bool> given_up_;
  std::size_t pseudo_ = 0;
};

void Clusterer::addBoneMatrices(const std::vector<PoseSample>& poses) {
  bone_matrices_.resize((source_.bind.size() + 1) * poses_);
  for (std::size_t b = 0; b < source_.bind.size(); ++b) {
    for (std::size_t p = 0; p < poses_; ++p) {
      const Mat34d* pose = poses[p].deformations;
      bone_matrices_[b * poses_ + p] =
          narrow(pose == nullptr ? source_.bind[b] : pose[b] * source_.bind[b]);
    }
  }
}

void Clusterer::addTargets() {
  targets_.resize(points_.size() * poses_);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const glm::vec3 place(points_[i].place);
    for (std::size_t p = 0; p < poses_; ++p) {
      glm::vec3 sum(0.0f);
      for (const BlendEntry& e : source_.blends[points_[i].blend].entries) {
        const std::size_t bone = e.bone == kNone ? source_.bind.size() : e.bone;
        sum += static_cast<float>(e.weight) * apply(bone_matrices_[bone * poses_ + p], place);
      }
      targets_[i * poses_ + p] = sum;
    }
  }
  distance2_.assign(points_.size(), std::numeric_limits<float>::max());
  cluster_of_.assign(points_.size(), 0);
  given_up_.assign(points_.size(), false);
}

/// A bone may take several slots, which add up.
Cluster Clusterer::clusterFor(const std::array<std::uint32_t, 4>& bones,
                              const std::array<double, 4>& shares) const {
  const WeightSlots slots = nearestWeightSlots(shares);
  Cluster out;
  for (std::size_t s = 0; s < 4; ++s) {
    if (slots.weights[s] == 0.0) continue;
    out.bones[out.size] = bones[slots.share[s]];
    out.weights[out.size] = slots.weights[s];
    ++out.size;
  }
  return out;
}

std::vector<Mat34f> Clusterer::matricesOf(const Cluster& cluster) const {
  double sum = 0.0;
  for (std::size_t s = 0; s < cluster.size; ++s)
    sum += cluster.weights[s];
  std::vector<Mat34f> out(poses_, Mat34f{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}});
  for (std::size_t s = 0; s < cluster.size; ++s) {
    const auto weight = static_cast<float>(cluster.weights[s] / sum);
    const std::size_t bone = cluster.bones[s] == kNone ? source_.bind.size() : cluster.bones[s];
    for (std::size_t p = 0; p < poses_; ++p) {
      for (std::size_t i = 0; i < 12; ++i)
        out[p].m[i] += weight * bone_matrices_[bone * poses_ + p].m[i];
    }
  }
  return out;
}

float Clusterer::distance2(const std::vector<Mat34f>& matrices, std::size_t point) const {
  const glm::vec3 place(points_[point].place);
  const glm::vec3* target = targets_.data() + point * poses_;
  float worst = 0.0f;
  for (std::size_t p = 0; p < poses_; ++p) {
    const glm::vec3 d = apply(matrices[p], place) - target[p];
    worst = std::max(worst, glm::dot(d, d));
  }
  return worst;
}

void Clusterer::addSingles() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    for (const BlendEntry& e : source_.blends[points_[i].blend].entries) {
      const auto [at, is_new] =
          single_of_.try_emplace(e.bone, static_cast<std::uint32_t>(clusters_.size()));
      if (is_new) {
        Cluster single;
        single.size = 1;
        single.bones[0] = e.bone;
        single.weights[0] = 1.0;
        clusters_.push_back(single);
        matrices_.push_back(matricesOf(single));
      }
      offer(at->second, i, distance2(matrices_[at->second], i));
    }
  }
}

std::size_t Clusterer::helpersFor(const Cluster& cluster, std::uint32_t pivot) const {
  std::size_t count = 0;
  for (const std::uint32_t bone : bonesOf(cluster))
    count += needsHelper(plan_, bone, pivot) ? 1 : 0;
  return count;
}

/// The pivot within reach that needs the fewest new helpers, the nearest among equals.
std::optional<std::uint32_t> Clusterer::choosePivot(const Cluster& cluster,
                                                    const glm::dvec3& place) {
  for (std::size_t s = 0; s < cluster.size; ++s)
    (void)pivotAtJoint(plan_, cluster.bones[s]);
  std::optional<std::uint32_t> best;
  std::size_t best_helpers = 0;
  double best_distance = 0.0;
  const std::size_t room = limits_.bones - std::min(limits_.bones, plan_.bones.size() + pseudo_);
  for (int pass = 0; pass < 2 && !best; ++pass) {  // the second takes what is out of reach
    for (std::uint32_t p = 0; p < plan_.pivots.size(); ++p) {
      const glm::dvec3 d = glm::abs(plan_.pivots[p].place - place);
      const double distance = std::max({d.x, d.y, d.z});
      if (pass == 0 && distance > 0.9 * plan_.reach) continue;
      const std::size_t helpers = helpersFor(cluster, p);
      if (helpers + 1 > room) continue;
      const bool better =
          !best || helpers < best_helpers || (helpers == best_helpers && distance < best_distance);
      if (!better) continue;
      best = p;
      best_helpers = helpers;
      best_distance = distance;
    }
  }
  return best;
}

bool Clusterer::addWorst() {
  std::size_t at = points_.size();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!given_up_[i] && (at == points_.size() || distance2_[i] > distance2_[at])) at = i;
  }
  if (at == points_.size()) return false;
  if (std::sqrt(static_cast<double>(distance2_[at])) <= limits_.distance) return false;
  if (plan_.bones.size() + pseudo_ >= limits_.bones) return false;
  const Blend& blend = source_.blends[points_[at].blend];
  std::array<std::uint32_t, 4> bones{kNone, kNone, kNone, kNone};
  std::array<double, 4> shares{};
  for (std::size_t s = 0; s < blend.entries.size(); ++s) {
    bones[s] = blend.entries[s].bone;
    shares[s] = blend.entries[s].weight;
  }
  Cluster cluster = clusterFor(bones, shares);
  given_up_[at] = true;  // its own weights are the best there is for it
  if (bonesOf(cluster).size() < 2) return true;
  const auto pivot = choosePivot(cluster, points_[at].place);
  if (!pivot) return true;
  cluster.pivot = *pivot;
  for (std::size_t s = 0; s < cluster.size; ++s)
    (void)helperAt(plan_, cluster.bones[s], cluster.pivot);
  ++pseudo_;
  const auto index = static_cast<std::uint32_t>(clusters_.size());
  clusters_.push_back(cluster);
  matrices_.push_back(matricesOf(cluster));
  for (std::size_t i = 0; i < points_.size(); ++i)
    offer(index, i, distance2(matrices_[index], i));
  return true;
}

/// Tries the middle of the members' weights, on the cluster's own bones.
void Clusterer::recentre(std::uint32_t c, const std::vector<std::uint32_t>& members) {
  std::array<std::uint32_t, 4> bones{kNone, kNone, kNone, kNone};
  std::size_t count = 0;
  for (const std::uint32_t bone : bonesOf(clusters_[c]))
    bones[count++] = bone;
  std::array<double, 4> low{1.0, 1.0, 1.0, 1.0};
  std::array<double, 4> high{};
  for (const std::uint32_t i : members) {
    const Blend& blend = source_.blends[points_[i].blend];
    for (std::size_t s = 0; s < count; ++s) {
      double weight = 0.0;
      for (const BlendEntry& e : blend.entries)
        weight += e.bone == bones[s] ? e.weight : 0.0;
      low[s] = std::min(low[s], weight);
      high[s] = std::max(high[s], weight);
    }
  }
  std::array<double, 4> shares{};
  double sum = 0.0;
  for (std::size_t s = 0; s < count; ++s) {
    shares[s] = 0.5 * (low[s] + high[s]);
    sum += shares[s];
  }
  if (!(sum > 0.0)) return;
  for (double& share : shares)
    share /= sum;
  Cluster moved = clusterFor(bones, shares);
  if (bonesOf(moved).size() < 2) return;
  moved.pivot = clusters_[c].pivot;
  const std::vector<Mat34f> matrices = matricesOf(moved);
  float before = 0.0f;
  float after = 0.0f;
  for (const std::uint32_t i : members) {
    before = std::max(before, distance2_[i]);
    after = std::max(after, distance2(matrices, i));
  }
  if (after >= before) return;
  clusters_[c] = moved;
  matrices_[c] = matrices;
  for (const std::uint32_t i : members)
    distance2_[i] = distance2(matrices, i);
}

void Clusterer::reassign() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    distance2_[i] = distance2(matrices_[cluster_of_[i]], i);
    for (std::uint32_t c = 0; c < clusters_.size(); ++c) {
      if (clusters_[c].size > 1) offer(c, i, distance2(matrices_[c], i));
    }
    for (const BlendEntry& e : source_.blends[points_[i].blend].entries) {
      const std::uint32_t single = single_of_.at(e.bone);
      offer(single, i, distance2(matrices_[single], i));
    }
  }
}

void Clusterer::refine() {
  for (int pass = 0; pass < kRefinements; ++pass) {
    std::vector<std::vector<std::uint32_t>> members(clusters_.size());
    for (std::uint32_t i = 0; i < points_.size(); ++i)
      members[cluster_of_[i]].push_back(i);
    for (std::uint32_t c = 0; c < clusters_.size(); ++c) {
      if (clusters_[c].size > 1 && !members[c].empty()) recentre(c, members[c]);
    }
    reassign();
  }
}

double Clusterer::worst() const {
  return std::sqrt(static_cast<double>(*std::max_element(distance2_.begin(), distance2_.end())));
}

Clustering Clusterer::take() {
  const double worst_left = worst();
  return {std::move(clusters_), std::move(cluster_of_), worst_left};
}

}  // namespace

Clustering clusterBlends(const Source& source, const std::vector<PoseSample>& poses,
                         const std::vector<BlendPoint>& points, Plan& plan,
                         const ClusterLimits& limits) {
  Clusterer work(source, poses, points, plan, limits);
  work.addSingles();
  while (work.addWorst()) {
  }
  work.refine();
  return work.take();
}

}  // namespace sinew::convert
