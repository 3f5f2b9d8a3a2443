#include "app/regress/findings_text.h"

#include <array>

#include <fmt/format.h>

#include "app/text.h"

namespace sinew::app::regress {

namespace {

void writeLimits(JsonStream& json, const Limits& limits) {
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

void writePlaces(JsonStream& json, const Findings& findings) {
  if (findings.fullest) {
    const FullestWindow& window = *findings.fullest;
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
  if (findings.bounds) {
    const Rect& box = *findings.bounds;
    json.numbers("bounds", std::array{box.x1, box.y1, box.x2, box.y2});
  } else {
    json.null("bounds");
  }
}

}  // namespace

std::string sizeText(const renderer::Image& image) {
  return fmt::format("{}x{}", image.width, image.height);
}

bool sameSize(const renderer::Image& a, const renderer::Image& b) {
  return a.width == b.width && a.height == b.height;
}

std::string findingsText(const Findings& findings) {
  if (findings.identical) return "no pixel differs";
  std::string text;
  if (findings.passes()) {
    text = fmt::format("{} of {} pixels differ ({:.4g} %)", findings.differing, findings.compared,
                       100.0 * findings.ratio);
  } else {
    text = fmt::format("{}", fmt::join(findings.exceeded, "; "));
  }
  if (findings.edges > 0) {
    text += fmt::format("; {} on shifted edges do not count", findings.edges);
  }
  text += fmt::format("; largest difference {:.4g}", findings.largest);
  if (findings.mean) text += fmt::format(", mean {:.6g}", *findings.mean);
  return text;
}

std::string verdictLine(std::string_view name, const Findings& findings) {
  return fmt::format("{}: {} [{}]: {}\n", printable(name), findings.passes() ? "same" : "different",
                     toString(findings.metric), findingsText(findings));
}

std::vector<std::string> rectsOutside(const std::vector<Rect>& rects,
                                      const renderer::Image& image) {
  std::vector<std::string> sentences;
  for (const Rect& rect : rects) {
    if (rect.x1 < image.width && rect.y1 < image.height) continue;
    sentences.push_back(fmt::format("--ignore={},{},{},{} lies outside the {} pixels", rect.x1,
                                    rect.y1, rect.x2, rect.y2, sizeText(image)));
  }
  return sentences;
}

void writeFindings(JsonStream& json, const Findings& findings) {
  json.field("metric", toString(findings.metric));
  json.numbers("size", std::array{findings.width, findings.height});
  writeLimits(json, findings.limits);
  json.field("identical", findings.identical)
      .field("compared", findings.compared)
      .field("ignored", findings.ignored)
      .field("differing", findings.differing)
      .field("ratio", findings.ratio)
      .field("shifted_edges", findings.edges)
      .field("longest_run", findings.longest_run)
      .field("largest", findings.largest);
  json.field("mean", findings.mean);
  writePlaces(json, findings);
  json.key("exceeded").beginArray();
  for (const std::string& phrase : findings.exceeded)
    json.value(phrase);
  json.endArray();
}

}  // namespace sinew::app::regress
