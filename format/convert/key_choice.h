#pragma once

// The fewest keys that interpolate a channel well enough: a shortest path over frames.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sinew::convert {

/// How a channel's frames lie.
struct KeyTimeline {
  std::uint32_t frames = 1;
  bool loop = false;  ///< the last key blends into the first
};

/// Bytes that a key costs.
struct KeyCost {
  double value = 4.0;   ///< of its value
  double record = 1.0;  ///< of a record's tag, where the frame has none yet
};

/// Chooses frames. `Channel` has
///   double missAt(frame)                  miss of the key value that the frame would get, in
///   limits double missBetween(a, b, span, step)  miss at frame a + step on the way from a's key
///   value to
///                                         b's (b may be `frames`: the first one's, in a loop)
///   double missHeld(a, frame)             miss at a frame while a's value is held
///   double codeMiss(frame)                the square of how far the frame's own key value is off,
///   in
///                                         terms of the channel's mean: 1 on average
/// where 1 is the limit. Of keys that cost the same, those on frames that codes hit well are taken.
/// A frame whose own key value misses the limit may be as far off as that.
/// `has_record[f]`: the frame has a record already. Returns ascending frames, the first 0.
template <class Channel>
[[nodiscard]] std::vector<std::uint32_t> chooseKeys(const Channel& channel, const KeyTimeline& line,
                                                    const KeyCost& cost,
                                                    const std::vector<bool>& has_record) {
  // A run that failed for this many lengths on end will hardly fit again.
  constexpr std::uint32_t kPatience = 4;
  constexpr double kMissWeight = 0.4;  // bytes that a frame at the limit may cost
  constexpr double kCodeWeight = 0.5;  // bytes that a key with the mean error of codes may cost
  const std::uint32_t n = line.frames;
  std::vector<double> allowed(n);
  for (std::uint32_t f = 0; f < n; ++f)
    allowed[f] = std::max(1.0, 1.02 * channel.missAt(f));
  const auto keyCost = [&](std::uint32_t f) {
    return cost.value + (has_record[f] ? 0.0 : cost.record) + kCodeWeight * channel.codeMiss(f);
  };
  std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
  std::vector<std::uint32_t> from(n + 1, 0);
  best[0] = keyCost(0);
  const std::uint32_t end = line.loop ? n : n - 1;  // the last frame that is interpolated to
  for (std::uint32_t a = 0; a < n; ++a) {
    if (best[a] == std::numeric_limits<double>::infinity()) continue;
    std::uint32_t failures = 0;
    for (std::uint32_t b = a + 1; b <= end && failures < kPatience; ++b) {
      const std::uint32_t span = b - a;
      double misses = 0.0;
      bool fits = true;
      for (std::uint32_t i = 0; i + 1 < span && fits; ++i) {
        // From the middle outwards, where interpolation is worst: failures show early.
        const std::uint32_t step = i % 2 == 1 ? span / 2 + (i + 1) / 2 : span / 2 - i / 2;
        const double miss = channel.missBetween(a, b, span, step);
        fits = miss <= allowed[a + step];
        misses += miss * miss;
      }
      if (!fits) {
        ++failures;
        continue;
      }
      failures = 0;
      const double total = best[a] + kMissWeight * misses + (b < n ? keyCost(b) : 0.0);
      if (total < best[b]) {
        best[b] = total;
        from[b] = a;
      }
    }
    if (line.loop) continue;
    bool held = true;
    double misses = 0.0;
    for (std::uint32_t f = a + 1; f < n && held; ++f) {
      const double miss = channel.missHeld(a, f);
      held = miss <= allowed[f];
      misses += miss * miss;
    }
    if (held && best[a] + kMissWeight * misses < best[n]) {
      best[n] = best[a] + kMissWeight * misses;
      from[n] = a;
    }
  }
  std::vector<std::uint32_t> keys;
  for (std::uint32_t f = from[n];; f = from[f]) {
    keys.push_back(f);
    if (f == 0) break;
  }
  std::reverse(keys.begin(), keys.end());
  return keys;
}

}  // namespace sinew::convert
