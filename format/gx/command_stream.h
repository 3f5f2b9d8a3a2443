#pragma once

// The command stream of the Wii's graphics processor as material, shader and setup lists hold it.
// docs/format-mdl0.md, "Registers".

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "format/bytes.h"

namespace sinew::gx {

/// Red, green, blue, alpha of a combiner register: signed, 11 bits.
using RegisterColor = std::array<std::int32_t, 4>;

/// What a stream leaves behind.
struct Registers {
  std::array<std::uint32_t, 256> bp{};  ///< 24 bits each
  std::array<std::uint32_t, 256> cp{};
  std::array<std::uint32_t, 256> xf{};  ///< addresses 1000..10FF; matrices below are not kept
  std::bitset<256> bp_written;
  std::bitset<256> cp_written;
  std::bitset<256> xf_written;
  /// BP E0..E7 hold two sets, told apart by bit 23 of what is written.
  std::array<RegisterColor, 4> color{};  ///< PREV, C0, C1, C2
  std::array<RegisterColor, 4> konst{};  ///< K0..K3
};

struct StreamResult {
  enum class End : std::uint8_t { Done, UnknownCommand, Truncated };
  End end = End::Done;
  std::size_t offset = 0;  ///< of the command that could not be read
};

/// Runs a stream. It stops at a command that is unknown or cut off; what came before counts.
StreamResult execute(Bytes stream, Registers& registers);

}  // namespace sinew::gx
