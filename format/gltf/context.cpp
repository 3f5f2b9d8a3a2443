#include "format/gltf/context.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sinew::gltf {

bool Context::fail(std::string code, std::string path, std::string message,
                   std::optional<std::uint64_t> offset) {
  if (!error_) error_ = Error{std::move(code), offset, std::move(path), std::move(message)};
  return false;
}

void Context::warn(std::string_view rule, std::string path, std::string message,
                   std::uint32_t count, bool broken) {
  const Severity severity = broken && mode_ == Mode::Strict ? Severity::Error : Severity::Warning;
  diagnostics_.push_back({rule, severity, 0, count, 0, std::move(path), std::move(message)});
}

void Context::note(std::string_view rule, std::string path, std::string message,
                   std::uint32_t count) {
  diagnostics_.push_back({rule, Severity::Note, 0, count, 0, std::move(path), std::move(message)});
}

void Context::growBy(std::uint64_t read_bytes) {
  // Files beyond 2^50 bytes do not exist; the cap keeps the product in range.
  const std::uint64_t more = std::min(read_bytes, std::uint64_t{1} << 50) * kExpansion;
  allowed_ += more;
  left_ += more;
}

bool Context::spend(std::uint64_t count, std::uint64_t each, std::string_view path) {
  if (!ok()) return false;
  if (each != 0 && count > left_ / each) {
    return fail("gltf.too-large", std::string(path),
                fmt::format("{} elements of {} bytes exceed what this file may expand to ({} MiB)",
                            count, each, allowed_ >> 20));
  }
  left_ -= count * each;
  return true;
}

}  // namespace sinew::gltf
