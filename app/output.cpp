#include "app/output.h"

#include <cerrno>
#include <cstddef>
#include <system_error>

#include <unistd.h>

namespace sinew::app {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

}  // namespace

Output::Output(int descriptor) : descriptor_(descriptor) {
  buffer_.reserve(kBufferBytes);
}

Output::~Output() {
  flush();
}

void Output::write(std::string_view text) {
  if (failed()) return;
  if (buffer_.size() + text.size() > kBufferBytes) flush();
  buffer_ += text;
}

bool Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && !failed()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  buffer_.clear();
  return !failed();
}

std::string Output::problem() const {
  return failed() ? std::generic_category().message(error_) : std::string();
}

}  // namespace sinew::app
