#pragma once

// Compares a picture with its baseline: the judge of the screenshot tests. It shares no code with
// the program it judges.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sinew::screenshots {

/// RGBA, 8 bits, straight alpha, rows from the top.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Reads or writes a PNG; on failure empty or false, and a sentence in `problem`.
[[nodiscard]] std::optional<Picture> readPng(const std::string& path, std::string& problem);
[[nodiscard]] bool writePng(const std::string& path, const Picture& picture, std::string& problem);

/// What is let pass. Another version of the rasteriser rounds some edge pixels to the other side:
/// few, spread thin, but far off in value. A fault is many, or close together, or a shift of
/// everything by a little.
struct Limits {
  int channel_tolerance = 6;          ///< a pixel differs when a channel differs by more than this
  double max_share = 0.005;           ///< of all pixels that may differ
  std::size_t max_in_window = 12;     ///< of the 25 pixels of any 5x5 square that may differ
  double max_mean_difference = 0.25;  ///< mean over all pixels and channels, 0..255
};

struct Comparison {
  bool same_size = true;
  std::size_t differing = 0;
  double share = 0.0;
  std::size_t worst_window = 0;  ///< differing pixels in the fullest 5x5 square
  double mean_difference = 0.0;
  int worst_channel = 0;      ///< largest difference of one channel
  std::vector<bool> differs;  ///< one a pixel

  [[nodiscard]] bool passes(const Limits& limits) const;
};

[[nodiscard]] Comparison compare(const Picture& actual, const Picture& baseline,
                                 const Limits& limits);

/// The actual picture, pale, with what differs in red.
[[nodiscard]] Picture paintDifferences(const Picture& actual, const Comparison& comparison);

}  // namespace sinew::screenshots
