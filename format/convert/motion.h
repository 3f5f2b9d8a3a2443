#pragma once

// Clips as deformations: how each bone's pose differs from its rest, frame by frame, at a rate that
// the file can hold.

#include <cstdint>
#include <string>
#include <vector>

#include "format/convert/source.h"
#include "format/mat34.h"

namespace sinew::convert {

/// A clip of the file to be, or a part of a long one.
struct Motion {
  std::string name;
  std::uint32_t clip = 0;         ///< of the source
  double first_frame = 0.0;       ///< in the source clip's frames
  double frames_per_frame = 1.0;  ///< source frames a frame of the file
  std::uint32_t frames = 1;       ///< 1..255
  double hz = 0.0;                ///< in quarters, at most 31.75
  bool loop = false;
  bool held = false;  ///< sample the source with its ends held: keys lie up to the very end
  /// deformation[frame * bones + bone]: place at rest -> place in the pose, the file's space.
  std::vector<Mat34d> deformations;
  std::uint64_t source_keys = 0;
};

struct Motions {
  std::vector<Motion> clips;
  std::size_t bones = 0;
};

/// Samples every clip of the source (docs/convert.md, "Clips"). Warnings go to the report.
[[nodiscard]] Result<Motions> sampleMotions(const Source& source, const EncodeOptions& options,
                                            EncodeReport& report);

/// Up to `count` poses that differ most among all frames, the rest pose first: pointers into
/// `motions` (one deformation a bone), but for the rest pose, which is all identities.
struct PoseSample {
  const Mat34d* deformations = nullptr;  ///< null: the rest pose
};
[[nodiscard]] std::vector<PoseSample> distinctPoses(const Source& source, const Motions& motions,
                                                    std::size_t count);

}  // namespace sinew::convert
