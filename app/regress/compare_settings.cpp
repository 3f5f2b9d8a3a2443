#include "app/regress/compare_settings.h"

#include <array>
#include <utility>

namespace sinew::app::regress {

namespace {

constexpr std::array<std::pair<std::string_view, Metric>, 4> kMetrics{{{"exact", Metric::Exact},
                                                                       {"delta", Metric::Delta},
                                                                       {"flip", Metric::Flip},
                                                                       {"ssim", Metric::Ssim}}};

/// The defaults, and why: docs/screenshot-tests.md, "Tolerances".
Limits defaultsOf(Metric metric) {
  Limits limits;
  switch (metric) {
    case Metric::Exact:
      limits.pixels = 0;
      break;
    case Metric::Delta:
      // Between two and three levels of grey: what drivers round differently stays below, a shade
      // that somebody changed lies above.
      limits.pixel = 0.01;
      limits.ratio = 0.005;
      limits.run = 6;
      limits.window = WindowLimit{8, 0.1};
      break;
    case Metric::Flip:
      limits.pixel = 0.1;
      limits.pixels = 0;  // the measure is blurred already, so that even a speckle is a patch
      break;
    case Metric::Ssim:
      limits.pixel = 0.05;
      limits.pixels = 0;
      break;
  }
  return limits;
}

}  // namespace

std::string_view toString(Metric metric) {
  for (const auto& [name, value] : kMetrics) {
    if (value == metric) return name;
  }
  return "";
}

std::optional<Metric> metricFrom(std::string_view name) {
  for (const auto& [known, value] : kMetrics) {
    if (known == name) return value;
  }
  return std::nullopt;
}

Limits limitsOf(const CompareSettings& settings) {
  Limits limits = defaultsOf(settings.metric);
  if (settings.pixel_threshold) limits.pixel = *settings.pixel_threshold;
  if (settings.max_diff_pixels || settings.max_diff_ratio) {
    limits.pixels = settings.max_diff_pixels;
    limits.ratio = settings.max_diff_ratio;
  }
  if (settings.max_diff_run) limits.run = settings.max_diff_run;
  if (settings.window || settings.window_density) {
    WindowLimit window = limits.window.value_or(WindowLimit{});
    window.size = settings.window.value_or(window.size);
    window.density = settings.window_density.value_or(window.density);
    limits.window = window;
  }
  return limits;
}

}  // namespace sinew::app::regress
