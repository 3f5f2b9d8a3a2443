#pragma once

// LZO1X, the compression that Fable's files use throughout: a decoder of our own, because the
// library is GPL. docs/format-bbm.md, section 2.1, has the instructions.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "format/bytes.h"

namespace sinew {

enum class LzoStatus : std::uint8_t {
  Done,        ///< the end marker was reached
  InputEnds,   ///< the stream ends inside an instruction or before the end marker
  OutputFull,  ///< the stream holds more than fits; what fits was written
  LookBehind   ///< a match reaches before the first byte of the output
};

/// A sentence's middle: "the stream ends before its end marker".
[[nodiscard]] std::string_view toString(LzoStatus status);

struct LzoResult {
  LzoStatus status = LzoStatus::InputEnds;
  std::size_t consumed = 0;  ///< bytes of the input, the end marker included
  std::size_t produced = 0;  ///< bytes of the output
};

/// Decompresses one LZO1X stream. Never reads or writes outside the two spans; bytes of `out`
/// behind those produced are unspecified.
[[nodiscard]] LzoResult decompressLzo(Bytes in, std::span<std::byte> out);

/// The same without an output: what decompressLzo would say of `room` bytes, in no memory.
[[nodiscard]] LzoResult measureLzo(Bytes in, std::size_t room);

/// A stream of c bytes cannot hold more than this: a byte adds at most 255 to a length.
[[nodiscard]] constexpr std::uint64_t mostLzoHolds(std::uint64_t stream_bytes) {
  return 256 * stream_bytes + 4096;
}

}  // namespace sinew
