#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/options.h"
#include "app/state.h"
#include "format/model.h"
#include "format/pose/pose.h"
#include "format/result.h"

namespace sinew::app {

/// Which clip and frame `--animation` and `--animation-time` or `-frame` mean, and what `--blend`
/// mixes in.
struct Moment {
  std::optional<std::uint32_t> clip;
  std::optional<double> frame;  ///< resolved; empty at rest and for a clip without frames
  std::vector<BlendLayer> blend;
  std::vector<pose::MixPart> parts;  ///< the clip, then the blended ones
};

/// \return an Error (code "usage"): no clip of this name, with those there are; a blend without
/// sense.
[[nodiscard]] Result<Moment> findMoment(const Options& options, const Model& model);

}  // namespace sinew::app
