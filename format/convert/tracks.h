#pragma once

// Deformations -> sparse keys of the planned bones, each encoded against what its parent really
// does.

#include <cstdint>
#include <vector>

#include "format/bmd1/write.h"
#include "format/convert/blends.h"
#include "format/convert/motion.h"
#include "format/convert/plan.h"
#include "format/convert/source.h"

namespace sinew::convert {

/// What keys may be off by, in the file's units and radians.
struct TrackLimits {
  double distance = 0.0;     ///< of joints and tips
  double angle = 0.0;        ///< of axes
  std::vector<double> arms;  ///< by planned bone: how far what it moves reaches from its joint
};

[[nodiscard]] TrackLimits trackLimits(const Source& source, const Plan& plan,
                                      const Placement& placement, const Limits& limits);

/// Running sums over all clips, for the report.
struct RotationSums {
  std::uint64_t keys = 0;
  double squares = 0.0;  ///< of angles, radians
  double plain_squares = 0.0;
  bool measure_chains = false;
  double plain_chain_squares = 0.0;  ///< in model space, errors of parents added up
  std::uint64_t sheared = 0;         ///< frames of bones whose shear is lost
};

/// The animation of one motion. A bone's keys are chosen so that interpolation keeps within the
/// limits of where the source has it, given its parent as the file moves it; between frames the
/// same holds as far as the source interpolates alike.
[[nodiscard]] bmd1::AnimSpec encodeTracks(const Motion& motion, std::size_t source_bones,
                                          const Plan& plan, const TrackLimits& limits,
                                          RotationSums& sums, ClipReport& report);

}  // namespace sinew::convert
