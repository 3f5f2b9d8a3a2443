#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace sinew::e2e {

/// What a finished run of the program left behind.
struct Finished {
  int exit = -1;  ///< exit status; 128 + signal where a signal ended it
  std::string out;
  std::string err;
};

/// Runs the built program and waits. `input` is its standard input.
[[nodiscard]] Finished runSinew(const std::vector<std::string>& arguments,
                                const std::string& input = {});

/// Runs it with standard output going to a file that is opened for writing (e.g. /dev/full).
[[nodiscard]] Finished runSinewInto(const std::string& output_path,
                                    const std::vector<std::string>& arguments);

/// Runs it with at most `data_kib` of writable memory (ulimit -d); its output is thrown away.
[[nodiscard]] Finished runSinewWithin(std::size_t data_kib,
                                      const std::vector<std::string>& arguments);

/// Runs it with standard output going into a pipe that nobody reads.
[[nodiscard]] Finished runSinewIntoClosedPipe(const std::vector<std::string>& arguments);

/// The program while it runs, with its output going into memory. Ends it when it goes out of scope.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  void signal(int number) const;
  /// It has ended, and `wait` will not wait.
  [[nodiscard]] bool isOver() const;
  /// Processes that it started and that live.
  [[nodiscard]] std::vector<pid_t> children() const;
  /// Waits for its end, at most so long; then it is killed (exit 128 + SIGKILL).
  [[nodiscard]] Finished wait(double seconds = 120.0);

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
};

/// Whether a process has this file open.
[[nodiscard]] bool hasOpen(pid_t process, const std::string& path);

}  // namespace sinew::e2e
