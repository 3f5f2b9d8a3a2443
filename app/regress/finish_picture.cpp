#include "app/regress/finish_picture.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/png.h"
#include "app/regress/findings_text.h"
#include "app/regress/read_picture.h"

namespace sinew::app::regress {

namespace {

constexpr std::uint64_t kMaxPictureBytes = std::uint64_t{4096} << 20;

void fill(CaseReply& reply, const Error& error) {
  reply.error_code = error.code;
  reply.error = describe(error);
}

std::string asString(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void addActual(const DrawnPicture& drawn, CaseReply& reply) {
  if (!drawn.request.want_actual) return;
  const auto png = encodePng(drawn.image, drawn.receipt);
  png ? reply.actual = asString(*png) : (fill(reply, png.error()), reply.actual);
}

/// What is wrong with the sizes; empty: nothing.
std::string sizeProblem(const DrawnPicture& drawn, const renderer::Image& other,
                        const std::string& what) {
  if (sameSize(drawn.image, other)) return {};
  return fmt::format("the picture has {} pixels, {} has {}", sizeText(drawn.image), what,
                     sizeText(other));
}

/// Compares with a baseline that was read.
void compareWith(const renderer::Image& baseline, const DrawnPicture& drawn, CaseReply& reply) {
  std::optional<renderer::Image> mask;
  if (!drawn.mask.empty()) {
    Result<renderer::Image> read = readPicture(drawn.mask, kMaxPictureBytes);
    if (!read) return fill(reply, read.error());
    reply.error = sizeProblem(drawn, *read, "the mask");
    if (!reply.error.empty()) {
      reply.error_code = "size";
      return;
    }
    mask = std::move(*read);
  }
  reply.error = sizeProblem(drawn, baseline, "the baseline");
  reply.other_size = !reply.error.empty();
  if (reply.other_size) return addActual(drawn, reply);
  CompareSettings settings = drawn.settings;
  if (drawn.request.exact) settings.metric = Metric::Exact;
  const Result<Comparison> comparison =
      compare(baseline, drawn.image, settings, mask ? &*mask : nullptr);
  if (!comparison) return fill(reply, comparison.error());
  reply.findings = *comparison;
  if (!comparison->identical || drawn.request.want_always) addActual(drawn, reply);
  if (comparison->identical) return;
  if (!drawn.request.want_difference) return;
  const auto png = encodePng(paintDifference(baseline, *comparison));
  png ? reply.difference = asString(*png) : (fill(reply, png.error()), reply.difference);
}

}  // namespace

CaseReply finishPicture(const DrawnPicture& drawn) {
  CaseReply reply;
  reply.id = drawn.request.id;
  for (std::string& sentence : rectsOutside(drawn.settings.ignore, drawn.image)) {
    reply.warnings.push_back(std::move(sentence));
  }
  if (drawn.request.baseline.empty()) {
    addActual(drawn, reply);
    return reply;
  }
  const Result<renderer::Image> baseline = readPicture(drawn.request.baseline, kMaxPictureBytes);
  if (baseline) {
    compareWith(*baseline, drawn, reply);
    return reply;
  }
  addActual(drawn, reply);
  fill(reply, baseline.error());
  reply.baseline_broken = true;
  return reply;
}

}  // namespace sinew::app::regress
