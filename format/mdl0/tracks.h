#pragma once

// Animated numbers: constants, Hermite keys in three packings, one sample a frame in three.
// docs/format-mdl0.md, "Tracks".

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "format/mdl0/source.h"

namespace sinew::mdl0 {

/// By the file's codes.
enum class TrackFormat : std::uint8_t { Constant, I4, I6, I12, L1, L2, L4 };

struct Key {
  float frame = 0.0f;
  float value = 0.0f;
  float tangent = 0.0f;  ///< change of the value a frame
};

/// Hermite interpolation between keys ordered by frame; the first and last value hold outside. Of
/// two keys on one frame the later one holds from there on. 0 without keys.
[[nodiscard]] double sampleKeys(const std::vector<Key>& keys, double frame);

/// A number over a clip's frames.
class Track {
 public:
  Track() = default;
  explicit Track(double constant) : constant_(constant) {}

  /// At a frame within [0, frames]. `angle`: degrees, which go the shorter way between samples.
  [[nodiscard]] double at(double frame, bool angle = false) const;

 private:
  friend class TrackReader;
  [[nodiscard]] double baked(std::uint64_t index) const;

  double constant_ = 0.0;
  std::shared_ptr<const std::vector<Key>> keys_;
  SharedBytes samples_owner_;  ///< null: constant or keys
  std::uint64_t samples_ = 0;  ///< in the owner
  std::uint64_t sample_count_ = 0;
  TrackFormat format_ = TrackFormat::Constant;
  double step_ = 1.0;
  double base_ = 0.0;
};

/// Reads the tracks of one source; those that several numbers share are read once.
class TrackReader {
 public:
  explicit TrackReader(const Source& source) : source_(source) {}

  /// The track whose offset from `base` is the word at `field`.
  /// \param frames of the clip; tracks with one sample a frame have frames + 1
  /// \return nothing where the track is broken, which is reported
  [[nodiscard]] std::optional<Track> read(std::uint64_t base, std::uint64_t field,
                                          TrackFormat format, std::uint32_t frames,
                                          std::string_view path);

 private:
  using Keys = std::shared_ptr<const std::vector<Key>>;
  [[nodiscard]] Keys readKeys(std::uint64_t at, TrackFormat format, std::string_view path);
  [[nodiscard]] std::optional<Track> readSamples(std::uint64_t at, TrackFormat format,
                                                 std::uint32_t frames, std::string_view path);

  const Source& source_;
  std::map<std::pair<std::uint64_t, TrackFormat>, Keys> keys_;
};

}  // namespace sinew::mdl0
