#pragma once

#include "app/dump/plan.h"
#include "app/file_command.h"

namespace sinew::app::dump {

/// The records as JSON (docs/cli.md, "dump"). Where the plan leaves records out, those printed
/// carry their index.
void printJson(JsonStream& json, const InputFile& input, const LoadedModel& loaded,
               const Plan& plan);

/// The records as text, one a line.
void printText(Output& output, const InputFile& input, const LoadedModel& loaded, const Plan& plan);

}  // namespace sinew::app::dump
