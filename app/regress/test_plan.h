#pragma once

// What a run of `sinew test` is to do.

#include <cstddef>
#include <string>
#include <vector>

#include "app/regress/manifest.h"
#include "format/result.h"

namespace sinew::app::regress {

struct TestPlan {
  Manifest manifest;
  std::vector<std::size_t> selected;  ///< indices into the manifest's cases, rising
  std::string gl_device;              ///< as `--gl-device` takes it; empty: auto
  std::size_t jobs = 1;
  std::size_t encoders = 1;  ///< threads of each job that compare and encode
  double case_timeout_s = 60.0;
  bool fail_fast = false;
  bool updating = false;
  std::string report;   ///< folder for pictures; empty: keep none
  std::string program;  ///< runs the workers: this one
};

/// Selects cases by `--filter` (a regular expression found in the name), `--approve` (names, or
/// "all") and `--shard`. A case's shard depends on its name alone, so that it stays where it is
/// when others come and go.
/// \return an Error (code "usage") for a bad expression, a name that no case has, or a filter that
/// finds nothing.
[[nodiscard]] Result<std::vector<std::size_t>> selectCases(const Manifest& manifest,
                                                           const TestOptions& options);

/// Which shard of `count` a case belongs to, from 0.
[[nodiscard]] std::size_t shardOf(std::string_view name, std::size_t count);

}  // namespace sinew::app::regress
