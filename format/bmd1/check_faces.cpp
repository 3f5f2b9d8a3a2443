// The face list of a mesh (docs/format-bmd1.md, section 5), in two passes like the vertex list.

#include <algorithm>
#include <optional>

#include "format/bmd1/reader.h"
#include "format/bmd1/walk.h"

namespace sinew::bmd1 {
namespace {

constexpr unsigned formBit(FaceForm form) {
  return 1u << static_cast<unsigned>(form);
}

/// The forms that a mesh's flags allow.
constexpr unsigned promisedForms(std::uint32_t flags) {
  constexpr unsigned kTri32 = formBit(FaceForm::Tri32);
  constexpr unsigned kTri64 = formBit(FaceForm::Tri64);
  constexpr unsigned kQuad64 = formBit(FaceForm::Quad64);
  constexpr std::array<unsigned, 4> kPromises{kTri32, 0xF, kTri64, kTri64 | kQuad64};
  return kPromises[bits(flags, layout::kFlagsFaceForm)];
}

struct Summary {
  WalkEnd end;
  std::array<std::uint32_t, 4> counts{};  ///< by form
  bool bad_index = false;
  bool tag2 = false;
};

/// What a run of faces of one form shows: indices of at least `limit`, and tag2 bits.
/// An index plus `bias` has the bit above its field set exactly where the index is no good; or-ing
/// such sums takes no branch and no maximum, so it runs on whole registers of faces.
/// Returns all words or-ed.
template <class Word, std::size_t kCorners>
Word summarizeRun(Summary& sum, const std::byte* run, std::uint32_t count,
                  const BitField (&fields)[kCorners], BitField tag2, std::uint32_t limit) {
  const Word above = Word{1} << fields[0].width();
  const Word mask = above - 1;
  const Word bias = above - static_cast<Word>(std::min<std::uint64_t>(limit, above));
  Word sums = 0;
  Word words = 0;
  for (std::uint32_t f = 0; f < count; ++f) {
    const auto word = loadLe<Word>(run + std::size_t{f} * sizeof(Word));
    words |= word;
    for (std::size_t c = 0; c < kCorners; ++c)
      sums |= ((word >> fields[c].low) & mask) + bias;
  }
  sum.bad_index |= (sums & above) != 0;
  sum.tag2 |= bits(words, tag2) != 0;
  return words;
}

/// `tri32` has no bits to spare.
constexpr BitField kNoTag2{63, 63};

/// Lists of `tri32` alone are the common case; their forms are checked by the pass that checks
/// indices.
std::optional<Summary> summarizeTri32(Bytes list, std::uint32_t vertices) {
  if (list.empty() || list.size() % 4 != 0) return std::nullopt;
  if (faceFormOf(list[0]) != FaceForm::Tri32) return std::nullopt;
  Summary sum;
  const auto count = static_cast<std::uint32_t>(list.size() / 4);
  const auto words =
      summarizeRun<std::uint32_t>(sum, list.data(), count, layout::kTri32, kNoTag2, vertices);
  if (bits(words, layout::kFaceTag) != 0) return std::nullopt;
  sum.end = {count, static_cast<std::uint32_t>(list.size()), true};
  sum.counts[static_cast<std::size_t>(FaceForm::Tri32)] = count;
  return sum;
}

Summary summarize(Bytes list, std::uint32_t vertices) {
  if (const auto all_tri32 = summarizeTri32(list, vertices)) return *all_tri32;
  Summary sum;
  const auto add = [&](const std::byte* run, std::uint32_t count, FaceForm form) {
    using namespace layout;
    switch (form) {
      case FaceForm::Tri32:
        summarizeRun<std::uint32_t>(sum, run, count, kTri32, kNoTag2, vertices);
        break;
      case FaceForm::Quad32:
        summarizeRun<std::uint32_t>(sum, run, count, kQuad32, kTag2Of32, vertices);
        break;
      case FaceForm::Tri64:
        summarizeRun<std::uint64_t>(sum, run, count, kTri64, kTag2Of64, vertices);
        break;
      case FaceForm::Quad64:
        summarizeRun<std::uint64_t>(sum, run, count, kQuad64, kTag2Of64, vertices);
        break;
    }
  };
  sum.end = walkFaceRuns(
      list, [&](std::uint32_t, const std::byte* run, std::uint32_t count, FaceForm form) {
        sum.counts[static_cast<std::size_t>(form)] += count;
        add(run, count, form);
      });
  return sum;
}

void reportFaults(Reader& reader, std::uint32_t mesh_index, Bytes list) {
  MeshDef& mesh = reader.file.meshes[mesh_index];
  const unsigned promised = promisedForms(mesh.flags);
  struct Tally {
    Finding first;
    std::uint64_t count = 0;
  };
  Tally form_faults;
  Tally tag_faults;
  Tally index_faults;
  const auto note = [](Tally& tally, std::uint64_t offset, std::uint32_t face, std::uint64_t a,
                       std::uint64_t b) {
    if (tally.count++ == 0) tally.first = {.offset = offset, .first = a, .second = b, .k = face};
  };
  walkFaces(list, [&](std::uint32_t f, const std::byte* record, FaceForm form) {
    const std::uint64_t offset =
        mesh.face_list.offset + static_cast<std::uint64_t>(record - list.data());
    if ((formBit(form) & promised) == 0) {
      note(form_faults, offset, f, static_cast<std::uint64_t>(form), mesh.flags);
    }
    if (const std::uint8_t tag2 = faceTag2(record, form)) {
      note(tag_faults, offset + faceSize(form) - 1, f, tag2, 0);
    }
    const std::array<std::uint32_t, 4> v = faceIndices(record, form);
    const std::uint32_t corners = isQuad(form) ? 4 : 3;
    const auto* bad = std::find_if(v.data(), v.data() + corners, [&mesh](std::uint32_t index) {
      return index >= mesh.vertex_count;
    });
    if (bad != v.data() + corners) note(index_faults, offset, f, *bad, mesh.vertex_count);
  });
  const auto report = [&](Rule rule, const Tally& tally) {
    if (tally.count == 0) return;
    reader.add(rule, tally.first.offset, {Place::MeshFace, mesh_index, tally.first.k},
               tally.first.first, tally.first.second, tally.count);
  };
  report(Rule::MeshFaceForm, form_faults);
  report(Rule::MeshFaceTag2, tag_faults);
  mesh.faces_in_range = index_faults.count == 0;
  if (!mesh.vertices_trusted) return;
  report(Rule::MeshIndexRange, index_faults);
  if (index_faults.count != 0) mesh.sound = false;
}

void checkCount(Reader& reader, std::uint32_t mesh_index, const Summary& sum) {
  const MeshDef& mesh = reader.file.meshes[mesh_index];
  const std::uint64_t records = mesh.face_count;
  const std::uint64_t nominal = records + sum.counts[static_cast<std::size_t>(FaceForm::Quad32)];
  if (mesh.n_tris == nominal) return;
  const bool variant = mesh.n_tris == records || mesh.n_tris == mesh.triangle_count;
  reader.add(variant ? Rule::MeshFaceCountVariant : Rule::MeshFaceCount,
             mesh.offset + layout::kMeshTriangleCount, {Place::MeshTriangleCount, mesh_index, 0},
             mesh.n_tris, nominal);
}

}  // namespace

void checkFaces(Reader& reader, std::uint32_t mesh_index) {
  MeshDef& mesh = reader.file.meshes[mesh_index];
  mesh.faces_trusted = mesh.faces_read;
  if (!mesh.faces_read) return;
  Bytes list;
  if (mesh.face_list.size != 0) {
    list = listBytes(reader.bytes, mesh.face_list.offset, mesh.face_list.size);
  }
  const Summary sum = summarize(list, mesh.vertex_count);
  mesh.face_count = sum.end.count;
  mesh.face_bytes = sum.end.bytes;
  // At most 2 * 2^30: four bytes a face, and lists are below 4 GiB.
  mesh.triangle_count = mesh.face_count + sum.counts[static_cast<std::size_t>(FaceForm::Quad32)] +
                        sum.counts[static_cast<std::size_t>(FaceForm::Quad64)];

  unsigned forms = 0;
  for (std::size_t f = 0; f < 4; ++f)
    forms |= sum.counts[f] != 0 ? 1u << f : 0u;
  if ((forms & ~promisedForms(mesh.flags)) != 0 || sum.tag2 || sum.bad_index) {
    reportFaults(reader, mesh_index, list);
  }
  if (!sum.end.whole) {
    mesh.faces_trusted = false;
    reader.add(Rule::MeshFaceTruncated, std::uint64_t{mesh.face_list.offset} + mesh.face_bytes,
               {Place::MeshFace, mesh_index, mesh.face_count},
               std::uint64_t{mesh.face_list.offset} + mesh.face_list.size);
  } else {
    checkCount(reader, mesh_index, sum);
  }
}

}  // namespace sinew::bmd1
