#include "format/bbm/big.h"

#include <algorithm>

#include <fmt/format.h>

namespace sinew::bbm {
namespace {

constexpr std::string_view kMagic = "BIGB";
constexpr std::uint32_t kEntryMagic = 42;
constexpr std::uint64_t kLeastBank = 21;
constexpr std::uint64_t kLeastEntry = 40;
constexpr std::uint32_t kMeshBank = 205;
constexpr std::uint32_t kTextureBank = 122;
constexpr std::uint64_t kTextureHeader = 34;

BankKind kindOf(std::string_view name, std::uint32_t id) {
  if (name.substr(0, 5) == "MBANK") return BankKind::Meshes;
  if (name.substr(0, 5) == "GBANK") return BankKind::Textures;
  if (id == kMeshBank) return BankKind::Meshes;
  return id == kTextureBank ? BankKind::Textures : BankKind::Other;
}

class TableReader {
 public:
  TableReader(Bytes bytes, Context& context) : bytes_(bytes), context_(context) {}

  std::optional<std::vector<BigBank>> run() {
    Cursor in(bytes_);
    in.skip(8);  // magic, version
    const std::uint32_t table = in.u32();
    if (!in.ok()) return stop(Kind::Truncated, in.offset(), "the data end in the header");
    if (table >= bytes_.size()) {
      return stop(Kind::Range, 8,
                  fmt::format("the table of banks is at 0x{:X}, the file has 0x{:X} bytes", table,
                              bytes_.size()));
    }
    Cursor banks(bytes_.subspan(table), table);
    const std::uint32_t count = banks.u32();
    if (!banks.ok())
      return stop(Kind::Truncated, banks.offset(), "the data end in the table of banks");
    if (count > banks.remaining() / kLeastBank) {
      context_.tell(Kind::Count, Effect::Loss, table, "banks",
                    fmt::format("{} banks in {} bytes", count, banks.remaining()));
    }
    std::vector<BigBank> out;
    for (std::uint32_t i = 0; i < count && banks.remaining() > 0; ++i) {
      if (!bank(banks, out)) break;
    }
    return out;
  }

 private:
  std::nullopt_t stop(Kind kind, std::uint64_t offset, std::string message) {
    context_.tell(kind, Effect::Loss, offset, "archive", std::move(message));
    return std::nullopt;
  }

  bool bank(Cursor& in, std::vector<BigBank>& out) {
    const std::uint64_t offset = in.offset();
    const std::string_view name = in.text();
    BigBank bank;
    bank.name = scene::printableName(name);
    bank.id = in.u32();
    const std::uint64_t count_offset = in.offset();
    const std::uint32_t count = in.u32();
    const std::uint64_t table_offset = in.offset();
    const std::uint32_t table = in.u32();
    const std::uint32_t size = in.u32();
    in.skip(4);  // alignment of payloads
    if (!in.ok()) {
      context_.tell(in.failure(), Effect::Loss, offset, "banks",
                    fmt::format("{} in the table of banks", failureText(in.failure())));
      return false;
    }
    bank.kind = kindOf(name, bank.id);
    if (table > bytes_.size()) {
      context_.tell(Kind::Range, Effect::Loss, table_offset, bank.name,
                    fmt::format("the bank's table is at 0x{:X}, the file has 0x{:X} bytes", table,
                                bytes_.size()));
      return true;
    }
    if (size > bytes_.size() - table) {
      context_.tell(Kind::Range, Effect::Repair, table_offset + 4, bank.name,
                    fmt::format("the bank's table has {} bytes, the file {} there", size,
                                bytes_.size() - table));
    }
    entries(Cursor(bytes_.subspan(table), table), count, count_offset, bank);
    out.push_back(std::move(bank));
    return true;
  }

  void entries(Cursor in, std::uint32_t count, std::uint64_t count_offset, BigBank& bank) {
    const std::uint32_t types = in.u32();
    if (types > in.remaining() / 8) {
      context_.tell(Kind::Count, Effect::Loss, in.offset() - 4, bank.name,
                    fmt::format("{} types of entries in {} bytes", types, in.remaining()));
      return;
    }
    in.skip(std::uint64_t{8} * types);
    const bool too_many = count > in.remaining() / kLeastEntry;
    if (too_many) {
      context_.tell(Kind::Count, Effect::Loss, count_offset, bank.name,
                    fmt::format("{} entries in {} bytes", count, in.remaining()));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      // A count that cannot be is no reason to find fault with what follows the last entry.
      if (too_many && (in.remaining() < 4 || Cursor(in.rest()).u32() != kEntryMagic)) return;
      if (!entry(in, i, bank)) return;
    }
  }

  bool entry(Cursor& in, std::uint32_t number, BigBank& bank) {
    BigEntry out;
    out.record_offset = in.offset();
    const std::uint32_t magic = in.u32();
    out.id = in.u32();
    out.type = in.i32();
    out.size = in.u32();
    out.offset = in.u32();
    in.skip(4);
    const std::uint64_t name_offset = in.offset();
    const std::string_view name = counted(in);
    in.skip(4);
    const std::uint64_t sources_offset = in.offset();
    const std::uint32_t sources = in.u32();
    if (sources > in.remaining() / 4) {
      in.fail(Kind::Count);
    } else {
      for (std::uint32_t i = 0; i < sources && in.ok(); ++i)
        (void)counted(in);
    }
    const std::uint32_t sub_header = in.u32();
    out.sub_header = {in.offset(), sub_header};
    in.skip(sub_header);
    const std::string path = fmt::format("{}/entry {}", bank.name, number);
    if (!in.ok()) {
      const bool in_sources = in.failure() == Kind::Count;
      context_.tell(in.failure(), Effect::Loss, in_sources ? sources_offset : in.offset(), path,
                    "the data end in an entry's record; those behind it are not read");
      return false;
    }
    if (magic != kEntryMagic) {
      context_.tell(Kind::Magic, Effect::Loss, out.record_offset, path,
                    fmt::format("0x{:X} where an entry's 42 should be", magic));
      return false;
    }
    out.name = name.empty() ? fmt::format("#{}", out.id) : scene::printableName(name);
    checkName(name, name_offset, path);
    checkRange(out, path);
    bank.entries.push_back(std::move(out));
    return true;
  }

  static std::string_view counted(Cursor& in) {
    const std::uint32_t size = in.u32();
    const Bytes bytes = in.bytes(size);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  void checkName(std::string_view name, std::uint64_t offset, const std::string& path) {
    if (name.size() > kMaxName) {
      context_.tell(Kind::Limit, Effect::Repair, offset, path,
                    fmt::format("a name of {} characters", name.size()));
    }
    if (name.empty() || name == "." || name == ".." ||
        name.find_first_of(std::string_view("/\\\0", 3)) != name.npos) {
      context_.tell(Kind::Path, Effect::Repair, offset, path,
                    "the entry's name is no plain name; it is only shown");
    }
  }

  void checkRange(BigEntry& entry, const std::string& path) {
    entry.inside = entry.offset <= bytes_.size() && entry.size <= bytes_.size() - entry.offset;
    if (entry.inside) return;
    context_.tell(Kind::Range, Effect::Loss, entry.record_offset + 12, path,
                  fmt::format("{}: {} bytes at 0x{:X}, the file has 0x{:X}", entry.name, entry.size,
                              entry.offset, bytes_.size()));
  }

  Bytes bytes_;
  Context& context_;
};

}  // namespace

bool looksLikeBig(Bytes bytes) {
  return bytes.size() >= 4 &&
         std::equal(kMagic.begin(), kMagic.end(), bytes.begin(),
                    [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

std::optional<std::vector<BigBank>> readBigTables(Bytes bytes, Context& context) {
  return TableReader(bytes, context).run();
}

std::string memberPath(const BigBank& bank, const BigEntry& entry) {
  return fmt::format("{}/{}", bank.name, entry.name);
}

bool isTexture(const BigBank& bank, const BigEntry& entry) {
  if (bank.kind != BankKind::Other) return bank.kind == BankKind::Textures;
  return entry.sub_header.size == kTextureHeader;
}

}  // namespace sinew::bbm
