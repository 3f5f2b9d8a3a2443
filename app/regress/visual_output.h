#pragma once

// What `sinew diff --visual --output` writes: a report, or one picture of all pairs.

#include <memory>
#include <string>
#include <vector>

#include "app/regress/report/report.h"
#include "app/regress/visual_diff.h"
#include "format/result.h"

namespace sinew::app::regress {

/// Takes the pairs as they are drawn and writes everything at the end. With a name that ends with
/// ".png" a picture: a row a pair, of A, B and what differs; with any other a report in a folder;
/// with none nothing.
class VisualOutput {
 public:
  /// `label_a` and `label_b` name the models in the report.
  VisualOutput(std::string path, std::string label_a, std::string label_b);

  /// \return an Error (code "output.exists", "output.write") where nothing can be written there.
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] Result<void> add(const VisualPair& pair);
  /// `notes` are lines that say what differs otherwise.
  [[nodiscard]] Result<void> finish(const std::vector<std::string>& notes);

 private:
  [[nodiscard]] bool isPicture() const;
  Result<void> addToReport(const VisualPair& pair);
  void addToSheet(const VisualPair& pair);

  std::string path_;
  Report report_;
  renderer::Image sheet_;
};

}  // namespace sinew::app::regress
