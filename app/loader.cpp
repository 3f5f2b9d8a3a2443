#include "app/loader.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

namespace sinew::app {
namespace {

/// A pipe may never answer, and a thread that waits for it could not be stopped.
bool isPipe(const std::string& path) {
  struct stat status {};
  return path == "-" || (::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode));
}

Result<std::shared_ptr<Document>> load(const std::string& path, const Options& options,
                                       LoadProgress& progress) {
  if (isPipe(path)) {
    return fail("input.read",
                fmt::format("\"{}\" is a pipe, which only the command line opens", path));
  }
  try {
    return openDocument(path, options, true, &progress);
  } catch (const std::exception& error) {
    return fail("input.memory", fmt::format("\"{}\" cannot be loaded: {}", path, error.what()));
  }
}

}  // namespace

struct Loader::Job {
  std::uint64_t load = 0;
  std::shared_ptr<LoadProgress> progress = std::make_shared<LoadProgress>();
  /// Written by the thread before `ready`, read after it.
  std::optional<Result<std::shared_ptr<Document>>> document;
  std::atomic<bool> ready{false};
  std::thread thread;
};

Loader::Loader(std::function<void()> wake) : wake_(std::move(wake)) {}

Loader::~Loader() {
  for (const auto& job : jobs_)
    job->progress->cancelled = true;
  for (const auto& job : jobs_)
    job->thread.join();
}

std::uint64_t Loader::start(const std::string& path, const Options& options) {
  auto job = std::make_unique<Job>();
  job->load = ++last_;
  Job* own = job.get();
  job->thread = std::thread([own, path, options, wake = wake_] {
    own->document = load(path, options, *own->progress);
    own->ready.store(true, std::memory_order_release);
    if (wake) wake();
  });
  jobs_.push_back(std::move(job));
  return last_;
}

void Loader::cancel(std::uint64_t load) {
  for (const auto& job : jobs_) {
    if (job->load == load) job->progress->cancelled = true;
  }
}

bool Loader::busy() const {
  return std::ranges::any_of(
      jobs_, [](const auto& job) { return !job->ready.load(std::memory_order_acquire); });
}

std::shared_ptr<const LoadProgress> Loader::progress(std::uint64_t load) const {
  const auto found = std::ranges::find(jobs_, load, &Job::load);
  return found == jobs_.end() ? nullptr : (*found)->progress;
}

std::vector<Loader::Loaded> Loader::take() {
  std::vector<Loaded> out;
  for (const auto& job : jobs_) {
    if (!job->ready.load(std::memory_order_acquire)) continue;
    job->thread.join();
    if (!job->progress->cancelled) out.push_back({job->load, std::move(*job->document)});
  }
  std::erase_if(jobs_, [](const auto& job) { return !job->thread.joinable(); });
  return out;
}

}  // namespace sinew::app
