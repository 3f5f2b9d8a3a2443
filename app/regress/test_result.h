#pragma once

// What a run of `sinew test` found: plain data for everything that tells of it (text, JSON, JUnit,
// HTML). docs/screenshot-tests.md explains the words.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/regress/compare.h"

namespace sinew::app::regress {

enum class CaseStatus : std::uint8_t {
  Passed,        ///< looks like the baseline of this renderer
  NewRenderer,   ///< has none of this renderer, and looks like that of another: no failure
  Updated,       ///< what was drawn is the baseline now
  Skipped,       ///< not run: an earlier case failed under --fail-fast
  Changed,       ///< differs from its baseline (this renderer's, else the nearest one's)
  Missing,       ///< has no baseline of any renderer
  SizeMismatch,  ///< the baseline, or the mask, has another size
  Error,         ///< could not be drawn or compared
  Crashed,       ///< ended the process that drew it
  TimedOut       ///< took longer than --case-timeout
};

/// "passed", "new renderer", "updated", "skipped", "changed", "no baseline", "size", "error",
/// "crashed", "timed out".
[[nodiscard]] std::string_view toString(CaseStatus status);

/// Whether the status makes the run fail.
[[nodiscard]] constexpr bool isFailure(CaseStatus status) {
  return status >= CaseStatus::Changed;
}

/// One case: one picture.
struct CaseResult {
  std::string name;   ///< unique, safe as a file name
  std::string model;  ///< path as the manifest has it
  std::string shot;   ///< what is drawn, in words: "walk at 0.25 s, front"
  CaseStatus status = CaseStatus::Skipped;
  std::string message;               ///< why it does not pass, one sentence; else empty
  std::optional<Findings> findings;  ///< where two pictures of one size were compared

  // Pictures. Paths open from the working folder of the run; empty: there is none.
  std::string baseline;           ///< compared with
  std::string baseline_renderer;  ///< key of the renderer that drew `baseline`
  std::string actual;  ///< drawn now; only with --report, and where it is not equal to `baseline`
  std::string diff;    ///< what differs; only with --report, and where something does

  // Shell commands, from the working folder of the run.
  std::string command;  ///< draws this picture
  std::string approve;  ///< makes what is drawn now the baseline

  double wall_ms = 0.0;
  int exit = 0;  ///< exit status that the case asks for (docs/cli.md)
};

struct TestRun {
  std::string manifest;      ///< file, or the folder where there is none, as given
  std::string renderer_key;  ///< names the folder of this renderer's baselines
  std::string renderer;      ///< what the driver says of itself: vendor; renderer; version
  std::string command;       ///< the run, as a shell command
  std::string started;       ///< UTC, "2026-11-30T16:05:00Z"
  double wall_s = 0.0;
  std::string shard;                ///< "2/5"; empty: all cases
  bool updating = false;            ///< --update or --approve
  std::vector<CaseResult> cases;    ///< those selected, in the order of the manifest
  std::vector<std::string> stale;   ///< baselines that belong to no case of the manifest
  std::vector<std::string> pruned;  ///< those of them that were deleted
};

}  // namespace sinew::app::regress
