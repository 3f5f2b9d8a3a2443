#pragma once

// U8 archives (.arc). docs/format-mdl0.md, "Wrappers".

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/bytes.h"
#include "format/scene/findings.h"

namespace sinew::archive {

inline constexpr std::uint32_t kU8Magic = 0x55AA382D;

/// A file of the archive, in the archive's order. Its bytes lie inside the archive.
struct Member {
  std::string path;  ///< printable, `/` between folders; for showing, never for opening
  ByteRange range;
};

/// The files of a U8 archive. A broken node costs only itself; names that are no plain file names
/// are reported and kept.
/// \return nothing where the node table cannot be read; `findings` says why.
[[nodiscard]] std::optional<std::vector<Member>> readU8(Bytes bytes, scene::Findings& findings);

}  // namespace sinew::archive
