#include "app/cmd_check.h"

#include <fmt/format.h>

#include "app/file_command.h"
#include "app/sarif.h"
#include "app/text.h"

namespace sinew::app {

namespace {

/// A file's findings, also where nothing but the header could be judged. Refers to what was loaded.
struct Verdict {
  FileFormat format = FileFormat::Bmd1;
  Mode mode = Mode::Strict;
  std::vector<Diagnostic> fatal;
  std::span<const Diagnostic> diagnostics;
  DiagnosticCounts counts;
  ExitCode exit = ExitCode::Ok;
};

Verdict judge(const Options& options, const Result<LoadedModel>& loaded) {
  Verdict verdict;
  verdict.mode = options.load.mode;
  if (loaded) {
    verdict.format = loaded->format;
    verdict.diagnostics = loaded->diagnostics;
    verdict.counts = countBySeverity(loaded->diagnostics);
    verdict.exit = exitCodeOf(*loaded);
  } else {
    const Error& error = loaded.error();
    if (error.code.rfind("gltf.", 0) == 0) verdict.format = FileFormat::Gltf;
    verdict.fatal.push_back(
        {error.code, Severity::Error, 0, 1, error.offset.value_or(0), error.path, error.message});
    verdict.diagnostics = verdict.fatal;
    verdict.counts = countBySeverity(verdict.fatal);
    verdict.exit = ExitCode::Unreadable;
  }
  return verdict;
}

void writeJson(JsonStream& json, const InputFile& file, const Verdict& verdict) {
  json.beginObject();
  writeJsonHead(json, "check", file, verdict.format, verdict.mode);
  json.field("exit", static_cast<int>(verdict.exit));
  json.key("counts")
      .beginObject(true)
      .field("error", verdict.counts.errors)
      .field("warning", verdict.counts.warnings)
      .field("note", verdict.counts.notes)
      .endObject();
  writeJsonDiagnostics(json, verdict.diagnostics);
  json.endObject().finish();
}

std::string summary(const DiagnosticCounts& counts) {
  std::string list;
  const auto add = [&list](std::size_t count, std::string_view word) {
    if (count == 0) return;
    list +=
        fmt::format("{}{} {}{}", list.empty() ? ": " : ", ", count, word, count == 1 ? "" : "s");
  };
  add(counts.errors, "error");
  add(counts.warnings, "warning");
  add(counts.notes, "note");
  return list;
}

void writeText(Output& output, const InputFile& file, const Verdict& verdict) {
  for (const Diagnostic& diagnostic : verdict.diagnostics) {
    output.write(fmt::format("{}: {}: {}", file.path, toString(diagnostic.severity),
                             printable(describe(diagnostic))));
    if (diagnostic.count > 1) output.write(fmt::format(" ({} in all)", diagnostic.count));
    output.write(fmt::format(" [{}]\n", diagnostic.rule));
  }
  output.write(fmt::format("{}: {} ({}){}\n", file.path,
                           verdict.exit == ExitCode::Ok ? "ok" : "invalid", toString(verdict.mode),
                           summary(verdict.counts)));
}

/// One log for all files.
ExitCode runSarif(const Options& options) {
  SarifLog log;
  return runOverFiles(
      options,
      [&](const InputFile& file, const Result<LoadedModel>& loaded, Output& output) {
        const Verdict verdict = judge(options, loaded);
        log.add(output, file.path, verdict.diagnostics);
        return verdict.exit;
      },
      [&log](Output& output) { log.end(output); });
}

}  // namespace

ExitCode runCheck(const Options& options) {
  if (options.sarif) return runSarif(options);
  return runOverFiles(options, [&options](const InputFile& file, const Result<LoadedModel>& loaded,
                                          Output& output) {
    const Verdict verdict = judge(options, loaded);
    if (options.json) {
      JsonStream json(output, layoutFor(file));
      writeJson(json, file, verdict);
    } else {
      writeText(output, file, verdict);
    }
    return verdict.exit;
  });
}

}  // namespace sinew::app
