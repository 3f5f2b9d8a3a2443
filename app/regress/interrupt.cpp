#include "app/regress/interrupt.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>

#include <fcntl.h>
#include <unistd.h>

namespace sinew::app::regress {

namespace {

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};

// What a signal handler may touch.
std::atomic<int> first_signal{0};
std::atomic<int> wake_descriptor{-1};
std::array<int, 2> wake_pipe{-1, -1};
std::array<struct sigaction, kSignals.size()> before{};

void note(int signal) {
  const int error = errno;
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  if (wake_descriptor.load() >= 0) {
    const char byte = 0;
    // A full pipe is readable anyway.
    [[maybe_unused]] const ssize_t put = ::write(wake_descriptor.load(), &byte, 1);
  }
  errno = error;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  first_signal = 0;
  if (::pipe2(wake_pipe.data(), O_CLOEXEC | O_NONBLOCK) == 0) {
    wake_descriptor = wake_pipe[1];
  } else {
    wake_pipe = {-1, -1};
  }
  struct sigaction action {};
  action.sa_handler = note;
  // Once: a second Ctrl-C ends what does not end by itself.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before[i]);
    // Who ignores a signal (nohup) goes on ignoring it.
    if (before[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptWatch::~InterruptWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &before[i], nullptr);
  wake_descriptor = -1;
  for (int& end : wake_pipe) {
    if (end >= 0) ::close(end);
    end = -1;
  }
}

int InterruptWatch::signal() const {
  return first_signal;
}

int InterruptWatch::descriptor() const {
  return wake_pipe[0];
}

}  // namespace sinew::app::regress
