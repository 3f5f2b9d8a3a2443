#include "app/cmd_test.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app/file_command.h"
#include "app/png.h"
#include "app/regress/junit.h"
#include "app/regress/manifest.h"
#include "app/regress/progress.h"
#include "app/regress/report/report.h"
#include "app/regress/test_json.h"
#include "app/regress/test_plan.h"
#include "app/regress/test_runner.h"
#include "app/shell_words.h"
#include "app/text.h"

namespace sinew::app {

namespace {

namespace fs = std::filesystem;

using regress::CaseResult;
using regress::CaseStatus;
using regress::TestPlan;
using regress::TestRun;

ExitCode exitCodeFor(const Error& error) {
  if (error.code == "usage") return ExitCode::Usage;
  if (error.code == "manifest" || error.code.rfind("input.", 0) == 0) return ExitCode::Unreadable;
  if (error.code == "gl.none") return ExitCode::NoGl;
  if (error.code.rfind("output.", 0) == 0) return ExitCode::OutputFailed;
  return ExitCode::Internal;
}

ExitCode refuse(const Options& options, const Error& error) {
  say(options, Verbosity::Quiet, describe(error));
  return exitCodeFor(error);
}

std::string utcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

/// Of the processors one half draws and the other compares and encodes; the software rasteriser has
/// threads of its own in each process.
void chooseJobs(const Options& options, TestPlan& plan) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  plan.jobs = options.test.jobs.value_or(std::max<std::size_t>(1, processors / 2));
  plan.jobs = std::min(plan.jobs, std::max<std::size_t>(1, plan.selected.size()));
  plan.encoders = std::max<std::size_t>(1, processors / plan.jobs / 2);
}

/// A folder beside the report's for pictures while the run goes on; gone afterwards.
class Staging {
 public:
  Staging() = default;
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  Result<void> create(const std::string& report) {
    if (auto checked = regress::checkReportFolder(report); !checked) return checked;
    std::error_code problem;
    fs::path target = fs::weakly_canonical(report, problem);
    if (problem) target = report;
    if (!target.has_filename()) target = target.parent_path();
    fs::create_directories(target.parent_path(), problem);
    std::string pattern = (target.parent_path() / ".sinew-test-XXXXXX").string();
    if (problem || ::mkdtemp(pattern.data()) == nullptr) {
      return fail("output.write", fmt::format("\"{}\" cannot be written: {}", report,
                                              problem ? problem.message() : std::strerror(errno)));
    }
    path_ = pattern;
    return {};
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Puts a folder of pictures into the report in place of an earlier run's.
  Result<void> move(const char* kind, const std::string& report) const {
    const fs::path from = fs::path(path_) / kind;
    const fs::path to = fs::path(report) / kind;
    std::error_code problem;
    removePictures(to);
    if (!fs::exists(from, problem)) return {};
    fs::create_directories(to, problem);
    for (fs::directory_iterator entries(from, problem);
         !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
      fs::rename(entries->path(), to / entries->path().filename(), problem);
      if (problem) break;
    }
    if (!problem) return {};
    return fail("output.write",
                fmt::format("\"{}\" cannot be written: {}", to.string(), problem.message()));
  }

 private:
  /// Of an earlier run: only where one left its report may files be somebody else's not.
  static void removePictures(const fs::path& folder) {
    std::error_code problem;
    if (!fs::exists(folder.parent_path() / "report.json", problem)) return;
    fs::directory_iterator entries(folder, problem);
    for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
      std::error_code ignored;
      if (entries->path().extension() == ".png") fs::remove(entries->path(), ignored);
    }
    if (fs::is_empty(folder, problem)) fs::remove(folder, problem);
  }

  std::string path_;
};

/// The run as a shell command.
std::string commandOf(const Options& options) {
  std::vector<std::string> words{"sinew", "test"};
  words.insert(words.end(), options.files.begin(), options.files.end());
  words.insert(words.end(), options.given.begin(), options.given.end());
  return shellLine(words);
}

Result<TestPlan> planOf(const Options& options) {
  TestPlan plan;
  Result<regress::Manifest> manifest = regress::readManifest(options.files.front());
  if (!manifest) return tl::unexpected(manifest.error());
  plan.manifest = std::move(*manifest);
  Result<std::vector<std::size_t>> selected = regress::selectCases(plan.manifest, options.test);
  if (!selected) return tl::unexpected(selected.error());
  plan.selected = std::move(*selected);
  plan.gl_device = plan.manifest.gl_device_text;
  for (const std::string& argument : options.given) {
    constexpr std::string_view kDevice = "--gl-device=";
    if (argument.rfind(kDevice, 0) == 0) plan.gl_device = argument.substr(kDevice.size());
  }
  plan.case_timeout_s = options.test.case_timeout_s;
  plan.fail_fast = options.test.fail_fast;
  plan.updating = options.test.update || !options.test.approve.empty();
  plan.program = "/proc/self/exe";
  chooseJobs(options, plan);
  return plan;
}

/// "changed       fox_walk: 35 pixels differ, …"
void tellCase(const CaseResult& result, Output& output) {
  std::string line = fmt::format("{:<13} {}", toString(result.status), result.name);
  if (!result.message.empty()) line += ": " + result.message;
  line += '\n';
  output.write(line);
  output.flush();
}

/// "200 cases: 197 passed, 3 changed"
std::string summaryOf(const TestRun& run) {
  std::string text =
      fmt::format("{} {}", run.cases.size(), run.cases.size() == 1 ? "case" : "cases");
  if (!run.shard.empty()) text += fmt::format(" of shard {}", run.shard);
  const char* separator = ": ";
  for (const auto& [status, count] : regress::countByStatus(run)) {
    if (count == 0) continue;
    text += fmt::format("{}{} {}", separator, count, toString(status));
    separator = ", ";
  }
  return text + fmt::format("; {:.1f} s, {}", run.wall_s, run.renderer_key);
}

/// What else a reader of the results may need to know.
void tellHints(const TestRun& run, const Options& options, Output& output) {
  const auto any = [&run](auto... statuses) {
    return std::any_of(run.cases.begin(), run.cases.end(), [&](const CaseResult& result) {
      return ((result.status == statuses) || ...);
    });
  };
  for (const std::string& path : run.pruned)
    output.write(fmt::format("{:<13} {}\n", "pruned", printable(path)));
  if (run.pruned.empty()) {
    for (const std::string& path : run.stale)
      output.write(fmt::format("{:<13} {} belongs to no case (--update --prune deletes it)\n",
                               "stale", printable(path)));
  }
  const std::string manifest = shellWord(options.files.front());
  if (any(CaseStatus::NewRenderer)) {
    output.write(
        fmt::format("note: this renderer has no baselines of its own yet: "
                    "sinew test {} --update makes them\n",
                    manifest));
  }
  if (run.updating) return;
  if (any(CaseStatus::Missing)) {
    output.write(
        fmt::format("note: sinew test {} --update makes the missing baselines\n", manifest));
  }
  if (any(CaseStatus::Changed, CaseStatus::SizeMismatch) && options.test.report.empty()) {
    output.write("note: --report=DIR keeps what was drawn, and shows it beside the baselines\n");
  }
}

void prune(const Options& options, TestRun& run) {
  for (const std::string& path : run.stale) {
    std::error_code problem;
    if (fs::remove(path, problem)) {
      run.pruned.push_back(path);
    } else {
      say(options, Verbosity::Warning,
          fmt::format("\"{}\" cannot be deleted: {}", path, problem.message()));
    }
  }
}

std::vector<std::uint8_t> bytesOf(const std::string& text) {
  return {text.begin(), text.end()};
}

/// Writes JSON through a temporary file: JsonStream writes into descriptors.
Result<void> writeJsonFile(const TestRun& run, const std::string& path) {
  const int file = ::memfd_create("sinew-report", MFD_CLOEXEC);
  if (file < 0) return fail("output.write", fmt::format("\"{}\": no memory file", path));
  std::vector<std::uint8_t> bytes;
  {
    Output output(file);
    writeTestJson(run, output);
    output.flush();
    bytes.resize(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)));
    const ssize_t got = ::pread(file, bytes.data(), bytes.size(), 0);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  }
  ::close(file);
  return writeFileAtomically(path, bytes);
}

/// The page, and beside it pictures by their cases' names, JSON and JUnit.
Result<void> writeFolder(TestRun& run, const Staging& staging, const std::string& report) {
  const fs::path folder(report);
  if (auto page = regress::writeReport(run, report); !page) return page;
  for (const char* kind : {"actual", "diff"}) {
    if (auto moved = staging.move(kind, report); !moved) return moved;
  }
  for (CaseResult& result : run.cases) {
    for (std::string* path : {&result.actual, &result.diff}) {
      if (path->empty()) continue;
      *path = (folder / fs::path(*path).lexically_relative(staging.path())).string();
    }
  }
  auto json = writeJsonFile(run, (folder / "report.json").string());
  if (!json) return json;
  return writeFileAtomically((folder / "junit.xml").string(), bytesOf(junitXml(run)));
}

ExitCode tellInterrupted(const Options& options, const regress::RunOutcome& outcome,
                         const TestPlan& plan) {
  say(options, Verbosity::Quiet,
      fmt::format("interrupted: {} of {} cases were done; no report is written",
                  outcome.cases.size(), plan.selected.size()));
  return static_cast<ExitCode>(128 + outcome.signal);
}

ExitCode tellRun(TestRun& run, const Options& options, const Staging& staging, Output& output) {
  ExitCode worst = static_cast<ExitCode>(exitOf(run));
  const std::string& report = options.test.report;
  Result<void> written;
  if (!report.empty()) written = writeFolder(run, staging, report);
  if (written && !options.test.junit.empty()) {
    written = writeFileAtomically(options.test.junit, bytesOf(junitXml(run)));
  }
  if (options.json) {
    writeTestJson(run, output);
  } else {
    tellHints(run, options, output);
    if (written && !report.empty()) {
      output.write(
          fmt::format("report: {}\n", printable((fs::path(report) / "index.html").string())));
    }
    output.write(summaryOf(run) + "\n");
  }
  if (!written) worst = std::max(worst, refuse(options, written.error()));
  return std::max(worst, finish(output, options));
}

}  // namespace

ExitCode runTest(const Options& options) {
  Result<TestPlan> plan = planOf(options);
  if (!plan) return refuse(options, plan.error());
  Staging staging;
  if (!options.test.report.empty()) {
    if (auto made = staging.create(options.test.report); !made) {
      return refuse(options, made.error());
    }
    plan->report = staging.path();
  }
  TestRun run;
  run.manifest = options.files.front();
  run.command = commandOf(options);
  run.started = utcNow();
  run.updating = plan->updating;
  if (options.test.shard_count > 1) {
    run.shard = fmt::format("{}/{}", options.test.shard, options.test.shard_count);
  }
  const auto started = std::chrono::steady_clock::now();
  Output output(STDOUT_FILENO);
  regress::Progress progress(plan->selected.size(), options.verbosity >= Verbosity::Warning);
  regress::RunEvents events;
  events.tick = [&progress] { progress.show(); };
  events.done = [&](const CaseResult& result) {
    progress.note(result);
    if (result.status == CaseStatus::Passed || options.json) return;
    progress.hide();
    tellCase(result, output);
  };
  Result<regress::RunOutcome> outcome = runCases(*plan, events);
  progress.hide();
  if (!outcome) return refuse(options, outcome.error());
  if (outcome->signal != 0) return tellInterrupted(options, *outcome, *plan);
  run.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  run.renderer_key = outcome->renderer_key;
  run.renderer = outcome->renderer;
  run.cases = std::move(outcome->cases);
  const auto now = regress::Baselines::list(baselineFolder(plan->manifest));
  if (now) run.stale = now->stale(plan->manifest);
  if (options.test.prune) prune(options, run);
  return tellRun(run, options, staging, output);
}

}  // namespace sinew::app
