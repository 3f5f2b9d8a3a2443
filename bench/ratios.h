#pragma once

// The main program of the benchmarks: runs Google Benchmark with its repetitions shuffled, so that
// a slow moment of the machine hits all of them alike, and prints ratios of medians against their
// targets.

#include <string>

namespace sinew::bench {

/// Declares a figure: median processor time (real time where a benchmark says UseRealTime) of
/// `numerator` / median time of `denominator` (names of registered benchmarks, without the
/// repetition suffix), and the largest value it is meant to have. Call before or in main; a pair
/// that was filtered out is not printed. \return true, so that it can initialise a namespace-scope
/// constant.
bool declareRatio(const std::string& title, const std::string& numerator,
                  const std::string& denominator, double target);

/// Runs the registered benchmarks and prints the table of ratios. Arguments are Google Benchmark's.
/// \return 0; 1 for wrong arguments. A missed target is printed, not an error: machines differ.
int runWithRatios(int argc, char** argv);

}  // namespace sinew::bench
