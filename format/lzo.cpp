#include "format/lzo.h"

#include <algorithm>
#include <cstring>

#include "format/byte_reader.h"

namespace sinew {
namespace {

/// The distance of a far match that marks the end of the stream.
constexpr std::size_t kEndDistance = 16384;

/// Where the output goes. Copies may write up to kSlack bytes beyond what was asked for, inside the
/// span: what comes next overwrites them.
struct Output {
  static constexpr bool kWrites = true;
  static constexpr std::size_t kSlack = 16;

  explicit Output(std::span<std::byte> out) : begin(out.data()), room(out.size()) {}

  void literals(const std::byte* from, std::size_t from_left, std::size_t count) {
    std::byte* to = begin + at;
    if (count <= kSlack && from_left >= kSlack && room - at >= kSlack) {
      std::memcpy(to, from, kSlack);
    } else if (count > 0) {
      std::memcpy(to, from, count);
    }
    at += count;
  }

  void match(std::size_t distance, std::size_t count) {
    std::byte* to = begin + at;
    const std::byte* from = to - distance;
    std::byte* const end = to + count;
    if (distance >= kSlack && room - at >= count + kSlack) {
      do {
        std::memcpy(to, from, kSlack);
        to += kSlack;
        from += kSlack;
      } while (to < end);
    } else if (distance >= 8 && room - at >= count + 8) {
      do {
        std::memcpy(to, from, 8);
        to += 8;
        from += 8;
      } while (to < end);
    } else if (distance == 1 && count > 0) {
      std::memset(to, std::to_integer<int>(*from), count);
    } else {
      while (to < end)
        *to++ = *from++;
    }
    at += count;
  }

  std::byte* begin;
  std::size_t room;
  std::size_t at = 0;
};

/// Counts only.
struct Count {
  static constexpr bool kWrites = false;
  explicit Count(std::size_t most) : room(most) {}
  void literals(const std::byte*, std::size_t, std::size_t count) { at += count; }
  void match(std::size_t, std::size_t count) { at += count; }
  std::size_t room;
  std::size_t at = 0;
};

std::size_t number(std::byte byte) {
  return std::to_integer<std::size_t>(byte);
}

/// At most 48 bytes from `distance` back, in steps that may write up to 15 bytes too many.
inline void copyShort(std::byte* to, std::size_t distance, std::size_t count) {
  const std::byte* from = to - distance;
  if (distance >= 16) {
    std::memcpy(to, from, 16);
    if (count <= 16) return;
    std::memcpy(to + 16, from + 16, 16);
    if (count > 32) std::memcpy(to + 32, from + 32, 16);
  } else if (distance >= 8 && count > 8) {
    std::memcpy(to, from, 8);
    for (std::size_t i = 8; i < count; i += 8)
      std::memcpy(to + i, from + i, 8);
  } else {
    // What was written a moment ago comes back fastest in pieces no larger than it was written in.
    to[0] = from[0];
    to[1] = from[1];
    for (std::size_t i = 2; i < count; ++i)
      to[i] = from[i];
  }
}

template <class Sink>
class Decoder {
 public:
  Decoder(Bytes in, Sink out) : in_(in.data()), end_(in.data() + in.size()), out_(out) {}

  LzoResult run() {
    const std::byte* const begin = in_;
    const LzoStatus status = decode();
    return {status, static_cast<std::size_t>(in_ - begin), out_.at};
  }

 private:
  /// The operands of an instruction that copies from the output.
  struct Match {
    std::size_t length = 0;
    std::size_t distance = 0;
    std::size_t literals = 0;  ///< 0..3 that follow it
  };

  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - in_); }

  LzoStatus decode() {
    if (in_ == end_) return LzoStatus::InputEnds;
    std::size_t state = 0;  // literals of the step before: 0..3, 4 = a run
    if (const auto first = std::to_integer<std::size_t>(*in_); first > 17) {
      ++in_;
      if (const LzoStatus bad = literals(first - 17); bad != LzoStatus::Done) return bad;
      state = std::min<std::size_t>(first - 17, 4);
    }
    while (in_ != end_) {
      if constexpr (Sink::kWrites) {
        shortOnes(state);
        if (in_ == end_) break;
      }
      const auto code = std::to_integer<std::size_t>(*in_++);
      if (code < 16 && state == 0) {
        std::size_t count = code;
        if (code == 0 && !extend(15, count)) return LzoStatus::InputEnds;
        if (const LzoStatus bad = literals(count + 3); bad != LzoStatus::Done) return bad;
        state = 4;
        continue;
      }
      Match match;
      if (!operands(code, state, match)) return LzoStatus::InputEnds;
      if (match.distance == kEndDistance && code < 32 && code >= 16) return LzoStatus::Done;
      if (const LzoStatus bad = copy(match); bad != LzoStatus::Done) return bad;
      state = match.literals;
    }
    return LzoStatus::InputEnds;
  }

  /// Decodes while an instruction is one of the usual short ones and both ends are so far away that
  /// nothing need be checked but how far back it reaches. Stops at any other, which goes the
  /// careful way. Everything is in locals: bytes that are written might alias members.
  void shortOnes(std::size_t& state_of_decoder) {
    constexpr std::ptrdiff_t kMostRead = 40;     // a literal run: 1 + 32
    constexpr std::ptrdiff_t kMostWritten = 64;  // a match of 33: 48, and 4 literals
    const std::byte* in = in_;
    std::byte* const begin = out_.begin;
    std::byte* out = begin + out_.at;
    const std::byte* const out_end = begin + out_.room;
    std::size_t state = state_of_decoder;
    while (end_ - in >= kMostRead && out_end - out >= kMostWritten) {
      const std::size_t code = number(in[0]);
      std::size_t length = (code >> 5) + 1;
      std::size_t distance = (number(in[1]) << 3) + (code >> 2 & 7) + 1;
      std::size_t literals = code & 3;
      const std::byte* next = in + 2;
      if (code < 16 && state == 0) {
        if (code == 0) break;
        std::memcpy(out, in + 1, 16);
        if (code > 13) std::memcpy(out + 16, in + 17, 16);
        in += code + 4;
        out += code + 3;
        state = 4;
        continue;
      }
      if (code < 64 && code >= 16) {
        const std::size_t mask = code >= 32 ? 31 : 7;
        if ((code & mask) == 0) break;
        length = (code & mask) + 2;
        const std::size_t word = loadLe<std::uint16_t>(in + 1);
        distance = (word >> 2) + (code >= 32 ? 1 : kEndDistance + ((code & 8) << 11));
        if (code < 32 && distance == kEndDistance) break;
        literals = word & 3;
        ++next;
      } else if (code < 16) {
        length = state == 4 ? 3 : 2;
        distance = (number(in[1]) << 2) + (code >> 2) + (state == 4 ? 2049 : 1);
      }
      if (distance > static_cast<std::size_t>(out - begin)) break;
      copyShort(out, distance, length);
      out += length;
      std::memcpy(out, next, 4);
      out += literals;
      in = next + literals;
      state = literals;
    }
    in_ = in;
    out_.at = static_cast<std::size_t>(out - begin);
    state_of_decoder = state;
  }

  /// base + 255 for each zero byte + the byte that ends them. Cannot overflow: the input would have
  /// to be 2^56 bytes long.
  bool extend(std::size_t base, std::size_t& value) {
    value = base;
    while (in_ != end_) {
      const auto byte = std::to_integer<std::size_t>(*in_++);
      if (byte != 0) {
        value += byte;
        return true;
      }
      value += 255;
    }
    return false;
  }

  bool operands(std::size_t code, std::size_t state, Match& out) {
    if (code >= 64 || code < 16) {
      if (in_ == end_) return false;
      const auto high = std::to_integer<std::size_t>(*in_++);
      out.literals = code & 3;
      if (code >= 64) {
        out.length = (code >> 5) + 1;
        out.distance = (high << 3) + (code >> 2 & 7) + 1;
      } else {
        out.length = state == 4 ? 3 : 2;
        out.distance = (high << 2) + (code >> 2) + (state == 4 ? 2049 : 1);
      }
      return true;
    }
    const std::size_t mask = code >= 32 ? 31 : 7;
    out.length = code & mask;
    if (out.length == 0 && !extend(mask, out.length)) return false;
    out.length += 2;
    if (left() < 2) return false;
    const std::size_t word = loadLe<std::uint16_t>(in_);
    in_ += 2;
    out.literals = word & 3;
    out.distance = (word >> 2) + (code >= 32 ? 1 : kEndDistance + ((code & 8) << 11));
    return true;
  }

  LzoStatus literals(std::size_t count) {
    const std::size_t fits = std::min({count, left(), out_.room - out_.at});
    out_.literals(in_, left(), fits);
    in_ += fits;
    if (fits == count) return LzoStatus::Done;
    return left() == 0 ? LzoStatus::InputEnds : LzoStatus::OutputFull;
  }

  LzoStatus copy(const Match& match) {
    if (match.distance > out_.at) return LzoStatus::LookBehind;
    const std::size_t fits = std::min(match.length, out_.room - out_.at);
    out_.match(match.distance, fits);
    if (fits != match.length) return LzoStatus::OutputFull;
    return match.literals == 0 ? LzoStatus::Done : literals(match.literals);
  }

  const std::byte* in_;
  const std::byte* end_;
  Sink out_;
};

}  // namespace

std::string_view toString(LzoStatus status) {
  switch (status) {
    case LzoStatus::Done:
      return "the stream is whole";
    case LzoStatus::InputEnds:
      return "the stream ends before its end marker";
    case LzoStatus::OutputFull:
      return "the stream holds more than it should";
    case LzoStatus::LookBehind:
      return "a match reaches before the first byte";
  }
  return "";
}

LzoResult decompressLzo(Bytes in, std::span<std::byte> out) {
  return Decoder<Output>(in, Output(out)).run();
}

LzoResult measureLzo(Bytes in, std::size_t room) {
  return Decoder<Count>(in, Count(room)).run();
}

}  // namespace sinew
