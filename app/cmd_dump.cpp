#include "app/cmd_dump.h"

#include <fmt/format.h>

#include "app/dump/print.h"
#include "app/file_command.h"

namespace sinew::app {

ExitCode runDump(const Options& options) {
  return runOverFiles(options, [&options](const InputFile& file, const Result<LoadedModel>& loaded,
                                          Output& output) {
    if (!loaded) return refuse(options, file, loaded.error());
    if (!loaded->bmd1) {
      say(options, Verbosity::Quiet,
          fmt::format("{}: dump prints the records of packed formats, and this file is {} (info "
                      "and pose print what it holds)",
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
  });
}

}  // namespace sinew::app
