#pragma once

// The three walks of the format (docs/format-bmd1.md, sections 4, 5 and 8) as templates: checking,
// decoding and expanding all step through lists by the same code. Every step is bounded by the
// list's bytes.

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/bit_fields.h"
#include "format/bmd1/decode.h"
#include "format/bmd1/layout.h"
#include "format/byte_reader.h"
#include "format/bytes.h"

namespace sinew::bmd1 {

/// The part of the file that a list covers. The range must lie in the file.
[[nodiscard]] inline Bytes listBytes(Bytes file, std::uint64_t offset, std::uint64_t size) {
  return file.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

/// Where a walk over a list of records ended.
struct WalkEnd {
  std::uint32_t count = 0;  ///< whole records
  std::uint32_t bytes = 0;  ///< they cover
  bool whole = true;        ///< false: the list ends inside a record
};

/// Which of the three record sizes a vertex tag announces.
[[nodiscard]] constexpr PackedForm formOf(std::uint8_t tag) {
  return tag < layout::kTag96    ? PackedForm::Bits64
         : tag < layout::kTag128 ? PackedForm::Bits96
                                 : PackedForm::Bits128;
}

/// Number of records of kSize bytes at the start of `list` for which other(record) is 0. Long runs
/// are scanned in blocks without a branch inside, short ones (mixed lists) are not worth one.
template <std::uint32_t kSize, class Other>
[[nodiscard]] std::uint32_t runLength(Bytes list, Other&& other) {
  constexpr std::uint32_t kBlock = 16;
  const auto room = static_cast<std::uint32_t>(list.size() / kSize);
  const std::byte* record = list.data();
  std::uint32_t count = 0;
  const std::uint32_t start = room < kBlock ? room : kBlock;
  for (; count < start; ++count, record += kSize) {
    if (other(record) != 0) return count;
  }
  for (; room - count >= kBlock; count += kBlock, record += kBlock * kSize) {
    decltype(other(record)) others = 0;
    for (std::uint32_t r = 0; r < kBlock; ++r)
      others |= other(record + std::size_t{r} * kSize);
    if (others != 0) break;
  }
  for (; count < room; ++count, record += kSize) {
    if (other(record) != 0) break;
  }
  return count;
}

/// Number of whole vertices at the start of `list` that have the form of the first one.
[[nodiscard]] inline std::uint32_t vertexRun(Bytes list) {
  if (list.size() < 8) return 0;
  const auto tagOf = [](const std::byte* record) { return loadLe<std::uint64_t>(record) >> 56; };
  switch (formOf(static_cast<std::uint8_t>(list[layout::kVertexTag]))) {
    case PackedForm::Bits64:  // a carry out of eight bits from the first tag of the others on
      return runLength<8>(list, [tagOf](const std::byte* record) {
        return (tagOf(record) + (0x100 - layout::kTag96)) >> 8;
      });
    case PackedForm::Bits96:
      return runLength<12>(list, [tagOf](const std::byte* record) {
        const std::uint64_t tag = tagOf(record);
        return static_cast<std::uint32_t>(tag < layout::kTag96 || tag >= layout::kTag128);
      });
    default:
      return runLength<16>(list, [tagOf](const std::byte* record) {
        return (tagOf(record) ^ 0xFF) >> 2;  // FC..FF
      });
  }
}

/// Calls visit(index, record, word) for every whole vertex; `word` is the record's first 8 bytes.
template <class Visit>
WalkEnd walkVertices(Bytes list, Visit&& visit) {
  const std::byte* record = list.data();
  const std::byte* const end = record + list.size();
  std::uint32_t index = 0;
  while (end - record >= 8) {
    const auto word = loadLe<std::uint64_t>(record);
    const std::uint32_t size = vertexSize(static_cast<std::uint8_t>(word >> 56));
    if (end - record < static_cast<std::ptrdiff_t>(size)) break;
    visit(index, record, word);
    record += size;
    ++index;
  }
  return {index, static_cast<std::uint32_t>(record - list.data()), record == end};
}

/// Whether a tag is none of 00..EF, F8..FB, FD.
[[nodiscard]] constexpr bool isReservedTag(std::uint8_t tag) {
  return tag >= layout::kTag96 &&
         (tag < layout::kTagF8 || tag == 0xFC || tag == 0xFE || tag == 0xFF);
}

/// The byte of a record that gives its bone, as an offset from its start; 0 for records on bone 0
/// for good.
[[nodiscard]] constexpr std::uint32_t boneByteOf(std::uint8_t tag) {
  if (tag < layout::kTag96) return layout::kVertexTag;
  if (tag >= layout::kTag128) return layout::kVertex128Bone;
  return (tag & layout::kTag96HasBone) != 0 ? layout::kVertex96Bone : 0;
}

[[nodiscard]] inline std::uint8_t boneOf(const std::byte* record, std::uint8_t tag) {
  const std::uint32_t at = boneByteOf(tag);
  return at == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(record[at]);
}

/// Bytes of the face record whose first word's low bits are `form`.
[[nodiscard]] constexpr std::uint32_t faceSize(FaceForm form) {
  return form == FaceForm::Tri32 || form == FaceForm::Quad32 ? 4 : 8;
}

[[nodiscard]] inline FaceForm faceFormOf(std::byte first) {
  return static_cast<FaceForm>(static_cast<std::uint8_t>(first) & 3);
}

/// Number of whole faces at the start of `list` that have `form`; its records are kSize bytes.
template <std::uint32_t kSize>
[[nodiscard]] std::uint32_t faceRun(Bytes list, FaceForm form) {
  return runLength<kSize>(list, [form](const std::byte* record) {
    const auto tag = static_cast<std::uint32_t>(form);
    return (loadLe<std::uint32_t>(record) ^ tag) &
           static_cast<std::uint32_t>(layout::kFaceTag.mask());
  });
}

/// Calls visit(first, record, count, form) for every run of whole faces of one form.
template <class Visit>
WalkEnd walkFaceRuns(Bytes list, Visit&& visit) {
  std::size_t at = 0;
  std::uint32_t index = 0;
  while (list.size() - at >= 4) {
    const FaceForm form = faceFormOf(list[at]);
    const Bytes rest = list.subspan(at);
    const std::uint32_t size = faceSize(form);
    const std::uint32_t count = size == 4 ? faceRun<4>(rest, form) : faceRun<8>(rest, form);
    if (count == 0) break;  // the list ends inside this face
    visit(index, rest.data(), count, form);
    at += std::size_t{count} * size;
    index += count;
  }
  return {index, static_cast<std::uint32_t>(at), at == list.size()};
}

/// Calls visit(index, record, form) for every whole face.
template <class Visit>
WalkEnd walkFaces(Bytes list, Visit&& visit) {
  return walkFaceRuns(list, [&visit](std::uint32_t index, const std::byte* record,
                                     std::uint32_t count, FaceForm form) {
    const std::uint32_t size = faceSize(form);
    for (std::uint32_t f = 0; f < count; ++f, record += size)
      visit(index + f, record, form);
  });
}

/// The vertex indices of a face; the fourth is 0 for triangles.
[[nodiscard]] inline std::array<std::uint32_t, 4> faceIndices(const std::byte* record,
                                                              FaceForm form) {
  switch (form) {
    case FaceForm::Tri32: {
      const auto word = loadLe<std::uint32_t>(record);
      return {bits(word, layout::kTri32[0]), bits(word, layout::kTri32[1]),
              bits(word, layout::kTri32[2]), 0};
    }
    case FaceForm::Quad32: {
      const auto word = loadLe<std::uint32_t>(record);
      return {bits(word, layout::kQuad32[0]), bits(word, layout::kQuad32[1]),
              bits(word, layout::kQuad32[2]), bits(word, layout::kQuad32[3])};
    }
    case FaceForm::Tri64: {
      const auto word = loadLe<std::uint64_t>(record);
      return {bits(word, layout::kTri64[0]), bits(word, layout::kTri64[1]),
              bits(word, layout::kTri64[2]), 0};
    }
    case FaceForm::Quad64: {
      const auto word = loadLe<std::uint64_t>(record);
      return {bits(word, layout::kQuad64[0]), bits(word, layout::kQuad64[1]),
              bits(word, layout::kQuad64[2]), bits(word, layout::kQuad64[3])};
    }
  }
  return {};
}

/// The top two bits that quads and 64-bit faces must leave at zero; 0 for tri32, which has none.
[[nodiscard]] inline std::uint8_t faceTag2(const std::byte* record, FaceForm form) {
  if (form == FaceForm::Tri32) return 0;
  const std::byte last = record[faceSize(form) - 1];
  return static_cast<std::uint8_t>(static_cast<std::uint8_t>(last) >> 6);
}

[[nodiscard]] constexpr bool isQuad(FaceForm form) {
  return form == FaceForm::Quad32 || form == FaceForm::Quad64;
}

/// One record of a bone's stream.
struct FrameRecord {
  std::uint32_t bone = 0;
  std::uint32_t offset = 0;  ///< of the tag, from the start of the frame data
  std::uint8_t tag = 0;
  /// The key's frame; of a record without values the frame it advances to. 64 bits: skips add up.
  std::uint64_t frame = 0;
  const std::byte* values =
      nullptr;  ///< rotation, translation, scale: those the tag names, 4 bytes each
};

enum class FramesEnd : std::uint8_t { Complete, Unterminated, Truncated };

/// Where a walk over frame data ended.
struct FramesWalkEnd {
  FramesEnd end = FramesEnd::Complete;
  std::uint32_t bone = 0;    ///< of the fault; the number of bones where complete
  std::uint32_t offset = 0;  ///< first byte behind the last whole record
};

/// Bytes of the values that a tag announces.
[[nodiscard]] constexpr std::uint32_t keyBytes(std::uint8_t tag) {
  return 4u * ((tag >> 7 & 1u) + (tag >> 6 & 1u) + (tag >> 5 & 1u));
}

/// Calls visit(FrameRecord) for every whole record of `bones` streams, terminators left out.
template <class Visit>
FramesWalkEnd walkFrames(Bytes data, std::uint32_t bones, Visit&& visit) {
  const auto size = static_cast<std::uint32_t>(data.size());
  std::uint32_t at = 0;
  for (std::uint32_t bone = 0; bone < bones; ++bone) {
    std::uint64_t frame = 0;
    for (;;) {
      if (at == size) return {FramesEnd::Unterminated, bone, at};
      const auto tag = static_cast<std::uint8_t>(data[at]);
      if (tag == 0) break;
      const std::uint32_t payload = keyBytes(tag);
      if (size - at - 1 < payload) return {FramesEnd::Truncated, bone, at};
      frame += tag & layout::kKeySkip;
      if (payload == 0) ++frame;  // such a record advances one more than it skips
      visit(FrameRecord{bone, at, tag, frame, data.data() + at + 1});
      if (payload != 0) ++frame;
      at += 1 + payload;
    }
    ++at;
  }
  return {FramesEnd::Complete, bones, at};
}

}  // namespace sinew::bmd1
