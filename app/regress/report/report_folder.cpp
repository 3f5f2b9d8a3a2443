#include "app/regress/report/report_folder.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/regress/report/report.h"
#include "app/regress/report/report_files.h"

namespace sinew::app::regress {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLeftovers = 1000;  ///< folders of killed processes that are stepped over

tl::unexpected<Error> failed(const fs::path& path, const std::string& reason) {
  return fail("output.write", fmt::format("\"{}\" cannot be written: {}", path.string(), reason));
}

/// The folder itself where `folder` is a link or ends with a slash.
fs::path targetOf(const std::string& folder) {
  std::error_code error;
  // Of a relative path to nothing the canonical one would be relative too, without a folder above.
  const fs::path absolute = fs::absolute(folder, error);
  fs::path path = fs::weakly_canonical(absolute, error);
  if (error) path = absolute;
  return path.has_filename() ? path : path.parent_path();
}

bool isReport(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / kReportMarker, error);
}

/// Whether the report's writer makes an entry of this name.
bool isOwn(const std::string& name) {
  const auto files = reportFiles();
  return name == kReportMarker || name == kPictureFolder || name == "data.js" ||
         std::any_of(files.begin(), files.end(),
                     [&name](const ReportFile& file) { return file.name == name; });
}

Result<void> checkTarget(const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return {};
  if (!fs::is_directory(status)) {
    return fail("output.exists",
                fmt::format("\"{}\" is a file; a report needs a folder", target.string()));
  }
  if (isReport(target) || fs::is_empty(target, error)) return {};
  if (error) return failed(target, error.message());
  return fail("output.exists",
              fmt::format("the folder \"{}\" holds something else than a report of sinew; it is "
                          "left as it is",
                          target.string()));
}

}  // namespace

Result<NewFolder> NewFolder::create(const std::string& folder) {
  const fs::path target = targetOf(folder);
  if (auto checked = checkTarget(target); !checked) return tl::unexpected(checked.error());
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  if (error) return failed(target, error.message());
  static std::atomic<unsigned> counter{0};
  for (int tries = 0; tries < kMostLeftovers; ++tries) {
    const fs::path path =
        target.parent_path() / fmt::format(".sinew-{}-{}.tmp", ::getpid(), counter.fetch_add(1));
    if (::mkdir(path.c_str(), 0777) == 0) return NewFolder(target, path);
    if (errno != EEXIST) break;
  }
  return failed(target, std::strerror(errno));
}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : target_(std::move(other.target_)), path_(std::exchange(other.path_, {})) {}

NewFolder::~NewFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Result<void> NewFolder::replaceEarlier() {
  std::error_code error;
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) != 0) {
    // File systems without the exchange: for a moment nothing is there.
    const fs::path aside = path_.string() + ".old";
    fs::rename(target_, aside, error);
    if (error) return failed(target_, error.message());
    fs::rename(path_, target_, error);
    if (error) {
      const std::string reason = error.message();
      fs::rename(aside, target_, error);
      return failed(target_, reason);
    }
    path_ = aside;
  }
  // `path_` holds the earlier report now.
  for (const auto& entry : fs::directory_iterator(path_, error)) {
    const fs::path name = entry.path().filename();
    if (isOwn(name.string())) continue;
    fs::rename(entry.path(), target_ / name, error);
    if (error) {
      // Rather two folders than a lost file.
      const std::string kept = std::exchange(path_, {}).string();
      return failed(target_ / name, fmt::format("{}; it is in \"{}\"", error.message(), kept));
    }
  }
  fs::remove_all(path_, error);
  path_.clear();
  return {};
}

Result<void> NewFolder::putInPlace() {
  if (auto checked = checkTarget(target_); !checked) return tl::unexpected(checked.error());
  if (isReport(target_)) return replaceEarlier();
  if (::rename(path_.c_str(), target_.c_str()) != 0) return failed(target_, std::strerror(errno));
  path_.clear();
  return {};
}

Result<void> checkReportFolder(const std::string& folder) {
  return checkTarget(targetOf(folder));
}

}  // namespace sinew::app::regress
