#include "app/regress/edges.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sinew::app::regress {

namespace {

using renderer::Image;

/// Levels that a colour may lie outside its neighbours' range: rounding, and smooth shading.
constexpr int kSlack = 3;
/// Half the side of the square in which edges must be few.
constexpr int kReach = 4;
/// Largest share of that square. Both sides of a thin rod that moved by a pixel stay below.
constexpr double kLargestShare = 0.6;

/// The range of each channel over the 3 x 3 pixels around those of a part of a row.
class RowRange {
 public:
  /// For pixels `first` to `last` of row `y`.
  void take(const Image& image, std::size_t y, std::size_t first, std::size_t last) {
    const auto width = static_cast<std::size_t>(image.width);
    const auto height = static_cast<std::size_t>(image.height);
    // One pixel more at either end; beyond the border the row's last pixel stands again.
    first_ = first;
    const std::size_t from = first == 0 ? 0 : first - 1;
    const std::size_t to = std::min(last + 1, width - 1);
    const std::size_t bytes = (to - from + 1) * 4;
    const std::size_t skipped = first == 0 ? 4 : 0;
    low_.resize((last - first + 3) * 4);
    high_.resize(low_.size());
    const auto row = [&](std::size_t v) { return &image.rgba[(v * width + from) * 4]; };
    const std::uint8_t* above = row(y == 0 ? 0 : y - 1);
    const std::uint8_t* middle = row(y);
    const std::uint8_t* below = row(std::min(y + 1, height - 1));
    std::uint8_t* low = low_.data() + skipped;
    std::uint8_t* high = high_.data() + skipped;
    for (std::size_t i = 0; i < bytes; ++i) {
      low[i] = std::min(std::min(above[i], middle[i]), below[i]);
      high[i] = std::max(std::max(above[i], middle[i]), below[i]);
    }
    if (skipped > 0) repeat(0, 4);
    if (to == last) repeat(low_.size() - 4, low_.size() - 8);
  }

  /// Whether the colour at `x` of the row lies within, by channel.
  [[nodiscard]] bool holds(const std::uint8_t* pixel, std::size_t x) const {
    const std::size_t at = (x - first_) * 4;
    for (std::size_t c = 0; c < 4; ++c) {
      const std::size_t i = at + c;
      const int low = std::min(std::min(low_[i], low_[i + 4]), low_[i + 8]);
      const int high = std::max(std::max(high_[i], high_[i + 4]), high_[i + 8]);
      if (pixel[c] + kSlack < low || pixel[c] > high + kSlack) return false;
    }
    return true;
  }

 private:
  void repeat(std::size_t to, std::size_t from) {
    for (std::size_t c = 0; c < 4; ++c) {
      low_[to + c] = low_[from + c];
      high_[to + c] = high_[from + c];
    }
  }

  std::size_t first_ = 0;
  std::vector<std::uint8_t> low_;  ///< of a column of three pixels, 4 bytes each
  std::vector<std::uint8_t> high_;
};

/// Whether the square around x, y is full of edges and differences.
bool crowded(const std::vector<PixelState>& states, int width, int height, int x, int y) {
  int count = 0;
  int area = 0;
  for (int v = std::max(y - kReach, 0); v <= std::min(y + kReach, height - 1); ++v) {
    for (int u = std::max(x - kReach, 0); u <= std::min(x + kReach, width - 1); ++u) {
      const PixelState state =
          states[static_cast<std::size_t>(v) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(u)];
      count += state == PixelState::Edge || state == PixelState::Different ? 1 : 0;
      ++area;
    }
  }
  return count > kLargestShare * area;
}

std::vector<std::size_t> findEdges(const Image& a, const Image& b,
                                   const std::vector<PixelState>& states) {
  const auto width = static_cast<std::size_t>(a.width);
  std::vector<std::size_t> edges;
  RowRange around_a;
  RowRange around_b;
  for (std::size_t row = 0; row < states.size(); row += width) {
    const auto begin = states.begin() + static_cast<std::ptrdiff_t>(row);
    const auto end = begin + static_cast<std::ptrdiff_t>(width);
    const auto found = std::find(begin, end, PixelState::Different);
    if (found == end) continue;
    const auto first = static_cast<std::size_t>(found - begin);
    std::size_t last = width - 1;
    while (states[row + last] != PixelState::Different)
      --last;
    around_a.take(a, row / width, first, last);
    around_b.take(b, row / width, first, last);
    for (std::size_t x = first; x <= last; ++x) {
      const std::size_t i = row + x;
      if (states[i] == PixelState::Different && around_b.holds(&a.rgba[4 * i], x) &&
          around_a.holds(&b.rgba[4 * i], x)) {
        edges.push_back(i);
      }
    }
  }
  return edges;
}

}  // namespace

void markEdges(const Image& a, const Image& b, std::vector<PixelState>& states) {
  const std::vector<std::size_t> edges = findEdges(a, b, states);
  for (const std::size_t i : edges)
    states[i] = PixelState::Edge;
  // Judged on the whole first, so that the order of the pixels does not matter.
  std::vector<std::size_t> content;
  for (const std::size_t i : edges) {
    const auto x = static_cast<int>(i % static_cast<std::size_t>(a.width));
    const auto y = static_cast<int>(i / static_cast<std::size_t>(a.width));
    if (crowded(states, a.width, a.height, x, y)) content.push_back(i);
  }
  for (const std::size_t i : content)
    states[i] = PixelState::Different;
}

}  // namespace sinew::app::regress
