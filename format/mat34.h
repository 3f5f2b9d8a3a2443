#pragma once

#include <array>
#include <cstddef>

namespace sinew {

/// An affine map as three rows of (x, y, z, translation): p'[r] = m[4r]*x + m[4r+1]*y + m[4r+2]*z +
/// m[4r+3]. Row-major, because that is what the dumps print and what the vertex shader fetches
/// (three RGBA32F texels a matrix).
template <class T>
struct Mat34 {
  std::array<T, 12> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  friend bool operator==(const Mat34&, const Mat34&) = default;
};

using Mat34f = Mat34<float>;
using Mat34d = Mat34<double>;

/// a * b: applies b first.
template <class T>
[[nodiscard]] constexpr Mat34<T> operator*(const Mat34<T>& a, const Mat34<T>& b) {
  Mat34<T> out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      T sum = c == 3 ? a.m[4 * r + 3] : T(0);
      for (std::size_t k = 0; k < 3; ++k)
        sum += a.m[4 * r + k] * b.m[4 * k + c];
      out.m[4 * r + c] = sum;
    }
  }
  return out;
}

}  // namespace sinew
