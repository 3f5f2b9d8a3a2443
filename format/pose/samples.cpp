#include "format/pose/samples.h"

#include <algorithm>

namespace sinew::pose {
namespace {

template <class V>
bool moves(const KeyPool<V>& pool, KeyRange range) {
  const auto first = pool.values.begin() + static_cast<std::ptrdiff_t>(range.first);
  const auto last = pool.values.begin() + static_cast<std::ptrdiff_t>(range.last);
  return std::any_of(first, last, [&](const V& value) { return value != *first; });
}

}  // namespace

MovingChannels findMovingChannels(const ClipKeys& keys, std::vector<Transform>& at_rest) {
  MovingChannels out;
  for (std::size_t track = 0; track < trackCount(keys); ++track) {
    const std::uint32_t bone = keys.tracks[track].bone;
    if (bone >= at_rest.size()) continue;
    const KeyRange rotations = rotationRange(keys, track);
    const KeyRange translations = translationRange(keys, track);
    const KeyRange scales = scaleRange(keys, track);
    if (moves(keys.rotations, rotations)) {
      out.rotations.push_back({bone, rotations});
    } else if (rotations.size() > 0) {
      const glm::dquat value(keys.rotations.values[rotations.first]);
      at_rest[bone].rotation = glm::normalize(value);
    }
    if (moves(keys.translations, translations)) {
      out.translations.push_back({bone, translations});
    } else if (translations.size() > 0) {
      at_rest[bone].translation = glm::dvec3(keys.translations.values[translations.first]);
    }
    if (moves(keys.scales, scales)) {
      out.scales.push_back({bone, scales});
    } else if (scales.size() > 0) {
      at_rest[bone].scale = glm::dvec3(keys.scales.values[scales.first]);
    }
  }
  return out;
}

}  // namespace sinew::pose
