#include "app/regress/case_judge.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/png.h"
#include "app/receipt.h"
#include "app/regress/findings_text.h"
#include "app/shell_words.h"
#include "app/text.h"

namespace sinew::app::regress {

namespace {

namespace fs = std::filesystem;

ExitCode exitOf(const std::string& code) {
  if (code == "usage") return ExitCode::Usage;
  if (code == "invalid") return ExitCode::Invalid;
  if (code == "image" || code.starts_with("input.")) return ExitCode::Unreadable;
  if (code.starts_with("output.")) return ExitCode::OutputFailed;
  return ExitCode::Internal;
}

Result<void> writePicture(const std::string& path, const std::string& png) {
  std::error_code problem;
  fs::create_directories(fs::path(path).parent_path(), problem);
  if (problem) {
    return fail("output.write", fmt::format("\"{}\": {}", path, problem.message()));
  }
  return writeFileAtomically(path, std::vector<std::uint8_t>(png.begin(), png.end()));
}

void setError(CaseResult& result, const Error& error) {
  result.status = CaseStatus::Error;
  result.message = printable(error.message);
  result.exit = static_cast<int>(exitOf(error.code));
}

}  // namespace

CaseJudge::CaseJudge(const TestPlan& plan, Baselines baselines, std::string renderer_key)
    : plan_(plan), baselines_(std::move(baselines)), key_(std::move(renderer_key)) {}

DrawRequest CaseJudge::requestFor(std::size_t index) const {
  const TestCase& one = plan_.manifest.cases[index];
  const std::optional<Baseline> baseline = baselines_.find(one.name, key_);
  const bool own = baseline && baseline->key == key_;
  DrawRequest request;
  request.id = index;
  request.model_path = one.model_path;
  request.arguments = one.arguments;
  request.receipt = one.receipt;
  if (!plan_.gl_device.empty()) {
    request.arguments.push_back("--gl-device=" + plan_.gl_device);
    request.receipt.push_back("--gl-device=" + plan_.gl_device);
  }
  request.receipt_file = receiptPath(one.model);
  request.baseline = baseline ? baseline->path : std::string();
  request.exact = one.exact && own;
  request.want_actual = plan_.updating || !plan_.report.empty();
  request.want_always = plan_.updating && !own;
  request.want_difference = !plan_.report.empty();
  return request;
}

CaseResult CaseJudge::startResult(std::size_t index) const {
  const TestCase& one = plan_.manifest.cases[index];
  CaseResult result;
  result.name = one.name;
  result.model = one.model;
  result.shot = one.shot;
  if (const std::optional<Baseline> baseline = baselines_.find(one.name, key_)) {
    result.baseline = baseline->path;
    result.baseline_renderer = baseline->key;
  }
  const bool bare = one.model_path == "-" || !one.model_path.starts_with("-");
  std::vector<std::string> words{"sinew", "shot", bare ? one.model_path : "./" + one.model_path};
  std::copy_if(one.arguments.begin(), one.arguments.end(), std::back_inserter(words),
               [&one](const std::string& argument) {
                 return std::find(one.judging.begin(), one.judging.end(), argument) ==
                        one.judging.end();
               });
  std::vector<std::string> approve{"sinew", "test", plan_.manifest.path, "--approve=" + one.name};
  if (!plan_.gl_device.empty()) {
    words.push_back("--gl-device=" + plan_.gl_device);
    approve.push_back("--gl-device=" + plan_.gl_device);
  }
  words.push_back(fmt::format("--output={}.png", one.name));
  result.command = shellLine(words);
  result.approve = shellLine(approve);
  return result;
}

CaseResult CaseJudge::withoutAnswer(std::size_t index, CaseStatus status,
                                    std::string message) const {
  CaseResult result = startResult(index);
  result.status = status;
  result.message = std::move(message);
  if (status == CaseStatus::Crashed) result.exit = static_cast<int>(ExitCode::Internal);
  if (status == CaseStatus::TimedOut) result.exit = static_cast<int>(ExitCode::Invalid);
  return result;
}

void CaseJudge::setVerdict(const CaseReply& reply, CaseResult& result) const {
  const bool own = result.baseline_renderer == key_;
  result.exit = static_cast<int>(ExitCode::Invalid);
  if (reply.other_size) {
    result.status = CaseStatus::SizeMismatch;
    result.message = printable(reply.error);
    result.exit = static_cast<int>(ExitCode::SizeMismatch);
  } else if (reply.error_code == "size") {  // of the mask
    setError(result, Error{"size", std::nullopt, {}, reply.error});
    result.status = CaseStatus::SizeMismatch;
    result.exit = static_cast<int>(ExitCode::SizeMismatch);
  } else if (!reply.error_code.empty()) {
    setError(result, Error{reply.error_code, std::nullopt, {}, reply.error});
  } else if (!reply.findings) {
    result.status = CaseStatus::Missing;
    result.message = "there is no baseline";
  } else if (reply.findings->passes()) {
    result.status = own ? CaseStatus::Passed : CaseStatus::NewRenderer;
    result.exit = static_cast<int>(ExitCode::Ok);
  } else {
    result.status = CaseStatus::Changed;
    result.message = findingsText(*reply.findings);
    if (!own) {
      result.message += fmt::format("; compared with {}: this renderer has no baseline",
                                    result.baseline_renderer);
    }
  }
}

void CaseJudge::update(const CaseReply& reply, CaseResult& result) const {
  const bool wanted =
      result.status == CaseStatus::Missing || result.status == CaseStatus::Changed ||
      result.status == CaseStatus::NewRenderer || reply.other_size || reply.baseline_broken;
  if (!plan_.updating || !wanted || reply.actual.empty()) return;
  const std::string path = baselines_.pathFor(result.name, key_);
  if (auto written = writePicture(path, reply.actual); !written) {
    return setError(result, written.error());
  }
  result.status = CaseStatus::Updated;
  result.message.clear();
  result.exit = static_cast<int>(ExitCode::Ok);
  result.baseline = path;
  result.baseline_renderer = key_;
}

void CaseJudge::keepPictures(const CaseReply& reply, CaseResult& result) const {
  if (plan_.report.empty()) return;
  const fs::path folder(plan_.report);
  const auto keep = [&](const std::string& png, const char* kind, std::string& path) {
    if (png.empty()) return;
    const std::string file = (folder / kind / (result.name + ".png")).string();
    if (auto written = writePicture(file, png); !written) {
      setError(result, written.error());
    } else {
      path = file;
    }
  };
  keep(reply.actual, "actual", result.actual);
  keep(reply.difference, "diff", result.diff);
}

CaseResult CaseJudge::judge(const CaseReply& reply) const {
  CaseResult result = startResult(static_cast<std::size_t>(reply.id));
  result.findings = reply.findings;
  result.wall_ms = reply.wall_ms;
  setVerdict(reply, result);
  update(reply, result);
  keepPictures(reply, result);
  if (isFailure(result.status)) {
    for (const std::string& warning : reply.warnings) {
      result.message += fmt::format("{}{}", result.message.empty() ? "" : "; ", printable(warning));
    }
  }
  return result;
}

}  // namespace sinew::app::regress
