#include "app/regress/junit.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "format/utf8.h"

namespace sinew::app::regress {

namespace {

/// Text for an attribute or an element: well-formed, without characters that XML 1.0 forbids.
std::string xml(std::string_view text) {
  std::string out;
  const std::string clean = toUtf8(text);
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    const std::string_view three = std::string_view(clean).substr(i, 3);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\n' || c == '\t') {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
      out += "\xEF\xBF\xBD";  // U+FFFE and U+FFFF are no characters
      i += 2;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\xEF\xBF\xBD";
    } else {
      out += c;
    }
  }
  return out;
}

bool isError(CaseStatus status) {
  return status == CaseStatus::Error || status == CaseStatus::Crashed ||
         status == CaseStatus::TimedOut;
}

std::string caseXml(const CaseResult& result, const std::string& suite) {
  std::string out = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                                xml(suite), xml(result.name), result.wall_ms / 1e3);
  if (result.status == CaseStatus::Skipped) {
    return out + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                             xml(result.message));
  }
  if (!isFailure(result.status)) {
    if (result.status == CaseStatus::Passed) return out + "/>\n";
    return out + fmt::format(">\n      <system-out>{}</system-out>\n    </testcase>\n",
                             xml(toString(result.status)));
  }
  std::string details;
  for (const auto& [label, value] :
       {std::pair<std::string_view, const std::string&>{"shot", result.shot},
        {"baseline", result.baseline},
        {"actual", result.actual},
        {"diff", result.diff},
        {"draw it", result.command},
        {"approve it", result.approve}}) {
    if (!value.empty()) details += fmt::format("{}: {}\n", label, xml(value));
  }
  const std::string_view element = isError(result.status) ? "error" : "failure";
  return out +
         fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n",
                     element, toString(result.status), xml(result.message), details);
}

}  // namespace

std::string junitXml(const TestRun& run) {
  const auto count = [&run](const auto& counts) {
    return std::count_if(run.cases.begin(), run.cases.end(), counts);
  };
  const auto errors = count([](const CaseResult& result) { return isError(result.status); });
  const auto failures = count(
      [](const CaseResult& result) { return isFailure(result.status) && !isError(result.status); });
  const auto skipped =
      count([](const CaseResult& result) { return result.status == CaseStatus::Skipped; });
  const std::string head =
      fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                  run.cases.size(), failures, errors, skipped, run.wall_s);
  // Times of a run in ISO 8601 without the zone, as the format wants them.
  const std::string started = run.started.substr(0, run.started.find('Z'));
  std::string out =
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n", head);
  out += fmt::format("  <testsuite name=\"{}\" {} timestamp=\"{}\">\n", xml(run.manifest), head,
                     started);
  out += fmt::format(
      "    <properties>\n      <property name=\"renderer\" value=\"{}\"/>\n    </properties>\n",
      xml(run.renderer));
  for (const CaseResult& result : run.cases)
    out += caseXml(result, run.manifest);
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace sinew::app::regress
