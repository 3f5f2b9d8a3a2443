#include "format/bmd1/clip_keys.h"

#include "format/bmd1/layout.h"
#include "format/bmd1/walk.h"
#include "format/quantize.h"

namespace sinew::bmd1 {
namespace {

template <class V>
void addKey(KeyPool<V>& pool, std::uint64_t frame, const V& value) {
  pool.whole_frames.push_back(static_cast<std::uint16_t>(frame));  // below n_frames, at most 255
  pool.values.push_back(value);
}

template <class V>
void clear(KeyPool<V>& pool) {
  pool.whole_frames.clear();
  pool.values.clear();
}

Track trackAt(const ClipKeys& keys, std::uint32_t bone) {
  return {bone, static_cast<std::uint32_t>(keys.rotations.values.size()),
          static_cast<std::uint32_t>(keys.translations.values.size()),
          static_cast<std::uint32_t>(keys.scales.values.size())};
}

void addRecord(ClipKeys& keys, const FrameRecord& record, const Transform& rest) {
  const std::byte* value = record.values;
  const auto next = [&value] {
    const auto word = loadLe<std::uint32_t>(value);
    value += 4;
    return word;
  };
  if ((record.tag & layout::kKeyRotation) != 0) {
    const glm::dquat q = glm::normalize(decodeRotation(next()) * rest.rotation);
    addKey(keys.rotations, record.frame, glm::quat(q));
  }
  if ((record.tag & layout::kKeyTranslation) != 0) {
    addKey(keys.translations, record.frame, glm::vec3(rest.translation + decodePackedVec3(next())));
  }
  if ((record.tag & layout::kKeyScale) != 0) {
    addKey(keys.scales, record.frame, glm::vec3(decodePackedVec3(next())));
  }
}

}  // namespace

std::shared_ptr<const ClipKeys> ClipKeysBuilder::build(const AnimDef& anim) {
  if (anim.frames.size == 0) return nullptr;
  scratch_.tracks.clear();
  clear(scratch_.rotations);
  clear(scratch_.translations);
  clear(scratch_.scales);
  const Bytes data = listBytes(*file_.bytes, anim.frames.offset, anim.frames.size);
  walkFrames(data, file_.normal_bone_count, [&](const FrameRecord& record) {
    if (record.bone == 0 || keyBytes(record.tag) == 0 || record.frame >= anim.n_frames) return;
    if (scratch_.tracks.empty() || scratch_.tracks.back().bone != record.bone) {
      scratch_.tracks.push_back(trackAt(scratch_, record.bone));
    }
    addRecord(scratch_, record, skeleton_.bones[record.bone].rest);
  });
  if (scratch_.tracks.empty()) return nullptr;
  scratch_.tracks.push_back(trackAt(scratch_, kNone));
  return std::make_shared<const ClipKeys>(scratch_);  // copies have no slack
}

}  // namespace sinew::bmd1
