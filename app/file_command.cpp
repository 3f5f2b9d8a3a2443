#include "app/file_command.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "app/beside.h"
#include "app/document.h"
#include "app/text.h"

namespace sinew::app {

namespace {

std::string_view wordFor(Verbosity level) {
  switch (level) {
    case Verbosity::Quiet:
    case Verbosity::Error:
      return "error: ";
    case Verbosity::Warning:
      return "warning: ";
    case Verbosity::Info:
    case Verbosity::Debug:
      break;
  }
  return "";
}

Verbosity levelOf(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return Verbosity::Error;
    case Severity::Warning:
      return Verbosity::Warning;
    case Severity::Note:
      break;
  }
  return Verbosity::Info;
}

class Stopwatch {
 public:
  [[nodiscard]] double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

ExitCode runOne(const Options& options, const InputFile& file, const BytesCommand& command,
                Output& output) {
  const Stopwatch reading;
  Result<SharedBytes> bytes = readInput(file.path, maxSizeBytes(options));
  if (!bytes) {
    say(options, Verbosity::Quiet, describe(bytes.error()));  // names the file itself
    return ExitCode::Unreadable;
  }
  say(options, Verbosity::Debug,
      fmt::format("{}: {} bytes read in {:.2f} ms", file.path, (*bytes)->size(),
                  reading.milliseconds()));
  const Result<LoadOptions> load = loadOptionsFor(options, file.path);
  if (!load) {
    say(options, Verbosity::Quiet, describe(load.error()));
    return ExitCode::Unreadable;
  }
  return command(file, *bytes, *load, output);
}

}  // namespace

void say(const Options& options, Verbosity level, std::string_view text) {
  if (level > options.verbosity) return;
  const std::string line = fmt::format("sinew: {}{}\n", wordFor(level), printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

ExitCode runOverFiles(const Options& options, const FileCommand& command,
                      const std::function<void(Output&)>& last) {
  return runOverBytes(
      options,
      [&](const InputFile& file, const SharedBytes& bytes, const LoadOptions& load,
          Output& output) {
        const Stopwatch loading;
        const Result<LoadedModel> loaded = loadModel(bytes, load);
        say(options, Verbosity::Debug,
            fmt::format("{}: decoded and checked in {:.2f} ms", file.path, loading.milliseconds()));
        return command(file, loaded, output);
      },
      last);
}

ExitCode runOverBytes(const Options& options, const BytesCommand& command,
                      const std::function<void(Output&)>& last) {
  Output output(STDOUT_FILENO);
  ExitCode worst = ExitCode::Ok;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    const InputFile file{options.files[i], i, options.files.size()};
    const ExitCode status = runOne(options, file, command, output);
    worst = std::max(worst, status);
    if (status > ExitCode::Invalid && !options.keep_going) break;
    // Flushed for every file, so that the talk on standard error stands beside what it is about.
    if (!output.flush()) break;
  }
  if (last) last(output);
  return std::max(worst, finish(output, options));
}

ExitCode finish(Output& output, const Options& options) {
  if (output.flush()) return ExitCode::Ok;
  say(options, Verbosity::Quiet,
      fmt::format("standard output cannot be written: {}", output.problem()));
  return ExitCode::OutputFailed;
}

ExitCode refuse(const Options& options, const InputFile& file, const Error& error) {
  say(options, Verbosity::Quiet, fmt::format("{}: {}", file.path, describe(error)));
  return ExitCode::Unreadable;
}

ExitCode exitCodeOf(const LoadedModel& loaded) {
  return countBySeverity(loaded.diagnostics).errors > 0 ? ExitCode::Invalid : ExitCode::Ok;
}

void sayDiagnostics(const Options& options, const InputFile& file, const LoadedModel& loaded) {
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    const Verbosity level = levelOf(diagnostic.severity);
    if (level > options.verbosity) continue;
    say(options, level,
        fmt::format("{}: {} [{}]", file.path, describe(diagnostic), diagnostic.rule));
  }
}

void sayMissingTexturePaths(const Options& options) {
  for (const std::string& path : options.texture_paths) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) continue;
    say(options, Verbosity::Warning,
        fmt::format("--texture-path={}: no textures are looked for there: {}", path,
                    error ? error.message() : "it is no folder"));
  }
}

JsonStream::Layout layoutFor(const InputFile& file) {
  return file.count == 1 ? JsonStream::Layout::Lines : JsonStream::Layout::Compact;
}

void writeJsonHead(JsonStream& json, std::string_view command, const InputFile& file,
                   FileFormat format, Mode mode) {
  json.field("schema", 1)
      .field("command", command)
      .field("format", toString(format))
      .field("mode", toString(mode))
      .field("file", file.path);
}

void writeJsonDiagnostics(JsonStream& json, std::span<const Diagnostic> diagnostics) {
  json.key("diagnostics").beginArray();
  for (const Diagnostic& diagnostic : diagnostics) {
    json.beginObject(true)
        .field("rule", diagnostic.rule)
        .field("severity", toString(diagnostic.severity))
        .field("offset", diagnostic.offset)
        .field("path", diagnostic.path)
        .field("count", diagnostic.count)
        .field("message", diagnostic.message);
    // What the offset counts in, where it is not the file.
    if (diagnostic.member) json.field("member", *diagnostic.member);
    if (diagnostic.layer > 0) json.field("layer", diagnostic.layer);
    json.endObject();
  }
  json.endArray();
}

void writeHeading(Output& output, const InputFile& file) {
  if (file.count == 1) return;
  output.write(fmt::format("{}==> {} <==\n", file.index == 0 ? "" : "\n", file.path));
}

}  // namespace sinew::app
