#pragma once

// A folder with a page that shows pairs of pictures to people: index.html opens from disk in any
// browser and asks nothing of a network. `sinew test --report` and `sinew diff --visual` make it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/regress/compare.h"
#include "app/regress/test_result.h"
#include "format/result.h"

namespace sinew::app::regress {

/// A PNG: a file that is copied into the report, or bytes. With neither there is no picture.
struct ReportPicture {
  std::string path;
  std::shared_ptr<const std::vector<std::uint8_t>> bytes;

  [[nodiscard]] bool any() const { return !path.empty() || bytes != nullptr; }
};

struct ReportFact {
  std::string label;
  std::string value;
};

/// One row of what was measured.
struct ReportMeasure {
  std::string label;
  std::string value;
  std::string limit;  ///< what is allowed; may be empty
  bool over = false;  ///< more than is allowed
};

struct ReportCase {
  std::string name;     ///< any text; names that are not unique open the first case of that name
  std::string status;   ///< an id of core.js: "same", "changed", "new", "new_renderer", …
  std::string message;  ///< why it is not "same", for the case's own page
  std::string note;     ///< a few words for the card; empty: the message
  ReportPicture expected;
  ReportPicture actual;
  ReportPicture diff;
  bool same_picture = false;  ///< `expected` stands for `actual` too
  int width = 0;              ///< of the pictures; 0: the browser finds out
  int height = 0;
  std::optional<Rect> box;  ///< what differs
  double difference = 0.0;  ///< to sort by, larger is worse
  double seconds = 0.0;
  std::string metric;  ///< heads the measures
  std::vector<ReportMeasure> measures;
  std::vector<ReportFact> facts;
  std::vector<ReportFact> commands;  ///< what it does, and a line for a shell
  /// Goes behind Report::approve_command, as a shell reads it; empty: nothing to approve.
  std::string approve;
};

struct Report {
  std::string title;
  std::vector<ReportFact> facts;
  /// What the pictures of a case are called.
  std::string expected_label = "Baseline";
  std::string actual_label = "Now";
  std::vector<std::string> notes;  ///< lines under `notes_title`
  std::string notes_title;
  std::string approve_command;  ///< start of the line that approves; empty: there is none
  std::string approve_all;      ///< argument that approves all there is to approve
  std::vector<ReportCase> cases;
};

/// What a run of `sinew test` has to show.
[[nodiscard]] Report reportOf(const TestRun& run);

/// The rows of a comparison for ReportCase::measures, and its other fields that come from one.
void addFindings(const Findings& findings, ReportCase& out);

/// Writes a report into `folder`: everything into a folder beside it first, which then takes its
/// place. Folders above it are made. An earlier report there is replaced; files in it that are
/// none of a report's stay. \return an Error (code "output.exists") where `folder` is a file or
/// holds something else than a report, (code "output.write") where it cannot be written or a
/// picture cannot be read; then nothing has changed.
[[nodiscard]] Result<void> writeReport(const Report& report, const std::string& folder);
[[nodiscard]] Result<void> writeReport(const TestRun& run, const std::string& folder);

/// The refusals of writeReport that do not need the report, to be had before the work is done.
[[nodiscard]] Result<void> checkReportFolder(const std::string& folder);

}  // namespace sinew::app::regress
