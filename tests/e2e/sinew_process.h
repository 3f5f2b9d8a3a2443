#pragma once

#include <string>
#include <vector>

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

}  // namespace sinew::e2e
