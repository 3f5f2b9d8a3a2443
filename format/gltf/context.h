#pragma once

// What the parts of the glTF reader share: the first error, warnings, and a limit on memory.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/diagnostics.h"
#include "format/result.h"

namespace sinew::gltf {

/// The first error sticks; readers go on with zeros and are asked at the end of each section.
class Context {
 public:
  explicit Context(Mode mode) : mode_(mode) {}

  /// \return false, for `return context.fail(…)`.
  bool fail(std::string code, std::string path, std::string message,
            std::optional<std::uint64_t> offset = std::nullopt);
  [[nodiscard]] bool ok() const { return !error_; }
  /// Only after a failure.
  [[nodiscard]] const Error& error() const { return *error_; }

  /// Something of the file is left out or changed; in strict mode `broken` ones are errors.
  void warn(std::string_view rule, std::string path, std::string message, std::uint32_t count = 1,
            bool broken = false);
  void note(std::string_view rule, std::string path, std::string message, std::uint32_t count = 1);
  [[nodiscard]] std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  /// Says how many bytes were read: they may expand to kExpansion times as many.
  void growBy(std::uint64_t read_bytes);
  /// Takes count * each bytes off the limit; fails where they are too many.
  bool spend(std::uint64_t count, std::uint64_t each, std::string_view path);

 private:
  Mode mode_;
  std::optional<Error> error_;
  std::vector<Diagnostic> diagnostics_;
  static constexpr std::uint64_t kExpansion = 64;
  std::uint64_t allowed_ = std::uint64_t{64} << 20;
  std::uint64_t left_ = allowed_;
};

}  // namespace sinew::gltf
