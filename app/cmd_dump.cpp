#include "app/cmd_dump.h"

#include <fmt/format.h>

#include "app/dump/print.h"
#include "app/dump/scene_json.h"
#include "app/file_command.h"
#include "format/scene/formats.h"

namespace sinew::app {
namespace {

/// Scene formats have the JSON form only.
ExitCode dumpScene(const Options& options, const InputFile& file, const LoadOptions& load,
                   std::string_view format, const scene::ReadScene& read, Output& output) {
  if (options.dump.any() || options.dump.hex) {
    say(options, Verbosity::Quiet,
        fmt::format(
            "{}: --vertex, --tri, --bone, --anim, --frame and --hex are for packed formats, "
            "and this file is {}",
            file.path, format));
    return ExitCode::Usage;
  }
  JsonStream json(output, layoutFor(file));
  dump::printScene(json, format, load.mode, read);
  if (read.unreadable) return ExitCode::Unreadable;
  return countBySeverity(read.diagnostics).errors > 0 ? ExitCode::Invalid : ExitCode::Ok;
}

ExitCode dumpRecords(const Options& options, const InputFile& file,
                     const Result<LoadedModel>& loaded, Output& output) {
  if (!loaded) return refuse(options, file, loaded.error());
  if (!loaded->bmd1 || options.scene) {
    say(options, Verbosity::Quiet,
        fmt::format(
            "{}: dump prints the records of packed formats and the scenes of scene formats, "
            "and this file is {} (info and pose print what it holds)",
            file.path, toString(loaded->format)));
    return ExitCode::Usage;
  }
  const auto plan = dump::Plan::make(options.dump, *loaded->bmd1);
  if (!plan) {
    say(options, Verbosity::Quiet, fmt::format("{}: {}", file.path, plan.error().message));
    return ExitCode::Usage;
  }
  if (options.json) {
    JsonStream json(output, layoutFor(file));
    dump::printJson(json, file, *loaded, *plan);
  } else {
    dump::printText(output, file, *loaded, *plan);
    sayDiagnostics(options, file, *loaded);
  }
  return exitCodeOf(*loaded);
}

}  // namespace

ExitCode runDump(const Options& options) {
  return runOverBytes(options, [&options](const InputFile& file, const SharedBytes& bytes,
                                          const LoadOptions& load, Output& output) {
    const auto read = scene::readScene(bytes, load);
    if (!read) return dumpRecords(options, file, loadModel(bytes, load), output);
    return dumpScene(options, file, load, toString(formatFor(*bytes, load)), *read, output);
  });
}

}  // namespace sinew::app
