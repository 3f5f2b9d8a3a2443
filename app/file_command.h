#pragma once

// What the commands that print about files have in common: reading each file, talking on standard
// error, and the exit status of several files.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/json_stream.h"
#include "app/options.h"
#include "app/output.h"
#include "format/load.h"
#include "format/result.h"

namespace sinew::app {

/// Says a line on standard error if the options' verbosity reaches `level`: "sinew: warning: TEXT".
void say(const Options& options, Verbosity level, std::string_view text);

/// One of the command's files.
struct InputFile {
  std::string path;
  std::size_t index = 0;
  std::size_t count = 1;  ///< of files in this run
};

/// Prints about one file that could be read, or says why it is no model; \return its exit status.
using FileCommand = std::function<ExitCode(const InputFile& file, const Result<LoadedModel>& loaded,
                                           Output& output)>;

/// The same before the file is read as a model.
using BytesCommand = std::function<ExitCode(const InputFile& file, const SharedBytes& bytes,
                                            const LoadOptions& load, Output& output)>;

/// Runs a command over all files with standard output. Stops behind a file whose status is worse
/// than Invalid unless `--keep-going`. `last` prints what goes behind the last file, if given.
/// \return the worst status, or OutputFailed where standard output takes no more.
[[nodiscard]] ExitCode runOverFiles(const Options& options, const FileCommand& command,
                                    const std::function<void(Output&)>& last = {});

[[nodiscard]] ExitCode runOverBytes(const Options& options, const BytesCommand& command,
                                    const std::function<void(Output&)>& last = {});

/// Writes what is left. \return Ok, or OutputFailed with a line on standard error.
[[nodiscard]] ExitCode finish(Output& output, const Options& options);

/// Says why a file is no model, for the commands that then print nothing. \return Unreadable.
ExitCode refuse(const Options& options, const InputFile& file, const Error& error);

/// Ok, or Invalid where a diagnostic is an error in its mode.
[[nodiscard]] ExitCode exitCodeOf(const LoadedModel& loaded);

/// Warns of every `--texture-path` that is no folder.
void sayMissingTexturePaths(const Options& options);

/// Errors and warnings as talk, notes too from Verbosity::Info on.
void sayDiagnostics(const Options& options, const InputFile& file, const LoadedModel& loaded);

/// One file: lines; several: one object a line, for tools that read JSON line by line.
[[nodiscard]] JsonStream::Layout layoutFor(const InputFile& file);

/// The members that all of the JSON outputs start with, of an object that is already open.
void writeJsonHead(JsonStream& json, std::string_view command, const InputFile& file,
                   FileFormat format, Mode mode);
/// The member `diagnostics`.
void writeJsonDiagnostics(JsonStream& json, std::span<const Diagnostic> diagnostics);

/// The heading of one of several files in a text output: "==> PATH <==".
void writeHeading(Output& output, const InputFile& file);

}  // namespace sinew::app
