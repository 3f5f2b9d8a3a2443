#pragma once

// Which choices would make a file smaller or more exact: each is tried.

#include <cstdint>
#include <string>
#include <vector>

#include "format/convert/encode.h"

namespace sinew::convert {

/// One other choice, and what it would change.
struct Advice {
  std::string choice;          ///< as an option: "--size=smallest"
  std::int64_t bytes = 0;      ///< of the file, more than with the options given (negative: saved)
  double rest_percent = 0.0;   ///< greatest error at rest with it, percent of the diagonal
  double clips_percent = 0.0;  ///< p99 over all clips with it; 0 without clips
  bool fewer_bytes = false;
  bool less_error = false;  ///< of the greater one of the two
  std::string sentence;
};

struct AdviceReport {
  EncodeReport now;            ///< with the options given
  std::vector<Advice> advice;  ///< those that save bytes or error, the most bytes first
};

/// Encodes a model with the options given and with each single choice changed. Takes as many times
/// as long as there are choices (at most seven).
[[nodiscard]] Result<AdviceReport> advise(const Model& model, const EncodeOptions& options);

}  // namespace sinew::convert
