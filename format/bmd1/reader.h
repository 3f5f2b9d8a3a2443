#pragma once

// The reader's working state and its steps; private to format/bmd1. The steps and their order are
// those of docs/format-bmd1.md, "Diagnostics".

#include <cstdint>
#include <vector>

#include "format/bmd1/file.h"
#include "format/bmd1/findings.h"
#include "format/bmd1/layout.h"

namespace sinew::bmd1 {

/// A range of one of the four kinds that must not overlap unnoticed.
struct Region {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t index = 0;  ///< mesh or animation
  Place place = Place::Meshes;
};

struct Reader {
  Reader(Bytes file_bytes, File& out) : bytes(file_bytes), file(out) {}

  Bytes bytes;
  File& file;
  Findings findings;

  bool meshes_known = true;  ///< false: the array is out of range and read as empty
  bool bones_known = true;
  bool bones_sound = true;    ///< no bone.count, bone.parent-reserved, bone.pseudo-order
  bool pseudo_order = false;  ///< bone.pseudo-order was found
  std::uint32_t anim_count = 0;

  std::uint64_t list_bytes = 0;  ///< of all lists so far, shared ones each time (section.total)
  bool over_budget = false;
  std::vector<Region> regions;  ///< what can be read, for section.overlap

  void add(Rule rule, std::uint64_t offset, Path path, std::uint64_t first = 0,
           std::uint64_t second = 0, std::uint64_t count = 1) {
    findings.add(rule, offset, path, first, second, count);
  }

  /// Whether the stored range lies in the file's data.
  [[nodiscard]] bool inRange(StoredRange range) const {
    return range.offset >= layout::kHeaderSize && range.offset <= bytes.size() &&
           range.size <= bytes.size() - range.offset;
  }

  /// The vertex index bound of vertex.bone: bones read, at least one.
  [[nodiscard]] std::uint32_t boneLimit() const {
    return file.bones.empty() ? 1 : static_cast<std::uint32_t>(file.bones.size());
  }
};

/// Where the fields of a list are and whether it has an alignment.
struct ListFields {
  std::uint64_t offset_field = 0;
  std::uint64_t size_field = 0;
  Path path;
  bool aligned = true;
};

/// Whether a list of size > 0 can be read: section.range, section.total, section.align.
[[nodiscard]] bool admitList(Reader& reader, StoredRange range, const ListFields& fields);

/// The string that a field names: string.*. `field` is the field's offset in the file.
[[nodiscard]] StoredString readString(Reader& reader, std::uint32_t offset, std::uint64_t field,
                                      const Path& path);

void readMeshes(Reader& reader);
void checkVertices(Reader& reader, std::uint32_t mesh_index);
void checkFaces(Reader& reader, std::uint32_t mesh_index);
void readBones(Reader& reader);
void readLods(Reader& reader);
void readAnims(Reader& reader);
void checkSolids(Reader& reader);
void checkOverlap(Reader& reader);

}  // namespace sinew::bmd1
