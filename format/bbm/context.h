#pragma once

// What all parts of the BBM reader share while one file is read.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/bbm/cursor.h"
#include "format/scene/read.h"

namespace sinew::bbm {

using scene::Effect;
using scene::Kind;

/// A finding that is not told yet: parts that may be read twice keep them until one way is taken.
struct Finding {
  Kind kind = Kind::Value;
  Effect effect = Effect::Oddity;
  std::uint64_t offset = 0;
  std::string path;
  std::string message;
  std::uint32_t count = 1;
};
using FindingList = std::vector<Finding>;

/// The readings of docs/format-bbm.md, section 10.
enum class UvReading : std::uint8_t { SignedMinus8, Signed, UnsignedMinus8 };
enum class FloatPositions : std::uint8_t { ByBox, Plain, Scaled };
enum class HelperBones : std::uint8_t { Slot, Table };
enum class StripRestart : std::uint8_t { On, Off };
enum class TrackRate : std::uint8_t { Own, First };
enum class DeltaOrder : std::uint8_t { Before, After };
enum class BlockFormat : std::uint8_t { Transparency, Code };

struct Readings {
  UvReading uv = UvReading::SignedMinus8;
  FloatPositions float_positions = FloatPositions::ByBox;
  HelperBones helper_bones = HelperBones::Slot;
  StripRestart strip_restart = StripRestart::On;
  TrackRate track_rate = TrackRate::Own;
  DeltaOrder delta = DeltaOrder::Before;
  BlockFormat block_format = BlockFormat::Transparency;
};

/// From names and values as the command line has them, with or without "bbm." in front. Unknown
/// ones are passed over: the command line has told.
[[nodiscard]] Readings parseReadings(const std::map<std::string, std::string>& chosen);

struct AnimTrack;

class Context {
 public:
  explicit Context(const scene::ReadOptions& read_options);

  const scene::ReadOptions& options;
  Readings readings;
  scene::Findings findings;
  scene::Scene scene;
  /// The tracks of each of the scene's clips, and whether they add to the rest pose.
  std::vector<std::shared_ptr<const std::vector<AnimTrack>>> clip_tracks;
  std::vector<bool> clip_additive;

  void tell(const FindingList& list);
  void tell(Kind kind, Effect effect, std::uint64_t offset, std::string_view path,
            std::string message, std::uint32_t count = 1) {
    findings.add(kind, effect, offset, path, std::move(message), count);
  }

  /// Takes bytes from what may be unpacked in all; false where that is used up.
  [[nodiscard]] bool takeUnpacked(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t unpackedLeft() const { return unpacked_left_; }
  void restoreUnpacked(std::uint64_t left) { unpacked_left_ = left; }

  /// Notes that the file tells a reading apart. The first note of a name counts.
  void noteReading(std::string_view name, std::string_view value, std::string why);

  /// The place of a texture in the list of those wanted, which becomes a place in Scene::textures
  /// once all is read.
  [[nodiscard]] std::uint32_t wantTexture(std::uint32_t id);
  [[nodiscard]] const std::vector<std::uint32_t>& wantedTextures() const { return wanted_; }

 private:
  std::uint64_t unpacked_left_;
  std::vector<std::uint32_t> wanted_;
  std::map<std::uint32_t, std::uint32_t> wanted_index_;
};

/// A file's name without its last extension.
[[nodiscard]] std::string stemOf(std::string_view file_name);

/// Names of bones match in any case: ASCII letters as small ones.
[[nodiscard]] std::string lowered(std::string_view name);

/// CRC-32 without inversion at either end: what names are found by (section 4.3).
[[nodiscard]] std::uint32_t nameHash(std::string_view name);

/// NaN and infinity read as `otherwise`; counts them.
[[nodiscard]] double finiteOr(float value, double otherwise, std::uint32_t& not_finite);

/// Three rows and a translation as files store them (v' = v M + t) as a matrix for columns.
[[nodiscard]] Mat34d fromRows(const std::array<float, 12>& rows, std::uint32_t& not_finite);

/// Why a section could not be read, for the failure of a Cursor.
[[nodiscard]] std::string_view failureText(Kind failure);

}  // namespace sinew::bbm
