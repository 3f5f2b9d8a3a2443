#include "format/mdl0/brres.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace sinew::mdl0 {
namespace {

struct KindName {
  std::uint32_t magic;
  PartKind kind;
  std::string_view name;
};

constexpr std::array<KindName, 10> kKinds{{{0x4D444C30, PartKind::Mdl0, "mdl0"},
                                           {0x54455830, PartKind::Tex0, "tex0"},
                                           {0x504C5430, PartKind::Plt0, "plt0"},
                                           {0x43485230, PartKind::Chr0, "chr0"},
                                           {0x53525430, PartKind::Srt0, "srt0"},
                                           {0x50415430, PartKind::Pat0, "pat0"},
                                           {0x434C5230, PartKind::Clr0, "clr0"},
                                           {0x56495330, PartKind::Vis0, "vis0"},
                                           {0x53485030, PartKind::Shp0, "shp0"},
                                           {0x53434E30, PartKind::Scn0, "scn0"}}};

constexpr std::uint32_t kRootMagic = 0x726F6F74;
constexpr std::uint64_t kHeaderBytes = 16;
constexpr std::uint64_t kPartHeaderBytes = 16;

constexpr std::array<std::string_view, 10> kFolders{
    "3DModels(NW4R)",  "Textures(NW4R)", "Palettes(NW4R)", "AnmChr(NW4R)", "AnmTexSrt(NW4R)",
    "AnmTexPat(NW4R)", "AnmClr(NW4R)",   "AnmVis(NW4R)",   "AnmShp(NW4R)", "AnmScn(NW4R)"};

bool isOwnFolder(std::string_view name) {
  return std::find(kFolders.begin(), kFolders.end(), name) != kFolders.end();
}

/// Where a bare part keeps the offset of its own name.
std::uint64_t nameField(const Source& source, std::uint64_t part, PartKind kind) {
  const std::uint32_t version = source.u32(part + 8);
  switch (kind) {
    case PartKind::Mdl0:
      return part + (version >= 11 ? 0x48 : version == 10 ? 0x44 : 0x3C);
    case PartKind::Tex0:
      return part + (version == 2 ? 0x18 : 0x14);
    case PartKind::Plt0:
      return part + 0x14;
    case PartKind::Chr0:
    case PartKind::Srt0:
      return part + (version >= 5 ? 0x18 : 0x14);
    case PartKind::Clr0:
    case PartKind::Vis0:
      return part + (version >= 4 ? 0x18 : 0x14);
    case PartKind::Pat0:
      return part + (version >= 4 ? 0x28 : 0x24);
    case PartKind::Shp0:
      return part + (version >= 4 ? 0x1C : 0x18);
    case PartKind::Scn0:
      break;
  }
  return part + 0x14;
}

class Lister {
 public:
  Lister(const Source& source, std::vector<Part>& parts) : source_(source), parts_(parts) {}

  bool bare() {
    const std::optional<PartKind> kind = partKind(source_.u32(0));
    if (!kind) {
      source_.report(Kind::Magic, Effect::Loss, 0, "file",
                     fmt::format("{:08x} begins no BRRES file and no part", source_.u32(0)));
      return false;
    }
    if (!source_.has(0, kPartHeaderBytes)) {
      source_.report(Kind::Truncated, Effect::Loss, source_.size(), toString(*kind),
                     fmt::format("the header is cut after {} bytes", source_.size()));
      return false;
    }
    if (*kind == PartKind::Scn0) {
      source_.report(Kind::Unsupported, Effect::Loss, 0, "scn0",
                     "lights, fog and cameras are not read");
      return false;
    }
    addPart(*kind, source_.name(0, nameField(source_, 0, *kind), 0, toString(*kind)), 0);
    return true;
  }

  bool container() {
    if (!source_.has(0, kHeaderBytes)) {
      return failed(Kind::Truncated, source_.size(), "brres",
                    fmt::format("the header is cut after {} bytes", source_.size()));
    }
    if (source_.u16(4) != 0xFEFF) {
      const bool little = source_.u16(4) == 0xFFFE;
      return failed(little ? Kind::Unsupported : Kind::Value, 4, "brres",
                    little ? "little-endian files are not read"
                           : fmt::format("{:04x} is no byte order mark", source_.u16(4)));
    }
    if (source_.u32(8) > source_.size()) {
      source_.report(
          Kind::Truncated, Effect::Repair, 8, "brres",
          fmt::format("the header says {} bytes, the file has {}", source_.u32(8), source_.size()));
    }
    const std::uint64_t root = source_.u16(0xC);
    if (!source_.has(root, 16)) {
      return failed(
          Kind::Range, 0xC, "brres",
          fmt::format("the root section at {} lies outside the {} bytes", root, source_.size()));
    }
    if (source_.u32(root) != kRootMagic) {
      return failed(Kind::Magic, root, "brres/root",
                    fmt::format("{:08x} instead of `root`", source_.u32(root)));
    }
    return folders(root + 8);
  }

 private:
  bool failed(Kind kind, std::uint64_t offset, std::string_view path, std::string message) {
    source_.report(kind, Effect::Loss, offset, path, std::move(message));
    return false;
  }

  bool folders(std::uint64_t root) {
    const std::optional<std::vector<Entry>> entries = readDictionary(source_, root, "brres/root");
    if (!entries) return false;
    std::set<std::uint64_t> seen{root};
    for (const Entry& folder : *entries) {
      if (!folder.readable) continue;
      const std::string path = "brres/" + folder.name;
      const bool own = isOwnFolder(folder.name) || !folder.named;
      if (!seen.insert(folder.offset).second) {
        if (own || folder.offset == root) {
          failed(Kind::Loop, folder.at + 12, path, "leads to a dictionary that was read before");
        }
        continue;
      }
      if (!own && !plausible(folder.offset)) continue;
      readFolder(folder.offset, path, own);
    }
    return true;
  }

  /// Folders that are not the format's own may lead to anything, a text for example.
  bool plausible(std::uint64_t group) const {
    if (!source_.has(group, 8)) return false;
    const std::uint64_t bytes = source_.u32(group);
    const std::uint64_t count = source_.u32(group + 4);
    if (bytes != 8 + 16 * (count + 1) || !source_.has(group, bytes)) return false;
    for (std::uint64_t i = 1; i <= count; ++i) {
      const std::uint64_t entry = group + 8 + 16 * i;
      const auto data = source_.target(group, source_.s32(entry + 12));
      const auto name = source_.target(group, source_.s32(entry + 8));
      if (!data || !name || !partKind(source_.u32(*data))) return false;
    }
    return true;
  }

  void readFolder(std::uint64_t group, const std::string& path, bool own) {
    const std::optional<std::vector<Entry>> entries = readDictionary(source_, group, path);
    if (!entries) return;
    for (const Entry& entry : *entries) {
      if (!entry.readable) continue;
      const std::string entry_path = path + "/" + entry.name;
      const std::optional<PartKind> kind = partKind(source_.u32(entry.offset));
      if (!kind || !source_.has(entry.offset, kPartHeaderBytes)) {
        if (own) {
          failed(kind ? Kind::Truncated : Kind::Magic, entry.offset, entry_path,
                 kind ? "the file ends inside the header"
                      : fmt::format("{:08x} begins no known part", source_.u32(entry.offset)));
        }
        continue;
      }
      if (!parts_seen_.insert(entry.offset).second) {
        failed(Kind::Loop, entry.at + 12, entry_path, "leads to a part that was read before");
        continue;
      }
      if (*kind != PartKind::Scn0) addPart(*kind, entry.name, entry.offset);
    }
  }

  void addPart(PartKind kind, std::string name, std::uint64_t offset) {
    const std::uint64_t size = source_.u32(offset + 4);
    std::uint64_t end = source_.size();
    if (size > source_.size() - offset) {
      source_.report(Kind::Truncated, Effect::Repair, offset + 4,
                     fmt::format("{}/{}", toString(kind), name),
                     fmt::format("{} bytes announced, the file has {} from there", size,
                                 source_.size() - offset));
    } else if (size >= kPartHeaderBytes) {
      end = offset + size;
    }
    parts_.push_back({kind, std::move(name), offset, end});
  }

  const Source& source_;
  std::vector<Part>& parts_;
  std::set<std::uint64_t> parts_seen_;
};

}  // namespace

std::optional<PartKind> partKind(std::uint32_t magic) {
  for (const KindName& known : kKinds) {
    if (known.magic == magic) return known.kind;
  }
  return std::nullopt;
}

std::string_view toString(PartKind kind) {
  for (const KindName& known : kKinds) {
    if (known.kind == kind) return known.name;
  }
  return "mdl0";
}

bool listParts(const Source& source, std::vector<Part>& parts) {
  Lister lister(source, parts);
  return source.u32(0) == kBresMagic ? lister.container() : lister.bare();
}

}  // namespace sinew::mdl0
