#include "app/regress/visual_output.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "app/png.h"
#include "app/regress/findings_text.h"

namespace sinew::app::regress {

namespace {

using renderer::Image;

constexpr int kGap = 4;  ///< pixels between the pictures of a sheet

Result<ReportPicture> pictureOf(const Result<std::vector<std::uint8_t>>& png) {
  if (!png) return tl::unexpected(png.error());
  ReportPicture picture;
  picture.bytes = std::make_shared<const std::vector<std::uint8_t>>(*png);
  return picture;
}

/// Copies `from` into `to`, its upper left corner at x, y.
void place(const Image& from, int x, int y, Image& to) {
  const auto row_bytes = static_cast<std::size_t>(from.width) * 4;
  for (int row = 0; row < from.height; ++row) {
    const std::size_t target =
        (static_cast<std::size_t>(y + row) * static_cast<std::size_t>(to.width) +
         static_cast<std::size_t>(x)) *
        4;
    std::memcpy(&to.rgba[target], &from.rgba[static_cast<std::size_t>(row) * row_bytes], row_bytes);
  }
}

}  // namespace

VisualOutput::VisualOutput(std::string path, std::string label_a, std::string label_b)
    : path_(std::move(path)) {
  report_.title = fmt::format("{} → {}", label_a, label_b);
  report_.expected_label.assign(1, 'A');
  report_.actual_label.assign(1, 'B');
  report_.facts = {{"A", std::move(label_a)}, {"B", std::move(label_b)}};
}

bool VisualOutput::isPicture() const {
  constexpr std::string_view kEnd = ".png";
  return path_.size() > kEnd.size() &&
         path_.compare(path_.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
}

Result<void> VisualOutput::check() const {
  if (path_.empty() || isPicture()) return {};
  return checkReportFolder(path_);
}

Result<void> VisualOutput::add(const VisualPair& pair) {
  if (path_.empty()) return {};
  if (!isPicture()) return addToReport(pair);
  addToSheet(pair);
  return {};
}

Result<void> VisualOutput::addToReport(const VisualPair& pair) {
  ReportCase item;
  item.name = pair.name;
  item.status = pair.same() ? "same" : "changed";
  if (pair.comparison) addFindings(*pair.comparison, item);
  if (pair.comparison && !pair.same()) item.message = findingsText(*pair.comparison);
  if (!pair.comparison) item.message = pair.a ? "only A is there" : "only B is there";
  item.same_picture = pair.comparison && pair.comparison->identical;
  const auto take = [](const Result<std::vector<std::uint8_t>>& png, ReportPicture& out) {
    Result<ReportPicture> picture = pictureOf(png);
    if (!picture) return Result<void>(tl::unexpected(picture.error()));
    out = std::move(*picture);
    return Result<void>();
  };
  Result<void> taken;
  if (pair.a) taken = take(encodePng(*pair.a), item.expected);
  if (taken && pair.b && !item.same_picture) taken = take(encodePng(*pair.b), item.actual);
  if (taken && pair.comparison && !item.same_picture) {
    taken = take(encodeDifference(*pair.a, *pair.comparison), item.diff);
  }
  if (!taken) return taken;
  constexpr const char* kWhat[] = {"Draw A", "Draw B"};
  for (std::size_t i = 0; i < 2; ++i) {
    if (!pair.commands[i].empty()) item.commands.push_back({kWhat[i], pair.commands[i]});
  }
  report_.cases.push_back(std::move(item));
  return {};
}

void VisualOutput::addToSheet(const VisualPair& pair) {
  const Image& any = pair.a ? *pair.a : *pair.b;
  if (sheet_.rgba.empty()) sheet_.width = 3 * any.width + 2 * kGap;
  const int top = sheet_.height == 0 ? 0 : sheet_.height + kGap;
  sheet_.height = top + any.height;
  // What is not covered stays transparent.
  sheet_.rgba.resize(static_cast<std::size_t>(sheet_.width) *
                     static_cast<std::size_t>(sheet_.height) * 4);
  if (pair.a) place(*pair.a, 0, top, sheet_);
  if (pair.b) place(*pair.b, any.width + kGap, top, sheet_);
  if (!pair.comparison) return;
  place(paintDifference(*pair.a, *pair.comparison), 2 * (any.width + kGap), top, sheet_);
}

Result<void> VisualOutput::finish(const std::vector<std::string>& notes) {
  if (path_.empty()) return {};
  if (!isPicture()) {
    report_.notes = notes;
    report_.notes_title = notes.size() == 1
                              ? "1 difference between the models"
                              : fmt::format("{} differences between the models", notes.size());
    return writeReport(report_, path_);
  }
  if (sheet_.rgba.empty()) return {};
  const auto png = encodePng(sheet_);
  if (!png) return tl::unexpected(png.error());
  return writeFileAtomically(path_, *png);
}

}  // namespace sinew::app::regress
