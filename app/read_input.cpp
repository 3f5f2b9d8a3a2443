#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/document.h"

namespace sinew::app {
namespace {

constexpr std::size_t kStreamChunk = std::size_t{1} << 16;

/// Bytes between two looks at whether reading should stop.
constexpr std::uint64_t kProgressChunk = std::uint64_t{4} << 20;

/// A file descriptor that closes itself, except standard input.
class Input {
 public:
  explicit Input(int file) : file_(file) {}
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input() {
    if (file_ > STDIN_FILENO) ::close(file_);
  }
  [[nodiscard]] int get() const { return file_; }

 private:
  int file_;
};

std::string shownName(const std::string& path) {
  return path == "-" ? "standard input" : fmt::format("\"{}\"", path);
}

tl::unexpected<Error> readFail(const std::string& path, int error) {
  return fail("input.read",
              fmt::format("{} cannot be read: {}", shownName(path), std::strerror(error)));
}

tl::unexpected<Error> tooLarge(const std::string& path, const std::string& size,
                               std::uint64_t max_size) {
  return fail("input.size", fmt::format("{} has {} bytes, but at most {} are read (--max-size)",
                                        shownName(path), size, max_size));
}

/// Appends at most `wanted` bytes. Returns how many came, or -1 with errno.
ssize_t readSome(int file, std::vector<std::byte>& bytes, std::size_t wanted) {
  const std::size_t old_size = bytes.size();
  bytes.resize(old_size + wanted);
  ssize_t got = 0;
  do {
    got = ::read(file, bytes.data() + old_size, wanted);
  } while (got < 0 && errno == EINTR);
  bytes.resize(old_size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return got;
}

/// Reads to the end, or to one byte beyond the limit. `expected` bytes are asked for in one go.
Result<SharedBytes> readAll(const std::string& path, int file, std::uint64_t expected,
                            std::uint64_t max_size, LoadProgress* progress) {
  auto bytes = std::make_shared<std::vector<std::byte>>();
  // One byte more than expected finds the end without another allocation.
  bytes->reserve(static_cast<std::size_t>(std::min(expected, max_size)) + 1);
  for (;;) {
    const std::uint64_t room = max_size - bytes->size() + 1;
    const std::uint64_t left = bytes->size() < expected ? expected - bytes->size() : 0;
    const std::uint64_t spare = bytes->capacity() - bytes->size();
    std::uint64_t wanted =
        left > 0 ? left
                 : (bytes->size() == expected && spare > 0 ? 1 : std::uint64_t{kStreamChunk});
    if (progress != nullptr) {
      progress->done.store(bytes->size(), std::memory_order_relaxed);
      if (progress->cancelled.load(std::memory_order_relaxed)) {
        return fail(kLoadCancelled, fmt::format("reading {} was stopped", shownName(path)));
      }
      wanted = std::min(wanted, kProgressChunk);
    }
    const ssize_t got = readSome(file, *bytes, static_cast<std::size_t>(std::min(room, wanted)));
    if (got < 0) return readFail(path, errno);
    if (got == 0) return SharedBytes(std::move(bytes));
    if (bytes->size() > max_size)
      return tooLarge(path, fmt::format("more than {}", max_size), max_size);
  }
}

/// Folders and devices are refused before they are opened: a device may never end, or never answer.
Result<void> checkKind(const std::string& path, const struct stat& status, bool is_terminal) {
  if (S_ISDIR(status.st_mode)) {
    return fail("input.read", fmt::format("{} is a folder, not a file", shownName(path)));
  }
  if (S_ISBLK(status.st_mode) || S_ISSOCK(status.st_mode) ||
      (S_ISCHR(status.st_mode) && !is_terminal)) {
    return fail("input.read", fmt::format("{} is a device, not a file", shownName(path)));
  }
  return {};
}

}  // namespace

Result<SharedBytes> readInput(const std::string& path, std::uint64_t max_size_bytes,
                              LoadProgress* progress) {
  const bool is_stdin = path == "-";
  struct stat status {};
  const int found = is_stdin ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status);
  if (found != 0) return readFail(path, errno);
  const bool is_terminal = is_stdin && ::isatty(STDIN_FILENO) == 1;
  if (auto kind = checkKind(path, status, is_terminal); !kind) return tl::unexpected(kind.error());
  std::uint64_t expected = 0;
  if (S_ISREG(status.st_mode) && status.st_size > 0)
    expected = static_cast<std::uint64_t>(status.st_size);
  if (expected > max_size_bytes) return tooLarge(path, fmt::format("{}", expected), max_size_bytes);
  const Input input(is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.get() < 0) return readFail(path, errno);
  if (progress != nullptr) progress->total.store(expected, std::memory_order_relaxed);
  try {
    return readAll(path, input.get(), expected, max_size_bytes, progress);
  } catch (const std::bad_alloc&) {
    return fail("input.memory", fmt::format("{} does not fit into memory", shownName(path)));
  }
}

}  // namespace sinew::app
