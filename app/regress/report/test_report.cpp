#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/regress/report/report.h"
#include "app/text.h"

namespace sinew::app::regress {

namespace {

constexpr std::size_t kMostStaleNames = 10;

std::string_view statusId(CaseStatus status) {
  switch (status) {
    case CaseStatus::Passed:
      return "same";
    case CaseStatus::NewRenderer:
      return "new_renderer";
    case CaseStatus::Updated:
      return "updated";
    case CaseStatus::Skipped:
      return "skipped";
    case CaseStatus::Changed:
      return "changed";
    case CaseStatus::Missing:
      return "new";
    case CaseStatus::SizeMismatch:
      return "size";
    case CaseStatus::Error:
      return "error";
    case CaseStatus::Crashed:
      return "crashed";
    case CaseStatus::TimedOut:
      break;
  }
  return "timeout";
}

std::string percent(double ratio) {
  return fmt::format("{:.4g} %", 100.0 * ratio);
}

ReportMeasure differingRow(const Findings& findings) {
  const Limits& limits = findings.limits;
  ReportMeasure row{"Pixels that differ",
                    fmt::format("{} ({})", grouped(findings.differing), percent(findings.ratio)),
                    {},
                    false};
  if (limits.pixels) {
    row.limit = grouped(*limits.pixels);
    row.over = findings.differing > *limits.pixels;
  }
  if (limits.ratio) {
    row.limit += (row.limit.empty() ? "" : ", ") + percent(*limits.ratio);
    row.over = row.over || findings.ratio > *limits.ratio;
  }
  return row;
}

void addLimitRows(const Findings& findings, std::vector<ReportMeasure>& rows) {
  const Limits& limits = findings.limits;
  rows.push_back(differingRow(findings));
  if (limits.run) {
    rows.push_back({"… in a row", grouped(findings.longest_run), grouped(*limits.run),
                    findings.longest_run > *limits.run});
  }
  if (findings.fullest) {
    const FullestWindow& window = *findings.fullest;
    rows.push_back(
        {fmt::format("… in {} x {} at {}, {}", window.width, window.height, window.x, window.y),
         grouped(window.count), grouped(window.allowed), window.count > window.allowed});
  }
}

/// The start of the lines that approve: a case's own line up to its last option, which names it.
struct ApproveLine {
  std::string start;
  std::string argument;
};

ApproveLine splitApprove(const std::string& line) {
  constexpr std::string_view kOption = " --approve";
  const std::size_t at = line.rfind(kOption);
  if (at == std::string::npos || at + kOption.size() >= line.size()) return {};
  return {line.substr(0, at), line.substr(at + 1)};
}

ReportCase caseOf(const CaseResult& result, const TestRun& run) {
  ReportCase out;
  out.name = result.name;
  out.status = statusId(result.status);
  out.message = result.message;
  out.expected.path = result.baseline;
  out.actual.path = result.actual;
  out.diff.path = result.diff;
  // A run keeps no picture that equals its baseline.
  const bool looked_at =
      result.status == CaseStatus::Passed || result.status == CaseStatus::NewRenderer;
  out.same_picture = looked_at && result.actual.empty() && !result.baseline.empty();
  out.seconds = result.wall_ms / 1000.0;
  if (result.findings) addFindings(*result.findings, out);
  out.facts.push_back({"Model", result.model});
  out.facts.push_back({"Shot", result.shot});
  if (!result.baseline_renderer.empty()) {
    out.facts.push_back({"Baseline by", result.baseline_renderer});
    if (result.baseline_renderer != run.renderer_key) {
      out.facts.push_back({"Now by", run.renderer_key});
    }
  }
  if (out.width > 0) out.facts.push_back({"Size", fmt::format("{} x {}", out.width, out.height)});
  if (result.wall_ms > 0.0) out.facts.push_back({"Took", fmt::format("{:.0f} ms", result.wall_ms)});
  if (!result.command.empty()) out.commands.push_back({"Make this picture", result.command});
  return out;
}

std::string staleText(const std::vector<std::string>& stale) {
  std::string text;
  for (std::size_t i = 0; i < std::min(stale.size(), kMostStaleNames); ++i)
    text += (i == 0 ? "" : ", ") + stale[i];
  if (stale.size() > kMostStaleNames) {
    text += fmt::format(" and {} more", stale.size() - kMostStaleNames);
  }
  return text;
}

void addRunFacts(const TestRun& run, Report& out) {
  const auto add = [&out](std::string label, const std::string& value) {
    if (!value.empty()) out.facts.push_back({std::move(label), value});
  };
  add("Renderer", run.renderer);
  add("Baselines", run.renderer_key);
  add("Started", run.started);
  add("Took", fmt::format("{:.1f} s", run.wall_s));
  add("Shard", run.shard);
  add("Baselines without a case", staleText(run.stale));
  add("Run", run.command);
}

}  // namespace

void addFindings(const Findings& findings, ReportCase& out) {
  out.width = findings.width;
  out.height = findings.height;
  out.box = findings.bounds;
  out.difference = findings.ratio;
  out.metric = toString(findings.metric);
  if (!findings.passes()) {
    out.note = fmt::format("{} pixel{} differ{} ({})", grouped(findings.differing),
                           findings.differing == 1 ? "" : "s", findings.differing == 1 ? "s" : "",
                           percent(findings.ratio));
  }
  if (findings.identical) {
    out.measures.push_back({"Pixels that differ", "none", {}, false});
    return;
  }
  addLimitRows(findings, out.measures);
  if (findings.metric != Metric::Exact) {
    out.measures.push_back({"Largest difference", fmt::format("{:.4g}", findings.largest),
                            fmt::format("counts above {:.4g}", findings.limits.pixel), false});
  }
  if (findings.mean) {
    out.measures.push_back({findings.metric == Metric::Ssim ? "Mean similarity" : "Mean difference",
                            fmt::format("{:.6g}", *findings.mean),
                            {},
                            false});
  }
  if (findings.edges > 0) {
    out.measures.push_back({"On shifted edges", grouped(findings.edges), "do not count", false});
  }
  if (findings.ignored > 0) {
    out.measures.push_back({"Ignored pixels", grouped(findings.ignored), {}, false});
  }
}

Report reportOf(const TestRun& run) {
  Report out;
  out.title = run.manifest;
  addRunFacts(run, out);
  bool one_start = true;
  for (const CaseResult& result : run.cases) {
    ReportCase item = caseOf(result, run);
    const ApproveLine approve = splitApprove(result.approve);
    item.approve = approve.argument;
    if (!approve.start.empty()) {
      one_start =
          one_start && (out.approve_command.empty() || out.approve_command == approve.start);
      out.approve_command = approve.start;
      out.approve_all = fmt::format("--approve{}all", approve.argument[9]);
    }
    out.cases.push_back(std::move(item));
  }
  // Lines that cannot be joined are still good one by one.
  if (!one_start) {
    out.approve_command.clear();
    for (std::size_t i = 0; i < out.cases.size(); ++i) {
      out.cases[i].approve.clear();
      if (run.cases[i].approve.empty()) continue;
      out.cases[i].commands.push_back({"Make the new picture the baseline", run.cases[i].approve});
    }
  }
  return out;
}

}  // namespace sinew::app::regress
