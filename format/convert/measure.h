#pragma once

// Decodes an encoded file as readers do, and compares it with its source.

#include <cstdint>
#include <functional>
#include <vector>

#include "format/convert/encode.h"
#include "format/convert/motion.h"
#include "format/convert/source.h"
#include "format/result.h"

namespace sinew::convert {

/// Where each source vertex went: mesh and vertex of the file; mesh kNone: not in the file.
struct VertexMap {
  struct Place {
    std::uint32_t mesh = kNone;
    std::uint32_t vertex = 0;
  };
  std::vector<std::vector<Place>> of;  ///< by mesh and vertex of the source
};

/// Fills the report's errors: at rest, and at the frames of every clip (at most
/// `frames_per_clip`, evenly spread, halves between frames too where there are more). `goes_on` is
/// told the part that is done before each clip; false: what follows stays unmeasured.
[[nodiscard]] Result<void> measureErrors(const Source& source, const Motions& motions,
                                         const VertexMap& map, const std::vector<std::byte>& file,
                                         std::uint32_t frames_per_clip,
                                         const std::function<bool(double part)>& goes_on,
                                         EncodeReport& report);

/// Fills SectionBytes from a file's own records.
[[nodiscard]] SectionBytes sectionsOf(const std::vector<std::byte>& file);
/// Bytes of each animation's frame data.
[[nodiscard]] std::vector<std::uint64_t> frameBytesOf(const std::vector<std::byte>& file);

}  // namespace sinew::convert
