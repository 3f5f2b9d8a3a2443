// The header, the four arrays and the order of the check (docs/format-bmd1.md, section 2 and
// "Diagnostics").

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "format/bmd1/reader.h"
#include "format/byte_reader.h"

namespace sinew::bmd1 {
namespace {

Error headerError(Rule rule, std::uint64_t offset, Place place, std::uint64_t first,
                  std::uint64_t second, Bytes bytes) {
  const Finding finding{offset, first, second, 0, 0, 1, rule, place};
  return {std::string(infoOf(rule).id), offset, toString(finding.path()),
          messageOf(finding, bytes)};
}

Result<Header> readHeader(Bytes bytes) {
  ByteReader in(bytes);
  const std::uint32_t magic = in.u32();
  if (in.ok() && magic != layout::kMagic) {
    return tl::unexpected<Error>(
        headerError(Rule::HeaderMagic, 0, Place::HeaderMagic, magic, 0, bytes));
  }
  Header header;
  header.file_size = bytes.size();
  for (std::uint32_t& word : header.reserved)
    word = in.u32();
  for (StoredRange* array : {&header.meshes, &header.lods, &header.bones, &header.anims}) {
    array->offset = in.u32();
    array->size = in.u32();
  }
  if (!in.ok()) {
    return tl::unexpected<Error>(headerError(Rule::HeaderTruncated, bytes.size(), Place::Header,
                                             bytes.size(), layout::kHeaderSize, bytes));
  }
  return header;
}

void checkReserved(Reader& reader) {
  for (std::uint32_t w = 0; w < 3; ++w) {
    const std::uint32_t word = reader.file.header.reserved[w];
    if (word == 0) continue;
    reader.add(Rule::HeaderReserved, layout::kHeaderReserved + 4 * w,
               {Place::HeaderReserved, w + 1, 0}, word);
  }
}

struct Array {
  bool known = true;
  std::uint32_t records = 0;
};

Array readArray(Reader& reader, StoredRange range, std::uint32_t field, std::uint32_t record_size,
                Place place) {
  const Path path{place, 0, 0};
  if (range.size == 0) {
    if (range.offset != 0) reader.add(Rule::SectionEmpty, field, path, range.offset);
    return {};
  }
  if (!reader.inRange(range)) {
    reader.add(Rule::SectionRange, field, path, range.offset, range.size);
    return {false, 0};
  }
  if (range.size % record_size != 0) {
    reader.add(Rule::SectionSize, field + layout::kSizeField, path, range.size, record_size);
  }
  if (range.offset % 4 != 0) {
    reader.add(Rule::SectionAlign, field, path, range.offset);
  } else if (range.offset % 8 != 0) {
    reader.add(Rule::SectionAlignNominal, field, path, range.offset);
  }
  reader.regions.push_back({range.offset, range.size, 0, place});
  return {true, range.size / record_size};
}

/// Sizes the record arrays, so that nothing grows later and vertex lists can be checked against the
/// bones.
void readArrays(Reader& reader) {
  const Header& header = reader.file.header;
  const Array meshes =
      readArray(reader, header.meshes, layout::kHeaderMeshes, layout::kMeshSize, Place::Meshes);
  const Array lods =
      readArray(reader, header.lods, layout::kHeaderLods, layout::kLodSize, Place::Lods);
  const Array bones =
      readArray(reader, header.bones, layout::kHeaderBones, layout::kBoneSize, Place::Bones);
  const Array anims =
      readArray(reader, header.anims, layout::kHeaderAnims, layout::kAnimSize, Place::Anims);
  if (bones.records > layout::kMaxBones) {
    reader.add(Rule::BoneCount, layout::kHeaderBones + layout::kSizeField, {Place::Bones, 0, 0},
               bones.records, layout::kMaxBones);
    reader.bones_sound = false;
  }
  reader.meshes_known = meshes.known;
  reader.bones_known = bones.known;
  reader.anim_count = anims.records;
  reader.file.meshes.resize(meshes.records);
  reader.file.lods.resize(lods.records);
  reader.file.bones.resize(std::min(bones.records, layout::kMaxBones));
  reader.regions.reserve(4 + 2 * std::size_t{meshes.records} + anims.records);
}

}  // namespace

bool admitList(Reader& reader, StoredRange range, const ListFields& fields) {
  if (!reader.inRange(range)) {
    reader.add(Rule::SectionRange, fields.offset_field, fields.path, range.offset, range.size);
    return false;
  }
  reader.list_bytes += range.size;
  if (reader.over_budget) return false;
  if (reader.list_bytes > layout::kListBudget * reader.bytes.size()) {
    reader.over_budget = true;
    reader.add(Rule::SectionTotal, fields.size_field, fields.path, reader.list_bytes);
    return false;
  }
  if (fields.aligned && range.offset % 4 != 0) {
    reader.add(Rule::SectionAlign, fields.offset_field, fields.path, range.offset);
  }
  reader.regions.push_back({range.offset, range.size, fields.path.i, fields.path.place});
  return true;
}

Result<File> read(SharedBytes bytes, Mode mode, const Readings& readings) {
  assert(bytes != nullptr);
  const Bytes span(*bytes);
  Result<Header> header = readHeader(span);
  if (!header) return tl::unexpected<Error>(std::move(header.error()));

  File file;
  file.bytes = std::move(bytes);
  file.mode = mode;
  file.readings = readings;
  file.header = *header;
  Reader reader(span, file);
  checkReserved(reader);
  readArrays(reader);
  readMeshes(reader);
  readBones(reader);
  readLods(reader);
  readAnims(reader);
  checkSolids(reader);
  checkOverlap(reader);
  file.diagnostics = reader.findings.take(mode, span);
  return file;
}

std::string_view toString(St128 reading) {
  switch (reading) {
    case St128::Auto:
      return "auto";
    case St128::Spec:
      return "spec";
    case St128::Offset:
      return "offset";
    case St128::Legacy16:
      return "legacy16";
  }
  return "auto";
}

std::string_view toString(Shade reading) {
  return reading == Shade::Rgb ? "rgb" : "bgr";
}

}  // namespace sinew::bmd1
