#pragma once

// Two models drawn side by side from one camera: `sinew diff --visual`.

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/document.h"
#include "app/options.h"
#include "app/regress/compare.h"
#include "app/regress/model_diff.h"
#include "format/result.h"
#include "renderer/image.h"

namespace sinew::app::regress {

/// One or both pictures of a view at a moment.
struct VisualPair {
  std::string name;  ///< "iso, at rest", "front, \"walk\" at frame 12"
  std::optional<renderer::Image> a;
  std::optional<renderer::Image> b;
  std::optional<Comparison> comparison;  ///< where both are there
  std::array<std::string, 2> commands;   ///< make `a` and `b`; empty where there is none

  [[nodiscard]] bool same() const { return comparison && comparison->passes(); }
};

/// Draws the models (null: not there) as the options say and compares each pair; `take` gets them
/// one by one. Both are seen by one camera, which frames both. Without `--view` the rest pose is
/// seen from iso, front and right; without `--animation` the moments at which vertices lie farthest
/// apart (`travels`) are added from the first view; with it and no moment, four of the clip. Poses
/// of clips are framed as posed unless `--frame-on` says otherwise.
/// \return an Error: "usage" for a clip, level, camera or size that cannot be, "gl.none" where
/// nothing can draw, or what `take` returns.
[[nodiscard]] Result<void> drawPairs(const Options& options,
                                     const std::shared_ptr<const Document>& a,
                                     const std::shared_ptr<const Document>& b,
                                     const Travels& travels,
                                     const std::function<Result<void>(VisualPair&&)>& take);

}  // namespace sinew::app::regress
