#include "format/jade/anims.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace sinew::jade {
namespace {

using namespace layout;

constexpr std::uint32_t kMostAnimations = 65'535;

/// x, y, z with the w that makes them a rotation.
Quaternion completed(double x, double y, double z) {
  const double s = x * x + y * y + z * z;
  if (s < 1.0) return {x, y, z, std::sqrt(1.0 - s)};
  const double length = std::sqrt(s);
  return {x / length, y / length, z / length, 0.0};
}

std::array<double, 3> vector64(std::uint32_t high, std::uint32_t low) {
  const std::uint32_t x = low & 0x1FFFFF;
  const std::uint32_t y = low >> 21 | (high & 0x3FF) << 11;
  const std::uint32_t z = high >> 10;
  return {x / 1048576.0 - 1.0, y / 1048576.0 - 1.0, z / 2097152.0 - 1.0};
}

/// A run of elements that a pointer and a count name, cut to what the file has.
struct Run {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
};

class ControllerReader {
 public:
  ControllerReader(Context& context, const Mdl& mdl, std::uint64_t at, std::string_view path,
                   std::uint64_t& clip_keys_left)
      : context_(context), view_(mdl.view), at_(at), path_(path), clip_keys_left_(clip_keys_left) {}

  std::vector<Track> read() {
    std::vector<Track> out = readTracks();
    found_.moveTo(context_.findings, path_);
    return out;
  }

 private:
  std::vector<Track> readTracks() {
    std::vector<Track> out;
    if (!view_.has(at_, payload::kControllers)) {
      report(Kind::Truncated, Effect::Loss, at_,
             [&] { return fmt::format("the file ends inside the controllers at {}", at_); });
      return out;
    }
    const ArrayDef descriptors = view_.array(at_ + controllers::kDescriptors);
    if (descriptors.count == 0) return out;
    const std::uint64_t room =
        descriptors.offset == 0 ? 0 : view_.room(descriptors.offset, kDescriptor);
    if (descriptors.count > room) {
      report(Kind::Count, Effect::Loss, at_ + controllers::kDescriptors, [&] {
        return fmt::format("{} controllers at {}, where the file has room for {}",
                           descriptors.count, descriptors.offset, room);
      });
      return out;
    }
    if (!Budget::take(context_.left.descriptors, descriptors.count)) {
      report(Kind::Limit, Effect::Loss, at_ + controllers::kDescriptors, [&] {
        return fmt::format("the animations have more than {} controllers in all", kMostDescriptors);
      });
      return out;
    }
    times_ = run(controllers::kTimes, 2, "time keys");
    data_ = run(controllers::kData, 4, "data words");
    for (std::uint32_t i = 0; i < descriptors.count; ++i)
      addTrack(descriptors.offset + kDescriptor * i, out);
    return out;
  }

  template <class Message>
  void report(Kind kind, Effect effect, std::uint64_t at, const Message& message) {
    found_.add(kind, effect, at, message);
  }

  Run run(std::uint64_t field, std::uint64_t size, const char* what) {
    const ArrayDef all = view_.array(at_ + field);
    const std::uint64_t room = all.offset == 0 ? 0 : view_.room(all.offset, size);
    if (all.count > room) {
      report(Kind::Count, Effect::Repair, at_ + field + 4, [&] {
        return fmt::format("{} {} at {}, where the file has room for {}", all.count, what,
                           all.offset, room);
      });
    }
    return {all.offset, std::min<std::uint64_t>(all.count, room)};
  }

  void addTrack(std::uint64_t at, std::vector<Track>& out) {
    Track track;
    track.controller = view_.u32(at);
    track.keys = view_.u16(at + 6);
    track.type = view_.u8(at + 12);
    const std::uint64_t first_time = view_.u16(at + 8);
    const std::uint64_t first_word = view_.u16(at + 10);
    const std::uint32_t words = wordsPerKey(track.type);
    if (words == 0) {
      report(Kind::Unsupported, Effect::Loss, at + 12, [&] {
        return fmt::format("controller {} has storage type {:02X}h, which is not known",
                           track.controller, track.type);
      });
      return;
    }
    if (!fits(track)) {
      report(Kind::Value, Effect::Loss, at + 12, [&] {
        return fmt::format("controller {} has storage type {:02X}h, which cannot hold it",
                           track.controller, track.type);
      });
      return;
    }
    if (track.keys == 0) {
      report(Kind::Value, Effect::Oddity, at + 6,
             [&] { return fmt::format("controller {} has no keys", track.controller); });
      return;
    }
    if (first_time + track.keys > times_.count || first_word + track.keys * words > data_.count) {
      report(Kind::Index, Effect::Loss, at + 6, [&] {
        return fmt::format(
            "{} keys of {} words from time {} and word {}, there are {} times and {} "
            "words",
            track.keys, words, first_time, first_word, times_.count, data_.count);
      });
      return;
    }
    if (!Budget::take(clip_keys_left_, track.keys) ||
        !Budget::take(context_.left.keys, track.keys)) {
      report(Kind::Limit, Effect::Loss, at + 6, [&] {
        return fmt::format("an animation has more than {} keys, or all of them have more than {}",
                           kMostClipKeys, kMostKeys);
      });
      return;
    }
    track.times_at = times_.offset + 2 * first_time;
    track.data_at = data_.offset + 4 * first_word;
    out.push_back(track);
  }

  /// Positions, orientations and scales come in types of their own.
  static bool fits(const Track& track) {
    switch (track.controller) {
      case controllers::kPosition:
        return track.type == 0x02 || track.type == 0x12;
      case controllers::kOrientation:
        return track.type == 0x04 || track.type == 0x05;
      case controllers::kScale:
        return track.type == 0x01 || track.type == 0x11;
      default:
        return true;
    }
  }

  Context& context_;
  const View& view_;
  std::uint64_t at_;
  std::string_view path_;
  std::uint64_t& clip_keys_left_;
  Gathered found_;
  Run times_;
  Run data_;
};

class AnimationReader {
 public:
  AnimationReader(Context& context, const Mdl& mdl) : context_(context), mdl_(mdl) {}

  std::vector<Animation> run() {
    std::vector<Animation> out;
    const View& view = mdl_.view;
    const std::uint64_t array_at = kFileHeader + model::kAnimations;
    const ArrayDef all = view.array(array_at);
    if (all.count == 0) return out;
    const std::string path = mdl_.path("animations");
    const std::uint64_t room = all.offset == 0 ? 0 : view.room(all.offset, 4);
    if (all.count > room || all.count > kMostAnimations) {
      const bool limit = all.count > kMostAnimations;
      context_.findings.add(limit ? Kind::Limit : Kind::Count, Effect::Loss, array_at, path,
                            fmt::format("{} animations at {}, where there is room for {}",
                                        all.count, all.offset, room));
      return out;
    }
    for (std::uint32_t i = 0; i < all.count; ++i) {
      const std::uint64_t pointer_at = all.offset + 4ULL * i;
      const std::uint64_t at = view.pointer(pointer_at);
      if (at == 0 || !view.has(at, kAnimationHeader)) {
        const bool outside = at == 0 || at >= view.size();
        context_.findings.add(
            outside ? Kind::Range : Kind::Truncated, Effect::Loss, pointer_at, path,
            fmt::format("animation {} begins at {}, the file has {} bytes", i, at, view.size()));
        continue;
      }
      out.push_back(readOne(at));
    }
    return out;
  }

 private:
  Animation readOne(std::uint64_t at) {
    const View& view = mdl_.view;
    Animation out;
    out.offset = at;
    out.name = scene::printableName(view.field(at + geometry::kName, kNameSize));
    out.second_name = scene::printableName(view.field(at + animation::kSecondName, kNameSize));
    const std::string path = mdl_.path("animations/" + out.name);
    out.length_s = context_.finite(view, at + animation::kLength, path);
    out.transition_s = context_.finite(view, at + animation::kTransition, path);
    readEvents(at + animation::kEvents, path, out);
    readNodes(at + geometry::kRoot, path, out);
    return out;
  }

  void readEvents(std::uint64_t array_at, const std::string& path, Animation& out) {
    const View& view = mdl_.view;
    const ArrayDef events = view.array(array_at);
    if (events.count == 0) return;
    const std::uint64_t room = events.offset == 0 ? 0 : view.room(events.offset, kEvent);
    if (events.count > room || !Budget::take(context_.left.keys, events.count)) {
      context_.findings.add(events.count > room ? Kind::Count : Kind::Limit, Effect::Loss, array_at,
                            path,
                            fmt::format("{} events at {}, where the file has room for {}",
                                        events.count, events.offset, room));
      return;
    }
    for (std::uint32_t i = 0; i < events.count; ++i) {
      const std::uint64_t at = events.offset + kEvent * i;
      out.events.push_back(
          {scene::printableName(view.field(at + 4, kNameSize)), context_.finite(view, at, path)});
    }
  }

  void readNodes(std::uint64_t root_at, const std::string& path, Animation& out) {
    const std::uint64_t most = std::min<std::uint64_t>(kMaxNodes, context_.left.animation_nodes);
    const std::vector<TreeNode> tree = walkTree(context_, mdl_, root_at, path + "/nodes", most);
    context_.left.animation_nodes -= tree.size();
    std::uint64_t keys_left = kMostClipKeys;
    for (const TreeNode& found : tree) {
      const ClassInfo info = classInfo(mdl_.view.u32(found.offset));
      if (info.controllers == 0) continue;
      AnimationNode node;
      node.number = mdl_.view.u16(found.offset + node::kNumber);
      node.tracks =
          ControllerReader(context_, mdl_, found.offset + info.controllers, path, keys_left).read();
      if (!node.tracks.empty()) out.nodes.push_back(std::move(node));
    }
  }

  Context& context_;
  const Mdl& mdl_;
};

}  // namespace

std::uint32_t wordsPerKey(std::uint8_t type) {
  switch (type) {
    case 0x01:
    case 0x04:
      return 1;
    case 0x05:
      return 2;
    case 0x02:
    case 0x11:
      return 3;
    case 0x12:
      return 9;
    default:
      return 0;
  }
}

Quaternion decodeQuaternion32(std::uint32_t word) {
  return completed((word & 0x7FF) / 1023.0 - 1.0, (word >> 11 & 0x7FF) / 1023.0 - 1.0,
                   (word >> 22) / 511.0 - 1.0);
}

Quaternion decodeQuaternion64(std::uint32_t high, std::uint32_t low) {
  const auto [x, y, z] = vector64(high, low);
  return completed(x, y, z);
}

double vectorPart64(std::uint32_t high, std::uint32_t low) {
  const auto [x, y, z] = vector64(high, low);
  return x * x + y * y + z * z;
}

Keys decodeKeys(const Mdl& mdl, const Track& track, WordOrder order) {
  const View& view = mdl.view;
  Keys out;
  const bool rotation = track.type == 0x04 || track.type == 0x05;
  out.width = rotation ? 4 : (track.type == 0x02 || track.type == 0x12) ? 3 : 1;
  out.times_s.reserve(track.keys);
  out.values.reserve(std::size_t{out.width} * track.keys);
  const std::uint64_t step = 4ULL * wordsPerKey(track.type);
  for (std::uint32_t k = 0; k < track.keys; ++k) {
    out.times_s.push_back(static_cast<float>(view.u16(track.times_at + 2ULL * k)) / 256.0f);
    const std::uint64_t at = track.data_at + step * k;
    if (rotation) {
      Quaternion q;
      if (track.type == 0x04) {
        q = decodeQuaternion32(view.u32(at));
      } else {
        const std::uint32_t first = view.u32(at);
        const std::uint32_t second = view.u32(at + 4);
        q = order == WordOrder::HighFirst ? decodeQuaternion64(first, second)
                                          : decodeQuaternion64(second, first);
      }
      for (const double component : q)
        out.values.push_back(static_cast<float>(component));
      continue;
    }
    for (std::uint32_t c = 0; c < out.width; ++c) {
      float value = view.f32(at + 4ULL * c);
      if (!std::isfinite(value)) {
        value = track.controller == controllers::kScale ? 1.0f : 0.0f;
        ++out.not_finite;
      }
      out.values.push_back(value);
    }
  }
  return out;
}

std::vector<Animation> readAnimations(Context& context, const Mdl& mdl) {
  return AnimationReader(context, mdl).run();
}

}  // namespace sinew::jade
