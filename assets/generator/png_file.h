#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew::assets {

/// An sRGB image without alpha, rows from the top.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;

  Picture(int w, int h)
      : width(w), height(h), rgb(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 3) {}
  [[nodiscard]] std::uint8_t* at(int x, int y) {
    return &rgb[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)) *
                3];
  }
};

/// The picture as a PNG file. Throws std::runtime_error if libpng fails.
[[nodiscard]] std::vector<std::byte> encodePng(const Picture& picture);

}  // namespace sinew::assets
