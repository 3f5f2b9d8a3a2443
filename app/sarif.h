#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>

#include "app/json_stream.h"
#include "app/output.h"
#include "format/diagnostics.h"

namespace sinew::app {

/// A SARIF 2.1.0 log with one run, written while files are checked: results first, the rules they
/// name behind them. A result has the byte offset as its region and the path inside the file as its
/// logical location.
class SarifLog {
 public:
  void add(Output& output, const std::string& path, std::span<const Diagnostic> diagnostics);
  /// Writes what is open; a log without files is a log too.
  void end(Output& output);

 private:
  JsonStream& open(Output& output);

  std::unique_ptr<JsonStream> json_;
  std::set<std::string> rules_;
};

/// A path as a URI reference: reserved characters percent-encoded, an absolute path as file:///….
[[nodiscard]] std::string uriOf(const std::string& path);

}  // namespace sinew::app
