// The vertex list of a mesh (docs/format-bmd1.md, section 4). A first, tight pass collects what the
// list holds; only a list with faults is walked again to say where they are.

#include <algorithm>

#include "format/bmd1/reader.h"
#include "format/bmd1/walk.h"

namespace sinew::bmd1 {
namespace {

constexpr std::uint64_t kExponentBits = 0x00007C007C007C00;  // of the three halves
constexpr std::uint64_t kExponentCarry = 0x0000040004000400;
constexpr std::uint64_t kHalfSigns = 0x0000800080008000;

/// Whether one of the halves in bits 47:0 has an exponent of all ones: adding one to it carries
/// into the sign.
constexpr bool hasNonFinite(std::uint64_t word) {
  return (((word & kExponentBits) + kExponentCarry) & kHalfSigns) != 0;
}

constexpr unsigned kForm64 = 1;
constexpr unsigned kForm96 = 2;
constexpr unsigned kForm128 = 4;

constexpr unsigned formBit(std::uint8_t tag) {
  return tag < layout::kTag96 ? kForm64 : tag < layout::kTag128 ? kForm96 : kForm128;
}

constexpr unsigned bitsOfForm(unsigned form_bit) {
  return form_bit == kForm64 ? 64 : form_bit == kForm96 ? 96 : 128;
}

/// The forms that a mesh's flags allow.
constexpr unsigned promisedForms(std::uint32_t flags) {
  constexpr std::array<unsigned, 4> kPromises{kForm64, kForm64 | kForm96 | kForm128, kForm128,
                                              kForm96};
  return kPromises[bits(flags, layout::kFlagsVertexForm)];
}

std::uint32_t exponent128(const std::byte* record) {
  return static_cast<std::uint32_t>(record[layout::kVertex128Exponent]) >> 4;
}

struct Summary {
  WalkEnd end;
  unsigned forms = 0;
  bool bad_bone = false;
  bool reserved_tag = false;
  bool non_finite = false;
  bool legacy = false;
};

/// A bone plus this has bit 8 set exactly where the bone is no good; or-ing such sums over a run
/// takes no branch.
constexpr std::uint64_t boneBias(std::uint32_t bone_limit) {
  return 0x100 - bone_limit;
}
constexpr std::uint64_t kBadBone = 0x100;

void summarize64(Summary& sum, const std::byte* run, std::uint32_t count, std::uint64_t bias) {
  std::uint64_t bones = 0;
  for (std::uint32_t v = 0; v < count; ++v) {
    bones |= (loadLe<std::uint64_t>(run + std::size_t{8} * v) >> 56) + bias;
  }
  sum.bad_bone |= (bones & kBadBone) != 0;
}

void summarize128(Summary& sum, const std::byte* run, std::uint32_t count, std::uint64_t bias) {
  constexpr std::uint64_t kLegacyExponent = std::uint64_t{1} << layout::kSt128Exponent.high;
  std::uint64_t bones = 0;
  std::uint64_t tags = 0;
  std::uint64_t halves = 0;
  std::uint64_t seconds = 0;
  for (std::uint32_t v = 0; v < count; ++v) {
    const auto first = loadLe<std::uint64_t>(run + std::size_t{16} * v);
    const auto second = loadLe<std::uint64_t>(run + std::size_t{16} * v + 8);
    tags |= (first >> 56) ^ layout::kTagFd;
    halves |= (first & kExponentBits) + kExponentCarry;
    seconds |= second;
    bones |= (second >> 56) + bias;
  }
  sum.reserved_tag |= tags != 0;
  sum.non_finite |= (halves & kHalfSigns) != 0;
  sum.legacy |= (seconds & kLegacyExponent) != 0;
  sum.bad_bone |= (bones & kBadBone) != 0;
}

/// Any records; the rest of a list whose records are not all of one form.
void summarizeMixed(Summary& sum, Bytes list, std::uint64_t bias) {
  std::uint64_t bones = 0;
  unsigned forms = 0;
  bool reserved_tag = false;
  bool non_finite = false;
  bool legacy = false;
  sum.end = walkVertices(list, [&](std::uint32_t, const std::byte* record, std::uint64_t word) {
    const auto tag = static_cast<std::uint8_t>(word >> 56);
    forms |= formBit(tag);
    bones |= boneOf(record, tag) + bias;
    if (tag < layout::kTag96) return;
    reserved_tag |= isReservedTag(tag);
    if (tag < layout::kTag128) return;
    non_finite |= hasNonFinite(word);
    legacy |= exponent128(record) >= layout::kLegacyMinExponent;
  });
  sum.forms |= forms;
  sum.bad_bone |= (bones & kBadBone) != 0;
  sum.reserved_tag |= reserved_tag;
  sum.non_finite |= non_finite;
  sum.legacy |= legacy;
}

Summary summarize(Bytes list, std::uint32_t bone_limit) {
  Summary sum;
  const std::uint64_t bias = boneBias(bone_limit);
  const std::uint32_t run = vertexRun(list);
  const auto tag = run == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(list[layout::kVertexTag]);
  const std::size_t run_bytes = std::size_t{run} * vertexSize(tag);
  if (run_bytes != list.size() || formOf(tag) == PackedForm::Bits96) {
    summarizeMixed(sum, list, bias);
    return sum;
  }
  sum.end = {run, static_cast<std::uint32_t>(run_bytes), true};
  sum.forms = run == 0 ? 0 : formBit(tag);
  if (formOf(tag) == PackedForm::Bits64) {
    summarize64(sum, list.data(), run, bias);
  } else {
    summarize128(sum, list.data(), run, bias);
  }
  return sum;
}

/// The first offender of a rule and how many there are.
struct Tally {
  std::uint64_t count = 0;
  std::uint32_t index = 0;
  std::uint64_t offset = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  void add(std::uint32_t at, std::uint64_t at_offset, std::uint64_t a, std::uint64_t b) {
    if (count++ != 0) return;
    index = at;
    offset = at_offset;
    first = a;
    second = b;
  }
};

struct Tallies {
  Tally tag;
  Tally form;
  Tally bone;
  Tally non_finite;
};

Tallies tally(const Reader& reader, const MeshDef& mesh, Bytes list) {
  Tallies out;
  const unsigned promised = promisedForms(mesh.flags);
  const std::uint32_t bone_limit = reader.boneLimit();
  const std::uint64_t start = mesh.vertex_list.offset;
  walkVertices(list, [&](std::uint32_t v, const std::byte* record, std::uint64_t word) {
    const auto tag = static_cast<std::uint8_t>(word >> 56);
    const std::uint64_t offset = start + static_cast<std::uint64_t>(record - list.data());
    if (isReservedTag(tag)) out.tag.add(v, offset + layout::kVertexTag, tag, 0);
    if ((formBit(tag) & promised) == 0) {
      out.form.add(v, offset + layout::kVertexTag, bitsOfForm(formBit(tag)), mesh.flags);
    }
    const std::uint32_t bone = boneOf(record, tag);
    if (reader.bones_known && bone >= bone_limit) {
      out.bone.add(v, offset + boneByteOf(tag), bone, bone_limit);
    }
    if (tag < layout::kTag128 || !hasNonFinite(word)) return;
    for (unsigned c = 0; c < 3; ++c) {
      const std::uint64_t half = word >> (16 * c) & 0xFFFF;
      if ((half & 0x7C00) != 0x7C00) continue;
      out.non_finite.add(v, offset + 2 * c, c, half);
      break;
    }
  });
  return out;
}

void report(Reader& reader, std::uint32_t mesh, Rule rule, const Tally& tally) {
  if (tally.count == 0) return;
  reader.add(rule, tally.offset, {Place::MeshVertex, mesh, tally.index}, tally.first, tally.second,
             tally.count);
}

/// With reading `auto` one exponent of 8 or more makes the whole file legacy16 (section 4).
void noticeLegacy(Reader& reader, std::uint32_t mesh_index, Bytes list) {
  if (reader.file.readings.st128 != St128::Auto) return;
  reader.file.readings.st128 = St128::Legacy16;
  const std::uint64_t start = reader.file.meshes[mesh_index].vertex_list.offset;
  bool found = false;
  walkVertices(list, [&](std::uint32_t v, const std::byte* record, std::uint64_t word) {
    if (found || static_cast<std::uint8_t>(word >> 56) < layout::kTag128) return;
    const std::uint32_t exponent = exponent128(record);
    if (exponent < layout::kLegacyMinExponent) return;
    found = true;
    reader.add(
        Rule::VertexSt128Legacy,
        start + static_cast<std::uint64_t>(record - list.data()) + layout::kVertex128Exponent,
        {Place::MeshVertex, mesh_index, v}, exponent);
  });
}

PackedForm packedForm(unsigned forms) {
  switch (forms) {
    case 0:
    case kForm64:
      return PackedForm::Bits64;
    case kForm96:
      return PackedForm::Bits96;
    case kForm128:
      return PackedForm::Bits128;
    default:
      return PackedForm::Mixed;
  }
}

}  // namespace

void checkVertices(Reader& reader, std::uint32_t mesh_index) {
  MeshDef& mesh = reader.file.meshes[mesh_index];
  mesh.vertices_trusted = mesh.vertices_read;
  if (!mesh.vertices_read) return;
  Bytes list;
  if (mesh.vertex_list.size != 0) {
    list = listBytes(reader.bytes, mesh.vertex_list.offset, mesh.vertex_list.size);
  }
  const Summary sum = summarize(list, reader.boneLimit());
  mesh.vertex_count = sum.end.count;
  mesh.vertex_bytes = sum.end.bytes;
  mesh.form = packedForm(sum.forms);

  const bool bad_bone = reader.bones_known && sum.bad_bone;
  const bool bad_form = (sum.forms & ~promisedForms(mesh.flags)) != 0;
  if (sum.reserved_tag || bad_form || bad_bone || sum.non_finite) {
    const Tallies tallies = tally(reader, mesh, list);
    report(reader, mesh_index, Rule::MeshVertexTag, tallies.tag);
    report(reader, mesh_index, Rule::MeshVertexForm, tallies.form);
    report(reader, mesh_index, Rule::VertexBone, tallies.bone);
    report(reader, mesh_index, Rule::VertexNonFinite, tallies.non_finite);
  }
  if (bad_bone || sum.non_finite) mesh.sound = false;
  if (sum.legacy) noticeLegacy(reader, mesh_index, list);

  if (!sum.end.whole) {
    mesh.vertices_trusted = false;
    reader.add(Rule::MeshVertexTruncated,
               std::uint64_t{mesh.vertex_list.offset} + mesh.vertex_bytes,
               {Place::MeshVertex, mesh_index, mesh.vertex_count},
               std::uint64_t{mesh.vertex_list.offset} + mesh.vertex_list.size);
  } else if (mesh.n_vtx != mesh.vertex_count) {
    reader.add(Rule::MeshVertexCount, mesh.offset + layout::kMeshVertexCount,
               {Place::MeshVertexCount, mesh_index, 0}, mesh.n_vtx, mesh.vertex_count);
  }
}

}  // namespace sinew::bmd1
