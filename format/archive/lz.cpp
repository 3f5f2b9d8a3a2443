#include "format/archive/lz.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "format/big_endian.h"
#include "format/byte_reader.h"

namespace sinew::archive {
namespace {

constexpr std::uint32_t kYaz0 = 0x59617A30;
constexpr std::uint32_t kYaz1 = 0x59617A31;
constexpr std::uint32_t kYay0 = 0x59617930;
constexpr std::uint32_t kLz77 = 0x4C5A3737;

/// What is unpacked so far, up to a wanted size.
class Output {
 public:
  Output(std::uint64_t wanted, std::size_t packed_bytes) : wanted_(wanted) {
    // No codec but LZ11 makes more than 88 bytes of one; a lying size costs no memory.
    data_.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, packed_bytes * 88)));
  }

  [[nodiscard]] bool full() const { return data_.size() >= wanted_; }
  void put(std::byte value) { data_.push_back(value); }

  /// Copies from what is there; the copy may overlap what it makes. False: from before the start.
  [[nodiscard]] bool copy(std::uint64_t distance, std::uint64_t length) {
    if (distance > data_.size()) return false;
    length = std::min<std::uint64_t>(length, wanted_ - data_.size());
    std::size_t from = data_.size() - static_cast<std::size_t>(distance);
    for (std::uint64_t i = 0; i < length; ++i) {
      const std::byte value = data_[from++];
      data_.push_back(value);
    }
    return true;
  }

  [[nodiscard]] std::vector<std::byte> take() { return std::move(data_); }

 private:
  std::uint64_t wanted_;
  std::vector<std::byte> data_;
};

/// The packed bytes with a place in them.
struct Input {
  Bytes bytes;
  std::uint64_t at = 0;

  [[nodiscard]] bool has(std::uint64_t count) const {
    return at <= bytes.size() && count <= bytes.size() - at;
  }
  [[nodiscard]] std::uint32_t next() {
    return std::to_integer<std::uint32_t>(bytes[static_cast<std::size_t>(at++)]);
  }
};

Fault truncatedAt(std::uint64_t offset, std::size_t size) {
  return {scene::Kind::Truncated, offset,
          fmt::format("the compressed stream ends inside a group, after {} bytes", size)};
}

Fault beforeStart(std::uint64_t offset, std::uint64_t distance) {
  return {scene::Kind::Range, offset,
          fmt::format("a reference leads {} bytes back, before the first byte", distance)};
}

std::optional<Fault> runYaz0(Input in, Output& out) {
  while (!out.full()) {
    if (!in.has(1)) return truncatedAt(in.at, in.bytes.size());
    const std::uint32_t flags = in.next();
    for (std::uint32_t bit = 0x80; bit != 0 && !out.full(); bit >>= 1) {
      const std::uint64_t start = in.at;
      const bool literal = (flags & bit) != 0;
      if (!in.has(literal ? 1 : 2)) return truncatedAt(start, in.bytes.size());
      if (literal) {
        out.put(static_cast<std::byte>(in.next()));
        continue;
      }
      const std::uint32_t high = in.next();
      const std::uint32_t link = high << 8 | in.next();
      std::uint64_t length = (link >> 12) + 2;
      if (link >> 12 == 0) {
        if (!in.has(1)) return truncatedAt(start, in.bytes.size());
        length = in.next() + std::uint64_t{0x12};
      }
      const std::uint64_t distance = (link & 0xFFF) + 1;
      if (!out.copy(distance, length)) return beforeStart(start, distance);
    }
  }
  return std::nullopt;
}

std::optional<Fault> runYay0(Bytes bytes, const Packed& packed, Output& out) {
  Input flags{bytes, packed.stream};
  Input links{bytes, loadBe<std::uint32_t>(bytes.data() + 8)};
  Input literals{bytes, loadBe<std::uint32_t>(bytes.data() + 12)};
  const auto outside = [&](std::uint64_t offset, std::uint64_t target) {
    return Fault{scene::Kind::Range, offset,
                 fmt::format("a stream starts at {}, the file has {} bytes", target, bytes.size())};
  };
  if (links.at > bytes.size()) return outside(8, links.at);
  if (literals.at > bytes.size()) return outside(12, literals.at);
  std::uint32_t word = 0;
  for (std::uint32_t bit = 0; !out.full(); bit >>= 1) {
    if (bit == 0) {
      if (!flags.has(4)) return truncatedAt(flags.at, bytes.size());
      word = loadBe<std::uint32_t>(bytes.data() + flags.at);
      flags.at += 4;
      bit = 0x80000000;
    }
    if ((word & bit) != 0) {
      if (!literals.has(1)) return truncatedAt(literals.at, bytes.size());
      out.put(static_cast<std::byte>(literals.next()));
      continue;
    }
    const std::uint64_t start = links.at;
    if (!links.has(2)) return truncatedAt(start, bytes.size());
    const std::uint32_t high = links.next();
    const std::uint32_t link = high << 8 | links.next();
    std::uint64_t length = (link >> 12) + 2;
    if (link >> 12 == 0) {
      if (!literals.has(1)) return truncatedAt(literals.at, bytes.size());
      length = literals.next() + std::uint64_t{0x12};
    }
    const std::uint64_t distance = (link & 0xFFF) + 1;
    if (!out.copy(distance, length)) return beforeStart(start, distance);
  }
  return std::nullopt;
}

struct Reference {
  std::uint64_t length = 0;
  std::uint64_t distance = 0;
};

/// An LZ10 or LZ11 reference; nothing where the stream ends inside it.
std::optional<Reference> readReference(Input& in, Codec codec) {
  if (!in.has(2)) return std::nullopt;
  const std::uint32_t b0 = in.next();
  const std::uint32_t b1 = in.next();
  const std::uint32_t high = b0 >> 4;
  if (codec == Codec::Lz10 || high >= 2) {
    return Reference{codec == Codec::Lz10 ? high + 3 : high + 1, ((b0 & 0xF) << 8 | b1) + 1};
  }
  if (!in.has(high == 0 ? 1 : 2)) return std::nullopt;
  const std::uint32_t b2 = in.next();
  if (high == 0) return Reference{((b0 & 0xF) << 4 | b1 >> 4) + 0x11, ((b1 & 0xF) << 8 | b2) + 1};
  const std::uint32_t b3 = in.next();
  return Reference{((b0 & 0xF) << 12 | b1 << 4 | b2 >> 4) + 0x111, ((b2 & 0xF) << 8 | b3) + 1};
}

std::optional<Fault> runLz(Input in, Codec codec, Output& out) {
  while (!out.full()) {
    if (!in.has(1)) return truncatedAt(in.at, in.bytes.size());
    const std::uint32_t flags = in.next();
    for (std::uint32_t bit = 0x80; bit != 0 && !out.full(); bit >>= 1) {
      const std::uint64_t start = in.at;
      if ((flags & bit) == 0) {
        if (!in.has(1)) return truncatedAt(start, in.bytes.size());
        out.put(static_cast<std::byte>(in.next()));
        continue;
      }
      const std::optional<Reference> reference = readReference(in, codec);
      if (!reference) return truncatedAt(start, in.bytes.size());
      if (!out.copy(reference->distance, reference->length)) {
        return beforeStart(start, reference->distance);
      }
    }
  }
  return std::nullopt;
}

std::optional<Fault> run(Bytes bytes, const Packed& packed, Output& out) {
  switch (packed.codec) {
    case Codec::Yaz0:
      return runYaz0({bytes, packed.stream}, out);
    case Codec::Yay0:
      return runYay0(bytes, packed, out);
    case Codec::Lz10:
    case Codec::Lz11:
      return runLz({bytes, packed.stream}, packed.codec, out);
  }
  return std::nullopt;
}

std::optional<Packed> sniffLz(Bytes bytes, std::uint64_t header) {
  if (bytes.size() < header + 4) return std::nullopt;
  const std::uint32_t word = loadLe<std::uint32_t>(bytes.data() + header);
  const std::uint32_t kind = word & 0xFF;
  if (kind != 0x10 && kind != 0x11) return std::nullopt;
  Packed packed{kind == 0x10 ? Codec::Lz10 : Codec::Lz11, header, header + 4, header + 1,
                word >> 8};
  if (packed.unpacked_bytes == 0 && bytes.size() >= header + 8) {
    packed.size_offset = header + 4;
    packed.unpacked_bytes = loadLe<std::uint32_t>(bytes.data() + header + 4);
    packed.stream = header + 8;
  }
  return packed;
}

}  // namespace

std::string_view toString(Codec codec) {
  switch (codec) {
    case Codec::Yaz0:
      return "yaz0";
    case Codec::Yay0:
      return "yay0";
    case Codec::Lz10:
      return "lz10";
    case Codec::Lz11:
      return "lz11";
  }
  return "yaz0";
}

std::optional<Packed> sniffPacked(Bytes bytes) {
  if (bytes.size() < 4) return std::nullopt;
  const std::uint32_t magic = loadBe<std::uint32_t>(bytes.data());
  const bool yaz = magic == kYaz0 || magic == kYaz1;
  if (yaz || magic == kYay0) {
    Packed packed{yaz ? Codec::Yaz0 : Codec::Yay0, 0, 16, 4, 0};
    // A header that is cut short unpacks to nothing but `truncated`.
    packed.unpacked_bytes = bytes.size() < 16 ? 1 : loadBe<std::uint32_t>(bytes.data() + 4);
    return packed;
  }
  return sniffLz(bytes, magic == kLz77 ? 4 : 0);
}

std::vector<std::byte> unpackStart(Bytes bytes, const Packed& packed, std::size_t count) {
  if (bytes.size() < packed.stream) return {};
  Output out(std::min<std::uint64_t>(packed.unpacked_bytes, count), bytes.size());
  (void)run(bytes, packed, out);
  return out.take();
}

tl::expected<std::vector<std::byte>, Fault> unpack(Bytes bytes, const Packed& packed,
                                                   std::uint64_t max_bytes) {
  if (bytes.size() < packed.stream) {
    return tl::unexpected(Fault{scene::Kind::Truncated, 0,
                                fmt::format("the header of {} is cut after {} bytes",
                                            toString(packed.codec), bytes.size())});
  }
  if (packed.unpacked_bytes > max_bytes) {
    return tl::unexpected(
        Fault{scene::Kind::Limit, packed.size_offset,
              fmt::format("unpacks to {} bytes, more than the {} that are left of the limit",
                          packed.unpacked_bytes, max_bytes)});
  }
  Output out(packed.unpacked_bytes, bytes.size());
  if (std::optional<Fault> fault = run(bytes, packed, out)) {
    return tl::unexpected(std::move(*fault));
  }
  return out.take();
}

}  // namespace sinew::archive
