#include "app/regress/arrangement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew::app::regress {

namespace {

bool differs(PixelState state) {
  return state == PixelState::Different;
}

}  // namespace

std::uint64_t longestRun(const std::vector<PixelState>& states, int width) {
  const auto columns = static_cast<std::size_t>(width);
  std::vector<std::uint32_t> down(columns, 0);
  std::uint64_t longest = 0;
  for (std::size_t row = 0; row < states.size(); row += columns) {
    std::uint32_t across = 0;
    for (std::size_t x = 0; x < columns; ++x) {
      if (!differs(states[row + x])) {
        across = down[x] = 0;
        continue;
      }
      longest = std::max<std::uint64_t>(longest, std::max(++across, ++down[x]));
    }
  }
  return longest;
}

FullestWindow fullestWindow(const std::vector<PixelState>& states, int width,
                            const WindowLimit& limit) {
  const auto columns = static_cast<std::size_t>(width);
  const std::size_t rows = states.size() / columns;
  const std::size_t across = std::min<std::size_t>(limit.size, columns);
  const std::size_t down = std::min<std::size_t>(limit.size, rows);
  FullestWindow out;
  out.width = static_cast<int>(across);
  out.height = static_cast<int>(down);
  // A density like 0.1 is no binary fraction: 10 of 100 must not fail by a rounding.
  out.allowed = static_cast<std::uint64_t>(
      std::floor(limit.density * static_cast<double>(across * down) + 1e-9));
  std::vector<std::uint32_t> column(columns, 0);  // differing pixels of each column in the band
  for (std::size_t y = 0; y < rows; ++y) {
    const PixelState* added = &states[y * columns];
    const PixelState* dropped = y >= down ? &states[(y - down) * columns] : nullptr;
    for (std::size_t x = 0; x < columns; ++x) {
      column[x] += differs(added[x]) ? 1 : 0;
      if (dropped != nullptr) column[x] -= differs(dropped[x]) ? 1 : 0;
    }
    if (y + 1 < down) continue;
    std::uint64_t count = 0;
    for (std::size_t x = 0; x < columns; ++x) {
      count += column[x];
      if (x >= across) count -= column[x - across];
      if (x + 1 < across || count <= out.count) continue;
      out.count = count;
      out.x = static_cast<int>(x + 1 - across);
      out.y = static_cast<int>(y + 1 - down);
    }
  }
  return out;
}

std::optional<Rect> differingBounds(const std::vector<PixelState>& states, int width) {
  std::optional<Rect> box;
  int x = 0;
  int y = 0;
  for (const PixelState state : states) {
    if (differs(state)) {
      if (!box) box = Rect{x, y, x, y};
      box->x1 = std::min(box->x1, x);
      box->x2 = std::max(box->x2, x);
      box->y2 = y;
    }
    if (++x == width) {
      x = 0;
      ++y;
    }
  }
  return box;
}

}  // namespace sinew::app::regress
