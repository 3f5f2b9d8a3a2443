// Animations (docs/format-bmd1.md, section 8).

#include <algorithm>
#include <array>
#include <numeric>

#include "format/bmd1/reader.h"
#include "format/bmd1/walk.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

/// The rules that are reported once per animation, for their first offender.
struct FrameFaults {
  struct Fault {
    Rule rule;
    Finding first{};
    std::uint64_t count = 0;
  };
  Fault ones{Rule::AnimValueOnes};
  Fault zero_rotation{Rule::RotationZero};
  Fault key_range{Rule::AnimKeyRange};
  Fault skip_range{Rule::AnimSkipRange};
  Fault root_keys{Rule::AnimRootKeys};

  static void note(Fault& fault, std::uint64_t offset, std::uint32_t bone, std::uint64_t a = 0,
                   std::uint64_t b = 0) {
    if (fault.count++ == 0) fault.first = {.offset = offset, .first = a, .second = b, .k = bone};
  }
};

/// The values of a record. `offset` is the tag's, in the file.
void checkValues(FrameFaults& faults, const FrameRecord& record, std::uint64_t offset) {
  std::uint32_t at = 0;
  for (const std::uint8_t bit :
       {layout::kKeyRotation, layout::kKeyTranslation, layout::kKeyScale}) {
    if ((record.tag & bit) == 0) continue;
    const auto word = loadLe<std::uint32_t>(record.values + at);
    if (word == layout::kAbsentWord) {
      FrameFaults::note(faults.ones, offset + 1 + at, record.bone, bit);
    } else if (bit == layout::kKeyRotation && rotationHasZeroLength(word)) {
      FrameFaults::note(faults.zero_rotation, offset + 1 + at, record.bone, word);
    }
    at += 4;
  }
}

void checkFrame(FrameFaults& faults, const FrameRecord& record, std::uint64_t offset,
                std::uint32_t frames) {
  if (keyBytes(record.tag) == 0) {
    if (record.frame > frames) {
      FrameFaults::note(faults.skip_range, offset, record.bone, record.frame, frames);
    }
  } else if (record.frame >= frames) {
    FrameFaults::note(faults.key_range, offset, record.bone, record.frame, frames);
  } else if (record.bone == 0) {
    FrameFaults::note(faults.root_keys, offset, 0);
  }
}

void reportEnd(Reader& reader, std::uint32_t a, Bytes data, const FramesWalkEnd& end) {
  const AnimDef& anim = reader.file.anims[a];
  const std::uint64_t offset = std::uint64_t{anim.frames.offset} + end.offset;
  const Path track{Place::AnimTrack, a, end.bone};
  switch (end.end) {
    case FramesEnd::Unterminated:
      reader.add(Rule::AnimTerminator,
                 data.empty() ? anim.offset + layout::kAnimFramesSize : offset, track);
      break;
    case FramesEnd::Truncated:
      reader.add(Rule::AnimTruncated, offset, track,
                 keyBytes(static_cast<std::uint8_t>(data[end.offset])),
                 data.size() - end.offset - 1);
      break;
    case FramesEnd::Complete:
      if (end.offset != data.size()) {
        reader.add(Rule::AnimTrailing, offset, {Place::AnimFrames, a, 0}, data.size() - end.offset);
      }
      break;
  }
}

void checkFrames(Reader& reader, std::uint32_t a) {
  AnimDef& anim = reader.file.anims[a];
  Bytes data;
  if (anim.frames.size != 0) data = listBytes(reader.bytes, anim.frames.offset, anim.frames.size);
  FrameFaults faults;
  const FramesWalkEnd end =
      walkFrames(data, reader.file.normal_bone_count, [&](const FrameRecord& record) {
        const std::uint64_t offset = std::uint64_t{anim.frames.offset} + record.offset;
        checkValues(faults, record, offset);
        checkFrame(faults, record, offset, anim.n_frames);
      });
  anim.walked = true;
  anim.keys_in_range = faults.key_range.count == 0;
  anim.track_count = end.end == FramesEnd::Complete ? end.bone : end.bone + 1;
  for (const FrameFaults::Fault& fault :
       {faults.ones, faults.zero_rotation, faults.key_range, faults.skip_range, faults.root_keys}) {
    if (fault.count == 0) continue;
    reader.add(fault.rule, fault.first.offset, {Place::AnimTrack, a, fault.first.k},
               fault.first.first, fault.first.second, fault.count);
  }
  reportEnd(reader, a, data, end);
}

void readRecord(Reader& reader, std::uint32_t a) {
  AnimDef& anim = reader.file.anims[a];
  anim.offset = reader.file.header.anims.offset + a * layout::kAnimSize;
  ByteReader in(reader.bytes, anim.offset);
  const std::uint32_t name = in.u32();
  anim.n_frames = in.u8();
  anim.fl_hz = in.u8();
  const std::array<std::uint8_t, 2> reserved{in.u8(), in.u8()};
  anim.frames.offset = in.u32();
  anim.frames.size = in.u32();
  anim.name = readString(reader, name, anim.offset + layout::kAnimName, {Place::AnimName, a, 0});
  if (name == 0) reader.add(Rule::AnimNameMissing, anim.offset, {Place::AnimName, a, 0});
  if (reserved[0] != 0 || reserved[1] != 0) {
    const std::uint32_t at = reserved[0] != 0 ? 0 : 1;
    reader.add(Rule::AnimReserved, anim.offset + layout::kAnimReserved + at,
               {Place::AnimReserved, a, at + 1}, reserved[at]);
  }
  if (anim.n_frames == 0) {
    reader.add(Rule::AnimFramesZero, anim.offset + layout::kAnimFrameCount,
               {Place::AnimFrameCount, a, 0});
  }
  if ((anim.fl_hz & layout::kRateMask) == 0) {
    reader.add(Rule::AnimHzZero, anim.offset + layout::kAnimRate, {Place::AnimRate, a, 0});
  }
}

void readAnim(Reader& reader, std::uint32_t a) {
  readRecord(reader, a);
  const AnimDef& anim = reader.file.anims[a];
  bool readable = true;
  if (anim.frames.size != 0) {
    readable = admitList(reader, anim.frames,
                         {anim.offset + layout::kAnimFrames,
                          anim.offset + layout::kAnimFramesSize,
                          {Place::AnimFrames, a, 0},
                          false});
  }
  if (readable && anim.n_frames != 0 && reader.bones_known && reader.bones_sound) {
    checkFrames(reader, a);
  }
}

/// Each animation whose name an earlier one has.
void checkNames(Reader& reader) {
  const std::vector<AnimDef>& anims = reader.file.anims;
  std::vector<std::uint32_t> order(anims.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&anims](std::uint32_t a, std::uint32_t b) {
    const StoredString& x = anims[a].name;
    const StoredString& y = anims[b].name;
    if (x.present() != y.present()) return y.present();
    // Records that share a string need no comparison of its bytes.
    if (x.text.data() != y.text.data()) {
      if (const int compared = x.text.compare(y.text); compared != 0) return compared < 0;
    }
    return a < b;
  });
  for (std::size_t o = 1; o < order.size(); ++o) {
    const AnimDef& anim = anims[order[o]];
    const AnimDef& before = anims[order[o - 1]];
    if (!before.name.present() || anim.name.text != before.name.text) continue;
    reader.add(Rule::AnimNameDuplicate, anim.offset, {Place::AnimName, order[o], 0},
               anim.name.offset, anim.name.text.size());
  }
}

}  // namespace

void readAnims(Reader& reader) {
  if (reader.anim_count == 0) return;
  if (reader.bones_known && reader.file.bones.empty()) {
    reader.add(Rule::AnimNoBones, layout::kHeaderAnims, {Place::Anims, 0, 0}, reader.anim_count);
    return;
  }
  reader.file.anims.resize(reader.anim_count);
  for (std::uint32_t a = 0; a < reader.anim_count; ++a)
    readAnim(reader, a);
  checkNames(reader);
}

}  // namespace sinew::bmd1
