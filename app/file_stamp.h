#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sinew::app {

/// What tells a file from its older self.
struct FileStamp {
  std::int64_t modified_ns = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t inode = 0;
  std::uint64_t device = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Empty where there is no such file now.
[[nodiscard]] std::optional<FileStamp> stampOf(const std::string& path);

}  // namespace sinew::app
