#include "app/regress/worker_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/regress/wire.h"
#include "app/text.h"

extern char** environ;

namespace sinew::app::regress {

namespace {

constexpr std::size_t kMostTalk = 4096;
constexpr int kLeastDescriptor = 10;  ///< above those that the child gets

/// Both ends of a pipe, closed unless they are taken.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    std::array<int, 2> made{-1, -1};
    if (::pipe2(made.data(), O_CLOEXEC) != 0) return;
    // High numbers, so that none is in the way of the child's.
    for (std::size_t i = 0; i < 2; ++i) {
      ends[i] = ::fcntl(made[i], F_DUPFD_CLOEXEC, kLeastDescriptor);
      ::close(made[i]);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  [[nodiscard]] bool made() const { return ends[0] >= 0 && ends[1] >= 0; }
  /// The end, which will not block.
  int take(std::size_t index) {
    const int end = std::exchange(ends[index], -1);
    ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
    return end;
  }
};

void closeEnd(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

std::string lastLine(const std::string& text) {
  const std::size_t end = text.find_last_not_of("\r\n");
  if (end == std::string::npos) return {};
  const std::size_t start = text.find_last_of("\r\n", end);
  return printable(text.substr(start == std::string::npos ? 0 : start + 1,
                               end - (start == std::string::npos ? 0 : start + 1) + 1));
}

std::string describeStatus(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* name = ::strsignal(number);
    return fmt::format("signal {} ({})", number, name == nullptr ? "unknown" : name);
  }
  return fmt::format("status {}", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::string& program, const WorkerSetup& setup) {
  Pipe requests;
  Pipe replies;
  Pipe talk;
  if (!requests.made() || !replies.made() || !talk.made()) {
    return fail("internal", fmt::format("no pipe for a worker: {}", std::strerror(errno)));
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, requests.ends[0], STDIN_FILENO);
  // What drivers print is talk too: standard output belongs to the run.
  ::posix_spawn_file_actions_adddup2(&actions, talk.ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, talk.ends[1], STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, replies.ends[1], kReplyDescriptor);
  std::string name = "sinew";
  std::string argument = kWorkerArgument;
  std::array<char*, 3> argv{name.data(), argument.data(), nullptr};
  WorkerProcess out;
  const int error =
      ::posix_spawn(&out.pid_, program.c_str(), &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    out.pid_ = -1;
    return fail("internal", fmt::format("no process for a worker: {}", std::strerror(error)));
  }
  out.requests_ = requests.take(1);
  out.replies_ = replies.take(0);
  out.talk_ = talk.take(0);
  out.unsent_ = packed(setup);
  return out;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      requests_(std::exchange(other.requests_, -1)),
      replies_(std::exchange(other.replies_, -1)),
      talk_(std::exchange(other.talk_, -1)),
      unsent_(std::move(other.unsent_)),
      unread_(std::move(other.unread_)),
      said_(std::move(other.said_)),
      ended_(other.ended_) {}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  closeEnd(requests_);
  closeEnd(replies_);
  closeEnd(talk_);
}

void WorkerProcess::send(const DrawRequest& request) {
  unsent_ += packed(request);
  writeUnsent();
}

void WorkerProcess::writeUnsent() {
  while (!unsent_.empty() && !ended_) {
    const ssize_t put = ::write(requests_, unsent_.data(), unsent_.size());
    if (put > 0) {
      unsent_.erase(0, static_cast<std::size_t>(put));
    } else if (errno != EINTR) {
      // A closed pipe is found out by its replies.
      if (errno != EAGAIN) unsent_.clear();
      return;
    }
  }
}

void WorkerProcess::addPolls(std::vector<pollfd>& polls) const {
  if (ended_) return;
  polls.push_back({replies_, POLLIN, 0});
  if (talk_ >= 0) polls.push_back({talk_, POLLIN, 0});
  if (!unsent_.empty()) polls.push_back({requests_, POLLOUT, 0});
}

void WorkerProcess::readTalk() {
  std::array<char, 4096> buffer{};
  while (talk_ >= 0) {
    const ssize_t got = ::read(talk_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;
    if (got == 0) return closeEnd(talk_);
    said_.append(buffer.data(), static_cast<std::size_t>(got));
    if (said_.size() > kMostTalk) said_.erase(0, said_.size() - kMostTalk);
  }
}

std::vector<Reply> WorkerProcess::exchange() {
  writeUnsent();
  readTalk();
  std::vector<Reply> replies;
  std::array<char, 65536> buffer;
  while (!ended_) {
    const ssize_t got = ::read(replies_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    if (got == 0) {
      ended_ = true;
      break;
    }
    unread_.append(buffer.data(), static_cast<std::size_t>(got));
    takeReplies(replies);
  }
  return replies;
}

void WorkerProcess::takeReplies(std::vector<Reply>& replies) {
  std::size_t at = 0;
  std::uint64_t size = 0;
  while (unread_.size() - at >= sizeof(size)) {
    std::memcpy(&size, unread_.data() + at, sizeof(size));
    if (size > kMaxFrameBytes) {
      ended_ = true;
      break;
    }
    if (unread_.size() - at - sizeof(size) < size) break;
    std::optional<Reply> reply = unpackReply(
        std::string_view(unread_).substr(at + sizeof(size), static_cast<std::size_t>(size)));
    if (!reply) {
      ended_ = true;
      break;
    }
    replies.push_back(std::move(*reply));
    at += sizeof(size) + static_cast<std::size_t>(size);
  }
  unread_.erase(0, at);
}

std::string WorkerProcess::end() {
  if (pid_ <= 0) return "unknown";
  // One that is ending by itself gets to it; one that hangs or was given up does not.
  int status = 0;
  pid_t done = 0;
  if (ended_) {
    for (int tries = 0; tries < 200 && done == 0; ++tries) {
      done = ::waitpid(pid_, &status, WNOHANG);
      if (done == 0) ::usleep(5000);
      readTalk();
    }
  }
  if (done == 0) {
    ::kill(pid_, SIGKILL);
    while ((done = ::waitpid(pid_, &status, 0)) < 0 && errno == EINTR) {
    }
  }
  pid_ = -1;
  readTalk();
  std::string text = describeStatus(status);
  if (const std::string last = lastLine(said_); !last.empty()) {
    text += fmt::format(", after \"{}\"", last);
  }
  ended_ = true;
  return text;
}

}  // namespace sinew::app::regress
