#pragma once

#include <string>
#include <string_view>

namespace sinew::app {

/// Buffered writes to a file descriptor, standard output as a rule. A failed write (closed pipe,
/// full disk) sticks: what comes later is dropped, and `flush` says so. Commands turn it into
/// ExitCode::OutputFailed.
class Output {
 public:
  explicit Output(int descriptor);
  /// Flushes; check `flush` first where failure matters.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  /// \return false if this or an earlier write failed.
  bool flush();
  [[nodiscard]] bool failed() const { return error_ != 0; }
  /// Why a write failed, in the system's words; empty if none did.
  [[nodiscard]] std::string problem() const;

 private:
  int descriptor_;
  int error_ = 0;
  std::string buffer_;
};

}  // namespace sinew::app
