#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// How a file's faults are judged. Both modes find the same faults; only severities differ.
/// Strict: an error means that the file breaks its format. Lenient: an error means that something
/// of the model cannot be shown, a warning that it is shown by a stated fallback.
enum class Mode : std::uint8_t { Strict, Lenient };

enum class Severity : std::uint8_t { Error, Warning, Note };

[[nodiscard]] std::string_view toString(Mode mode);
[[nodiscard]] std::string_view toString(Severity severity);

/// One finding about a file.
struct Diagnostic {
  std::string_view rule;  ///< rule id with static storage, e.g. "mesh.index-range"
  Severity severity = Severity::Error;
  std::uint8_t layer = 0;    ///< what `offset` counts in: 0 the file, 1 what its wrapper held, …
  std::uint32_t count = 1;   ///< offenders in that object, at least 1
  std::uint64_t offset = 0;  ///< bytes from the start of the layer or member
  std::string path;          ///< e.g. "meshes[2].faces[5]"
  std::string message;       ///< what is there and what was expected; without path and offset
  /// Path of the archive member it is in; null: in no archive. Shared by all findings of a member.
  std::shared_ptr<const std::string> member = nullptr;
};

/// "PATH at 0xOFFSET: MESSAGE" (docs/format-bmd1.md, "Diagnostics").
[[nodiscard]] std::string describe(const Diagnostic& diagnostic);

/// How many diagnostics there are of each severity.
struct DiagnosticCounts {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t notes = 0;
};
[[nodiscard]] DiagnosticCounts countBySeverity(const std::vector<Diagnostic>& diagnostics);

/// Orders by offset, then rule, then path: the order of every listing.
void sortDiagnostics(std::vector<Diagnostic>& diagnostics);

}  // namespace sinew
