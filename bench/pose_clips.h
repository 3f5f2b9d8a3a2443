#pragma once

// Made-up clips of several shapes, for the pose benchmarks.

#include <vector>

#include "format/model.h"

namespace sinew::bench {

/// Models of one clip each, 40 to 60 bones and 30 to 250 frames, with sparse and with dense keys.
/// The clips are named after their shape.
[[nodiscard]] std::vector<Model> makeClipModels();

}  // namespace sinew::bench
