#include "format/diagnostics.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "format/result.h"

namespace sinew {

std::string_view toString(Mode mode) {
  return mode == Mode::Strict ? "strict" : "lenient";
}

std::string_view toString(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "error";
}

std::string describe(const Diagnostic& diagnostic) {
  const std::string member = diagnostic.member ? fmt::format(" of {}", *diagnostic.member) : "";
  return fmt::format("{} at 0x{:x}{}{}: {}", diagnostic.path, diagnostic.offset, member,
                     diagnostic.layer > 0 ? ", unpacked" : "", diagnostic.message);
}

std::string describe(const Error& error) {
  std::string text = error.path;
  if (error.offset) text += fmt::format("{}at 0x{:x}", text.empty() ? "" : " ", *error.offset);
  if (!text.empty()) text += ": ";
  return text + error.message;
}

DiagnosticCounts countBySeverity(const std::vector<Diagnostic>& diagnostics) {
  DiagnosticCounts counts;
  for (const Diagnostic& diagnostic : diagnostics) {
    switch (diagnostic.severity) {
      case Severity::Error:
        ++counts.errors;
        break;
      case Severity::Warning:
        ++counts.warnings;
        break;
      case Severity::Note:
        ++counts.notes;
        break;
    }
  }
  return counts;
}

void sortDiagnostics(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return std::tie(a.offset, a.rule, a.path) < std::tie(b.offset, b.rule, b.path);
                   });
}

}  // namespace sinew
