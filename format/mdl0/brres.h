#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "format/mdl0/container.h"

namespace sinew::mdl0 {

inline constexpr std::uint32_t kBresMagic = 0x62726573;

/// By a part's first four letters.
[[nodiscard]] std::optional<PartKind> partKind(std::uint32_t magic);
/// "mdl0", "tex0", …: the first word of paths in findings.
[[nodiscard]] std::string_view toString(PartKind kind);

/// The parts of a BRRES, or the one part that `source` is.
/// \return false where there is nothing to read, which is reported.
[[nodiscard]] bool listParts(const Source& source, std::vector<Part>& parts);

}  // namespace sinew::mdl0
