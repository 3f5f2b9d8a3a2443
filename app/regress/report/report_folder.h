#pragma once

// Replaces a folder as a whole: what is written goes into a new one beside it.

#include <filesystem>
#include <string>

#include "format/result.h"

namespace sinew::app::regress {

/// Names a folder as a report; its content is of no interest.
inline constexpr std::string_view kReportMarker = "sinew-report.txt";
/// The report's folder of pictures.
inline constexpr std::string_view kPictureFolder = "pictures";

/// A folder under construction. Unless it is put in place, the destructor deletes it.
class NewFolder {
 public:
  /// Makes it beside `target`, with the folders above. \return an Error (code "output.exists")
  /// where `target` is there and neither empty nor a report, (code "output.write") where nothing
  /// can be written.
  [[nodiscard]] static Result<NewFolder> create(const std::string& target);
  NewFolder(NewFolder&& other) noexcept;
  NewFolder& operator=(NewFolder&&) = delete;
  ~NewFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Puts it where the target is. Of an earlier report what is not a report's own is kept.
  [[nodiscard]] Result<void> putInPlace();

 private:
  NewFolder(std::filesystem::path target, std::filesystem::path path)
      : target_(std::move(target)), path_(std::move(path)) {}
  Result<void> replaceEarlier();

  std::filesystem::path target_;
  std::filesystem::path path_;  ///< empty: put in place, or moved from
};

}  // namespace sinew::app::regress
