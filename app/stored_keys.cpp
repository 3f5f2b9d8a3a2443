#include "app/stored_keys.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "format/bmd1/decode.h"
#include "format/bmd1/layout.h"
#include "format/bmd1/walk.h"

namespace sinew::app {
namespace {

/// Frames this close count as the same: they come from seconds times rate.
constexpr double kSameFrame = 1e-6;

template <std::size_t N>
std::array<float, N> narrowed(const std::array<double, N>& values) {
  std::array<float, N> out{};
  std::ranges::transform(values, out.begin(), [](double v) { return static_cast<float>(v); });
  return out;
}

StoredKey keyOf(const bmd1::Key& record) {
  StoredKey key;
  key.frame = record.frame;
  key.offset = static_cast<std::uint32_t>(record.offset);  // offsets of the format have 32 bits
  if (record.rotation) {
    key.channels |= channelBit(Channel::Rotation);
    key.rotation = narrowed(*record.rotation);
  }
  if (record.translation) {
    key.channels |= channelBit(Channel::Translation);
    key.translation = narrowed(*record.translation);
  }
  if (record.scale) {
    key.channels |= channelBit(Channel::Scale);
    key.scale = narrowed(*record.scale);
  }
  return key;
}

/// Where each bone's skips and keys start, by bone; filled in file order.
struct Gathered {
  std::vector<std::pair<std::uint32_t, StoredKey>> keys;
  std::vector<std::pair<std::uint32_t, StoredSkip>> skips;
};

void gatherSkips(Gathered& found, const bmd1::File& file, const bmd1::AnimDef& anim) {
  if (!anim.walked || anim.frames.size == 0) return;
  const Bytes data = bmd1::listBytes(*file.bytes, anim.frames.offset, anim.frames.size);
  std::uint32_t bone = kNone;
  std::uint64_t at = 0;  // the frame that the next record starts from
  bmd1::walkFrames(data, file.normal_bone_count, [&](const bmd1::FrameRecord& record) {
    if (record.bone != bone) at = 0;
    bone = record.bone;
    const bool has_values = bmd1::keyBytes(record.tag) != 0;
    if (!has_values && at < anim.n_frames) {
      // Skips add up to 64 bits; what lies beyond the animation needs no exact number.
      const auto to = static_cast<std::uint32_t>(std::min<std::uint64_t>(record.frame, 0xFFFFFFFF));
      found.skips.push_back(
          {bone, {anim.frames.offset + record.offset, static_cast<std::uint32_t>(at), to}});
    }
    at = record.frame + (has_values ? 1 : 0);
  });
}

void addTracks(StoredKeys& out, const Gathered& found) {
  auto key = found.keys.begin();
  auto skip = found.skips.begin();
  while (key != found.keys.end() || skip != found.skips.end()) {
    const std::uint32_t bone = std::min(key != found.keys.end() ? key->first : kNone,
                                        skip != found.skips.end() ? skip->first : kNone);
    out.tracks.push_back({bone, static_cast<std::uint32_t>(out.keys.size()),
                          static_cast<std::uint32_t>(out.skips.size())});
    for (; key != found.keys.end() && key->first == bone; ++key)
      out.keys.push_back(key->second);
    for (; skip != found.skips.end() && skip->first == bone; ++skip)
      out.skips.push_back(skip->second);
  }
  if (out.tracks.empty()) return;
  out.tracks.push_back({kNone, static_cast<std::uint32_t>(out.keys.size()),
                        static_cast<std::uint32_t>(out.skips.size())});
}

/// Adds a channel's keys of one bone to those of its other channels, by frame.
template <class V, class Set>
void addChannel(std::map<double, StoredKey>& keys, const KeyPool<V>& pool, std::uint32_t first,
                std::uint32_t end, Channel channel, const Set& set) {
  for (std::uint32_t i = first; i < end; ++i) {
    const double frame = double{pool.frame(i)};
    StoredKey& key = keys[frame];
    key.frame = frame;
    key.channels |= channelBit(channel);
    set(key, pool.values[i]);
  }
}

/// All keys of one bone, by frame.
std::map<double, StoredKey> keysOfTrack(const ClipKeys& all, std::size_t track) {
  const Track& from = all.tracks[track];
  const Track& end = all.tracks[track + 1];
  std::map<double, StoredKey> keys;
  addChannel(keys, all.rotations, from.first_rotation, end.first_rotation, Channel::Rotation,
             [](StoredKey& key, const glm::quat& q) {
               key.rotation = {q.x, q.y, q.z, q.w};
             });
  addChannel(keys, all.translations, from.first_translation, end.first_translation,
             Channel::Translation, [](StoredKey& key, const glm::vec3& v) {
               key.translation = {v.x, v.y, v.z};
             });
  addChannel(keys, all.scales, from.first_scale, end.first_scale, Channel::Scale,
             [](StoredKey& key, const glm::vec3& v) {
               key.scale = {v.x, v.y, v.z};
             });
  return keys;
}

void gatherFrames(StoredKeys& out) {
  for (const StoredKey& key : out.keys)
    out.key_frames.push_back(key.frame);
  std::ranges::sort(out.key_frames);
  const auto rest = std::ranges::unique(out.key_frames);
  out.key_frames.erase(rest.begin(), rest.end());
}

std::optional<double> neighbourIn(std::span<const double> frames, double frame, bool forward,
                                  bool wrap) {
  if (frames.empty()) return std::nullopt;
  const auto later = std::ranges::upper_bound(frames, frame + kSameFrame);
  if (forward) {
    if (later != frames.end()) return *later;
    return wrap ? std::optional(frames.front()) : std::nullopt;
  }
  const auto here = std::ranges::lower_bound(frames, frame - kSameFrame);
  if (here != frames.begin()) return *std::prev(here);
  return wrap ? std::optional(frames.back()) : std::nullopt;
}

std::array<float, 4> blended(const StoredKey& a, const StoredKey& b, Channel channel, float part) {
  std::array<float, 4> from = storedValue(a, channel);
  const std::array<float, 4> to = storedValue(b, channel);
  float sign = 1.0f;
  if (channel == Channel::Rotation) {
    float dot = 0.0f;
    for (std::size_t c = 0; c < 4; ++c)
      dot += from[c] * to[c];
    if (dot < 0.0f) sign = -1.0f;
  }
  float length = 0.0f;
  for (std::size_t c = 0; c < 4; ++c) {
    from[c] += (sign * to[c] - from[c]) * part;
    length += from[c] * from[c];
  }
  if (channel == Channel::Rotation && length > 0.0f) {
    for (float& component : from)
      component /= std::sqrt(length);
  }
  return from;
}

}  // namespace

std::span<const StoredKey> StoredKeys::keysOf(std::size_t track) const {
  return std::span(keys).subspan(tracks[track].first_key,
                                 tracks[track + 1].first_key - tracks[track].first_key);
}

std::span<const StoredSkip> StoredKeys::skipsOf(std::size_t track) const {
  return std::span(skips).subspan(tracks[track].first_skip,
                                  tracks[track + 1].first_skip - tracks[track].first_skip);
}

std::optional<std::size_t> StoredKeys::trackOf(std::uint32_t bone) const {
  if (bone == kNone) return std::nullopt;
  const auto found = std::ranges::lower_bound(tracks, bone, {}, &StoredTrack::bone);
  if (found == tracks.end() || found->bone != bone) return std::nullopt;
  return static_cast<std::size_t>(found - tracks.begin());
}

std::span<const StoredKey> StoredKeys::keysOfBone(std::uint32_t bone) const {
  const auto track = trackOf(bone);
  return track ? keysOf(*track) : std::span<const StoredKey>{};
}

StoredKeys storedKeys(const bmd1::File& file, const bmd1::AnimDef& anim) {
  Gathered found;
  bmd1::forEachKey(file, anim, [&](std::uint32_t bone, const bmd1::Key& key) {
    found.keys.emplace_back(bone, keyOf(key));
  });
  gatherSkips(found, file, anim);
  StoredKeys out;
  out.frames = anim.n_frames;
  out.root_ignored = true;
  out.keys.reserve(found.keys.size());
  out.skips.reserve(found.skips.size());
  addTracks(out, found);
  gatherFrames(out);
  return out;
}

StoredKeys storedKeys(const Clip& clip) {
  StoredKeys out;
  out.frames = clip.frame_count;
  if (!clip.keys || clip.keys->tracks.empty()) return out;
  const auto add = [&](std::uint32_t bone) {
    out.tracks.push_back({bone, static_cast<std::uint32_t>(out.keys.size()), 0});
  };
  for (std::size_t track = 0; track + 1 < clip.keys->tracks.size(); ++track) {
    add(clip.keys->tracks[track].bone);
    for (const auto& [frame, key] : keysOfTrack(*clip.keys, track))
      out.keys.push_back(key);
  }
  add(kNone);
  gatherFrames(out);
  return out;
}

StoredKeys storedKeys(const LoadedModel& loaded, std::uint32_t clip) {
  if (loaded.bmd1) return storedKeys(*loaded.bmd1, loaded.bmd1->anims[clip]);
  return storedKeys(loaded.model.clips[clip]);
}

std::optional<double> neighbourKey(const StoredKeys& keys, std::uint32_t bone, double frame,
                                   bool forward, bool wrap) {
  const std::span<const StoredKey> own = keys.keysOfBone(bone);
  if (own.empty()) return neighbourIn(keys.key_frames, frame, forward, wrap);
  std::vector<double> frames;
  for (const StoredKey& key : own)
    frames.push_back(key.frame);
  return neighbourIn(frames, frame, forward, wrap);
}

std::array<float, 4> storedValue(const StoredKey& key, Channel channel) {
  if (channel == Channel::Rotation) return key.rotation;
  const std::array<float, 3>& v = channel == Channel::Translation ? key.translation : key.scale;
  return {v[0], v[1], v[2], 0.0f};
}

std::optional<std::array<float, 4>> curveAt(std::span<const StoredKey> keys, Channel channel,
                                            double frame, double frame_count, bool looping,
                                            bool steps) {
  const StoredKey* first = nullptr;
  const StoredKey* before = nullptr;
  const StoredKey* after = nullptr;
  const StoredKey* last = nullptr;
  for (const StoredKey& key : keys) {
    if (!key.has(channel)) continue;
    if (first == nullptr) first = &key;
    last = &key;
    if (key.frame <= frame) {
      before = &key;
    } else if (after == nullptr) {
      after = &key;
    }
  }
  if (first == nullptr) return std::nullopt;
  if (steps) return storedValue(before != nullptr ? *before : looping ? *last : *first, channel);
  double start = before != nullptr ? before->frame : 0.0;
  double end = after != nullptr ? after->frame : 0.0;
  if (before == nullptr || after == nullptr) {
    const StoredKey& held = before == nullptr ? *first : *last;
    if (!looping || first == last) return storedValue(held, channel);
    if (before == nullptr) {
      before = last;
      start = last->frame - frame_count;
    } else {
      after = first;
      end = first->frame + frame_count;
    }
  }
  // Past the seam of a clip whose last key lies on its last frame there is no room to blend in.
  const double span = end - start;
  const double part = span > 0.0 ? std::clamp((frame - start) / span, 0.0, 1.0) : 0.0;
  return blended(*before, *after, channel, static_cast<float>(part));
}

}  // namespace sinew::app
