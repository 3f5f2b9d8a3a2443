#include "app/file_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <sys/stat.h>

namespace sinew::app {

std::optional<FileStamp> stampOf(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  FileStamp stamp;
#ifdef __APPLE__
  const struct timespec& modified = status.st_mtimespec;
#else
  const struct timespec& modified = status.st_mtim;
#endif
  stamp.modified_ns =
      std::int64_t{modified.tv_sec} * 1'000'000'000 + std::int64_t{modified.tv_nsec};
  stamp.size_bytes = static_cast<std::uint64_t>(status.st_size);
  stamp.inode = static_cast<std::uint64_t>(status.st_ino);
  stamp.device = static_cast<std::uint64_t>(status.st_dev);
  return stamp;
}

void ChangeTracker::watch(const std::vector<WatchedFile>& files) {
  std::vector<Entry> next;
  for (const WatchedFile& file : files) {
    const auto same = std::ranges::find(entries_, file, &Entry::file);
    if (same != entries_.end()) {
      next.push_back(*same);
    } else {
      next.push_back({file, file.read ? file.read : stampOf(file.path), std::nullopt});
    }
  }
  entries_ = std::move(next);
}

std::vector<std::string> ChangeTracker::look() {
  std::vector<std::string> changed;
  for (Entry& entry : entries_) {
    const std::optional<FileStamp> now = stampOf(entry.file.path);
    if (!now || now == entry.known) {
      entry.candidate.reset();
    } else if (now == entry.candidate) {
      entry.known = now;
      entry.candidate.reset();
      changed.push_back(entry.file.path);
    } else {
      entry.candidate = now;
    }
  }
  return changed;
}

FileWatch::FileWatch(std::function<void()> wake, double interval_s)
    : wake_(std::move(wake)), interval_s_(interval_s), thread_([this] { run(); }) {}

FileWatch::~FileWatch() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void FileWatch::watch(const std::vector<WatchedFile>& files) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = files;
  }
  changed_.notify_one();
}

std::vector<std::string> FileWatch::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(found_, {});
}

void FileWatch::run() {
  ChangeTracker tracker;
  bool idle = true;
  std::unique_lock lock(mutex_);
  while (!stop_) {
    const auto news = [this] { return stop_ || wanted_.has_value(); };
    if (idle) {
      changed_.wait(lock, news);
    } else {
      changed_.wait_for(lock, std::chrono::duration<double>(interval_s_), news);
    }
    if (stop_) return;
    const auto wanted = std::exchange(wanted_, std::nullopt);
    // Disks are slow: nobody waits for the lock meanwhile.
    lock.unlock();
    if (wanted) {
      tracker.watch(*wanted);
      idle = wanted->empty();
    }
    const std::vector<std::string> changed = tracker.look();
    lock.lock();
    found_.insert(found_.end(), changed.begin(), changed.end());
    if (!changed.empty() && wake_) {
      lock.unlock();
      wake_();
      lock.lock();
    }
  }
}

}  // namespace sinew::app
