#include "format/bbm/framed.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "format/lzo.h"

namespace sinew::bbm {
namespace {

/// Bytes at the end of a packed block that are stored as they are.
constexpr std::uint64_t kRawTail = 3;
/// Above this, a stream is measured before memory is taken for what it claims.
constexpr std::uint64_t kTrusted = std::uint64_t{1} << 20;

std::uint64_t readStreamSize(Cursor& in) {
  const std::uint16_t word = in.u16();
  return word == 0xFFFF ? in.u32() : word;
}

/// Unpacks `stream` into the block. \return why not, or an empty text.
std::string unpack(Bytes stream, std::uint64_t size, Context& context, Kind& kind, Block& out) {
  const std::uint64_t held = size - kRawTail;
  if (size > mostLzoHolds(stream.size())) {
    kind = Kind::Count;
    return fmt::format("{} bytes of LZO1X cannot hold {} bytes", stream.size(), held);
  }
  const auto room = static_cast<std::size_t>(held);
  if (size > kTrusted && measureLzo(stream, room).produced != room) {
    kind = Kind::Mismatch;
    return fmt::format("the stream holds less than the block's {} bytes", held);
  }
  if (!context.takeUnpacked(size)) {
    kind = Kind::Limit;
    return fmt::format("unpacking {} more bytes goes over the limit of {} MiB", size,
                       context.options.max_unpacked_bytes >> 20);
  }
  out.storage.resize(static_cast<std::size_t>(size));
  const LzoResult result = decompressLzo(stream, std::span(out.storage).first(room));
  if (result.status != LzoStatus::Done) {
    kind = result.status == LzoStatus::LookBehind  ? Kind::Range
           : result.status == LzoStatus::InputEnds ? Kind::Truncated
                                                   : Kind::Mismatch;
    return fmt::format("{}, after {} of {} bytes", toString(result.status), result.produced, held);
  }
  if (result.produced != room) {
    kind = Kind::Mismatch;
    return fmt::format("the stream holds {} bytes, the block {}", result.produced, held);
  }
  return {};
}

}  // namespace

std::uint64_t productOf(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  if (a == 0 || b == 0 || c == 0) return 0;
  if (a > kMost / b) return kMost;
  return a * b > kMost / c ? kMost : a * b * c;
}

Block readBlock(Cursor& in, std::uint64_t size, Context& context, FindingList& found,
                std::string_view path) {
  Block out;
  out.offset = in.offset();
  if (size == 0 || !in.ok()) return out;
  const auto tell = [&](Kind kind, Effect effect, std::uint64_t offset, std::string message) {
    found.push_back({kind, effect, offset, std::string(path), std::move(message), 1});
  };
  if (size > kMaxBlock) {
    tell(size / 256 > in.remaining() ? Kind::Count : Kind::Limit, Effect::Loss, out.offset,
         fmt::format("a block of {} bytes, at most {} MiB are read", size, kMaxBlock >> 20));
    in.fail(Kind::Limit);
    return out;
  }
  const std::uint64_t available = in.remaining();
  const std::uint64_t stream_size = readStreamSize(in);
  const bool stored = size <= kRawTail || stream_size == 0;
  const std::uint64_t data_offset = in.offset();
  const Bytes data = in.bytes(stored ? size : stream_size);
  const Bytes tail = stored ? Bytes{} : in.bytes(kRawTail);
  if (!in.ok()) {
    tell(Kind::Truncated, Effect::Loss, out.offset,
         fmt::format("the data end inside a block of {} bytes, {} are left", size, available));
    return out;
  }
  if (stored) {
    if (stream_size != 0) {
      tell(Kind::Mismatch, Effect::Oddity, out.offset,
           fmt::format("a block of {} bytes says that it is packed", size));
    }
    out.offset = data_offset;
    out.bytes = data;
    return out;
  }
  out.packed = true;
  Kind kind = Kind::Mismatch;
  if (std::string why = unpack(data, size, context, kind, out); !why.empty()) {
    tell(kind, Effect::Loss, data_offset, std::move(why));
    out.storage.clear();
    return out;
  }
  std::copy(tail.begin(), tail.end(), out.storage.end() - static_cast<std::ptrdiff_t>(kRawTail));
  out.bytes = out.storage;
  return out;
}

void skipBlock(Cursor& in, std::uint64_t size) {
  if (size == 0) return;
  const std::uint64_t stream_size = readStreamSize(in);
  in.skip(size <= kRawTail || stream_size == 0 ? size : stream_size + kRawTail);
}

}  // namespace sinew::bbm
