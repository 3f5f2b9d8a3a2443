#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sinew {

/// Bytes somebody else owns.
using Bytes = std::span<const std::byte>;

/// A whole file in memory. Shared, because a model keeps the packed lists where the file has them.
using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

/// A run of bytes in a file, checked by the reader that made it: offset + size never passes the
/// end.
struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

}  // namespace sinew
