#pragma once

// BIG archives (docs/format-bbm.md, section 1).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/bbm/context.h"

namespace sinew::bbm {

struct BigEntry {
  std::string name;  ///< printable
  std::uint32_t id = 0;
  std::int32_t type = 0;
  std::uint64_t offset = 0;         ///< of its payload, in the file
  std::uint64_t size = 0;           ///< of its payload, checked against the file
  ByteRange sub_header;             ///< checked
  std::uint64_t record_offset = 0;  ///< of its record in the bank's table
  bool inside = true;               ///< the payload lies in the file
};

enum class BankKind : std::uint8_t { Meshes, Textures, Other };

struct BigBank {
  std::string name;  ///< printable
  std::uint32_t id = 0;
  BankKind kind = BankKind::Other;
  std::vector<BigEntry> entries;
};

/// True where the bytes begin as an archive does.
[[nodiscard]] bool looksLikeBig(Bytes bytes);

/// The tables of an archive; payloads are not looked at. Empty where there is no table, which is
/// told, as is everything that is broken.
[[nodiscard]] std::optional<std::vector<BigBank>> readBigTables(Bytes bytes, Context& context);

/// BANK/ENTRY.
[[nodiscard]] std::string memberPath(const BigBank& bank, const BigEntry& entry);

/// Whether an entry of a bank is a texture.
[[nodiscard]] bool isTexture(const BigBank& bank, const BigEntry& entry);

}  // namespace sinew::bbm
