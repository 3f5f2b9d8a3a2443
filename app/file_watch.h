#pragma once

// Notices that files have changed on disk, by looking at them: that works on every file system,
// also on those of other machines, where notifications do not come.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/file_stamp.h"

namespace sinew::app {

/// A file to watch, and what it was when it was read; empty: what it is at the first look.
struct WatchedFile {
  std::string path;
  std::optional<FileStamp> read;
  friend bool operator==(const WatchedFile&, const WatchedFile&) = default;
};

/// The rule by which a change counts: a file that differs from what was read, and has stayed as it
/// is from one look to the next. So a file that is being written is left alone until it is whole,
/// and one that is away for a moment, because it is replaced, is waited for.
class ChangeTracker {
 public:
  /// Replaces the list. What is watched already with the same `read` keeps what is known about it.
  void watch(const std::vector<WatchedFile>& files);
  /// Looks at all files. \return those whose change has become complete, each once.
  [[nodiscard]] std::vector<std::string> look();

 private:
  struct Entry {
    WatchedFile file;
    std::optional<FileStamp> known;
    std::optional<FileStamp> candidate;  ///< differs from `known`, seen at the last look
  };
  std::vector<Entry> entries_;
};

/// Looks at files on a thread of its own. Sleeps while there is nothing to watch.
class FileWatch {
 public:
  /// `wake` is called from the thread after changes were found.
  explicit FileWatch(std::function<void()> wake, double interval_s = 0.25);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  void watch(const std::vector<WatchedFile>& files);
  /// Files that have changed since the last call.
  [[nodiscard]] std::vector<std::string> take();

 private:
  void run();

  std::function<void()> wake_;
  double interval_s_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::vector<WatchedFile>> wanted_;  ///< a new list for the thread
  std::vector<std::string> found_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace sinew::app
