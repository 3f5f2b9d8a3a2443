#pragma once

// An animation's keys, in arrays that the timeline reads in every frame: made once a clip, never
// while it plays. Of BMD1 as the file stores them (docs/format-bmd1.md, section 8); of formats
// without records of keys as their reader leaves them (docs/architecture.md, "glTF").

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/state.h"
#include "format/bmd1/file.h"
#include "format/load.h"

namespace sinew::app {

struct StoredKey {
  double frame = 0.0;                  ///< whole in packed formats
  std::uint32_t offset = kNone;        ///< of the record, from the start of the file; kNone: none
  std::uint8_t channels = 0;           ///< channelBit of those that it has
  std::array<float, 4> rotation{};     ///< x, y, z, w; BMD1: relative to the base skeleton
  std::array<float, 3> translation{};  ///< BMD1: added to the base skeleton's
  std::array<float, 3> scale{};

  [[nodiscard]] bool has(Channel channel) const { return (channels & channelBit(channel)) != 0; }
};

/// A record without values: it only moves on.
struct StoredSkip {
  std::uint32_t offset = 0;
  std::uint32_t from = 0;  ///< frame at which it starts, in the animation
  std::uint32_t to = 0;    ///< frame that it moves on to; may lie beyond the animation's end
};

/// One bone's records: its keys and skips end where the next track's start.
struct StoredTrack {
  std::uint32_t bone = kNone;
  std::uint32_t first_key = 0;
  std::uint32_t first_skip = 0;
};

struct StoredKeys {
  double frames = 0.0;              ///< of the animation
  std::vector<StoredTrack> tracks;  ///< bones with records, rising; one more ends the last
  std::vector<StoredKey> keys;      ///< bone after bone, rising in frame
  std::vector<StoredSkip> skips;    ///< bone after bone, in order
  std::vector<double> key_frames;   ///< frames at which any bone has a key, rising
  bool root_ignored = false;        ///< keys of bone 0 move nothing

  /// Bones with records.
  [[nodiscard]] std::size_t size() const { return tracks.empty() ? 0 : tracks.size() - 1; }
  [[nodiscard]] std::span<const StoredKey> keysOf(std::size_t track) const;
  [[nodiscard]] std::span<const StoredSkip> skipsOf(std::size_t track) const;
  /// The track of a bone, or an empty optional for one without records.
  [[nodiscard]] std::optional<std::size_t> trackOf(std::uint32_t bone) const;
  /// The keys of a bone; none for kNone and bones without.
  [[nodiscard]] std::span<const StoredKey> keysOfBone(std::uint32_t bone) const;
};

/// Reads an animation's records; keys at or past its end are left out, as everywhere. Empty for
/// frame data that could not be read.
[[nodiscard]] StoredKeys storedKeys(const bmd1::File& file, const bmd1::AnimDef& anim);

/// A clip's keys where the file has no records of them: a key a bone and frame, absolute values.
[[nodiscard]] StoredKeys storedKeys(const Clip& clip);

/// The one or the other, for a clip (an index into Model::clips) of a loaded model.
[[nodiscard]] StoredKeys storedKeys(const LoadedModel& loaded, std::uint32_t clip);

/// The nearest frame with a key strictly beyond `frame` in a direction. `bone` kNone, or a bone
/// without keys: of any bone. With `wrap` the search goes on from the other end. Empty: there is
/// none.
[[nodiscard]] std::optional<double> neighbourKey(const StoredKeys& keys, std::uint32_t bone,
                                                 double frame, bool forward, bool wrap);

/// Of a channel's numbers: rotation 4 (x, y, z, w), translation and scale 3.
[[nodiscard]] constexpr std::size_t componentsOf(Channel channel) {
  return channel == Channel::Rotation ? 4 : 3;
}

/// A channel's numbers at a key, in the order of componentsOf; the last of a vec3 is 0.
[[nodiscard]] std::array<float, 4> storedValue(const StoredKey& key, Channel channel);

/// A channel between its stored keys, by the rules of section 8: linear, rotations along the
/// shorter way and normalised; `looping` blends over the seam, else the outer keys are held. With
/// `steps` a value holds until the next key.
/// \return empty where the bone's keys do not have the channel.
[[nodiscard]] std::optional<std::array<float, 4>> curveAt(std::span<const StoredKey> keys,
                                                          Channel channel, double frame,
                                                          double frame_count, bool looping,
                                                          bool steps = false);

}  // namespace sinew::app
