// compare_images ACTUAL BASELINE DIFF: exit 0 when the pictures agree within the limits, 1 when
// they do not (DIFF is written then), 2 when one cannot be read. compare_images --tamper IN OUT: a
// copy with a patch of 6x6 pixels inverted, which no comparison may let pass.

#include <cstdio>
#include <optional>
#include <string>

#include "tests/screenshots/image_compare.h"

using sinew::screenshots::Comparison;
using sinew::screenshots::Limits;
using sinew::screenshots::Picture;

namespace {

int tamper(const std::string& in, const std::string& out) {
  std::string problem;
  std::optional<Picture> picture = sinew::screenshots::readPng(in, problem);
  if (picture) {
    for (std::uint32_t y = 0; y < 6; ++y) {
      for (std::uint32_t x = 0; x < 6; ++x) {
        const std::size_t pixel =
            (std::size_t{picture->height / 2 + y}) * picture->width + picture->width / 2 + x;
        for (std::size_t c = 0; c < 3; ++c)
          picture->rgba[4 * pixel + c] ^= 0xFF;
      }
    }
    if (sinew::screenshots::writePng(out, *picture, problem)) return 0;
  }
  std::fprintf(stderr, "%s\n", problem.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string first = argv[1];
  if (first == "--tamper") return tamper(argv[2], argv[3]);

  std::string problem;
  const std::optional<Picture> actual = sinew::screenshots::readPng(first, problem);
  const std::optional<Picture> baseline = sinew::screenshots::readPng(argv[2], problem);
  if (!actual || !baseline) {
    std::fprintf(stderr, "%s\n", problem.c_str());
    return 2;
  }
  const Limits limits;
  const Comparison result = sinew::screenshots::compare(*actual, *baseline, limits);
  if (!result.same_size) {
    std::printf("%ux%u pixels, the baseline has %ux%u\n", actual->width, actual->height,
                baseline->width, baseline->height);
    return 1;
  }
  std::printf(
      "%zu pixels differ (%.3f %%, at most %.3f %%), %zu of 25 in one place (at most %zu), mean "
      "difference %.4f (at most %.2f), largest %d\n",
      result.differing, 100.0 * result.share, 100.0 * limits.max_share, result.worst_window,
      limits.max_in_window, result.mean_difference, limits.max_mean_difference,
      result.worst_channel);
  if (result.passes(limits)) return 0;
  if (!sinew::screenshots::writePng(argv[3], sinew::screenshots::paintDifferences(*actual, result),
                                    problem)) {
    std::fprintf(stderr, "%s\n", problem.c_str());
  }
  return 1;
}
