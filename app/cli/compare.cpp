// Options of the picture comparison.

#include "app/cli/table.h"

namespace sinew::app::cli {

namespace {

constexpr std::int64_t kMaxCount = std::int64_t{1} << 30;

Expected parseRect(std::string_view text, std::vector<regress::Rect>& out) {
  constexpr std::string_view kExpected =
      "x1,y1,x2,y2 in pixels from the upper left corner, with x1 <= x2 and y1 <= y2";
  const auto parts = split(text, ',');
  if (parts.size() != 4) return std::string(kExpected);
  int corner[4] = {};
  for (std::size_t i = 0; i < 4; ++i) {
    std::int64_t value = 0;
    if (!parseInteger(parts[i], "", 0, 1'000'000, value).empty()) return std::string(kExpected);
    corner[i] = static_cast<int>(value);
  }
  if (corner[0] > corner[2] || corner[1] > corner[3]) return std::string(kExpected);
  out.push_back({corner[0], corner[1], corner[2], corner[3]});
  return {};
}

/// An option that is a share of 1.
void addShare(OptionTable& table, const std::string& name, const std::string& metavar,
              const std::string& help, std::optional<double>& out) {
  table.value(name, metavar, help, [&out](const std::string& text) {
    double share = 0.0;
    const Expected expected = parseNumber(text, {"a number", 0.0, 1.0}, share);
    if (expected.empty()) out = share;
    return expected;
  });
}

template <class T>
void addCount(OptionTable& table, const std::string& name, const std::string& help,
              std::int64_t least, std::int64_t most, std::optional<T>& out) {
  table.value(name, "N", help, [&out, least, most](const std::string& text) {
    std::int64_t count = 0;
    const Expected expected = parseInteger(text, "a whole number", least, most, count);
    if (expected.empty()) out = static_cast<T>(count);
    return expected;
  });
}

void addLimits(OptionTable& table, regress::CompareSettings& settings) {
  addShare(table, "--pixel-threshold,--reference-threshold", "F",
           "from when on a pixel differs, 0 to 1 (default: delta 0.01, flip 0.1, ssim 0.05)",
           settings.pixel_threshold);
  addCount(table, "--max-diff-pixels", "how many pixels may differ", 0, kMaxCount,
           settings.max_diff_pixels);
  addShare(table, "--max-diff-ratio", "F",
           "what share of the pixels may differ (default: delta 0.005, others 0)",
           settings.max_diff_ratio);
  addCount(table, "--max-diff-run", "how many in an unbroken row or column (default: delta 6)", 0,
           kMaxCount, settings.max_diff_run);
  addCount(table, "--window", "side of the square that --window-density is about (default: 8)", 1,
           32768, settings.window);
  addShare(table, "--window-density", "F",
           "what share of any square of --window pixels may differ (default: delta 0.1)",
           settings.window_density);
}

void addJudging(OptionTable& table) {
  Options& options = table.options();
  regress::CompareSettings& settings = options.compare.settings;
  table.value("--metric", "exact|delta|flip|ssim", "how pixels are compared (default: delta)",
              [&settings](const std::string& text) -> Expected {
                const auto metric = regress::metricFrom(text);
                if (!metric) return "one of exact, delta, flip, ssim";
                settings.metric = *metric;
                return {};
              });
  addLimits(table, settings);
  table.values("--ignore", "x1,y1,x2,y2", "leave out this rectangle, corners included; repeatable",
               [&settings](const std::string& text) { return parseRect(text, settings.ignore); });
  // The views of a model would each need a mask of their own.
  if (table.command() == Command::Diff) return;
  table.value("--mask", "FILE", "leave out what is bright in this picture",
              [&options](const std::string& text) -> Expected {
                if (text.empty()) return "a file name";
                options.compare.mask = text;
                return {};
              });
}

}  // namespace

void addCompareOptions(OptionTable& table) {
  if (!table.isAnyOf({Command::Compare, Command::Shot, Command::Diff})) return;
  Options& options = table.options();
  if (table.command() == Command::Compare) {
    table.group("Output");
    table.value("--output,-o", "FILE", "a picture of what differs, as PNG",
                [&options](const std::string& text) -> Expected {
                  if (text.empty()) return "a file name";
                  if (text == "-") return "a file name: standard output has the verdict";
                  options.output = text;
                  return {};
                });
  }
  table.group("Comparison");
  if (table.command() == Command::Shot) {
    table.value("--reference", "PNG",
                "compare with this picture; writes one of its own only where -o is given",
                [&options](const std::string& text) -> Expected {
                  if (text.empty()) return "a file name";
                  options.reference = text;
                  return {};
                });
  }
  if (table.command() == Command::Diff) {
    table.flag("--visual", "also draw both models from one camera and compare the pictures",
               [&options] { options.visual = true; });
  }
  addJudging(table);
}

}  // namespace sinew::app::cli
