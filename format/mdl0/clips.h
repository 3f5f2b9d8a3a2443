#pragma once

// The animations of a container: CHR0 moves bones, SRT0 PAT0 CLR0 VIS0 SHP0 the rest.
// docs/format-mdl0.md, "Clips".

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/mdl0/model_reader.h"
#include "format/mdl0/tracks.h"

namespace sinew::mdl0 {

/// What a CHR0 entry does to the bone of its name.
struct BoneMotion {
  std::string bone;
  bool compensates = false;
  /// Taken from the model instead of the tracks.
  bool own_scale = false;
  bool own_rotation = false;
  bool own_translation = false;
  std::array<Track, 3> scale;
  std::array<Track, 3> rotation;  ///< degrees about x, y, z
  std::array<Track, 3> translation;
};

/// A clip with the motions of a CHR0.
struct ReadClip {
  scene::Clip clip;
  std::vector<std::shared_ptr<const BoneMotion>> motions;
};

/// How many track values and bone samples a file may have over all frames of its clips: they are
/// made whole, and 65535 frames cost a file nothing.
struct ClipLimits {
  Budget values{std::uint64_t{1} << 20};
  Budget samples{std::uint64_t{1} << 22};
};

/// One part of any of the six kinds. Nothing where it cannot be read, which is reported.
[[nodiscard]] std::optional<ReadClip> readClip(const Source& source, const Part& part,
                                               ClipLimits& limits);

/// CHR0's share of `readClip`; the same for the other kinds.
[[nodiscard]] std::optional<ReadClip> readChr0(const Source& source, const Part& part);
[[nodiscard]] std::optional<ReadClip> readValueClip(const Source& source, const Part& part,
                                                    ClipLimits& limits);

/// Where a clip's header keeps things; offsets from the part. All have the dictionary at 10.
struct ClipHeader {
  std::uint64_t frames = 0;  ///< u16
  std::uint64_t loop = 0;    ///< u32
};

/// Frames and loop flag of a clip, and its name; frames of 0 are reported.
[[nodiscard]] scene::Clip readClipHeader(const Source& source, const Part& part,
                                         const ClipHeader& header, scene::ClipKind kind,
                                         const std::string& path);

/// The first bone of each name.
using BoneNames = std::map<std::string_view, std::uint32_t>;
[[nodiscard]] BoneNames boneNames(const ModelReader& model);

/// What a clip's motions do to a model's bones, by rising bone.
[[nodiscard]] std::vector<scene::BoneTrack> bindMotions(const ReadClip& clip,
                                                        const ModelReader& model,
                                                        const BoneNames& names);

}  // namespace sinew::mdl0
