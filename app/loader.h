#pragma once

// Loads documents on threads of their own, so that the window never waits for a disk.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/document.h"
#include "app/options.h"
#include "format/result.h"

namespace sinew::app {

/// A thread a load. What a thread makes is handed over when it has ended and is never changed
/// afterwards, so that nothing but the counters of LoadProgress is shared.
class Loader {
 public:
  /// `wake` is called from a loading thread when its document is ready; may be empty.
  explicit Loader(std::function<void()> wake = {});
  /// Stops what is under way and waits for it.
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// Starts to load a model with its textures. \return the load's number, never 0.
  std::uint64_t start(const std::string& path, const Options& options);
  /// Stops a load: `take` never has it. A number that is unknown or done does nothing.
  void cancel(std::uint64_t load);
  /// True while a thread of it runs.
  [[nodiscard]] bool busy() const;
  /// How far a load is; null where it is not under way.
  [[nodiscard]] std::shared_ptr<const LoadProgress> progress(std::uint64_t load) const;

  struct Loaded {
    std::uint64_t load = 0;
    Result<std::shared_ptr<Document>> document;
  };
  /// What has become ready since the last call, in the order it was asked for.
  [[nodiscard]] std::vector<Loaded> take();

 private:
  struct Job;
  std::function<void()> wake_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::uint64_t last_ = 0;
};

}  // namespace sinew::app
