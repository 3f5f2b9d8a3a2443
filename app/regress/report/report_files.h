#pragma once

#include <span>
#include <string_view>

namespace sinew::app::regress {

/// A file of the report that is the same for every run.
struct ReportFile {
  std::string_view name;
  std::string_view text;
};

/// Page, styles and scripts, embedded by app/regress/report/embed.cmake.
[[nodiscard]] std::span<const ReportFile> reportFiles();

}  // namespace sinew::app::regress
