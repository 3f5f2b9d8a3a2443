#include "format/mdl0/tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "format/big_endian.h"
#include "format/bit_fields.h"

namespace sinew::mdl0 {
namespace {

constexpr std::uint64_t keyBytes(TrackFormat format) {
  return format == TrackFormat::I4 ? 4 : format == TrackFormat::I6 ? 6 : 12;
}

constexpr std::uint64_t headBytes(TrackFormat format) {
  switch (format) {
    case TrackFormat::I12:
    case TrackFormat::L1:
    case TrackFormat::L2:
      return 8;
    case TrackFormat::I4:
    case TrackFormat::I6:
      return 16;
    default:
      return 0;
  }
}

constexpr std::uint64_t sampleBytes(TrackFormat format) {
  return format == TrackFormat::L1 ? 1 : format == TrackFormat::L2 ? 2 : 4;
}

bool isKeyed(TrackFormat format) {
  return format == TrackFormat::I4 || format == TrackFormat::I6 || format == TrackFormat::I12;
}

Key readKey(const Source& source, std::uint64_t at, TrackFormat format, float step, float base,
            std::string_view path) {
  if (format == TrackFormat::I12) {
    return {source.finite(at, 0.0f, path), source.finite(at + 4, 0.0f, path),
            source.finite(at + 8, 0.0f, path)};
  }
  Key key;
  float raw = 0.0f;
  if (format == TrackFormat::I4) {
    const std::uint32_t word = source.u32(at);
    key.frame = static_cast<float>(bits(word, {31, 24}));
    raw = static_cast<float>(bits(word, {23, 12}));
    key.tangent = static_cast<float>(signedBits(word, {11, 0})) / 32.0f;
  } else {
    key.frame = static_cast<float>(source.s16(at)) / 32.0f;
    raw = source.u16(at + 2);
    key.tangent = static_cast<float>(source.s16(at + 4)) / 256.0f;
  }
  key.value = base + step * raw;
  if (!std::isfinite(key.value)) key.value = 0.0f;
  return key;
}

}  // namespace

double sampleKeys(const std::vector<Key>& keys, double frame) {
  if (keys.empty()) return 0.0;
  const auto next = std::upper_bound(keys.begin(), keys.end(), frame,
                                     [](double f, const Key& key) { return f < key.frame; });
  if (next == keys.begin()) return next->value;
  const Key& k0 = *(next - 1);
  if (next == keys.end()) return k0.value;
  const Key& k1 = *next;
  const double span = static_cast<double>(k1.frame) - k0.frame;
  const double o = frame - k0.frame;
  const double u = o / span;
  return k0.value + o * (u - 1.0) * ((u - 1.0) * k0.tangent + u * k1.tangent) +
         u * u * (3.0 - 2.0 * u) * (static_cast<double>(k1.value) - k0.value);
}

double Track::baked(std::uint64_t index) const {
  const std::byte* at =
      samples_owner_->data() + samples_ + sampleBytes(format_) * std::min(index, sample_count_ - 1);
  if (format_ == TrackFormat::L4) {
    const float value = loadBeFloat(at);
    return std::isfinite(value) ? value : 0.0;
  }
  const double raw =
      format_ == TrackFormat::L1 ? std::to_integer<std::uint8_t>(*at) : loadBe<std::uint16_t>(at);
  return base_ + step_ * raw;
}

double Track::at(double frame, bool angle) const {
  if (keys_ != nullptr) return sampleKeys(*keys_, frame);
  if (samples_owner_ == nullptr) return constant_;
  const double whole = std::floor(std::max(frame, 0.0));
  const auto index =
      static_cast<std::uint64_t>(std::min(whole, static_cast<double>(sample_count_ - 1)));
  const double from = baked(index);
  const double part = std::max(frame, 0.0) - whole;
  if (part == 0.0) return from;
  const double change = baked(index + 1) - from;
  return from + part * (angle ? std::remainder(change, 360.0) : change);
}

std::optional<Track> TrackReader::read(std::uint64_t base, std::uint64_t field, TrackFormat format,
                                       std::uint32_t frames, std::string_view path) {
  const auto at = source_.follow(base, field, Effect::Loss, path);
  if (!at) return std::nullopt;
  if (!isKeyed(format)) return readSamples(*at, format, frames, path);
  const auto known = keys_.find({*at, format});
  const Keys keys = known != keys_.end() ? known->second : readKeys(*at, format, path);
  if (keys == nullptr) return std::nullopt;
  if (known == keys_.end()) keys_.emplace(std::pair(*at, format), keys);
  Track track;
  track.keys_ = keys;
  return track;
}

TrackReader::Keys TrackReader::readKeys(std::uint64_t at, TrackFormat format,
                                        std::string_view path) {
  const std::uint64_t head = headBytes(format);
  if (!source_.has(at, head)) {
    source_.report(Kind::Truncated, Effect::Loss, at, path, "the file ends inside the track");
    return nullptr;
  }
  const std::uint64_t count = source_.u16(at);
  const std::uint64_t room = (source_.size() - at - head) / keyBytes(format);
  if (count > room) {
    source_.report(Kind::Count, Effect::Loss, at, path,
                   fmt::format("{} keys announced, the file has room for {}", count, room));
    return nullptr;
  }
  if (!source_.spend(head + count * keyBytes(format), at, path)) return nullptr;
  const bool packed = format != TrackFormat::I12;
  const float step = packed ? source_.finite(at + 8, 0.0f, path) : 1.0f;
  const float base = packed ? source_.finite(at + 12, 0.0f, path) : 0.0f;
  auto keys = std::make_shared<std::vector<Key>>();
  keys->reserve(static_cast<std::size_t>(count));
  for (std::uint64_t k = 0; k < count; ++k)
    keys->push_back(readKey(source_, at + head + k * keyBytes(format), format, step, base, path));
  const auto earlier = [](const Key& a, const Key& b) { return a.frame < b.frame; };
  if (!std::is_sorted(keys->begin(), keys->end(), earlier)) {
    source_.report(Kind::Value, Effect::Repair, at, path,
                   "the keys are not in the order of their frames; they are sorted");
    std::stable_sort(keys->begin(), keys->end(), earlier);
  }
  return keys;
}

std::optional<Track> TrackReader::readSamples(std::uint64_t at, TrackFormat format,
                                              std::uint32_t frames, std::string_view path) {
  const std::uint64_t head = headBytes(format);
  const std::uint64_t count = std::uint64_t{frames} + 1;
  if (!source_.has(at, head) || (source_.size() - at - head) / sampleBytes(format) < count) {
    source_.report(Kind::Truncated, Effect::Loss, at, path,
                   fmt::format("{} samples are needed, the file has room for fewer", count));
    return std::nullopt;
  }
  if (!source_.spend(head + count * sampleBytes(format), at, path)) return std::nullopt;
  Track track;
  track.format_ = format;
  track.samples_owner_ = source_.owner();
  track.samples_ = source_.base() + at + head;
  track.sample_count_ = count;
  if (format == TrackFormat::L4) {
    for (std::uint64_t i = 0; i < count; ++i)
      (void)source_.finite(at + 4 * i, 0.0f, path);
  } else {
    track.step_ = source_.finite(at, 0.0f, path);
    track.base_ = source_.finite(at + 4, 0.0f, path);
  }
  return track;
}

}  // namespace sinew::mdl0
