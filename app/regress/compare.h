#pragma once

// Two pictures of one size judged by a metric and its limits.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/regress/compare_settings.h"
#include "app/regress/metrics.h"
#include "format/result.h"
#include "renderer/image.h"

namespace sinew::app::regress {

enum class PixelState : std::uint8_t {
  Same,     ///< at most the pixel limit apart
  Ignored,  ///< left out by a rectangle or the mask
  Edge,     ///< an edge that lies up to a pixel elsewhere, which Metric::Delta lets pass
  Different
};

/// The N x N square with the most differing pixels, by its upper left corner.
struct FullestWindow {
  std::uint64_t count = 0;
  std::uint64_t allowed = 0;
  int width = 0;  ///< less than the limit's size where the picture is smaller
  int height = 0;
  int x = 0;
  int y = 0;
};

/// What a comparison found, without its pictures.
struct Findings {
  Metric metric = Metric::Delta;
  Limits limits;
  int width = 0;
  int height = 0;
  bool identical = false;      ///< the same bytes in every pixel that counts
  std::uint64_t compared = 0;  ///< pixels that are not ignored
  std::uint64_t ignored = 0;
  std::uint64_t differing = 0;
  std::uint64_t edges = 0;  ///< shifted edges, which do not count as differing
  double ratio = 0.0;       ///< differing / compared
  std::uint64_t longest_run = 0;
  std::optional<FullestWindow> fullest;  ///< with a window limit
  double largest = 0.0;                  ///< largest difference of a pixel, in the metric's units
  /// Flip: mean over the compared pixels; Ssim: mean similarity (see meanSsim).
  std::optional<double> mean;
  std::optional<Rect> bounds;  ///< of the differing pixels
  /// One phrase for every limit that is exceeded; empty: the pictures pass.
  std::vector<std::string> exceeded;

  [[nodiscard]] bool passes() const { return exceeded.empty(); }
};

struct Comparison : Findings {
  std::vector<PixelState> states;  ///< one a pixel; empty where the pictures are identical
  Map map;                         ///< Flip and Ssim (as 1 - similarity); empty where identical
};

/// Compares. The pictures must have one size, and the mask, if there is one, theirs.
/// Pixels that the mask shows bright (luma above 127 over black) or a rectangle covers do not
/// count. \return an Error (code "usage") where nothing is left to compare.
[[nodiscard]] Result<Comparison> compare(const renderer::Image& a, const renderer::Image& b,
                                         const CompareSettings& settings,
                                         const renderer::Image* mask = nullptr);

/// What differs, to look at: the first picture pale, differing pixels red, shifted edges orange,
/// ignored ones blue; for Flip and Ssim the map from black over red to white, 1 is white.
[[nodiscard]] renderer::Image paintDifference(const renderer::Image& a,
                                              const Comparison& comparison);

/// The same as a PNG file, in a fraction of the time that painting and encoding take.
[[nodiscard]] Result<std::vector<std::uint8_t>> encodeDifference(const renderer::Image& a,
                                                                 const Comparison& comparison);

}  // namespace sinew::app::regress
