// Options of screenshot test runs.

#include <fmt/format.h>

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

/// "2/5": the second of five.
Expected parseShard(std::string_view text, TestOptions& out) {
  constexpr std::string_view kExpected = "I/N with I from 1 to N and N at most 10000";
  const auto parts = split(text, '/');
  std::int64_t index = 0;
  std::int64_t count = 0;
  if (parts.size() != 2 || !parseInteger(parts[1], "", 1, 10'000, count).empty() ||
      !parseInteger(parts[0], "", 1, count, index).empty()) {
    return std::string(kExpected);
  }
  out.shard = static_cast<std::size_t>(index);
  out.shard_count = static_cast<std::size_t>(count);
  return {};
}

Expected parseFile(const std::string& text, std::string_view what, std::string& out) {
  if (text.empty() || text == "-") return std::string(what);
  out = text;
  return {};
}

void addSelection(OptionTable& table, TestOptions& test) {
  table.value("--filter", "RE", "only cases in whose name this regular expression is found",
              [&test](const std::string& text) -> Expected {
                if (text.empty()) return "a regular expression";
                test.filter = text;
                return {};
              });
  table.value("--shard", "I/N", "only the I-th of N parts, for machines that share the work",
              [&test](const std::string& text) { return parseShard(text, test); });
}

void addBaselines(OptionTable& table, TestOptions& test) {
  table.flag("--update", "make what is drawn the baselines, where it does not pass",
             [&test] { test.update = true; });
  table.values("--approve", "NAME|all", "draw this case and make it the baseline; repeatable",
               [&test](const std::string& text) -> Expected {
                 if (text.empty()) return "a case's name, or all";
                 test.approve.push_back(text);
                 return {};
               });
  table.flag("--prune", "with --update: delete baselines that belong to no case",
             [&test] { test.prune = true; });
}

void addRunning(OptionTable& table, TestOptions& test) {
  table.value("--jobs", "N", "processes that draw, 1 to 64 (default: half of the processors)",
              [&test](const std::string& text) {
                std::int64_t jobs = 0;
                const Expected expected = parseInteger(text, "a whole number", 1, 64, jobs);
                if (expected.empty()) test.jobs = static_cast<std::size_t>(jobs);
                return expected;
              });
  table.value("--case-timeout", "SECONDS", "a case that takes longer fails (default: 60)",
              [&test](const std::string& text) {
                return parseNumber(text, {"seconds", 0.1, 86400.0}, test.case_timeout_s);
              });
  table.flag("--fail-fast", "begin no other case behind one that fails",
             [&test] { test.fail_fast = true; });
}

void addReports(OptionTable& table, TestOptions& test) {
  table.value(
      "--report", "DIR",
      "write a page with the results, pictures, report.json and junit.xml into this folder",
      [&test](const std::string& text) { return parseFile(text, "a folder", test.report); });
  table.value(
      "--junit", "FILE", "write the results as JUnit XML",
      [&test](const std::string& text) { return parseFile(text, "a file name", test.junit); });
}

}  // namespace

void addTestOptions(OptionTable& table) {
  if (table.command() != Command::Test) return;
  TestOptions& test = table.options().test;
  table.group("Test run");
  addSelection(table, test);
  addBaselines(table, test);
  addRunning(table, test);
  addReports(table, test);
}

}  // namespace sinew::app::cli
