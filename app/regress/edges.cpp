#include "app/regress/edges.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sinew::app::regress {

namespace {

using renderer::Image;

/// Levels that a colour may lie outside its neighbours' range: rounding, and smooth shading.
constexpr int kSlack = 3;
/// Half the side of the square in which edges must be few.
constexpr int kReach = 4;
/// Largest share of that square. Both sides of a thin rod that moved by a pixel stay below.
constexpr double kLargestShare = 0.6;

/// The range of each channel over the 3 x 3 pixels around those of a part of a row. Plain loops
/// over bytes, which compilers turn into vector instructions.
class RowRange {
 public:
  /// For pixels `first` to `last` of row `y`.
  void take(const Image& image, std::size_t y, std::size_t first, std::size_t last) {
    const auto width = static_cast<std::size_t>(image.width);
    const auto height = static_cast<std::size_t>(image.height);
    // One pixel more at either end; beyond the border the row's last pixel stands again.
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

  /// Sets the bytes of `outside` whose channel lies more than kSlack outside the range; `pixels`
  /// are those from `first` on in the other picture.
  void mark(const std::uint8_t* pixels, std::vector<std::uint8_t>& outside) const {
    const std::uint8_t* low = low_.data();
    const std::uint8_t* high = high_.data();
    std::uint8_t* out = outside.data();
    for (std::size_t i = 0; i + 8 < low_.size(); ++i) {
      const std::uint8_t least = std::min(std::min(low[i], low[i + 4]), low[i + 8]);
      const std::uint8_t most = std::max(std::max(high[i], high[i + 4]), high[i + 8]);
      const std::uint8_t inside = std::clamp(pixels[i], least, most);
      const auto away =
          static_cast<std::uint8_t>(std::max(pixels[i], inside) - std::min(pixels[i], inside));
      out[i] = static_cast<std::uint8_t>(out[i] | (away > kSlack ? 1 : 0));
    }
  }

 private:
  void repeat(std::size_t to, std::size_t from) {
    for (std::size_t c = 0; c < 4; ++c) {
      low_[to + c] = low_[from + c];
      high_[to + c] = high_[from + c];
    }
  }

  std::vector<std::uint8_t> low_;  ///< of a column of three pixels, 4 bytes each
  std::vector<std::uint8_t> high_;
};

bool isChange(PixelState state) {
  return state == PixelState::Edge || state == PixelState::Different;
}

/// Tells whether the square around a pixel is full of edges and differences.
class Crowd {
 public:
  Crowd(const std::vector<PixelState>& states, int width, int height)
      : states_(states), width_(width), height_(height) {}

  /// Goes to a row in which so many pixels will be asked about.
  void goToRow(int y, std::size_t questions) {
    top_ = std::max(y - kReach, 0);
    bottom_ = std::min(y + kReach, height_ - 1);
    // Counting the whole row is worth it from about one question in every nine pixels.
    counted_ = questions * (2 * kReach + 1) > static_cast<std::size_t>(width_);
    if (counted_) countRow();
  }

  [[nodiscard]] bool around(int x) const {
    const int left = std::max(x - kReach, 0);
    const int right = std::min(x + kReach, width_ - 1);
    int count = 0;
    if (counted_) {
      count =
          before_[static_cast<std::size_t>(right) + 1] - before_[static_cast<std::size_t>(left)];
    } else {
      for (int v = top_; v <= bottom_; ++v) {
        const PixelState* states = row(v);
        for (int u = left; u <= right; ++u)
          count += isChange(states[u]) ? 1 : 0;
      }
    }
    return count > kLargestShare * ((bottom_ - top_ + 1) * (right - left + 1));
  }

 private:
  [[nodiscard]] const PixelState* row(int y) const {
    return &states_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
  }

  void countRow() {
    const auto width = static_cast<std::size_t>(width_);
    columns_.assign(width, 0);
    for (int v = top_; v <= bottom_; ++v) {
      const PixelState* states = row(v);
      for (std::size_t u = 0; u < width; ++u)
        columns_[u] = static_cast<std::uint8_t>(columns_[u] + (isChange(states[u]) ? 1 : 0));
    }
    before_.resize(width + 1);
    int sum = 0;
    for (std::size_t u = 0; u < width; ++u) {
      before_[u] = sum;
      sum += columns_[u];
    }
    before_[width] = sum;
  }

  const std::vector<PixelState>& states_;
  int width_;
  int height_;
  int top_ = 0;
  int bottom_ = 0;
  bool counted_ = false;
  std::vector<std::uint8_t> columns_;  ///< changes in the rows top to bottom
  std::vector<int> before_;            ///< changes in the columns left of each
};

std::vector<std::size_t> findEdges(const Image& a, const Image& b,
                                   const std::vector<PixelState>& states) {
  const auto width = static_cast<std::size_t>(a.width);
  std::vector<std::size_t> edges;
  RowRange around_a;
  RowRange around_b;
  std::vector<std::uint8_t> outside;  ///< a byte a channel
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
    outside.assign((last - first + 1) * 4, 0);
    around_b.mark(&a.rgba[4 * (row + first)], outside);
    around_a.mark(&b.rgba[4 * (row + first)], outside);
    for (std::size_t x = first; x <= last; ++x) {
      std::uint32_t channels = 0;
      std::memcpy(&channels, &outside[4 * (x - first)], sizeof channels);
      if (channels == 0 && states[row + x] == PixelState::Different) edges.push_back(row + x);
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
  const auto width = static_cast<std::size_t>(a.width);
  Crowd crowd(states, a.width, a.height);
  for (auto first = edges.begin(); first != edges.end();) {
    const std::size_t row = *first / width;
    const auto last = std::lower_bound(first, edges.end(), (row + 1) * width);
    crowd.goToRow(static_cast<int>(row), static_cast<std::size_t>(last - first));
    for (; first != last; ++first) {
      if (crowd.around(static_cast<int>(*first - row * width))) content.push_back(*first);
    }
  }
  for (const std::size_t i : content)
    states[i] = PixelState::Different;
}

}  // namespace sinew::app::regress
