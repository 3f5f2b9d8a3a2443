#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "format/bit_fields.h"
#include "format/mdl0/clips.h"
#include "format/mdl0/euler.h"

namespace sinew::mdl0 {
namespace {

// Bits of an entry's code.
constexpr std::uint32_t kIdentity = 1u << 1;
constexpr std::uint32_t kStill = 1u << 2;  ///< neither rotation nor translation
constexpr std::uint32_t kScaleOne = 1u << 3;
constexpr std::uint32_t kScaleUniform = 1u << 4;
constexpr std::uint32_t kRotationZero = 1u << 5;
constexpr std::uint32_t kTranslationZero = 1u << 6;
constexpr std::uint32_t kModelScale = 1u << 7;
constexpr std::uint32_t kModelRotation = 1u << 8;
constexpr std::uint32_t kModelTranslation = 1u << 9;
constexpr std::uint32_t kCompensates = 1u << 10;

/// One of scale, rotation, translation in an entry's code.
struct Channel {
  std::uint32_t absent;     ///< bits that say: no words
  unsigned first_constant;  ///< bit of x; y and z follow
  unsigned present;
  BitField format;
  std::uint32_t uniform;  ///< bit that says: one word for all three
};

constexpr Channel kScale{kIdentity | kScaleOne | kModelScale, 13, 22, {26, 25}, kScaleUniform};
constexpr Channel kRotation{
    kIdentity | kStill | kRotationZero | kModelRotation, 16, 23, {29, 27}, 0};
constexpr Channel kTranslation{
    kIdentity | kStill | kTranslationZero | kModelTranslation, 19, 24, {31, 30}, 0};

class EntryReader {
 public:
  EntryReader(const Source& source, TrackReader& tracks, std::uint64_t at, std::uint32_t frames,
              std::string path)
      : source_(source),
        tracks_(tracks),
        at_(at),
        frames_(frames),
        path_(std::move(path)),
        code_(source.u32(at + 4)),
        word_(at + 8) {}

  std::shared_ptr<const BoneMotion> read(std::string bone) {
    if (!source_.has(at_, 8)) {
      source_.report(Kind::Truncated, Effect::Loss, at_, path_, "the file ends inside the entry");
      return nullptr;
    }
    auto motion = std::make_shared<BoneMotion>();
    motion->bone = std::move(bone);
    motion->compensates = (code_ & kCompensates) != 0;
    motion->own_scale = own(kScale, kModelScale);
    motion->own_rotation = own(kRotation, kModelRotation);
    motion->own_translation = own(kTranslation, kModelTranslation);
    const bool sound = readChannel(kScale, 1.0, motion->scale) &&
                       readChannel(kRotation, 0.0, motion->rotation) &&
                       readChannel(kTranslation, 0.0, motion->translation);
    return sound ? motion : nullptr;
  }

 private:
  [[nodiscard]] bool hasWords(const Channel& channel) const {
    return (code_ >> channel.present & 1) != 0 && (code_ & channel.absent) == 0;
  }

  /// Identity and zero flags win over the flag that takes the model's value.
  [[nodiscard]] bool own(const Channel& channel, std::uint32_t flag) const {
    return (code_ & flag) != 0 && (code_ & channel.absent & ~flag) == 0;
  }

  bool readChannel(const Channel& channel, double absent, std::array<Track, 3>& out) {
    out.fill(Track(absent));
    if (!hasWords(channel)) return true;
    const std::uint32_t code = bits(code_, channel.format);
    if (code > static_cast<std::uint32_t>(TrackFormat::L4)) {
      source_.report(Kind::Value, Effect::Loss, at_ + 4, path_,
                     fmt::format("track format {} does not exist", code));
      return false;
    }
    const auto format = static_cast<TrackFormat>(code);
    const bool uniform = (code_ & channel.uniform) != 0;
    for (unsigned axis = 0; axis < (uniform ? 1u : 3u); ++axis) {
      const bool constant = (code_ >> (channel.first_constant + axis) & 1) != 0;
      if (!readWord(constant ? TrackFormat::Constant : format, out[axis])) return false;
    }
    if (uniform) out[1] = out[2] = out[0];
    return true;
  }

  bool readWord(TrackFormat format, Track& out) {
    const std::uint64_t field = std::exchange(word_, word_ + 4);
    if (!source_.has(field, 4)) {
      source_.report(Kind::Truncated, Effect::Loss, field, path_, "the file ends inside the entry");
      return false;
    }
    if (format == TrackFormat::Constant) {
      out = Track(source_.finite(field, 0.0f, path_));
      return true;
    }
    const std::optional<Track> track = tracks_.read(at_, field, format, frames_, path_);
    if (track) out = *track;
    return track.has_value();
  }

  const Source& source_;
  TrackReader& tracks_;
  std::uint64_t at_;
  std::uint32_t frames_;
  std::string path_;
  std::uint32_t code_;
  std::uint64_t word_;  ///< the next one
};

/// A motion of a bone with its rest pose, which some entries leave parts to.
class MotionCurve : public scene::BoneCurve {
 public:
  MotionCurve(std::shared_ptr<const BoneMotion> motion, const Transform& rest)
      : motion_(std::move(motion)), rest_(rest) {}

  [[nodiscard]] Transform at(double frame) const override {
    Transform out = rest_;
    const BoneMotion& motion = *motion_;
    if (!motion.own_scale) out.scale = sample(motion.scale, frame, false);
    if (!motion.own_rotation) out.rotation = fromEuler(sample(motion.rotation, frame, true));
    if (!motion.own_translation) out.translation = sample(motion.translation, frame, false);
    return out;
  }

 private:
  static glm::dvec3 sample(const std::array<Track, 3>& tracks, double frame, bool angle) {
    return {tracks[0].at(frame, angle), tracks[1].at(frame, angle), tracks[2].at(frame, angle)};
  }

  std::shared_ptr<const BoneMotion> motion_;
  Transform rest_;
};

}  // namespace

std::optional<ReadClip> readChr0(const Source& source, const Part& part) {
  const std::string path = "chr0/" + part.name;
  const std::uint32_t version = source.u32(part.offset + 8);
  if (version < 3 || version > 5) {
    source.report(Kind::Unsupported, Effect::Loss, part.offset + 8, path,
                  fmt::format("version {} is not read, 3 to 5 are", version));
    return std::nullopt;
  }
  if (!source.has(part.offset, version >= 5 ? 0x2C : 0x28)) {
    source.report(Kind::Truncated, Effect::Loss, part.offset, path,
                  "the file ends inside the header");
    return std::nullopt;
  }
  const ClipHeader header = version >= 5 ? ClipHeader{0x20, 0x24} : ClipHeader{0x1C, 0x20};
  ReadClip read;
  read.clip = readClipHeader(source, part, header, scene::ClipKind::Bones, path);
  const auto group = source.follow(part.offset, part.offset + 0x10, Effect::Loss, path);
  if (!group) return read;
  TrackReader tracks(source);
  for (const Entry& entry : readDictionary(source, *group, path).value_or(std::vector<Entry>{})) {
    read.clip.targets.push_back(entry.name);
    if (!entry.readable) continue;
    auto motion = EntryReader(source, tracks, entry.offset, read.clip.frames,
                              fmt::format("{}/{}", path, entry.name))
                      .read(entry.name);
    if (motion != nullptr) read.motions.push_back(std::move(motion));
  }
  return read;
}

BoneNames boneNames(const ModelReader& model) {
  BoneNames names;
  for (std::uint32_t b = 0; b < model.model.bones.size(); ++b)
    names.emplace(model.model.bones[b].name, b);
  return names;
}

std::vector<scene::BoneTrack> bindMotions(const ReadClip& clip, const ModelReader& model,
                                          const BoneNames& names) {
  std::map<std::uint32_t, scene::BoneTrack> tracks;
  for (const std::shared_ptr<const BoneMotion>& motion : clip.motions) {
    const auto bone = names.find(motion->bone);
    if (bone == names.end()) continue;
    const std::uint32_t b = bone->second;
    tracks.emplace(
        b, scene::BoneTrack{b, inheritanceOf(motion->compensates, model.bones[b].flags, model.rule),
                            std::make_shared<MotionCurve>(motion, model.model.bones[b].rest)});
  }
  std::vector<scene::BoneTrack> out;
  for (auto& [bone, track] : tracks)
    out.push_back(std::move(track));
  return out;
}

}  // namespace sinew::mdl0
