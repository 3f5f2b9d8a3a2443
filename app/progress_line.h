#pragma once

#include <string_view>

#include "app/options.h"

namespace sinew::app {

/// A line on standard error that says how far a command is, where somebody watches: on a terminal,
/// and not under --quiet. Goes away with the object.
class ProgressLine {
 public:
  explicit ProgressLine(const Options& options);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view what);
  void clear();

 private:
  bool shown_;
  bool drawn_ = false;
};

}  // namespace sinew::app
