#include "app/cmd_compare.h"

#include <algorithm>
#include <future>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "app/document.h"
#include "app/file_command.h"
#include "app/png.h"
#include "app/regress/compare.h"
#include "app/regress/read_picture.h"
#include "app/text.h"

namespace sinew::app {

namespace {

using regress::Comparison;
using regress::FullestWindow;
using regress::Rect;
using renderer::Image;

struct Pictures {
  Image a;
  Image b;
  bool same_bytes = false;  ///< then `b` is empty and `a` stands for both
  std::optional<Image> mask;

  [[nodiscard]] const Image& second() const { return same_bytes ? a : b; }
};

bool equalBytes(const SharedBytes& a, const SharedBytes& b) {
  return *a == *b;
}

Result<Image> decodeNamed(const std::string& path, const SharedBytes& bytes) {
  Result<Image> image = regress::decodePicture(*bytes);
  if (!image) image.error().message = fmt::format("{}: {}", path, image.error().message);
  return image;
}

Result<Pictures> readPictures(const Options& options) {
  const std::uint64_t most = options.max_size_mib << 20;
  const std::string& path_a = options.files[0];
  const std::string& path_b = options.files[1];
  const Result<SharedBytes> bytes_a = readInput(path_a, most);
  if (!bytes_a) return tl::unexpected(bytes_a.error());
  const Result<SharedBytes> bytes_b = readInput(path_b, most);
  if (!bytes_b) return tl::unexpected(bytes_b.error());

  Pictures out;
  out.same_bytes = equalBytes(*bytes_a, *bytes_b);
  std::future<Result<Image>> other;
  if (!out.same_bytes) {
    other = std::async(std::launch::async, decodeNamed, path_b, *bytes_b);
  }
  Result<Image> a = decodeNamed(path_a, *bytes_a);
  if (other.valid()) {
    Result<Image> b = other.get();
    if (a && !b) return tl::unexpected(b.error());
    if (b) out.b = std::move(*b);
  }
  if (!a) return tl::unexpected(a.error());
  out.a = std::move(*a);
  if (!options.compare.mask.empty()) {
    const Result<SharedBytes> bytes = readInput(options.compare.mask, most);
    if (!bytes) return tl::unexpected(bytes.error());
    Result<Image> mask = decodeNamed(options.compare.mask, *bytes);
    if (!mask) return tl::unexpected(mask.error());
    out.mask = std::move(*mask);
  }
  return out;
}

std::string sizeOf(const Image& image) {
  return fmt::format("{}x{}", image.width, image.height);
}

bool sameSize(const Image& a, const Image& b) {
  return a.width == b.width && a.height == b.height;
}

/// What is wrong with the sizes; empty: nothing.
std::string sizeProblem(const Options& options, const Pictures& pictures) {
  const auto differ = [&](const std::string& path, const Image& image) {
    return fmt::format("{} has {} pixels, {} has {}", options.files[0], sizeOf(pictures.a), path,
                       sizeOf(image));
  };
  if (!sameSize(pictures.a, pictures.second())) return differ(options.files[1], pictures.b);
  if (pictures.mask && !sameSize(pictures.a, *pictures.mask)) {
    return differ(options.compare.mask, *pictures.mask);
  }
  return {};
}

/// A rectangle that covers no pixel is more likely a mistake than a wish.
void warnOfRects(const Options& options, const Image& image) {
  for (const Rect& rect : options.compare.settings.ignore) {
    if (rect.x1 < image.width && rect.y1 < image.height) continue;
    say(options, Verbosity::Warning,
        fmt::format("--ignore={},{},{},{} lies outside the {} pixels", rect.x1, rect.y1, rect.x2,
                    rect.y2, sizeOf(image)));
  }
}

std::string lineFor(const Options& options, const Comparison& result) {
  std::string line =
      fmt::format("{}: {} [{}]", printable(options.files[1]),
                  result.passes() ? "same" : "different", regress::toString(result.metric));
  if (result.identical) return line + ": no pixel differs\n";
  line += ": ";
  if (result.passes()) {
    line += fmt::format("{} of {} pixels differ ({:.4g} %)", result.differing, result.compared,
                        100.0 * result.ratio);
  } else {
    line += fmt::format("{}", fmt::join(result.exceeded, "; "));
  }
  if (result.edges > 0) line += fmt::format("; {} on shifted edges do not count", result.edges);
  line += fmt::format("; largest difference {:.4g}", result.largest);
  if (result.mean) line += fmt::format(", mean {:.6g}", *result.mean);
  return line + "\n";
}

void writeLimits(JsonStream& json, const regress::Limits& limits) {
  json.key("limits").beginObject();
  json.field("pixel_threshold", limits.pixel)
      .field("max_diff_pixels", limits.pixels)
      .field("max_diff_ratio", limits.ratio)
      .field("max_diff_run", limits.run);
  limits.window ? json.field("window", limits.window->size) : json.null("window");
  limits.window ? json.field("window_density", limits.window->density)
                : json.null("window_density");
  json.endObject();
}

void writeFindings(JsonStream& json, const Comparison& result) {
  json.field("identical", result.identical)
      .field("compared", result.compared)
      .field("ignored", result.ignored)
      .field("differing", result.differing)
      .field("ratio", result.ratio)
      .field("shifted_edges", result.edges)
      .field("longest_run", result.longest_run)
      .field("largest", result.largest);
  json.field("mean", result.mean);
  if (result.fullest) {
    const FullestWindow& window = *result.fullest;
    json.key("fullest_window")
        .beginObject(true)
        .field("x", window.x)
        .field("y", window.y)
        .field("width", window.width)
        .field("height", window.height)
        .field("differing", window.count)
        .field("allowed", window.allowed)
        .endObject();
  } else {
    json.null("fullest_window");
  }
  if (result.bounds) {
    const Rect& box = *result.bounds;
    json.numbers("bounds", std::array{box.x1, box.y1, box.x2, box.y2});
  } else {
    json.null("bounds");
  }
  json.key("exceeded").beginArray();
  for (const std::string& phrase : result.exceeded)
    json.value(phrase);
  json.endArray();
}

JsonStream& writeHead(JsonStream& json, const Options& options, std::string_view verdict) {
  json.beginObject()
      .field("schema", 1)
      .field("command", "compare")
      .field("a", options.files[0])
      .field("b", options.files[1])
      .field("verdict", verdict);
  return json;
}

void writeJson(Output& output, const Options& options, const Comparison& result) {
  JsonStream json(output);
  writeHead(json, options, result.passes() ? "same" : "different")
      .field("metric", regress::toString(result.metric));
  json.numbers("size", std::array{result.width, result.height});
  writeLimits(json, result.limits);
  writeFindings(json, result);
  json.endObject().finish();
}

ExitCode reportSizes(const Options& options, const std::string& problem) {
  Output output(STDOUT_FILENO);
  if (options.json) {
    JsonStream json(output);
    writeHead(json, options, "size").field("message", problem);
    json.endObject().finish();
  } else {
    output.write(fmt::format("size: {}\n", printable(problem)));
  }
  return std::max(ExitCode::SizeMismatch, finish(output, options));
}

ExitCode writePicture(const Options& options, const Image& a, const Comparison& result) {
  if (options.output.empty()) return ExitCode::Ok;
  const auto png = regress::encodeDifference(a, result);
  if (!png) {
    say(options, Verbosity::Quiet, describe(png.error()));
    return ExitCode::Internal;
  }
  if (auto written = writeFileAtomically(options.output, *png, true); !written) {
    say(options, Verbosity::Quiet, describe(written.error()));
    return ExitCode::OutputFailed;
  }
  return ExitCode::Ok;
}

}  // namespace

ExitCode runCompare(const Options& options) {
  Result<Pictures> pictures = readPictures(options);
  if (!pictures) {
    say(options, Verbosity::Quiet, describe(pictures.error()));
    return ExitCode::Unreadable;
  }
  if (const std::string problem = sizeProblem(options, *pictures); !problem.empty()) {
    return reportSizes(options, problem);
  }
  warnOfRects(options, pictures->a);
  const Result<Comparison> result =
      regress::compare(pictures->a, pictures->second(), options.compare.settings,
                       pictures->mask ? &*pictures->mask : nullptr);
  if (!result) {
    say(options, Verbosity::Quiet, describe(result.error()));
    return ExitCode::Usage;
  }
  const ExitCode picture = writePicture(options, pictures->a, *result);
  Output output(STDOUT_FILENO);
  options.json ? writeJson(output, options, *result) : output.write(lineFor(options, *result));
  const ExitCode verdict = result->passes() ? ExitCode::Ok : ExitCode::Invalid;
  return std::max({verdict, picture, finish(output, options)});
}

}  // namespace sinew::app
