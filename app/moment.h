#pragma once

#include <cstdint>
#include <optional>

#include "app/options.h"
#include "format/model.h"
#include "format/result.h"

namespace sinew::app {

/// Which clip and frame `--animation` and `--animation-time` or `-frame` mean.
struct Moment {
  std::optional<std::uint32_t> clip;
  std::optional<double> frame;  ///< resolved; empty at rest and for a clip without frames
};

/// \return an Error (code "usage") that lists the clips where there is none of this name.
[[nodiscard]] Result<Moment> findMoment(const Options& options, const Model& model);

}  // namespace sinew::app
