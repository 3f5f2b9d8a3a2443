#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/regress/case_judge.h"
#include "app/regress/test_plan.h"
#include "app/regress/test_result.h"
#include "format/result.h"

namespace sinew::app::regress {

/// What a run tells while it goes on.
struct RunEvents {
  std::function<void(const CaseResult&)> done;  ///< a case has its result
  std::function<void()> tick;                   ///< several times a second
};

struct RunOutcome {
  std::string renderer_key;
  std::string renderer;  ///< "vendor; renderer; version"
  std::vector<CaseResult>
      cases;       ///< in the plan's order; of an interrupted run those that are done
  int signal = 0;  ///< that interrupted it; 0: none
};

/// Draws and judges the plan's cases in worker processes. A case that crashes its worker or takes
/// too long is noted, and the others go on in a new one; where several were under way in a worker
/// that crashed, each is tried again alone, so that the right one is blamed.
/// \return an Error where nothing can be drawn at all: "gl.none", or "internal" where workers do
/// not start; "input.…" where baselines cannot be listed.
[[nodiscard]] Result<RunOutcome> runCases(const TestPlan& plan, const RunEvents& events);

}  // namespace sinew::app::regress
