#pragma once

// Many weight sets -> few pseudo-bones, so that the greatest way any vertex moves off is small.

#include <array>
#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "format/convert/motion.h"
#include "format/convert/plan.h"
#include "format/convert/source.h"

namespace sinew::convert {

/// A place in bind space and the blend it hangs on.
struct BlendPoint {
  glm::dvec3 place{0.0};
  std::uint32_t blend = 0;
};

/// One bone (size 1), or the weights of a pseudo-bone around a pivot; a bone may come twice.
struct Cluster {
  std::uint32_t size = 0;
  std::array<std::uint32_t, 4> bones{kNone, kNone, kNone, kNone};  ///< of the source
  std::array<double, 4> weights{};                                 ///< exactly codes'
  std::uint32_t pivot = 0;
};

struct Clustering {
  std::vector<Cluster> clusters;
  std::vector<std::uint32_t> cluster_of;  ///< by point
  double worst = 0.0;  ///< the greatest distance of a point from where its own blend has it
};

struct ClusterLimits {
  std::size_t bones = 256;  ///< of the file, pseudo-bones and helpers included
  double distance = 0.0;    ///< no more clusters are made once every point moves this well
};

/// Farthest-first: the point that moves most wrongly gets a pseudo-bone with its own weights, until
/// all move well enough or no bone is left; the result is within twice the best possible (Gonzalez
/// 1985). Then weights are moved to the middle of their clusters where that helps. Helpers are
/// added to the plan as clusters need them.
[[nodiscard]] Clustering clusterBlends(const Source& source, const std::vector<PoseSample>& poses,
                                       const std::vector<BlendPoint>& points, Plan& plan,
                                       const ClusterLimits& limits);

}  // namespace sinew::convert
