#pragma once

// The compressions that Nintendo's tools put around whole files: Yaz0 (and Yaz1), Yay0, LZ10 and
// LZ11. docs/format-mdl0.md, "Wrappers".

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "format/bytes.h"
#include "format/scene/findings.h"

namespace sinew::archive {

enum class Codec : std::uint8_t { Yaz0, Yay0, Lz10, Lz11 };

/// `yaz0` (also for Yaz1), `yay0`, `lz10`, `lz11`: the words of the `wrappers` list in dumps.
[[nodiscard]] std::string_view toString(Codec codec);

/// A compressed stream as its first bytes tell it.
struct Packed {
  Codec codec = Codec::Yaz0;
  std::uint64_t header = 0;       ///< where the codec's header starts: 4 behind the letters `LZ77`
  std::uint64_t stream = 0;       ///< where groups start
  std::uint64_t size_offset = 0;  ///< of the field that holds the unpacked size
  std::uint64_t unpacked_bytes = 0;
};

/// Why a stream cannot be unpacked.
struct Fault {
  scene::Kind kind = scene::Kind::Truncated;
  std::uint64_t offset = 0;  ///< in the packed bytes
  std::string message;
};

/// The header at the start of `bytes`, if there is one. LZ10 and LZ11 begin with a single byte of
/// little meaning: see `beginsWith` before believing them.
[[nodiscard]] std::optional<Packed> sniffPacked(Bytes bytes);

/// The first `count` bytes of what unpacks, fewer where the stream is broken or short.
[[nodiscard]] std::vector<std::byte> unpackStart(Bytes bytes, const Packed& packed,
                                                 std::size_t count);

/// Everything that unpacks.
/// \return `limit` where that is more than `max_bytes`, `truncated` where the stream ends early,
///         `range` where it refers to bytes before its start or its parts lie outside. Memory grows
///         with what is really unpacked, not with what the header claims.
[[nodiscard]] tl::expected<std::vector<std::byte>, Fault> unpack(Bytes bytes, const Packed& packed,
                                                                 std::uint64_t max_bytes);

}  // namespace sinew::archive
