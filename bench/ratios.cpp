#include "bench/ratios.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/core.h>

namespace sinew::bench {
namespace {

struct Ratio {
  std::string title;
  std::string numerator;
  std::string denominator;
  double target = 0.0;
};

std::vector<Ratio>& ratios() {
  static std::vector<Ratio> list;
  return list;
}

/// Prints as the console reporter does and keeps the seconds of every repetition: processor time,
/// which other programs disturb less, unless a benchmark asks for real time.
class Collector : public ::benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred || run.iterations == 0) continue;
      const bool real = run.run_name.time_type == "real_time";
      times_[run.run_name.function_name + (run.run_name.args.empty() ? "" : "/") +
             run.run_name.args]
          .push_back((real ? run.real_accumulated_time : run.cpu_accumulated_time) /
                     static_cast<double>(run.iterations));
    }
    // The console shows summaries; the repetitions themselves are only needed here.
    std::vector<Run> summaries;
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) summaries.push_back(run);
    }
    if (!summaries.empty()) ConsoleReporter::ReportRuns(summaries);
  }

  /// Sorted; empty for a benchmark that did not run.
  [[nodiscard]] std::vector<double> times(const std::string& name) const {
    const auto found = times_.find(name);
    std::vector<double> out = found == times_.end() ? std::vector<double>() : found->second;
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  std::map<std::string, std::vector<double>> times_;
};

void print(const Collector& collector) {
  bool headed = false;
  for (const Ratio& ratio : ratios()) {
    const std::vector<double> top = collector.times(ratio.numerator);
    const std::vector<double> bottom = collector.times(ratio.denominator);
    if (top.empty() || bottom.empty()) continue;
    if (!headed) {
      fmt::print("\n{:<58} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "ratio", "median", "of best", "a/us",
                 "b/us", "target");
      headed = true;
    }
    const double a = top[top.size() / 2];
    const double b = bottom[bottom.size() / 2];
    fmt::print("{:<58} {:>9.4f} {:>9.4f} {:>9.1f} {:>9.1f} {:>9.3f}{}\n", ratio.title, a / b,
               top.front() / bottom.front(), a * 1e6, b * 1e6, ratio.target,
               a / b <= ratio.target ? "" : "  MISSED");
  }
}

}  // namespace

bool declareRatio(const std::string& title, const std::string& numerator,
                  const std::string& denominator, double target) {
  ratios().push_back({title, numerator, denominator, target});
  return true;
}

int runWithRatios(int argc, char** argv) {
  // Defaults come first: a later flag of the same name wins.
  std::vector<std::string> arguments = {argv[0], "--benchmark_repetitions=15",
                                        "--benchmark_enable_random_interleaving=true",
                                        "--benchmark_min_time=0.02"};
  for (int i = 1; i < argc; ++i)
    arguments.emplace_back(argv[i]);
  std::vector<char*> pointers;
  for (std::string& argument : arguments)
    pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  ::benchmark::Initialize(&count, pointers.data());
  if (::benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 1;
  Collector collector;
  ::benchmark::RunSpecifiedBenchmarks(&collector);
  print(collector);
  ::benchmark::Shutdown();
  return 0;
}

}  // namespace sinew::bench
