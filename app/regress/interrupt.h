#pragma once

namespace sinew::app::regress {

/// While one of these lives, Ctrl-C and requests to end (SIGINT, SIGTERM, SIGHUP) are noted instead
/// of ending the process. A second one ends it at once. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// The signal that came first; 0: none.
  [[nodiscard]] int signal() const;
  /// Becomes readable when a signal comes, to end a poll; -1 where there is no pipe.
  [[nodiscard]] int descriptor() const;
};

}  // namespace sinew::app::regress
