#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "format/bytes.h"

namespace sinew::app::regress {

/// The eight bytes that every PNG starts with.
inline constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

[[nodiscard]] bool isPng(Bytes file);

/// Four bytes, most significant first. `at + 4` must not pass the end.
[[nodiscard]] std::uint32_t bigEndian(Bytes bytes, std::size_t at);

struct PngChunk {
  std::string_view type;
  Bytes data;
  std::size_t size = 0;  ///< with length, type and checksum
};

/// The chunk at the start of `bytes`; nothing where it is cut off or its checksum is wrong
/// (ISO/IEC 15948, 5.3).
[[nodiscard]] std::optional<PngChunk> readPngChunk(Bytes bytes);

}  // namespace sinew::app::regress
