#include "format/mdl0/container.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "format/archive/lz.h"
#include "format/archive/u8.h"
#include "format/big_endian.h"
#include "format/mdl0/brres.h"

namespace sinew::mdl0 {
namespace {

constexpr int kMaxWrappers = 4;

std::uint32_t magicOf(Bytes bytes) {
  return bytes.size() < 4 ? 0 : loadBe<std::uint32_t>(bytes.data());
}

bool isPlain(Bytes bytes) {
  const std::uint32_t magic = magicOf(bytes);
  return magic == kBresMagic || partKind(magic).has_value() || magic == archive::kU8Magic;
}

bool isLz(const archive::Packed& packed) {
  return packed.codec == archive::Codec::Lz10 || packed.codec == archive::Codec::Lz11;
}

/// The compression around `bytes`. LZ10 and LZ11, which a single byte announces, have to unpack to
/// something known.
std::optional<archive::Packed> wrapperOf(Bytes bytes) {
  const std::optional<archive::Packed> packed = archive::sniffPacked(bytes);
  if (!packed || !isLz(*packed) || packed->header != 0) return packed;
  const std::vector<std::byte> start = archive::unpackStart(bytes, *packed, 8);
  const std::optional<archive::Packed> inner = archive::sniffPacked(start);
  return isPlain(start) || inner ? packed : std::nullopt;
}

/// 20..2F Huffman, 30 run length and the others of the family of LZ10.
bool isOtherCompression(Bytes bytes) {
  if (bytes.size() < 8) return false;
  const auto kind = std::to_integer<std::uint32_t>(bytes[0]);
  return kind == 0x24 || kind == 0x28 || kind == 0x30 || kind == 0x40 || kind == 0x80;
}

/// Bytes behind the wrappers.
struct Unwrapped {
  SharedBytes owner;
  ByteRange range;
  Source::Place place;
  std::vector<std::string> names;

  [[nodiscard]] Bytes bytes() const {
    return Bytes(*owner).subspan(static_cast<std::size_t>(range.offset),
                                 static_cast<std::size_t>(range.size));
  }
};

class Opener {
 public:
  Opener(std::uint64_t& unpacked_left, scene::Findings& findings, Budget& budget)
      : unpacked_left_(unpacked_left), findings_(findings), budget_(budget) {}

  Opened open(const SharedBytes& bytes, std::shared_ptr<const std::string> name) {
    Unwrapped file{bytes, {0, bytes->size()}, {0, std::move(name)}, {}};
    Opened opened;
    if (!unwrap(file)) {
      opened.unreadable = true;
      return opened;
    }
    opened.wrappers = file.names;
    if (magicOf(file.bytes()) == archive::kU8Magic) {
      opened.wrappers.emplace_back("u8");
      openArchive(file, opened);
    } else {
      opened.unreadable = !addContainer(file, opened);
    }
    return opened;
  }

 private:
  void report(const Source::Place& place, Kind kind, Effect effect, std::uint64_t offset,
              std::string_view path, std::string message) {
    findings_.setLayer(place.layer);
    findings_.setMember(place.member);
    findings_.add(kind, effect, offset, path, std::move(message));
  }

  /// Takes all compression off. False where that fails, which is reported.
  bool unwrap(Unwrapped& file) {
    for (int depth = 0;; ++depth) {
      const std::optional<archive::Packed> packed = wrapperOf(file.bytes());
      if (!packed) return true;
      const std::string_view name = archive::toString(packed->codec);
      if (depth == kMaxWrappers) {
        report(file.place, Kind::Limit, Effect::Loss, 0, name,
               fmt::format("more than {} wrappers around each other", kMaxWrappers));
        return false;
      }
      auto unpacked = archive::unpack(file.bytes(), *packed, unpacked_left_);
      if (!unpacked) {
        report(file.place, unpacked.error().kind, Effect::Loss, unpacked.error().offset, name,
               std::move(unpacked.error().message));
        return false;
      }
      unpacked_left_ -= unpacked->size();
      file.owner = std::make_shared<const std::vector<std::byte>>(std::move(*unpacked));
      file.range = {0, file.owner->size()};
      ++file.place.layer;
      file.names.emplace_back(name);
    }
  }

  bool addContainer(const Unwrapped& file, Opened& opened) {
    budget_.grow(4 * file.range.size + (std::uint64_t{1} << 16));
    Container container;
    container.source =
        std::make_unique<Source>(file.owner, file.range, file.place, findings_, budget_);
    if (!listParts(*container.source, container.parts)) return false;
    opened.containers.push_back(std::move(container));
    return true;
  }

  void openArchive(const Unwrapped& file, Opened& opened) {
    findings_.setLayer(file.place.layer);
    findings_.setMember(file.place.member);
    const std::optional<std::vector<archive::Member>> members =
        archive::readU8(file.bytes(), findings_);
    if (!members) {
      opened.unreadable = true;
      return;
    }
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (const archive::Member& member : *members) {
      const Bytes bytes = file.bytes().subspan(static_cast<std::size_t>(member.range.offset),
                                               static_cast<std::size_t>(member.range.size));
      if (magicOf(bytes) != kBresMagic && !wrapperOf(bytes)) continue;
      Unwrapped inner{file.owner,
                      {file.range.offset + member.range.offset, member.range.size},
                      {file.place.layer, std::make_shared<const std::string>(member.path)},
                      {}};
      if (!seen.insert({member.range.offset, member.range.size}).second) {
        report(inner.place, Kind::Loop, Effect::Loss, 0, "u8",
               "another member has the same bytes; they are read once");
        continue;
      }
      if (!unwrap(inner) || magicOf(inner.bytes()) != kBresMagic) continue;
      if (addContainer(inner, opened)) opened.members.push_back(member.path);
    }
    if (opened.containers.empty()) {
      report(file.place, Kind::Missing, Effect::Loss, 0, "u8",
             "the archive has no BRRES file that can be read");
      opened.unreadable = true;
    }
  }

  std::uint64_t& unpacked_left_;
  scene::Findings& findings_;
  Budget& budget_;
};

}  // namespace

Opened open(const SharedBytes& bytes, std::uint64_t& unpacked_left, scene::Findings& findings,
            Budget& budget, std::shared_ptr<const std::string> name) {
  Opened opened;
  const std::uint32_t magic = magicOf(*bytes);
  if (bytes->size() < 4 || (!looksOpenable(*bytes) && !archive::sniffPacked(*bytes))) {
    opened.unreadable = true;
    findings.setLayer(0);
    findings.setMember(std::move(name));
    if (bytes->size() < 4) {
      findings.add(Kind::Truncated, Effect::Loss, 0, "file",
                   fmt::format("{} bytes are too few for any signature", bytes->size()));
    } else if (isOtherCompression(*bytes)) {
      findings.add(Kind::Unsupported, Effect::Loss, 0, "file",
                   fmt::format("compression {:02x} is not supported", magic >> 24));
    } else {
      findings.add(
          Kind::Magic, Effect::Loss, 0, "file",
          fmt::format("the bytes {:08x} begin no BRRES file, part, archive or wrapper", magic));
    }
    return opened;
  }
  return Opener(unpacked_left, findings, budget).open(bytes, std::move(name));
}

bool looksOpenable(Bytes bytes) {
  return isPlain(bytes) || wrapperOf(bytes).has_value();
}

}  // namespace sinew::mdl0
