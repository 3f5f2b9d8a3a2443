#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "format/gltf/builder.h"
#include "format/gltf/curves.h"

namespace sinew::gltf {
namespace {

/// Rates that authoring tools work at, those found most often first.
constexpr std::array<double, 11> kRates{24.0, 30.0, 25.0, 60.0,  12.0, 15.0,
                                        20.0, 48.0, 50.0, 100.0, 120.0};
constexpr double kFallbackRate = 30.0;
constexpr double kMostWholeFrames = 65535.0;
constexpr double kPoseTolerance = 1e-3;  ///< of the size of what moves: first and last pose agree

struct Moving {
  std::uint32_t bone = 0;
  Sampled sampled;
};

/// How a clip's seconds become frames.
struct Timing {
  double rate_hz = kFallbackRate;
  bool on_whole_frames = false;
  double end_s = 0.0;
};

bool fitsRate(const std::vector<Moving>& channels, double rate) {
  for (const Moving& channel : channels) {
    for (const double time : channel.sampled.times_s) {
      const double frame = time * rate;
      // Times are floats: their rounding grows with them.
      if (frame > kMostWholeFrames || std::abs(frame - std::round(frame)) > 2e-3 + frame * 1e-6) {
        return false;
      }
    }
  }
  return true;
}

Timing timingOf(const std::vector<Moving>& channels, std::optional<double> stated_rate) {
  Timing out;
  for (const Moving& channel : channels)
    out.end_s = std::max(out.end_s, channel.sampled.times_s.back());
  if (stated_rate && *stated_rate > 0.0 && *stated_rate < 1e4) {
    out.rate_hz = *stated_rate;
    out.on_whole_frames = fitsRate(channels, out.rate_hz);
    return out;
  }
  for (const double rate : kRates) {
    if (!fitsRate(channels, rate)) continue;
    out.rate_hz = rate;
    out.on_whole_frames = true;
    break;
  }
  return out;
}

/// Whether a clip ends in the pose it begins with; then it is meant to go round.
bool closes(const std::vector<Moving>& channels) {
  return std::all_of(channels.begin(), channels.end(), [](const Moving& channel) {
    const Sampled& s = channel.sampled;
    const glm::dvec4& a = s.values.front();
    const glm::dvec4& b = s.values.back();
    double size = 0.0;
    for (const glm::dvec4& value : s.values)
      size = std::max(size, glm::length(value));
    const double gap = s.path == Path::Rotation
                           ? std::min(glm::distance(a, b), glm::distance(a, -b))
                           : glm::distance(a, b);
    return gap <= kPoseTolerance * std::max(size, 1e-9);
  });
}

std::vector<Moving> readChannels(Builder& builder, std::size_t index) {
  const Animation& animation = builder.file.animations[index];
  std::vector<Moving> out;
  std::map<std::pair<std::uint32_t, Path>, std::size_t> seen;
  std::uint32_t ignored = 0;
  for (std::size_t c = 0; c < animation.channels.size() && builder.context.ok(); ++c) {
    const Channel& channel = animation.channels[c];
    if (channel.path == Path::Weights) {
      ++ignored;
      continue;
    }
    const std::uint32_t bone = builder.bone_of_node[channel.node];
    if (bone == kNone || builder.file.nodes[channel.node].has_matrix) {
      ++ignored;
      continue;
    }
    if (!seen.emplace(std::pair(bone, channel.path), c).second) {
      ++ignored;  // the first of several for one target counts
      continue;
    }
    Sampled sampled = readSampled(builder.context, builder.store, channel,
                                  fmt::format("animations[{}].channels[{}]", index, c));
    if (builder.context.ok()) out.push_back({bone, std::move(sampled)});
  }
  if (ignored > 0 && builder.context.ok()) {
    builder.context.warn("gltf.channel", fmt::format("animations[{}].channels", index),
                         fmt::format("{} channels move morph targets, nodes outside the scene, "
                                     "nodes with a matrix, or something moved already; they are "
                                     "left out",
                                     ignored),
                         ignored);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Moving& a, const Moving& b) { return a.bone < b.bone; });
  return out;
}

template <class V>
void appendKeys(KeyPool<V>& pool, const KeyList& keys) {
  for (std::size_t k = 0; k < keys.frames.size(); ++k) {
    const glm::dvec4& v = keys.values[k];
    pool.fine_frames.push_back(static_cast<float>(keys.frames[k]));
    if constexpr (std::is_same_v<V, glm::quat>) {
      pool.values.emplace_back(static_cast<float>(v.w), static_cast<float>(v.x),
                               static_cast<float>(v.y), static_cast<float>(v.z));
    } else {
      pool.values.emplace_back(v.x, v.y, v.z);
    }
  }
}

/// Keys on whole frames take the compact form.
template <class V>
void finishPool(KeyPool<V>& pool) {
  const bool whole = std::all_of(pool.fine_frames.begin(), pool.fine_frames.end(), [](float f) {
    return f == std::floor(f) && double{f} <= kMostWholeFrames;
  });
  if (!whole) return;
  for (const float frame : pool.fine_frames)
    pool.whole_frames.push_back(static_cast<std::uint16_t>(frame));
  pool.fine_frames.clear();
  pool.fine_frames.shrink_to_fit();
}

std::uint32_t sizeOfPool(std::size_t size) {
  return static_cast<std::uint32_t>(size);
}

Track trackAt(std::uint32_t bone, const ClipKeys& keys) {
  return {bone, sizeOfPool(keys.rotations.values.size()),
          sizeOfPool(keys.translations.values.size()), sizeOfPool(keys.scales.values.size())};
}

std::shared_ptr<const ClipKeys> makeKeys(Context& context, const std::vector<Moving>& channels,
                                         const KeyOptions& options, const std::string& path) {
  auto keys = std::make_shared<ClipKeys>();
  std::uint32_t bone = kNone;
  for (const Moving& channel : channels) {
    if (channel.bone != bone) keys->tracks.push_back(trackAt(channel.bone, *keys));
    bone = channel.bone;
    const KeyList list = keysOf(channel.sampled, options);
    if (!context.spend(list.frames.size(), 64, path)) return nullptr;
    switch (channel.sampled.path) {
      case Path::Rotation:
        appendKeys(keys->rotations, list);
        break;
      case Path::Translation:
        appendKeys(keys->translations, list);
        break;
      default:
        appendKeys(keys->scales, list);
        break;
    }
  }
  keys->tracks.push_back(trackAt(kNone, *keys));
  finishPool(keys->rotations);
  finishPool(keys->translations);
  finishPool(keys->scales);
  return keys;
}

void buildClip(Builder& builder, std::size_t index, bool with_keys) {
  const Animation& animation = builder.file.animations[index];
  const std::vector<Moving> channels = readChannels(builder, index);
  if (!builder.context.ok()) return;
  Clip& clip = builder.model.clips.emplace_back();
  clip.name = animation.name;
  if (channels.empty()) return;
  const Timing timing = timingOf(channels, animation.rate_hz);
  const bool all_step = std::all_of(channels.begin(), channels.end(), [](const Moving& channel) {
    return channel.sampled.curve == Curve::Step || channel.sampled.isConstant();
  });
  KeyOptions options{timing.rate_hz, 0.0, timing.on_whole_frames, all_step};
  const double end = options.frame_count = frameAt(timing.end_s, options);
  clip.rate_hz = timing.rate_hz;
  // A clip that closes goes round at its end, where it is back at its beginning; another one holds
  // its last frame, which then counts too.
  clip.loop = end > 0.0 && animation.loop.value_or(closes(channels));
  clip.frame_count = clip.loop ? end : end + 1.0;
  clip.interpolation = all_step ? Interpolation::Step : Interpolation::Linear;
  if (!with_keys) return;
  clip.keys = makeKeys(builder.context, channels, options, fmt::format("animations[{}]", index));
}

}  // namespace

void buildClips(Builder& builder, bool with_keys) {
  for (std::size_t i = 0; i < builder.file.animations.size() && builder.context.ok(); ++i)
    buildClip(builder, i, with_keys);
}

}  // namespace sinew::gltf
