#include "app/regress/compare.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>

#include "app/regress/arrangement.h"
#include "app/regress/edges.h"

namespace sinew::app::regress {

namespace {

using renderer::Image;

std::size_t pixelsOf(const Image& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

void ignoreRects(const std::vector<Rect>& rects, const Image& a, std::vector<PixelState>& states) {
  for (const Rect& rect : rects) {
    const int right = std::min(rect.x2, a.width - 1);
    const int bottom = std::min(rect.y2, a.height - 1);
    for (int y = std::max(rect.y1, 0); y <= bottom; ++y) {
      for (int x = std::max(rect.x1, 0); x <= right; ++x) {
        states[static_cast<std::size_t>(y) * static_cast<std::size_t>(a.width) +
               static_cast<std::size_t>(x)] = PixelState::Ignored;
      }
    }
  }
}

void ignoreMask(const Image& mask, std::vector<PixelState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::uint8_t* pixel = &mask.rgba[4 * i];
    // Luma of Rec. 601 in thousandths, over black.
    const int luma = (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1000 * pixel[3] / 255;
    if (luma > 127) states[i] = PixelState::Ignored;
  }
}

/// The second picture with the first one's colours wherever they do not count, so that no filter
/// sees what is ignored.
Image withoutIgnored(const Image& a, const Image& b, const std::vector<PixelState>& states) {
  Image out = b;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] == PixelState::Ignored) std::memcpy(&out.rgba[4 * i], &a.rgba[4 * i], 4);
  }
  return out;
}

/// Equal, or invisible in both.
bool equalPixels(const std::uint8_t* a, const std::uint8_t* b) {
  return std::memcmp(a, b, 4) == 0 || (a[3] == 0 && b[3] == 0);
}

void judgePixels(const Image& a, const Image& b, Comparison& out) {
  const std::size_t row_bytes = static_cast<std::size_t>(a.width) * 4;
  const auto limit = static_cast<float>(out.limits.pixel);
  float largest = 0.0f;
  for (std::size_t row = 0; row < a.rgba.size(); row += row_bytes) {
    if (std::memcmp(&a.rgba[row], &b.rgba[row], row_bytes) == 0) continue;
    for (std::size_t at = row; at < row + row_bytes; at += 4) {
      PixelState& state = out.states[at / 4];
      if (state == PixelState::Ignored || equalPixels(&a.rgba[at], &b.rgba[at])) continue;
      const float delta = out.metric == Metric::Exact ? 1.0f : colorDelta(&a.rgba[at], &b.rgba[at]);
      largest = std::max(largest, delta);
      if (delta > limit) state = PixelState::Different;
    }
  }
  out.largest = static_cast<double>(largest);
  if (out.metric == Metric::Delta) markEdges(a, b, out.states);
}

void judgeMap(Comparison& out) {
  const auto limit = static_cast<float>(out.limits.pixel);
  double sum = 0.0;
  for (std::size_t i = 0; i < out.map.size(); ++i) {
    if (out.states[i] == PixelState::Ignored) continue;
    const float value = out.map[i];
    sum += static_cast<double>(value);
    out.largest = std::max(out.largest, static_cast<double>(value));
    if (value > limit) out.states[i] = PixelState::Different;
  }
  if (out.metric == Metric::Flip) out.mean = sum / static_cast<double>(out.compared);
}

void measure(const Image& a, const Image& b, Comparison& out) {
  if (out.metric == Metric::Exact || out.metric == Metric::Delta) return judgePixels(a, b, out);
  if (out.metric == Metric::Flip) {
    out.map = flipMap(a, b);
  } else {
    out.map = ssimMap(a, b);
    out.mean = meanSsim(out.map, a.width, a.height);
    for (float& value : out.map)
      value = 1.0f - value;
  }
  judgeMap(out);
}

std::string percent(double ratio) {
  return fmt::format("{:.4g} %", 100.0 * ratio);
}

void applyLimits(Comparison& out) {
  const Limits& limits = out.limits;
  const auto add = [&out](std::string text) { out.exceeded.push_back(std::move(text)); };
  if (limits.pixels && out.differing > *limits.pixels) {
    add(fmt::format("{} pixels differ, at most {} may", out.differing, *limits.pixels));
  }
  if (limits.ratio && out.ratio > *limits.ratio) {
    add(fmt::format("{} of the pixels differ, at most {} may", percent(out.ratio),
                    percent(*limits.ratio)));
  }
  if (limits.run && out.longest_run > *limits.run) {
    add(fmt::format("{} differ in a row, at most {} may", out.longest_run, *limits.run));
  }
  if (out.fullest && out.fullest->count > out.fullest->allowed) {
    const FullestWindow& window = *out.fullest;
    add(fmt::format("{} differ in the {}x{} pixels at {},{}, at most {} may", window.count,
                    window.width, window.height, window.x, window.y, window.allowed));
  }
}

}  // namespace

Result<Comparison> compare(const Image& a, const Image& b, const CompareSettings& settings,
                           const Image* mask) {
  Comparison out;
  out.metric = settings.metric;
  out.limits = limitsOf(settings);
  out.width = a.width;
  out.height = a.height;
  const std::size_t pixels = pixelsOf(a);
  const bool masked = mask != nullptr || !settings.ignore.empty();
  const bool equal = &a == &b || a.rgba == b.rgba;
  if (!equal || masked) {
    out.states.assign(pixels, PixelState::Same);
    ignoreRects(settings.ignore, a, out.states);
    if (mask != nullptr) ignoreMask(*mask, out.states);
  }
  out.ignored = static_cast<std::uint64_t>(
      masked ? std::count(out.states.begin(), out.states.end(), PixelState::Ignored) : 0);
  out.compared = pixels - out.ignored;
  if (out.compared == 0) return fail("usage", "every pixel is ignored: nothing is compared");

  std::optional<Image> patched;
  if (masked && !equal) patched = withoutIgnored(a, b, out.states);
  const Image& seen = patched ? *patched : b;
  out.identical = equal || a.rgba == seen.rgba;
  if (out.identical) {
    if (out.metric == Metric::Flip) out.mean = 0.0;
    if (out.metric == Metric::Ssim) out.mean = 1.0;
    return out;
  }
  measure(a, seen, out);
  const auto& states = out.states;
  out.differing =
      static_cast<std::uint64_t>(std::count(states.begin(), states.end(), PixelState::Different));
  out.edges =
      static_cast<std::uint64_t>(std::count(states.begin(), states.end(), PixelState::Edge));
  out.ratio = static_cast<double>(out.differing) / static_cast<double>(out.compared);
  if (out.differing > 0) {
    out.longest_run = longestRun(states, a.width);
    out.bounds = differingBounds(states, a.width);
  }
  if (out.limits.window) out.fullest = fullestWindow(states, a.width, *out.limits.window);
  applyLimits(out);
  return out;
}

}  // namespace sinew::app::regress
