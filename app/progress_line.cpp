#include "app/progress_line.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace sinew::app {

ProgressLine::ProgressLine(const Options& options)
    : shown_(options.verbosity >= Verbosity::Warning && ::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(std::string_view what) {
  if (!shown_) return;
  std::fputs(fmt::format("\r\x1b[Ksinew: {} …", what).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressLine::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace sinew::app
