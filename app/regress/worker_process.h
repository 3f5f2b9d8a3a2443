#pragma once

// A worker as its parent sees it: a process, and pipes to and from it that never block.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/types.h>

#include "app/regress/worker_messages.h"
#include "format/result.h"

namespace sinew::app::regress {

/// Ends the process in its destructor: a worker writes no files, so there is nothing to lose.
class WorkerProcess {
 public:
  /// Runs `program` as a worker and sends it its setup.
  /// \return an Error (code "internal") where no process or pipe can be made.
  [[nodiscard]] static Result<WorkerProcess> start(const std::string& program,
                                                   const WorkerSetup& setup);
  ~WorkerProcess();
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;

  /// Sends as soon as the pipe takes it.
  void send(const DrawRequest& request);

  /// Appends what to wait for: readable replies and talk, and a writable pipe where something is
  /// unsent.
  void addPolls(std::vector<pollfd>& polls) const;

  /// Reads and writes what can be done without waiting. \return replies that are complete.
  [[nodiscard]] std::vector<Reply> exchange();

  /// The process closed its end, or sent what is no reply: it is of no use any more.
  [[nodiscard]] bool ended() const { return ended_; }

  /// Kills the process where it still runs, waits for it, and says how it ended: "signal 11
  /// (Segmentation fault)", "status 1"; with the last line that it had to say.
  [[nodiscard]] std::string end();

 private:
  WorkerProcess() = default;
  void readTalk();
  void writeUnsent();
  void takeReplies(std::vector<Reply>& replies);

  pid_t pid_ = -1;
  int requests_ = -1;  ///< descriptors of this end
  int replies_ = -1;
  int talk_ = -1;
  std::string unsent_;
  std::string unread_;  ///< of replies
  std::string said_;    ///< the end of its talk
  bool ended_ = false;
};

}  // namespace sinew::app::regress
