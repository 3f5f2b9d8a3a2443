#include "format/bbm/animation.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

namespace sinew::bbm {
namespace {

/// Frames of one track; longer ones are no animation of a game.
constexpr std::uint32_t kMaxFrames = 65536;
constexpr double kUsualRate = 20.0;

class AnimationReader {
 public:
  AnimationReader(const std::string& name, Context& context) : context_(context), path_(name) {
    clip_.name = name;
    clip_.has_events = true;
  }

  void run(const Image& image, bool additive) {
    struct Level {
      ChunkWalk walk;
      std::string_view children;
      std::string path;
    };
    std::vector<Level> stack;
    stack.push_back({ChunkWalk(image.chunks, image.base, path_, context_), "", path_});
    while (!stack.empty()) {
      Level& level = stack.back();
      if (!level.children.empty()) level.walk.skipTo(level.children);
      const std::optional<Chunk> chunk = level.walk.next();
      if (!chunk) {
        stack.pop_back();
        continue;
      }
      const std::string path = fmt::format("{}/{}", level.path, scene::printableName(chunk->tag));
      Cursor in(chunk->payload, chunk->payloadOffset());
      const bool in_object = level.children == kObjectChildren;
      const std::string_view children = read(*chunk, in, path, in_object, stack.size() == 1);
      if (!in.ok()) {
        context_.tell(in.failure(), Effect::Loss, in.offset(), path,
                      fmt::format("{} in the chunk", failureText(in.failure())));
        continue;
      }
      if (children.empty()) continue;
      if (stack.size() >= kMaxDepth) {
        context_.tell(Kind::Limit, Effect::Loss, chunk->offset, path_,
                      fmt::format("chunks in each other deeper than {}", kMaxDepth));
        continue;
      }
      stack.push_back({ChunkWalk(in.rest(), in.offset(), path, context_), children, path});
    }
    if (!root_) {
      context_.tell(Kind::Missing, Effect::Loss, image.base, path_,
                    "the animation has no chunk ANRT");
      return;
    }
    finish(additive);
  }

 private:
  static constexpr std::string_view kRootChildren = "AOBJ/HLPR/XALO";
  static constexpr std::string_view kObjectChildren = "AMSK/XSEQ/SEQ0";
  static constexpr std::string_view kHelperChildren = "MVEC/TMEV/XSEQ/SEQ0";

  /// Reads a chunk's own fields. \return the tags of its children, if it has any
  std::string_view read(const Chunk& chunk, Cursor& in, const std::string& path, bool in_object,
                        bool top) {
    const std::string_view tag = chunk.tag;
    if (tag == "ANRT" && top && !root_) {
      root_ = true;
      clip_.loop = in.u8() != 0;
      const std::uint64_t offset = in.offset();
      const float duration = in.f32();
      std::uint32_t not_finite = 0;
      clip_.duration_s = std::max(0.0, finiteOr(duration, 0.0, not_finite));
      if (in.ok() && (not_finite > 0 || duration < 0.0f)) {
        context_.tell(not_finite > 0 ? Kind::NotFinite : Kind::Value, Effect::Repair, offset, path,
                      "the duration is negative or not finite; it reads as 0");
      }
      return kRootChildren;
    }
    if (tag == "AOBJ") {
      const std::string_view rig = in.text();
      if (in.ok() && !rig_) rig_ = scene::printableName(rig);
      return kObjectChildren;
    }
    if (tag == "HLPR") return kHelperChildren;
    if (tag == "MVEC") {
      movement(in, path);
      return kHelperChildren;
    }
    if (tag == "AMSK") {
      scene::Value::List words;
      while (in.remaining() >= 4)
        words.emplace_back(in.u32());
      if (mask_.content().index() == 0) mask_ = std::move(words);
    } else if (tag == "TMEV") {
      event(in, path);
    } else if ((tag == "XSEQ" || tag == "SEQ0") && in_object) {
      track(in, path);
    } else if (top && tag != "ANRT" && tag[0] >= '0') {  // a word that is no tag ends the image
      context_.tell(Kind::Unsupported, Effect::Oddity, chunk.offset, path,
                    fmt::format("chunk {} is not known", scene::printableName(tag)));
    }
    return {};
  }

  void movement(Cursor& in, const std::string& path) {
    const std::uint64_t offset = in.offset();
    const auto stored = in.floats<3>();
    if (!in.ok()) return;
    std::uint32_t not_finite = 0;
    scene::Value::List out;
    for (const float value : stored)
      out.emplace_back(finiteOr(value, 0.0, not_finite));
    movement_ = std::move(out);
    if (not_finite > 0) {
      context_.tell(Kind::NotFinite, Effect::Repair, offset, path, "the movement is not finite");
    }
  }

  void event(Cursor& in, const std::string& path) {
    const std::string_view name = in.text();
    const std::uint64_t offset = in.offset();
    const float time = in.f32();
    if (!in.ok()) return;
    std::uint32_t not_finite = 0;
    clip_.events.push_back({scene::printableName(name), finiteOr(time, 0.0, not_finite)});
    if (not_finite > 0) {
      context_.tell(Kind::NotFinite, Effect::Repair, offset, path, "an event's time is not finite");
    }
  }

  void track(Cursor& in, const std::string& chunk_path) {
    AnimTrack out;
    in.skip(4);  // a constant
    out.parent = in.i32();
    const std::string_view name = in.text();
    if (!in.ok()) return;
    out.target = scene::printableName(name);
    const std::string path = fmt::format("{}/{}", chunk_path, out.target.substr(0, 64));
    (void)in.u8();  // kind of bone
    const std::uint64_t rate_offset = in.offset();
    const float rate = in.f32();
    const std::uint64_t frames_offset = in.offset();
    out.frames = in.u32();
    in.skip(4);  // enabled, modes: what is stored tells
    const std::uint64_t factor_offset = in.offset();
    out.position_factor = in.f32();
    (void)in.f32();  // scaling factor: no scale is stored
    if (!in.ok()) return;
    if (!std::isfinite(rate) || rate <= 0.0f) {
      context_.tell(std::isfinite(rate) ? Kind::Value : Kind::NotFinite, Effect::Repair,
                    rate_offset, path, "the rate is no positive number; the clip's is used");
    } else {
      out.rate_hz = static_cast<double>(rate);
    }
    if (!std::isfinite(out.position_factor)) {
      out.position_factor = 0.0f;
      context_.tell(Kind::NotFinite, Effect::Repair, factor_offset, path,
                    "the position factor is not finite");
    }
    if (out.frames > kMaxFrames) {
      context_.tell(Kind::Limit, Effect::Loss, frames_offset, path,
                    fmt::format("{} frames, at most {} are read; the track is left out", out.frames,
                                kMaxFrames));
      return;
    }
    if (keys(in, out, path)) tracks_.push_back(std::move(out));
  }

  /// The four counted sections, any of which may be the last.
  bool keys(Cursor& in, AnimTrack& out, const std::string& path) {
    std::uint32_t not_finite = 0;
    const std::uint64_t offset = in.offset();
    std::uint16_t count = 0;
    if (!begin(in, 16, path, count)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      out.rotations.push_back(in.floats<4>());
      for (float& value : out.rotations.back())
        value = static_cast<float>(finiteOr(value, 0.0, not_finite));
    }
    if (not_finite > 0) {
      context_.tell(Kind::NotFinite, Effect::Repair, offset, path,
                    fmt::format("{} numbers of the rotations are not finite", not_finite));
    }
    if (!table(in, out.rotations.size(), path, out.rotation_of_frame)) return false;
    if (!begin(in, 6, path, count)) return false;
    for (std::uint32_t i = 0; i < count; ++i)
      out.positions.push_back({in.i16(), in.i16(), in.i16()});
    return table(in, out.positions.size(), path, out.position_of_frame);
  }

  /// Reads the count of a section; 0 where the chunk ends. False, told, where too many are claimed.
  bool begin(Cursor& in, std::uint64_t size, const std::string& path, std::uint16_t& count) {
    count = 0;
    if (in.remaining() == 0) return true;
    const std::uint64_t offset = in.offset();
    count = in.u16();
    if (in.ok() && count <= in.remaining() / size) return true;
    context_.tell(in.ok() ? Kind::Count : Kind::Truncated, Effect::Loss, offset, path,
                  fmt::format("{} keys of {} bytes, {} bytes are left; the track is left out",
                              count, size, in.remaining()));
    return false;
  }

  bool table(Cursor& in, std::size_t keys, const std::string& path,
             std::vector<std::uint16_t>& out) {
    const std::uint64_t offset = in.offset();
    std::uint16_t count = 0;
    if (!begin(in, keys <= 255 ? 1 : 2, path, count)) return false;
    std::uint32_t bad = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint16_t key = keys <= 255 ? in.u8() : in.u16();
      if (key >= keys) {
        ++bad;
        key = keys == 0 ? 0 : static_cast<std::uint16_t>(keys - 1);
      }
      out.push_back(key);
    }
    if (bad > 0 && keys > 0) {
      context_.tell(
          Kind::Index, Effect::Repair, offset, path,
          fmt::format("{} frames name keys past the {} there are; the last is used", bad, keys),
          bad);
    }
    return true;
  }

  void chooseRate() {
    double rate = 0.0;
    bool differ = false;
    for (const AnimTrack& track : tracks_) {
      differ = differ || track.rate_hz != tracks_.front().rate_hz;
      rate = std::max(rate, track.rate_hz);
    }
    if (context_.readings.track_rate == TrackRate::First && !tracks_.empty()) {
      const double first = tracks_.front().rate_hz;
      for (AnimTrack& track : tracks_)
        track.rate_hz = first;
      rate = first;
    }
    if (differ) {
      context_.noteReading("track-rate",
                           context_.readings.track_rate == TrackRate::First ? "first" : "own",
                           "the rates of a clip's tracks differ");
    }
    for (const AnimTrack& track : tracks_) {
      if (rate <= 0.0 || track.rate_hz == rate) clip_.frames = std::max(clip_.frames, track.frames);
    }
    clip_.rate_hz = rate > 0.0 ? rate : kUsualRate;
  }

  void finish(bool additive);

  Context& context_;
  std::string path_;
  scene::Clip clip_;
  bool root_ = false;
  std::optional<std::string> rig_;
  scene::Value mask_;
  scene::Value movement_;
  AnimTracks tracks_;
};

scene::Value storedTracks(const AnimTracks& tracks) {
  scene::Value::List out;
  for (const AnimTrack& track : tracks) {
    scene::Value::List translations;
    scene::Value::List rotations;
    for (std::uint32_t frame = 0; frame < track.frames; ++frame) {
      if (!track.positions.empty()) {
        const glm::dvec3 p = track.position(frame);
        translations.emplace_back(scene::Value::List{p.x, p.y, p.z});
      }
      if (!track.rotations.empty()) {
        const glm::dquat q = track.rotation(frame);
        rotations.emplace_back(scene::Value::List{q.x, q.y, q.z, q.w});
      }
    }
    out.emplace_back(scene::Value::Object{
        {"target", track.target},
        {"parent", track.parent < 0 ? scene::Value() : scene::Value(int{track.parent})},
        {"rate", track.rate_hz},
        {"translations",
         track.positions.empty() ? scene::Value() : scene::Value(std::move(translations))},
        {"rotations",
         track.rotations.empty() ? scene::Value() : scene::Value(std::move(rotations))}});
  }
  return out;
}

void AnimationReader::finish(bool additive) {
  chooseRate();
  for (const AnimTrack& track : tracks_)
    clip_.targets.push_back(track.target);
  clip_.extra = {{"rig", rig_ ? scene::Value(*rig_) : scene::Value()},
                 {"additive", additive},
                 {"mask", std::move(mask_)},
                 {"movement", std::move(movement_)}};
  const auto tracks = std::make_shared<const AnimTracks>(std::move(tracks_));
  clip_.stored_tracks = [tracks] { return storedTracks(*tracks); };
  context_.clip_tracks.push_back(tracks);
  context_.clip_additive.push_back(additive);
  context_.scene.clips.push_back(std::move(clip_));
}

std::size_t keyOf(const std::vector<std::uint16_t>& table, std::uint32_t frame, std::size_t keys) {
  const std::size_t key =
      table.empty() ? frame : table[std::min<std::size_t>(frame, table.size() - 1)];
  return std::min(key, keys - 1);
}

}  // namespace

glm::dquat AnimTrack::rotation(std::uint32_t frame) const {
  const auto& q = rotations[keyOf(rotation_of_frame, frame, rotations.size())];
  const glm::dquat out(q[3], -static_cast<double>(q[0]), -static_cast<double>(q[1]),
                       -static_cast<double>(q[2]));
  const double length = glm::length(out);
  return length > 1e-12 ? out / length : glm::dquat(1, 0, 0, 0);
}

glm::dvec3 AnimTrack::position(std::uint32_t frame) const {
  const auto& p = positions[keyOf(position_of_frame, frame, positions.size())];
  return glm::dvec3(p[0], p[1], p[2]) * static_cast<double>(position_factor);
}

void readAnimation(const Image& image, const std::string& name, bool additive, Context& context) {
  AnimationReader(name, context).run(image, additive);
}

}  // namespace sinew::bbm
