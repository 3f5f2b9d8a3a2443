#pragma once

#include "app/output.h"
#include "app/regress/test_result.h"

namespace sinew::app::regress {

/// The run as one JSON object (docs/screenshot-tests.md, "JSON").
void writeTestJson(const TestRun& run, Output& output);

/// How many cases have each status, in the order of the enumerators.
struct StatusCount {
  CaseStatus status;
  std::size_t count = 0;
};
[[nodiscard]] std::vector<StatusCount> countByStatus(const TestRun& run);

/// Exit status of the run: the worst of its cases.
[[nodiscard]] int exitOf(const TestRun& run);

}  // namespace sinew::app::regress
