#include "app/regress/progress.h"

#include <cmath>
#include <cstdio>

#include <fmt/core.h>
#include <unistd.h>

namespace sinew::app::regress {

Progress::Progress(std::size_t cases, bool wanted)
    : cases_(cases), wanted_(wanted && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  hide();
}

void Progress::note(const CaseResult& result) {
  ++done_;
  if (isFailure(result.status)) ++failed_;
}

void Progress::show() {
  const auto now = std::chrono::steady_clock::now();
  if (!wanted_ || (shown_ && now - drawn_ < std::chrono::milliseconds(100))) return;
  drawn_ = now;
  const double elapsed_s = std::chrono::duration<double>(now - started_).count();
  const std::string line =
      fmt::format("\r\x1b[K{}", progressText(done_, cases_, failed_, elapsed_s));
  std::fwrite(line.data(), 1, line.size(), stderr);
  shown_ = true;
}

void Progress::hide() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

std::string progressText(std::size_t done, std::size_t cases, std::size_t failed,
                         double elapsed_s) {
  std::string text = fmt::format("{}/{}", done, cases);
  if (failed > 0) text += fmt::format(", {} failed", failed);
  if (done == 0 || done >= cases) return text;
  const double left_s =
      std::ceil(elapsed_s / static_cast<double>(done) * static_cast<double>(cases - done));
  if (left_s < 60.0) return text + fmt::format(", {:.0f} s left", left_s);
  return text + fmt::format(", {:.0f} min left", std::ceil(left_s / 60.0));
}

}  // namespace sinew::app::regress
