#pragma once

// What `sinew compare` and screenshot tests are asked for: plain values, checked by who reads them.
// docs/screenshot-tests.md is the user's side.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::app::regress {

/// How the difference of two pixels is measured.
enum class Metric : std::uint8_t {
  Exact,  ///< any channel differs
  Delta,  ///< perceptual colour difference; shifted edges are told apart
  Flip,   ///< FLIP, Andersson et al. 2020
  Ssim    ///< structural similarity, Wang et al. 2004
};

[[nodiscard]] std::string_view toString(Metric metric);
/// "exact", "delta", "flip" or "ssim"; nothing for anything else.
[[nodiscard]] std::optional<Metric> metricFrom(std::string_view name);

/// Pixels from a corner to the other, both included, from the upper left; x1 <= x2, y1 <= y2.
struct Rect {
  int x1 = 0;
  int y1 = 0;
  int x2 = 0;
  int y2 = 0;
};

/// A square of `size` pixels a side of which at most the share `density` may differ.
struct WindowLimit {
  std::uint32_t size = 8;
  double density = 0.0;
};

/// Two separate questions: from when on a pixel differs, and how many may, in what arrangement.
struct Limits {
  double pixel = 0.0;                   ///< a pixel differs when the metric gives more
  std::optional<std::uint64_t> pixels;  ///< most pixels that may differ
  std::optional<double> ratio;          ///< largest share of all pixels
  std::optional<std::uint64_t> run;     ///< most in an unbroken row or column
  std::optional<WindowLimit> window;
};

/// What was asked for; what is empty takes the metric's default.
struct CompareSettings {
  Metric metric = Metric::Delta;
  std::optional<double> pixel_threshold;
  std::optional<std::uint64_t> max_diff_pixels;
  std::optional<double> max_diff_ratio;
  std::optional<std::uint64_t> max_diff_run;
  std::optional<std::uint32_t> window;
  std::optional<double> window_density;
  std::vector<Rect> ignore;
};

/// The limits that hold. A count given without a ratio replaces the default ratio, and the other
/// way round; a window is one where a size or a density is given or the metric has one.
[[nodiscard]] Limits limitsOf(const CompareSettings& settings);

}  // namespace sinew::app::regress
