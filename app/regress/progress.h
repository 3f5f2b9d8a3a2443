#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "app/regress/test_result.h"

namespace sinew::app::regress {

/// One line on standard error that says how far a run is and how long it will take. Only on a
/// terminal: logs would get thousands of lines.
class Progress {
 public:
  Progress(std::size_t cases, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void note(const CaseResult& result);
  /// Draws the line anew, at most ten times a second.
  void show();
  /// Takes the line away, before something else is printed.
  void hide();

 private:
  std::size_t cases_;
  bool wanted_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  bool shown_ = false;
  std::chrono::steady_clock::time_point drawn_{};
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

/// "45/200, 2 failed, 12 s left"
[[nodiscard]] std::string progressText(std::size_t done, std::size_t cases, std::size_t failed,
                                       double elapsed_s);

}  // namespace sinew::app::regress
