#include "format/convert/advise.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace sinew::convert {
namespace {

constexpr double kSameShare = 0.005;  // changes smaller than that are none
constexpr std::size_t kMostChoices = 7;

struct Choice {
  std::string name;
  EncodeOptions options;
};

std::vector<Choice> choicesFor(const EncodeOptions& options, const EncodeReport& now) {
  std::vector<Choice> out;
  const auto add = [&](std::string name, const auto& change) {
    Choice choice{std::move(name), options};
    change(choice.options);
    out.push_back(std::move(choice));
  };
  const std::pair<SizeGoal, const char*> goals[] = {{SizeGoal::Smallest, "--size=smallest"},
                                                    {SizeGoal::Balanced, "--size=balanced"},
                                                    {SizeGoal::Best, "--size=best"}};
  for (const auto& [goal, name] : goals) {
    if (goal != options.size) add(name, [g = goal](EncodeOptions& o) { o.size = g; });
  }
  const Limits limits = limitsOf(options.size);
  const double normal = options.max_normal_deg.value_or(limits.normal_deg);
  if (now.records.v96 + now.records.v128 > 0 && normal < 15.0) {
    add("--max-normal-error=15", [](EncodeOptions& o) { o.max_normal_deg = 15.0; });
  }
  if (now.clip_reports.empty()) return out;
  const double tips = options.max_translation_percent.value_or(limits.translation_percent);
  add(fmt::format("--max-translation-error={:.3g}", 2.0 * tips),
      [tips](EncodeOptions& o) { o.max_translation_percent = 2.0 * tips; });
  double rate = 0.0;
  for (const ClipReport& clip : now.clip_reports)
    rate = std::max(rate, clip.hz);
  if (rate >= 20.0) {
    const double half = std::round(2.0 * rate) / 4.0;
    add(fmt::format("--rate={}", half), [half](EncodeOptions& o) { o.rate_hz = half; });
  }
  if (options.keep_bones)
    add("without --keep-bones", [](EncodeOptions& o) { o.keep_bones = false; });
  return out;
}

/// The options of the `index`-th of `count` encodings, whose progress is a part of the whole.
EncodeOptions withProgress(EncodeOptions of, const EncodeOptions& asked, std::size_t index,
                           std::size_t count) {
  of.progress = {};
  if (!asked.progress) return of;
  of.progress = [&asked, index, count](const char* stage, double done) {
    return asked.progress(stage, (static_cast<double>(index) + done) / static_cast<double>(count));
  };
  return of;
}

double worstOf(const EncodeReport& report) {
  return std::max(report.rest ? report.rest->max_percent : 0.0,
                  report.clips ? report.clips->p99_percent : 0.0);
}

Advice compare(const std::string& choice, const EncodeReport& now, const EncodeReport& then) {
  Advice out;
  out.choice = choice;
  out.bytes =
      static_cast<std::int64_t>(then.bytes.file) - static_cast<std::int64_t>(now.bytes.file);
  out.rest_percent = then.rest ? then.rest->max_percent : 0.0;
  out.clips_percent = then.clips ? then.clips->p99_percent : 0.0;
  const double share = static_cast<double>(out.bytes) / static_cast<double>(now.bytes.file);
  out.fewer_bytes = share < -kSameShare;
  out.less_error = worstOf(then) < (1.0 - kSameShare) * worstOf(now);
  out.sentence = fmt::format(
      "{}: {} bytes {} ({:.1f} %), greatest error {:.3g} % instead of {:.3g} % of the diagonal",
      choice, std::abs(out.bytes), out.bytes < 0 ? "fewer" : "more", std::abs(100.0 * share),
      worstOf(then), worstOf(now));
  return out;
}

}  // namespace

Result<AdviceReport> advise(const Model& model, const EncodeOptions& options) {
  EncodeOptions measured = options;
  measured.measure = true;
  auto now = encodeBmd1(model, withProgress(measured, options, 0, kMostChoices + 1));
  if (!now) return tl::unexpected(now.error());
  AdviceReport out;
  out.now = std::move(now->report);
  const std::vector<Choice> choices = choicesFor(measured, out.now);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Choice& choice = choices[i];
    const auto then =
        encodeBmd1(model, withProgress(choice.options, options, i + 1, choices.size() + 1));
    if (!then && then.error().code == kCancelled) return tl::unexpected(then.error());
    if (!then) continue;  // a choice that does not fit is none
    Advice advice = compare(choice.name, out.now, then->report);
    if (advice.fewer_bytes || advice.less_error) out.advice.push_back(std::move(advice));
  }
  std::stable_sort(out.advice.begin(), out.advice.end(),
                   [](const Advice& a, const Advice& b) { return a.bytes < b.bytes; });
  return out;
}

}  // namespace sinew::convert
